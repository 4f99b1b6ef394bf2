"""Every code that this game can emit, with its English words."""

from __future__ import annotations

from collections.abc import Mapping

_REFUSALS = {
    "no-city-named": "There is no city in that text; a move looks like {example}.",
    "too-many-cities-named": "“{part}” is too much: one turn is one arrow, from and to, such as {example}.",
    "not-a-city": "“{part}” is not a city; cities are numbered 1 to {last}, as in {example}.",
    "no-such-city": "There is no city {part} on this map, only 1 to {last}; a move looks like {example}.",
    "city-taken": "There is already a car in {city}; try {example}.",
    "dead-end-stays-empty": "No car may be put into the dead end, {city}; try {example}.",
    "not-driving-yet": "{part}: cars are still being put down; name one empty city, such as {example}.",
    "no-more-cars": "{part}: all cars are on the map; drive one along an arrow, for example {example}.",
    "car-of-the-opponent": "{part}: the car in {city} is your opponent's; try {example}.",
    "no-car-there": "{part}: there is no car in {city}; try {example}.",
    "no-arrow": "{part}: no arrow leads there; try {example}.",
    "against-the-arrow": "{part}: that road is one-way, and leads the other way; try {example}.",
    "pass-with-a-drive": "You may pass only when you have no drive, and you have one: {example}.",
    "pass-while-placing": "Nobody passes while cars are put down; name an empty city, such as {example}.",
    "game-over": "The game is over.",
    "unknown-option": "There is no option “{option}”; there are: {expected}.",
    "bad-option": "“{value}” does not fit the option {option}; possible: {expected}.",
    "map-and-cities": "Give either a map or a number of cities ({value}), not both.",
    "unsolved": "Not proved in {seconds} s.",
}
_MAP_FAULTS = {
    "map-too-long": "The map is too long: {length} characters, at most {most} are read.",
    "map-empty": "There is no city in that map; a map looks like {expected}.",
    "not-a-map": "“{part}” is not a city with its arrows; write each as {expected}.",
    "place-too-far": "The place {part} is too far away; at most {most} steps.",
    "city-name-too-long": "The name “{part}” is longer than {most} characters, or cannot be printed.",
    "city-twice": "The map tells of these cities twice: {cities}.",
    "city-number": "Cities are numbered from 1 to at most {most}, so not: {cities}.",
    "too-many-cities": "A map has at most {most} cities; this one has {count}.",
    "city-missing": "The map goes up to city {last}, but does not tell of: {cities}.",
    "some-places-missing": "Give places for all cities or for none; missing for: {cities}.",
    "too-few-cities": "A map needs at least {least} cities; this one has {count}.",
    "arrow-to-itself": "An arrow leads from a city to itself: {cities}.",
    "double-arrow": "Two arrows lead to the same city from: {cities}.",
    "no-dead-end": "There is no dead end: each city has an arrow out ({cities}).",
    "several-dead-ends": "Only one city may be a dead end; these have no arrow out: {cities}.",
    "no-way-into-the-dead-end": "No arrow leads into the dead end: {cities}.",
    "no-way-to-the-dead-end": "The dead end cannot be reached from: {cities}.",
    "same-name": "These cities' names would be taken for others, for a number or for a pass: {cities}.",
    "places-too-close": "These cities lie closer together than a car is wide: {cities}.",
}
_REASONS = {
    "ends-it": "wins at once",
    "drives-in": "the car in {city} drives into the dead end",
    "wins-in": "wins in {plies} [plies:move|moves] of both sides at most",
    "wins-later": "wins {turns} [turns:move|moves] later than it could",
    "loses-in": "loses in {plies} [plies:move|moves] of both sides",
    "loses-to": "loses in {plies} [plies:move|moves] of both sides by the reply {move}",
    "loses-by-force": "loses by force to the reply {move}",
    "holds-longest": "nothing holds out longer",
    "win-let-go": "{move} saves the draw",
    "draw-held": "holds the draw",
    "draws-by-repetition": "a draw: the position stands for the third time",
    "one-good-drive": "every other choice is worse",
    "must-pass": "no car can drive, so this is a pass",
    "unstoppable": "nothing stops the car in {city}: {steps} [steps:step|steps] to go, and no car is nearer",
    "not-stopped": "nothing stops the opponent's car in {city}: {steps} [steps:step|steps] to go, and no car is nearer",
    "blocks": "blocks the opponent's car in {city}: with a car in {at} it has no free way",
    "detour": "a detour for the opponent's car in {city}: past the car in {at} its way is {steps} [steps:step|steps] "
    "longer",
    "traps": "traps the opponent's car in {city}: each of its arrows leads to a car",
    "forces-pass": "leaves the opponent no drive, so that it must pass",
    "race-ahead": "a tempo ahead: if only the nearest cars drive, the one in {city} ({steps} [steps:step|steps] to "
    "go) arrives before the one in {other}",
    "race-behind": "a tempo behind: if only the nearest cars drive, the opponent's in {city} ({steps} "
    "[steps:step|steps] to go) arrives before the one in {other}",
    "nearer": "the car in {city} has {steps} [steps:step|steps] to go: {way}",
    "roundabout": "comes no nearer: the car in {city} has {steps} [steps:step|steps] to go: {way}",
    "no-way-on": "the car in {city} has no free way on, past {cars}",
    "opens-own": "opens the way of one's own car in {city}: {steps} [steps:step|steps]",
    "opens": "opens the way of the opponent's car in {city}: {steps} [steps:step|steps]",
    "blocks-own": "blocks one's own car in {city}: with a car in {at} it has no free way",
    "detour-own": "a detour for one's own car in {city}: past the car in {at} its way is {steps} [steps:step|steps] "
    "longer",
    "put-farthest": "no free city is farther: from {city} the opponent's car has {steps} [steps:step|steps] to go, "
    "{way}",
    "put-down": "from {city} the opponent's car has {steps} [steps:step|steps] to go: {way}",
    "put-blocked": "the opponent's car in {city} has no free way, past {cars}",
    "reply-wins": "{move} answers it and wins at once",
    "reply-blocks": "{move} can answer it, and the car in {city} has no free way then",
    "reply-detour": "{move} can answer it, and the way of the car in {city} is {steps} [steps:step|steps] longer then",
}
_ADVICE = {
    "just-a-try": "just a try",
}
_OUTCOMES = {
    "dead-end": "the first car is in the dead end",
    "repetition": "the same position for the third time",
}
_REMARKS = {
    "map-first-wins": "First wins with best play, and {percent} % of random placings.",
    "map-second-wins": "Second wins with best play; of random placings First wins {percent} %.",
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
    "cars-left": "Cars still to be put down: {left}.",
    "second-drives-first": "When all cars stand, Second drives first.",
    "way-to-go": "{player} has {total} [total:step|steps] to go in all; the nearest car, in {city}, has {steps}.",
    "no-way-open": "No car of {player} has a free way now; the distance counts as {total}.",
    "arrives-first": "{player} arrives first: the car in {city} has {steps} [steps:step|steps] to go, and no car is "
    "nearer.",
    "car-blocked": "The car of {player} in {city} is blocked by {cars}.",
}
_BOARD = {
    "legend-tupik": "Each line: a city, the car in it ([1] of {one}, [2] of {two}), and after > where its arrows lead; "
    "# is the dead end.",
    "ways-of-cars": "The nearest car of {player} has {steps} [steps:step|steps] to go. Ways: {ways}.",
    "city-called": "City {city} is called {name}.",
    "city-dead-end": "City {city} is the dead end.",
    "city-has-car": "In city {city} stands a car of {player}.",
    "city-empty": "City {city} is empty.",
    "city-out-empty": "Arrows from {city} lead to empty cities: {cities}.",
    "city-out-cars": "Arrows from {city} lead to cars of {player}: {cities}.",
    "city-in-empty": "Arrows to {city} come from empty cities: {cities}.",
    "city-in-cars": "Arrows to {city} come from cars of {player}: {cities}.",
    "city-steps": "From {city} it is {steps} [steps:step|steps] to the dead end: {way}.",
    "city-no-way": "From {city} no way to the dead end is open now, past {cars}.",
    "city-takes-car": "{player} can put down a car of {other} in {city}.",
    "city-drives": "{player} can drive here: {drives}.",
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
