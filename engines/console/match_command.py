"""The command `python -m engines match`: two players meet, with a progress bar and a table of results."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.progress import track
from rich.table import Table

from engines import GAMES
from engines.console.external_player import ExternalPlayer
from engines.console.game_in_hand import parse_count, parse_seconds
from engines.console.match import SECONDS, Player, Tally, built_in_player, play_match
from engines.game import LEVELS, AnyGame
from engines.refusals import Unreadable


def main(arguments: list[str]) -> None:
    """Play the match that the arguments describe and print a table; raise `Refusal` for invalid arguments."""
    game = GAMES.get(arguments[0] if arguments else "")
    options = _parser(game).parse_intermixed_args(arguments)
    if game is None:
        raise Unreadable("unknown-game", part=options.game, games=", ".join(GAMES))
    settings = {setting.key: getattr(options, setting.key) for setting in game.settings}
    chosen_settings = {key: value for key, value in settings.items() if value is not None}
    players = _players(game, options)
    games = play_match(game, chosen_settings, players, options.games, options.seed, options.opening)
    Console().print(_table(players, _last_tallies(track(games, total=options.games, console=Console(stderr=True)))))


def _parser(game: AnyGame | None) -> ArgumentParser:
    parser = ArgumentParser(prog="python -m engines match", description="Play a match between two players.")
    parser.add_argument("game", help=", ".join(GAMES))
    parser.add_argument(
        "players", nargs="*", metavar="PLAYER", help=f"{', '.join(LEVELS)}, optionally with a time such as :1s"
    )
    parser.add_argument("--engine", action="append", default=[], metavar="CMD", help="an external program as a player")
    parser.add_argument("--games", type=parse_count, default=20, metavar="N", help="number of games (default: 20)")
    parser.add_argument(
        "--seconds", type=_seconds, default=SECONDS, metavar="S", help="time for each move of an external program"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the start positions (default: 0)")
    parser.add_argument(
        "--opening", type=parse_count, default=0, metavar="N", help="number of random plies at the start"
    )
    for setting in game.settings if game else ():
        parser.add_argument(f"--{setting.key}", help=f"option of the game, such as {setting.default}")
    return parser


def _seconds(text: str) -> float:
    return parse_seconds(text, "some-seconds", SECONDS)


def _players(game: AnyGame, options: Namespace) -> tuple[Player, Player]:
    inside = [built_in_player(game, text) for text in options.players]
    outside = [ExternalPlayer(game.name, command, options.seconds) for command in options.engine]
    players: list[Player] = [*inside, *outside]
    if len(players) != 2:
        raise Unreadable("not-expected", part=f"{len(players)} players", expected="two-players")
    return players[0], players[1]


def _last_tallies(tallies: Iterable[tuple[Tally, Tally]]) -> tuple[Tally, Tally]:
    last = Tally(), Tally()
    for pair in tallies:
        last = pair
    return last


def _table(players: tuple[Player, Player], tallies: tuple[Tally, Tally]) -> Table:
    table = Table("player", "won", "drawn", "lost", "as First", "as Second", "points (95 % sure)")
    for player, tally in zip(players, tallies, strict=True):
        table.add_row(player.name, *_cells(tally))
    return table


def _cells(tally: Tally) -> Iterator[str]:
    for count in (tally.wins, tally.draws, tally.losses, tally.points_as_first, tally.points_as_second):
        yield f"{count:g}"
    low, high = tally.interval
    share = tally.points / tally.games if tally.games else 0.0
    yield f"{share:.1%} ({low:.1%}–{high:.1%})"
