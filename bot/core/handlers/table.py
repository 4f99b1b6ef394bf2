"""The core's rows of the command table: each command with the functions that answer it."""

from dataclasses import replace

from bot.core.commands import playing
from bot.core.commands.challenges import Again, Challenge, read_again, read_challenge, read_setup
from bot.core.commands.command import (
    ANY_RUNNING,
    CODE,
    GAME,
    OPTIONS,
    Kind,
    Parameter,
    Tone,
    always,
    by_answer,
    has_draw_offer,
    has_undo_request,
    is_archived,
    is_challenge_to_me,
    is_my_challenge,
    is_my_game,
    is_my_turn,
    is_open_challenge,
    is_opponents_turn,
    is_opponents_turn_on_clock,
    is_over,
    word,
)
from bot.core.commands.personal import (
    SURE,
    Away,
    Block,
    Forget,
    GiveCopy,
    Notify,
    SetTimeZone,
    ShowPrivacy,
    Unblock,
    Way,
    read_away,
    read_block,
    read_forget,
    read_notify,
    read_time_zone,
    read_unblock,
)
from bot.core.commands.questions import (
    ALL,
    CHAT,
    ME,
    ListGames,
    RulesPart,
    SetLanguage,
    ShowHelp,
    ShowNext,
    ShowRules,
    ShowStats,
    Start,
    read_games,
    read_help,
    read_language,
    read_next,
    read_rules,
    read_start,
)
from bot.core.commands.settings import CHANNEL, SERVER, Settle, read_settings
from bot.core.commands.setup import Setup
from bot.core.game import referee
from bot.core.game.clocks import TIME
from bot.core.game.terms import Consent
from bot.core.handlers import (
    advice,
    bare_text,
    blocking,
    boards,
    challenges,
    changes,
    chat_settings,
    finished_games,
    personal,
    privacy,
    questions,
)
from bot.core.handlers.handling import about_game, row_about, to
from bot.core.handlers.services import Extension, Row
from bot.core.view.buttons import FIRST_GAME
from engines.game import LEVELS

