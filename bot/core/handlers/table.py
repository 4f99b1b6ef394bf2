"""The core's rows of the command table: each command with the functions that answer it."""

from __future__ import annotations

from bot.core.commands.challenges import (
    LEVEL_WORDS,
    Again,
    Challenge,
    Join,
    read_again,
    read_challenge,
    read_join,
    read_setup,
)
from bot.core.commands.command import (
    CODE,
    GAME,
    Command,
    Kind,
    Parameter,
    about,
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
    is_running,
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
from bot.core.commands.playing import (
    ALWAYS,
    AskWhy,
    BareText,
    Form,
    ListMoves,
    Pick,
    ReadAloud,
    Share,
    ShowBoard,
    ShowMore,
    board_reader,
    read_board,
    read_hint,
    read_ideas,
    read_move,
    read_moves,
    read_offer,
    read_pick,
    read_plan,
    read_resign,
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
from bot.core.game.clocks import TIME
from bot.core.game.referee import (
    Abort,
    Accept,
    AskHint,
    AskIdeas,
    Cancel,
    Claim,
    Decline,
    OfferDraw,
    Plan,
    Play,
    Resign,
    TakeBack,
    Wake,
)
from bot.core.game.terms import Consent
from bot.core.handlers import (
    bare_text,
    blocking,
    boards,
    challenges,
    changes,
    chat_settings,
    personal,
    questions,
    sharing,
)
from bot.core.handlers.handling import about_game, to
from bot.core.handlers.services import Extension, Row
from bot.core.ports.platform import Tone
from bot.core.view.buttons import FIRST_GAME

_FIRST_GAME = FIRST_GAME.removeprefix("/challenge ")
_ANSWER = Parameter("answer", Kind.WORD, choices=(Consent.YES, Consent.NO))
_BY_CONSENT = by_answer(yes=Tone.AGREES, no=Tone.ENDS)
_TO_GAME = Parameter("game", Kind.GAME)
_PERSON = (Parameter("person", Kind.PERSON),)
_PLACE = Parameter("place", Kind.WORD)
_MY_TURN = (is_my_turn, is_my_game)
_ANY_RUNNING = (is_my_turn, is_my_game, is_running)
_WAYS_TO_A_GAME = (
    Row(
        Command(
            "challenge",
            read_challenge,
            parameters=(
                GAME,
                Parameter("opponent", Kind.PERSON),
                Parameter("level", Kind.LEVEL, choices=LEVEL_WORDS),
                Parameter("options", Kind.OPTIONS),
            ),
            aliases=("new",),
            tone=always(Tone.LEADS),
            labels=(("button-choose-game", ""), ("button-play-bot", _FIRST_GAME), ("button-play", _FIRST_GAME)),
            takes_file=True,
        ),
        to(Challenge, challenges.challenge),
    ),
    Row(
        Command("setup", read_setup, parameters=(_TO_GAME, Parameter("opponent", Kind.PERSON))),
        to(Setup, questions.show_setup),
    ),
    Row(
        Command(
            "again",
            read_again,
            _ANY_RUNNING,
            (CODE,),
            listed=False,
            tone=always(Tone.LEADS),
            labels=(("button-rematch", ""), *((f"button-try-{level}", level) for level in LEVEL_WORDS)),
        ),
        about_game(Again, challenges.rematch),
    ),
    Row(
        about(
            "accept",
            Accept,
            is_challenge_to_me,
            is_open_challenge,
            is_my_challenge,
            tone=always(Tone.AGREES),
            labels=(("button-accept", ""),),
        ),
        about_game(Accept, challenges.accept),
    ),
    Row(
        about(
            "decline",
            Decline,
            is_challenge_to_me,
            is_my_challenge,
            tone=always(Tone.ENDS),
            labels=(("button-decline", ""),),
        ),
        about_game(Decline, challenges.call_off),
    ),
    Row(
        about("cancel", Cancel, is_my_challenge, is_challenge_to_me, labels=(("button-cancel", ""),)),
        about_game(Cancel, challenges.call_off),
    ),
    Row(Command("join", read_join, listed=False), to(Join, challenges.join)),
)
_PLAYING = (
    Row(
        Command(
            "move",
            read_move,
            _MY_TURN,
            parameters=(Parameter("move", Kind.MOVE, required=True), CODE),
            aliases=("play",),
        ),
        about_game(Play, changes.play),
        to(BareText, bare_text.bare_text),
    ),
    Row(
        Command(
            "pick",
            read_pick,
            _MY_TURN,
            listed=False,
            tone=lambda words: Tone.LEADS if len(words) == 1 else Tone.PLAIN,
            labels=(("button-pick", ""),),
        ),
        about_game(Pick, boards.pick),
    ),
    Row(
        about("more", ShowMore, *_ANY_RUNNING, listed=False, labels=(("button-more", ""),)),
        about_game(ShowMore, boards.show_more),
    ),
    Row(
        Command(
            "hint",
            read_hint,
            _MY_TURN,
            parameters=(Parameter("begin", Kind.WORD, choices=("idea",)), CODE),
            labels=(("button-hint", ""), ("button-idea", "idea")),
        ),
        about_game(AskHint, boards.hint),
    ),
    Row(
        Command(
            "ideas",
            read_ideas,
            _MY_TURN,
            parameters=(Parameter("as", Kind.WORD, choices=(Form.TEXT,)), CODE),
            labels=(("button-ideas", ""),),
        ),
        about_game(AskIdeas, boards.show_ideas),
    ),
    Row(about("why", AskWhy, *_ANY_RUNNING), about_game(AskWhy, boards.explain)),
    Row(Command("text", board_reader(Form.TEXT), _ANY_RUNNING, listed=False), about_game(ShowBoard, boards.show_board)),
    Row(
        Command("changes", board_reader(Form.CHANGES), _ANY_RUNNING, listed=False),
        about_game(ShowBoard, boards.show_board),
    ),
    Row(
        Command(
            "board",
            read_board,
            _ANY_RUNNING,
            parameters=(Parameter("as", Kind.WORD, choices=(*Form, ALWAYS)), _PLACE, CODE),
            labels=(("button-as-text", "text"),),
        ),
        about_game(ShowBoard, boards.show_board),
    ),
    Row(about("share", Share, is_over, listed=False), about_game(Share, sharing.share)),
    Row(Command("aloud", board_reader(ALWAYS), listed=False), to(ReadAloud, personal.read_aloud)),
    Row(
        Command("moves", read_moves, _ANY_RUNNING, parameters=(_PLACE, CODE), labels=(("button-moves", ""),)),
        about_game(ListMoves, boards.list_moves),
    ),
    Row(
        Command(
            "draw",
            read_offer("draw", OfferDraw),
            (has_draw_offer, is_my_game),
            parameters=(_ANSWER, CODE),
            tone=_BY_CONSENT,
            labels=(("button-draw", ""), ("button-decline-draw", "no")),
        ),
        about_game(OfferDraw, changes.offer_draw),
    ),
    Row(
        Command(
            "undo",
            read_offer("undo", TakeBack),
            (has_undo_request, is_my_game),
            parameters=(_ANSWER, CODE),
            tone=_BY_CONSENT,
            labels=(("button-undo", "yes"), ("button-decline-undo", "no")),
        ),
        about_game(TakeBack, changes.change),
    ),
    Row(
        Command(
            "resign",
            read_resign,
            (is_my_game,),
            parameters=(Parameter("confirm", Kind.WORD, choices=(Consent.YES,)), CODE),
            tone=always(Tone.ENDS),
        ),
        about_game(Resign, changes.resign),
    ),
    Row(about("abort", Abort, is_my_game, tone=always(Tone.ENDS)), about_game(Abort, changes.change)),
    Row(
        Command(
            "if",
            read_plan,
            (is_opponents_turn, is_my_game),
            parameters=(Parameter("line", Kind.WORD), CODE),
            secret=True,
        ),
        about_game(Plan, boards.plan),
    ),
    Row(about("claim", Claim, is_opponents_turn_on_clock, is_my_game), about_game(Claim, changes.claim)),
    Row(about("wake", Wake, is_archived), about_game(Wake, changes.change)),
)
_CHOICES = (
    Row(
        Command("notify", read_notify, parameters=(Parameter("way", Kind.WORD, choices=tuple(Way)),)),
        to(Notify, personal.notify),
    ),
    Row(
        Command("timezone", read_time_zone, parameters=(Parameter("zone", Kind.WORD),)),
        to(SetTimeZone, personal.set_time_zone),
    ),
    Row(Command("away", read_away, parameters=(Parameter("span", Kind.WORD),)), to(Away, personal.away)),
    Row(
        Command(
            "settings",
            read_settings,
            parameters=(Parameter("change", Kind.WORD), Parameter("where", Kind.WORD, choices=(CHANNEL, SERVER))),
        ),
        to(Settle, chat_settings.change_settings),
    ),
)
_QUESTIONS = (
    Row(
        Command("games", read_games, parameters=(Parameter("of", Kind.WORD, choices=(ALL,)),)),
        to(ListGames, questions.list_games),
    ),
    Row(Command("next", read_next), to(ShowNext, questions.show_next)),
    Row(
        Command("rules", read_rules, parameters=(_TO_GAME, Parameter("part", Kind.WORD, choices=tuple(RulesPart)))),
        to(ShowRules, questions.show_rules),
    ),
    Row(
        Command(
            "language",
            read_language,
            parameters=(Parameter("language", Kind.LANGUAGE), Parameter("for", Kind.WORD, choices=(ME, CHAT))),
        ),
        to(SetLanguage, questions.set_language),
    ),
    Row(
        Command("help", read_help, parameters=(Parameter("about", Kind.WORD, choices=(ALL, TIME)),)),
        to(ShowHelp, questions.show_help),
    ),
    Row(Command("start", read_start, listed=False), to(Start, questions.start)),
    Row(Command("stats", lambda rest, incoming: ShowStats(), listed=False), to(ShowStats, questions.show_stats)),
)
_PERSONAL = (
    Row(Command("block", read_block, parameters=_PERSON, secret=True), to(Block, blocking.block)),
    Row(Command("unblock", read_unblock, parameters=_PERSON, secret=True), to(Unblock, blocking.unblock)),
    Row(Command("privacy", lambda rest, incoming: ShowPrivacy()), to(ShowPrivacy, questions.show_privacy)),
    Row(Command("mydata", lambda rest, incoming: GiveCopy()), to(GiveCopy, personal.give_copy)),
    Row(
        Command(
            "forgetme",
            read_forget,
            parameters=(Parameter("sure", Kind.WORD, choices=(SURE,)),),
            tone=by_answer(yes=Tone.ENDS),
        ),
        to(Forget, personal.forget),
    ),
)
CORE = Extension(rows=(*_WAYS_TO_A_GAME, *_PLAYING, *_CHOICES, *_QUESTIONS, *_PERSONAL))
"""The core's own commands, as an extension."""
