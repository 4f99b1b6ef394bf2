"""Phrases: every code that this game can emit, with its English text."""

from __future__ import annotations

from collections.abc import Mapping

_REFUSALS = {
    "no-city-named": "There’s no city in that text. A move looks like {example}.",
    "too-many-cities-named": "“{part}” is too much. A move is one arrow, from and to, such as {example}.",
    "not-a-city": "“{part}” is not a city; cities are numbered 1 to {last}, as in {example}.",
    "no-such-city": "There is no city {part} on this map, only 1 to {last}; a move looks like {example}.",
    "city-taken": "There’s already a car in {city}. Try {example}.",
    "dead-end-stays-empty": "No car may go into the dead end, {city}. Try {example}.",
    "not-driving-yet": "{part}: cars are still being put down. Name one empty city, such as {example}.",
    "no-more-cars": "{part}: all cars are on the map. Drive one along an arrow, such as {example}.",
    "car-of-the-opponent": "{part}: the car in {city} is your opponent’s. Try {example}.",
    "no-car-there": "{part}: there’s no car in {city}. Try {example}.",
    "no-arrow": "{part}: no arrow leads there. Try {example}.",
    "against-the-arrow": "{part}: that road is one-way, the other way round. Try {example}.",
    "pass-with-a-drive": "You can pass only if no car can move. You can play {example}.",
    "pass-while-placing": "You can’t pass while cars are put down. Name an empty city, such as {example}.",
    "game-over": "The game is over.",
    "unknown-option": "There’s no option “{option}”. You can use: {expected}.",
    "bad-option": "{option} can’t be “{value}”. It can be: {expected}.",
    "map-and-cities": "Give either a map or a number of cities ({value}), not both.",
    "unsolved": "Not proved in {seconds} s.",
}
_MAP_FAULTS = {
    "map-too-long": "The map is too long: {length} characters, and I read {most} at most.",
    "map-empty": "There’s no city in that map. A map looks like {expected}.",
    "not-a-map": "“{part}” isn’t a city with its arrows. Type each as {expected}.",
    "place-too-far": "The place {part} is too far away. The limit is {most} steps.",
    "city-name-too-long": "The name “{part}” is longer than {most} characters, or can’t be printed.",
    "city-twice": "The map describes these cities twice: {cities}.",
    "city-number": "Cities are numbered 1 to {most}. These don’t fit: {cities}.",
    "too-many-cities": "A map has {most} cities at most, and this one has {count}.",
    "city-missing": "The map goes up to city {last}, but doesn’t describe: {cities}.",
    "some-places-missing": "Give places for all cities or for none. Missing: {cities}.",
    "too-few-cities": "A map needs at least {least} cities, and this one has {count}.",
    "arrow-to-itself": "An arrow leads from a city to itself: {cities}.",
    "double-arrow": "Two arrows lead to the same city from: {cities}.",
    "no-dead-end": "There’s no dead end: each city has an arrow out ({cities}).",
    "several-dead-ends": "Only one city can be the dead end, but these have no arrow out: {cities}.",
    "no-way-into-the-dead-end": "No arrow leads into the dead end: {cities}.",
    "no-way-to-the-dead-end": "The dead end can’t be reached from: {cities}.",
    "same-name": "These cities' names would be taken for others, for a number or for a pass: {cities}.",
    "places-too-close": "These cities are closer together than a car’s width: {cities}.",
}
_REASONS = {
    "ends-it": "wins at once",
    "drives-in": "the car in {city} drives into the dead end",
    "wins-in": "wins in {plies} [plies:move|moves] of both sides at most",
    "wins-later": "wins {turns} [turns:move|moves] later than it could",
    "loses-in": "loses in {plies} [plies:move|moves] of both sides",
    "loses-to": "loses in {plies} [plies:move|moves] of both sides by the reply {move}",
    "loses-by-force": "loses by force to {move}",
    "holds-longest": "no move holds out longer",
    "win-let-go": "{move} saves the draw",
    "draw-held": "holds the draw",
    "draws-by-repetition": "a draw: the position occurs for the third time",
    "one-good-drive": "every other choice is worse",
    "must-pass": "no car can move, so this is a pass",
    "unstoppable": "nothing stops the car in {city} ({steps} [steps:step|steps] to go, and no car is nearer)",
    "not-stopped": (
        "nothing stops the opponent’s car in {city} ({steps} [steps:step|steps] to go, and no car is nearer)"
    ),
    "no-move-stops": "the opponent’s car in {city} can’t be stopped, {steps} [steps:step|steps] from the dead end",
    "blocks": "blocks the opponent’s car in {city}, which has no free way past {at}",
    "detour": "makes the opponent’s car in {city} go {steps} [steps:step|steps] further, round the car in {at}",
    "traps": "traps the opponent’s car in {city}: each of its arrows leads to a car",
    "forces-pass": "leaves the opponent without a move, so they must pass",
    "race-ahead": "a tempo ahead: if only the nearest cars drive, the one in {city} arrives before the one in {other}",
    "race-behind": (
        "a tempo behind: if only the nearest cars drive, the opponent’s in {city} arrives before the one in {other}"
    ),
    "nearer": "the car in {city} has {steps} [steps:step|steps] to go: {way}",
    "roundabout": "comes no nearer: the car in {city} has {steps} [steps:step|steps] to go: {way}",
    "no-way-on": "the car in {city} has no way past {cars}",
    "opens-own": "opens the way for a friendly car in {city}: {steps} [steps:step|steps]",
    "opens": "opens the way for the opponent’s car in {city}: {steps} [steps:step|steps]",
    "blocks-own": "blocks a friendly car in {city}, which has no free way past {at}",
    "detour-own": "makes a friendly car in {city} go {steps} [steps:step|steps] further, round the car in {at}",
    "put-farthest": "puts the opponent’s car as far away as possible: {steps} [steps:step|steps] ({way})",
    "put-down": "from {city} the opponent’s car has {steps} [steps:step|steps] to go: {way}",
    "put-blocked": "the opponent’s car in {city} has no way past {cars}",
    "reply-wins": "{move} answers it and wins at once",
    "reply-blocks": "{move} can then leave the car in {city} no free way",
    "reply-detour": "{move} can then make the car in {city} go {steps} [steps:step|steps] further",
}
_ADVICE = {
    "just-a-try": "just a try",
}
_OUTCOMES = {
    "dead-end": "first into the dead end",
    "repetition": "the same position for the third time",
}
_REMARKS = {
    "map-first-wins": "First wins with best play.",
    "map-second-wins": "Second wins with best play.",
}
# A map's key is said as the value of the option that chose it.
_MAPS = {
    "value-three-corners": "Three Corners",
    "value-mill-pond": "Mill Pond",
    "value-fox-hill": "Fox Hill",
    "value-old-ferry": "Old Ferry",
    "value-old-town": "Old Town",
    "value-apple-valley": "Apple Valley",
    "value-long-bridge": "Long Bridge",
    "value-salt-road": "Salt Road",
    "value-harbour": "Harbour",
    "value-lakeside": "Lakeside",
    "value-crossroads": "Crossroads",
    "value-quarry": "Quarry",
    "value-highlands": "Highlands",
    "value-big-city": "Big City",
}
_IDEAS = {
    "cars-left": "Cars still to put down: {left}.",
    "second-drives-first": "When all cars are down, Second moves first.",
    "way-to-go": "{player} has {total} [total:step|steps] to go in all; the nearest car, in {city}, has {steps}.",
    "no-way-open": "None of {player}’s cars has a free way now, so the distance counts as {total}.",
    "arrives-first": "{player} arrives first: the car in {city} has {steps} [steps:step|steps] to go, and no car is "
    "nearer.",
    "car-blocked": "From {city}, {player}’s car can’t get past {cars} to the dead end.",
}
_BOARD = {
    "legend-tupik": "Each line: a city, the car in it ([1] of {one}, [2] of {two}), and after > where its arrows lead; "
    "# is the dead end.",
    "ways-of-cars": "{player}’s nearest car has {steps} [steps:step|steps] to go. Ways: {ways}.",
    "city-called": "City {city} is called {name}.",
    "city-dead-end": "City {city} is the dead end.",
    "city-has-car": "City {city} has one of {player}’s cars.",
    "city-empty": "City {city} is empty.",
    "city-out-empty": "Arrows from {city} lead to empty cities: {cities}.",
    "city-out-cars": "Arrows from {city} lead to {player}’s cars: {cities}.",
    "city-in-empty": "Arrows to {city} come from empty cities: {cities}.",
    "city-in-cars": "Arrows to {city} come from {player}’s cars: {cities}.",
    "city-steps": "From {city} it’s {steps} [steps:step|steps] to the dead end: {way}.",
    "city-no-way": "From {city} there’s no way past {cars} to the dead end now.",
    "city-takes-car": "{player} can put one of {other}’s cars in {city}.",
    "city-drives": "{player} can move here: {drives}.",
}
CLAIMS = frozenset((*_REASONS, *_IDEAS, *_REMARKS))
"""The codes that say something of a position or of a move."""
PHRASES: Mapping[str, str] = {
    **_REFUSALS,
    **_MAP_FAULTS,
    **_REASONS,
    **_ADVICE,
    **_OUTCOMES,
    **_REMARKS,
    **_IDEAS,
    **_MAPS,
    **_BOARD,
}
"""Code -> English template, for refusals, reasons, outcomes, remarks, ideas, maps and what the board says."""