_FIRST_GAME = FIRST_GAME.removeprefix("/challenge ")
_ANSWER = word("answer", Consent.YES, Consent.NO)
_BY_CONSENT = by_answer(yes=Tone.AGREES, no=Tone.ENDS)
_PERSON = (Parameter("person", Kind.PERSON),)
_OPPONENT = Parameter("opponent", Kind.PERSON)
_PLACE = word("place")
_MY_TURN = (is_my_turn, is_my_game)
_SHOWS_BOARD = about_game(playing.ShowBoard, boards.show_board)
_ROWS = (
    Row(
        "challenge",
        read_challenge,
        parameters=(
            replace(GAME, required=True),
            _OPPONENT,
            Parameter("level", Kind.LEVEL, choices=LEVELS),
            OPTIONS,
        ),
        aliases=("new",),
        tone=always(Tone.LEADS),
        labels=(("button-choose-game", ""), ("button-play-bot", _FIRST_GAME), ("button-play", _FIRST_GAME)),
        takes_file=True,
        handlers=to(Challenge, challenges.challenge),
    ),
    Row("setup", read_setup, parameters=(GAME, _OPPONENT), handlers=to(Setup, questions.show_setup)),
    Row(
        "again",
        read_again,
        ANY_RUNNING,
        (CODE,),
        listed=False,
        tone=always(Tone.LEADS),
        labels=(("button-rematch", ""), *((f"button-try-{level}", level) for level in LEVELS)),
        handlers=about_game(Again, challenges.rematch),
    ),
    row_about(
        "accept",
        referee.Accept,
        challenges.accept,
        is_challenge_to_me,
        is_open_challenge,
        is_my_challenge,
        tone=always(Tone.AGREES),
        labels=(("button-accept", ""),),
    ),
    row_about(
        "decline",
        referee.Decline,
        challenges.call_off,
        is_challenge_to_me,
        is_my_challenge,
        tone=always(Tone.ENDS),
        labels=(("button-decline", ""),),
    ),
    row_about(
        "cancel",
        referee.Cancel,
        challenges.call_off,
        is_my_challenge,
        is_challenge_to_me,
        labels=(("button-cancel", ""),),
    ),
    Row("join", challenges.read_join, listed=False, handlers=to(challenges.Join, challenges.join)),
    Row(
        "move",
        playing.read_move,
        _MY_TURN,
        (Parameter("move", Kind.MOVE, required=True), CODE),
        aliases=("play",),
        handlers={**about_game(referee.Play, changes.play), **to(playing.BareText, bare_text.bare_text)},
    ),
    Row(
        "pick",
        playing.read_pick,
        _MY_TURN,
        listed=False,
        tone=lambda words: Tone.LEADS if len(words) == 1 else Tone.PLAIN,
        labels=(("button-pick", ""),),
        handlers=about_game(playing.Pick, boards.pick),
    ),
    row_about("more", playing.ShowMore, boards.show_more, *ANY_RUNNING, listed=False, labels=(("button-more", ""),)),
    Row(
        "hint",
        playing.read_hint,
        _MY_TURN,
        (word("begin", "idea"), CODE),
        labels=(("button-hint", ""), ("button-idea", "idea")),
        handlers=about_game(referee.AskHint, advice.hint),
    ),
    Row(
        "ideas",
        playing.read_ideas,
        _MY_TURN,
        (word("as", playing.Form.TEXT), CODE),
        labels=(("button-ideas", ""),),
        handlers=about_game(referee.AskIdeas, advice.show_ideas),
    ),
    row_about("why", playing.AskWhy, advice.explain, *ANY_RUNNING),
    Row("text", playing.board_reader(playing.Form.TEXT), ANY_RUNNING, listed=False, handlers=_SHOWS_BOARD),
    Row("changes", playing.board_reader(playing.Form.CHANGES), ANY_RUNNING, listed=False, handlers=_SHOWS_BOARD),
    Row(
        "board",
        playing.read_board,
        ANY_RUNNING,
        (word("as", *playing.Form, playing.ALWAYS), _PLACE, CODE),
        labels=(("button-as-text", "text"),),
        handlers=_SHOWS_BOARD,
    ),
    row_about("share", playing.Share, finished_games.share, is_over, listed=False),
    Row(
        "aloud", playing.board_reader(playing.ALWAYS), listed=False, handlers=to(playing.ReadAloud, personal.read_aloud)
    ),
    Row(
        "moves",
        playing.text_reader(playing.ListMoves),
        ANY_RUNNING,
        (_PLACE, CODE),
        labels=(("button-moves", ""),),
        handlers=about_game(playing.ListMoves, boards.list_moves),
    ),
    Row(
        "draw",
        playing.read_offer("draw", referee.OfferDraw),
        (has_draw_offer, is_my_game),
        (_ANSWER, CODE),
        tone=_BY_CONSENT,
        labels=(("button-draw", ""), ("button-decline-draw", "no")),
        handlers=about_game(referee.OfferDraw, changes.offer_draw),
    ),
    Row(
        "undo",
        playing.read_offer("undo", referee.TakeBack),
        (has_undo_request, is_my_game),
        (_ANSWER, CODE),
        tone=_BY_CONSENT,
        labels=(("button-undo", "yes"), ("button-decline-undo", "no")),
        handlers=about_game(referee.TakeBack, changes.change),
    ),
    Row(
        "resign",
        playing.read_resign,
        (is_my_game,),
        (word("confirm", Consent.YES), CODE),
        tone=always(Tone.ENDS),
        handlers=about_game(referee.Resign, changes.resign),
    ),
    row_about("abort", referee.Abort, changes.change, is_my_game, tone=always(Tone.ENDS)),
    Row(
        "if",
        playing.read_plan,
        (is_opponents_turn, is_my_game),
        (word("line"), CODE),
        secret=True,
        handlers=about_game(referee.Plan, advice.plan),
    ),
    row_about("claim", referee.Claim, changes.claim, is_opponents_turn_on_clock, is_my_game),
    row_about("wake", referee.Wake, changes.change, is_archived),
    Row("notify", read_notify, parameters=(word("way", *Way),), handlers=to(Notify, personal.notify)),
    Row("timezone", read_time_zone, parameters=(word("zone"),), handlers=to(SetTimeZone, personal.set_time_zone)),
    Row("away", read_away, parameters=(word("span"),), handlers=to(Away, personal.away)),
    Row(
        "settings",
        read_settings,
        parameters=(word("change"), word("where", CHANNEL, SERVER)),
        handlers=to(Settle, chat_settings.change_settings),
    ),
    Row("games", read_games, parameters=(word("of", ALL),), handlers=to(ListGames, questions.list_games)),
    Row("next", read_next, handlers=to(ShowNext, questions.show_next)),
    Row("rules", read_rules, parameters=(GAME, word("part", *RulesPart)), handlers=to(ShowRules, questions.show_rules)),
    Row(
        "language",
        read_language,
        parameters=(Parameter("language", Kind.LANGUAGE), word("for", ME, CHAT)),
        handlers=to(SetLanguage, questions.set_language),
    ),
    Row("help", read_help, parameters=(word("about", ALL, TIME),), handlers=to(ShowHelp, questions.show_help)),
    Row("start", read_start, listed=False, handlers=to(Start, questions.start)),
    Row("stats", lambda rest, incoming: ShowStats(), listed=False, handlers=to(ShowStats, questions.show_stats)),
    Row("block", read_block, parameters=_PERSON, secret=True, handlers=to(Block, blocking.block)),
    Row("unblock", read_unblock, parameters=_PERSON, secret=True, handlers=to(Unblock, blocking.unblock)),
    Row("privacy", lambda rest, incoming: ShowPrivacy(), handlers=to(ShowPrivacy, privacy.show_privacy)),
    Row("mydata", lambda rest, incoming: GiveCopy(), handlers=to(GiveCopy, privacy.give_copy)),
    Row(
        "forgetme",
        read_forget,
        parameters=(word("sure", SURE),),
        tone=by_answer(yes=Tone.ENDS),
        handlers=to(Forget, privacy.forget),
    ),
)
CORE = Extension(rows=_ROWS)
"""The core's own commands, as an extension."""
