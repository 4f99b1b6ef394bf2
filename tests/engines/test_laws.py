"""What holds in every game and every variant, on any way a game may go."""

from __future__ import annotations

import pickle
import string
from functools import reduce
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import Level, Limit, Outcome, Seat
from engines.phrases import SHARED
from engines.refusals import Illegal, Refusal, Unreadable
from tests.engines.starts import for_every_game, for_every_start, walk
from tests.samples import examples

CHOICES = st.lists(st.integers(0, 9999), max_size=40)
LONG = [7919 * step % 10007 for step in range(60)]
SAMPLED = {"curves"}
LOOK_ALIKES = str.maketrans("aceopx", "асеорх")

few = settings(max_examples=examples(3))


@pytest.mark.sample(one_in=3, first=0)
@for_every_start
@few
@given(choices=CHOICES)
def test_a_legal_move_is_read_from_its_own_spelling(game, settings, choices):
    position = walk(game, settings, choices)[-1]
    for move in islice(position.moves(), 100):
        assert position.read(str(move)) == move


@pytest.mark.sample(one_in=3, first=1)
@for_every_start
@few
@given(choices=CHOICES)
def test_case_dashes_and_cyrillic_letters_do_not_matter(game, settings, choices):
    position = walk(game, settings, choices)[-1]
    for move in islice(position.moves(), 20):
        text = str(move)
        for line in (text.upper(), f"  {text.replace('-', ' — ')} ", text.translate(LOOK_ALIKES)):
            assert position.read(line) == move


@pytest.mark.sample(one_in=3, first=2)
@for_every_start
@few
@given(choices=CHOICES)
def test_playing_changes_nothing_in_the_position_before(game, settings, choices):
    position = walk(game, settings, choices)[-1]
    before = pickle.dumps(position)
    for move in islice(position.moves(), 20):
        position.play(move)
    assert pickle.loads(before) == position


@pytest.mark.sample(one_in=3, first=0)
@for_every_start
@few
@given(choices=CHOICES)
def test_there_are_moves_exactly_until_the_end(game, settings, choices):
    for position in walk(game, settings, choices):
        assert (position.outcome is None) == any(True for _ in position.moves())


@for_every_start
def test_every_game_comes_to_its_end_or_goes_on_legally(game, settings):
    last = walk(game, settings, LONG)[-1]
    assert last.outcome is None or isinstance(last.outcome, Outcome)
    assert isinstance(last.turn, Seat)


@pytest.mark.sample(one_in=3, first=1)
@for_every_start
@few
@given(choices=CHOICES)
def test_a_seat_that_goes_on_to_win_could_win_at_every_position_before(game, settings, choices):
    is_slow = game.name in SAMPLED and not settings
    positions = walk(game, settings, choices if is_slow else [*choices, *LONG])
    if (outcome := positions[-1].outcome) and outcome.winner:
        assert all(position.can_win(outcome.winner) for position in positions)


@pytest.mark.sample(one_in=3, first=2)
@for_every_start
@few
@given(choices=CHOICES)
def test_a_move_off_the_list_is_illegal(game, settings, choices):
    positions = walk(game, settings, choices)
    legal_moves = set(positions[-1].moves())
    for earlier_position in positions[:-1]:
        for move in islice(earlier_position.moves(), 30):
            if move not in legal_moves and not (game.name in SAMPLED and positions[-1].outcome is None):
                with pytest.raises(Illegal):
                    positions[-1].play(move)


@pytest.mark.sample(one_in=3, first=0)
@for_every_start
@few
@given(choices=CHOICES)
def test_a_forced_move_is_the_only_one(game, settings, choices):
    position = game.start(settings, 0)
    for choice in choices:
        moves = list(position.moves())
        if not moves:
            break
        if position.forced_move is not None:
            assert moves == [position.forced_move]
        position = position.play(moves[choice % len(moves)])


@pytest.mark.sample(one_in=3, first=1)
@for_every_start
@few
@given(seed=st.integers(0, 2**31))
def test_equal_seeds_give_equal_starts_and_settings_tell_the_whole_start(game, settings, seed):
    start = game.start(settings, seed)
    assert start == game.start(settings, seed)
    assert start == game.start(start.settings, seed + 1)
    assert start.settings == game.start(start.settings, 0).settings


@pytest.mark.sample(one_in=3, first=2)
@for_every_start
@few
@given(choices=CHOICES)
def test_positions_survive_pickling_and_serve_as_keys(game, settings, choices):
    for position in walk(game, settings, choices):
        copy = pickle.loads(pickle.dumps(position))
        assert copy == position
        assert hash(copy) == hash(position)


@pytest.mark.sample(one_in=3, first=0)
@for_every_start
@few
@given(choices=CHOICES)
def test_the_text_board_and_the_owners_are_available_at_any_time(game, settings, choices):
    for position in walk(game, settings, choices):
        assert game.text.board(position).strip()
        assert {owner for _, owner in position.owners()} <= {"first", "second", "free", "released"}
        assert len(position.score) == 2


@pytest.mark.sample(one_in=11)
@for_every_start
@pytest.mark.parametrize("level", list(Level))
def test_a_hint_is_a_legal_line(game, settings, level):
    for position in walk(game, settings, LONG[:6])[::5]:
        if position.outcome is None:
            line = game.hint(position, Limit(0.2), level).line
            assert line
            reduce(lambda now, move: now.play(now.read(str(move))), line, position)


@pytest.mark.sample(one_in=7)
@for_every_start
@pytest.mark.parametrize("level", list(Level))
def test_a_hint_gives_its_reasons_in_known_words(game, settings, level):
    position = game.start(settings, 0)
    hint = game.hint(position, Limit(0.2), level)
    assert hint.reasons
    for reason in hint.reasons:
        assert game.text.phrases[reason.code].format(**dict(reason.fields))


@pytest.mark.sample(one_in=3, first=1)
@for_every_start
@few
@given(choices=CHOICES, text=st.text(st.sampled_from(string.printable + "асе—–ёß¹"), max_size=30))
def test_any_text_is_a_move_or_is_refused_in_known_words(game, settings, choices, text):
    position = walk(game, settings, choices)[-1]
    try:
        position.play(position.read(text))
    except Refusal as refusal:
        templates = {**SHARED, **game.text.phrases}
        assert templates[refusal.code].format(**refusal.fields)


@pytest.mark.sample(one_in=3, first=2)
@for_every_start
@few
@given(choices=CHOICES)
def test_the_end_has_a_reason_in_known_words(game, settings, choices):
    outcome = walk(game, settings, [*choices, *LONG])[-1].outcome
    assert outcome is None or outcome.reason in game.text.phrases


@for_every_game
def test_an_unknown_option_is_refused_in_known_words(game):
    with pytest.raises(Unreadable) as error_info:
        game.start({"no-such-option": "1"}, 0)
    assert game.text.phrases[error_info.value.code].format(**error_info.value.fields)


@for_every_game
def test_every_listed_choice_of_an_option_can_be_started(game):
    for setting in game.settings:
        for choice in setting.choices:
            assert game.start({setting.key: choice}, 0).outcome is None


@for_every_game
def test_every_code_is_a_stable_lower_case_word(game):
    for code in {**SHARED, **game.text.phrases}:
        assert code.strip("abcdefghijklmnopqrstuvwxyz-0123456789") == ""
