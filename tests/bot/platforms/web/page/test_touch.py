"""The board that is touched: all five games by keys alone, from what is announced; by mouse; by a finger."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio
from playwright.async_api import WebSocketRoute, expect

from tests.bot.platforms.web.house import House
from tests.bot.platforms.web.living import living
from tests.bot.platforms.web.page.audit import violations
from tests.bot.platforms.web.page.spots import grid, stroke
from tests.bot.platforms.web.page.visitor import Visitor, Visitors

pytestmark = pytest.mark.asyncio(loop_scope="session")

YOURS = "Your move: press where you want to play."
AGAIN = re.compile(r"Press (it )?again")


@pytest_asyncio.fixture(loop_scope="session")
async def house(empty_valkey: str, port: int) -> AsyncIterator[House]:
    async with living(empty_valkey, port) as house:
        yield house


class Listener:
    """A player who sees nothing: keys, and what is announced beside the board and in the log."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._said = visitor.page.locator("#said")

    async def hears(self, key: str) -> str:
        """Presses a key; what is announced then."""
        before = await self._said.inner_text()
        await self._visitor.page.keyboard.press(key)
        await expect(self._said).not_to_have_text(before)
        return await self._said.inner_text()

    async def walks(self, result: Callable[[str], bool]) -> str:
        """Goes from place to place until one is found; what was said of it."""
        text = await self._said.inner_text()
        for _ in range(100):
            if result(text):
                return text
            text = await self.hears("ArrowRight")
        raise AssertionError(f"there is no such place: {text}")

    async def goes_to(self, name: str) -> None:
        """Goes to a place by its name."""
        await self.walks(lambda said: re.search(rf"(^|[ -]){name}\b", said.split(".")[0]) is not None)

    async def plays(self, option: re.Pattern[str]) -> None:
        """Looks for a place of which a move is told, and makes that one; the last press is the one that plays."""
        text = await self.walks(lambda text: option.search(text) is not None)
        answer = option.search(text)
        assert answer
        move = next(filter(None, answer.groups()))
        for name in [move] if f"side {move}" in text else move.split("-"):
            await self.goes_to(name)
            text = await self.hears("Enter")
        while not AGAIN.search(text):
            text = await self.hears("Enter")
        await self.hears("Enter")

    async def is_to_move(self) -> bool:
        """Waits for the own turn, or the end of the game."""
        end = self._visitor.messages.get_by_text(re.compile(r"wins|Draw\b|draw:")).first
        await expect(self._said.get_by_text(YOURS).or_(end)).to_be_visible()
        return not await end.count()


async def playing(visitor: Visitor, house: House, challenge: str) -> Listener:
    await visitor.enter(house.url, "Ann")
    await visitor.say(challenge)
    await expect(visitor.page.locator("#said")).to_have_text(YOURS)
    listener = Listener(visitor)
    await listener.hears("F2")
    return listener


@pytest.mark.parametrize(
    ("challenge", "option"),
    [
        pytest.param("/challenge bot easy dots 2x1 pie=0", r"The side (\S+) can be drawn", marks=pytest.mark.long),
        ("/challenge bot easy lgame scoring target=1", r"Ann can cover [abcd][12] with ([\w-]+)"),
        pytest.param(
            "/challenge bot easy tupik 1>2,3 2>4 3>4 4>5",
            r"in (\d)\.$|Ann can move here: (\d-\d)",
            marks=pytest.mark.long,
        ),
        pytest.param(
            "/challenge bot easy digits 4x4 digits=1", r"in (\w\d) now|dot into (\w\d) now", marks=pytest.mark.long
        ),
        pytest.param(
            "/challenge bot easy curves 4x4 points=4",
            r"Ann can mark (\w\d) now|can reach .*?: (\w\d-\w\d)",
            marks=pytest.mark.long,
        ),
    ],
)
async def test_a_game_is_played_to_its_end_by_keys_alone(house: House, visitors: Visitors, challenge: str, option: str):
    ann = await playing(await visitors.tab(), house, challenge)
    for _ in range(30):
        await ann.plays(re.compile(option))
        if not await ann.is_to_move():
            return
    pytest.fail("the game did not end")


BOARDS = ("dots 3x3 pie=0", "lgame", "tupik", "digits", "curves 8x6 points=4")
LOOKS = ("light", "dark", "forced")


@pytest.mark.parametrize(
    ("game", "look"),
    [
        pytest.param(game, look, marks=[] if number == turn else [pytest.mark.long])
        for number, game in enumerate(BOARDS)
        for turn, look in enumerate(LOOKS)
    ],
)
async def test_axe_finds_nothing_on_a_board_with_a_move_in_the_making(
    house: House, visitors: Visitors, game: str, look: str
):
    dark, has_forced_colors = look == "dark", look == "forced"
    ann = await visitors.tab(width=360 if dark else 1280, dark=dark, touch=dark, forced=has_forced_colors)
    listener = await playing(ann, house, f"/challenge bot easy {game}")
    await listener.hears("ArrowRight")
    assert await violations(ann.page) == []


async def expect_text(visitor: Visitor, text: str) -> None:
    await expect(visitor.log.get_by_text(text).locator("visible=true").first).to_be_visible()


async def test_a_finger_shows_a_side_first_and_plays_it_by_a_second_tap(house: House, visitors: Visitors):
    ann = await visitors.tab(width=360, height=740, touch=True)
    await playing(ann, house, "/challenge bot easy dots 3x3")
    at = await grid(ann.page, 4, 4)
    await ann.page.touchscreen.tap(*at(1.5, 1))
    await expect(ann.page.locator("#said")).to_have_text("b2-c2 Press again to play it.")
    await expect(ann.box).to_have_value("b2-c2")
    await ann.page.touchscreen.tap(*at(1.5, 1))
    await expect_text(ann, "Ann: b2-c2.")
    await expect(ann.box).to_have_value("")


async def test_one_tap_plays_if_that_is_on_even_after_a_reload(house: House, visitors: Visitors):
    ann = await visitors.tab(width=1280, height=800, touch=True)
    await playing(ann, house, "/challenge bot easy dots 3x3")
    await ann.opens_menu()
    await ann.page.get_by_label("Play with one tap").check()
    await ann.page.reload()
    await expect(ann.page.locator("#said")).to_have_text(YOURS)
    await ann.page.touchscreen.tap(*(await grid(ann.page, 4, 4))(1.5, 1))
    await expect_text(ann, "Ann: b2-c2.")


@pytest.mark.parametrize(
    ("language", "lost", "undone", "waits"),
    [
        ("en-GB", "Connection lost", "No connection, so nothing was played.", "No connection. b2-c2 will be played"),
        pytest.param(
            "ru-RU", "Связь потеряна", "Нет связи, ход не сделан.", "Нет связи. Ход b2-c2 уйдёт", marks=pytest.mark.long
        ),
        pytest.param(
            "uk-UA",
            "Зв’язок втрачено",
            "Немає зв’язку, хід не зроблено.",
            "Немає зв’язку. Хід b2-c2 піде",
            marks=pytest.mark.long,
        ),
    ],
)
async def test_without_a_connection_a_press_is_undone_in_words_and_a_move_waits_in_sight_and_is_played_once(
    house: House, visitors: Visitors, language: str, lost: str, undone: str, waits: str
):
    window = await visitors.window(language, touch=True)
    ann = await visitors.tab_in(window)
    text, unsent = ann.page.locator("#said"), ann.page.locator("#unsent li")
    await ann.enter(house.url, "Ann")
    await ann.say("/challenge bot easy dots 3x3")
    await expect(text).not_to_be_empty()
    at = await grid(ann.page, 4, 4)
    await ann.page.touchscreen.tap(*at(1.5, 1))
    await expect(ann.box).to_have_value("b2-c2")
    await window.set_offline(True)
    await expect(ann.page.get_by_role("status")).to_contain_text(lost)
    await ann.page.touchscreen.tap(*at(0.5, 0))
    await expect(text).to_contain_text(undone)
    await ann.page.locator("#board-play").click()
    await expect(text).to_contain_text(waits)
    await expect(unsent).to_contain_text(["b2-c2"])
    await expect(ann.page.locator("#ghost *")).to_have_count(1)
    await window.set_offline(False)
    await expect_text(ann, "Ann: b2-c2.")
    await expect(unsent).to_have_count(0)
    await expect(ann.page.locator("#replay-at")).to_have_text(re.compile("^[23]/"))


async def test_a_network_that_fell_silent_is_noticed_and_a_move_is_sent_again(house: House, visitors: Visitors):
    ann, silent = await visitors.tab_in(await visitors.window()), asyncio.Event()

    def carry(tab: WebSocketRoute) -> None:
        bot, is_first = tab.connect_to_server(), not silent.is_set()
        tab.on_message(lambda text: None if is_first and silent.is_set() else bot.send(text))

    await ann.page.route_web_socket("**/socket", carry)
    await ann.page.clock.install()
    await playing(ann, house, "/challenge bot easy dots 3x3")
    at = await grid(ann.page, 4, 4)
    await ann.page.mouse.move(*at(1.5, 1))
    await expect(ann.page.locator("#said")).to_have_text("b2-c2")
    await ann.box.fill("b2-c2")
    silent.set()
    await ann.box.press("Enter")
    for _ in range(20):
        if not await ann.log.get_by_text("Ann: b2-c2.").count():
            await ann.page.clock.fast_forward(4000)
            await ann.page.wait_for_timeout(500)
    await expect_text(ann, "Ann: b2-c2.")


async def test_an_l_is_put_down_by_one_stroke_and_a_disc_by_another(house: House, visitors: Visitors):
    ann = await visitors.tab()
    await playing(ann, house, "/challenge bot easy lgame")
    at = await grid(ann.page, 4, 4)
    await stroke(ann.page, at(2, 3), at(3, 3), at(3, 2), at(3, 1))
    await expect(ann.box).to_have_value("d2-d4-c4")
    await stroke(ann.page, at(0, 3), at(0, 2))
    await expect_text(ann, "Ann: d2-d4-c4 a4-a3.")


async def test_a_line_is_drawn_from_point_to_point_then_bent_by_its_handle(house: House, visitors: Visitors):
    ann = await visitors.tab()
    await playing(ann, house, "/challenge bot easy curves 8x6 points=4")
    at = await grid(ann.page, 8, 6)
    for number, (column, row) in enumerate(((0, 0), (7, 0))):
        await ann.page.mouse.click(*at(column, row))
        await expect_text(ann, f"Ann: {'ah'[number]}1.")
        await expect(ann.page.locator("#said")).to_have_text(YOURS)
    await stroke(ann.page, at(0, 0), at(7, 0))
    await expect(ann.page.locator("#ghost .handle")).to_have_count(1)
    await stroke(ann.page, at(3.5, 0), at(3.6, 2.4))
    await expect(ann.box).to_have_value("a1-h1 via d.5 3.5")
    await ann.page.locator("#board-play").click()
    await expect_text(ann, "Ann: a1-h1 via d.5 3.5")


async def test_escape_takes_back_half_a_move(house: House, visitors: Visitors):
    ann = await visitors.tab()
    listener = await playing(ann, house, "/challenge bot easy lgame")
    await listener.goes_to("d4")
    assert await listener.hears("Enter") == "d4 chosen. Where does the L go?"
    await expect(ann.box).to_have_value("d4-")
    assert await listener.hears("Escape") == "Nothing is selected."
    await expect(ann.box).to_have_value("")


async def test_an_onlooker_is_counted_and_reads_that_it_is_not_their_move(house: House, visitors: Visitors):
    ann, bob = await visitors.tab(), await visitors.tab()
    await playing(ann, house, "/challenge bot easy dots 3x3")
    await bob.enter(house.url, "Bob")
    await bob.page.mouse.click(*(await grid(bob.page, 4, 4))(1.5, 1))
    await expect(bob.page.locator("#said")).to_have_text("It isn’t your move now.")
    await expect(bob.page.locator("#ghost *")).to_have_count(0)
    for visitor in (ann, bob):
        await expect(visitor.page.locator("#onlookers")).to_have_text("1 watching")


async def test_a_game_is_replayed_by_arrow_keys_continues_from_its_last_move_and_takes_no_press_after_its_end(
    house: House, visitors: Visitors
):
    ann = await visitors.tab()
    await playing(ann, house, "/challenge bot easy dots 3x3")
    await ann.say("a1-a2")
    turns = ann.page.get_by_role("group", name="Replay")
    await expect(turns).to_contain_text("2/2")
    now = await ann.page.locator("#drawn").inner_html()
    await turns.get_by_role("button", name="Step back").click()
    await expect(ann.page.locator("#said")).to_contain_text("a1-a2")
    await ann.page.keyboard.press("ArrowLeft")
    await expect(turns).to_contain_text("0/2")
    await expect(ann.page.locator("#said")).to_contain_text("No sides are drawn.")
    await ann.say("/record")
    await ann.sees("game: dots")
    assert "No sides are drawn." in await ann.page.locator("#said").inner_text()
    await turns.get_by_role("button", name="Last position").press("End")
    await expect(ann.page.locator("#said")).to_have_text(YOURS)
    assert await ann.page.locator("#drawn").inner_html() == now
    for text in ("/resign", "/resign yes"):
        await ann.say(text)
    await expect(ann.page.locator("#turn")).to_have_text("")
    await expect(ann.page.locator("#said")).to_be_empty()
    await expect(turns).to_contain_text("2/2")
    await ann.page.mouse.click(*(await grid(ann.page, 4, 4))(1.5, 1))
    await expect(ann.page.locator("#ghost *")).to_have_count(0)


async def test_one_press_begins_a_game_the_name_is_asked_after_it_and_a_double_click_begins_one_more(
    house: House, visitors: Visitors
):
    ann = await visitors.tab()
    await ann.page.goto(house.url)
    await ann.page.get_by_role("button", name="Play now").click()
    await expect(ann.page.locator("#said")).to_have_text(YOURS)
    await expect(ann.page.locator("#aim")).to_have_text(re.compile("box"))
    await expect(ann.page.locator("#replay-at")).to_have_text("1/1")  # the bot has begun: Second wins this board
    await expect(ann.page.get_by_text("You play as Guest")).to_be_hidden()
    await ann.say("/resign")
    await ann.say("/resign yes")
    await expect(ann.page.get_by_text("You play as Guest")).to_be_visible()
    await expect(ann.page.get_by_role("button", name="Climb the ladder")).to_be_visible()
    await ann.page.get_by_role("button", name="Choose a name").click()
    await ann.page.get_by_label("Your name").fill("Ann")
    await ann.page.keyboard.press("Enter")
    await expect(ann.page.locator("#people-list li")).to_have_text(["Ann (you)"])
    await expect(ann.page.get_by_text("You play as Guest")).to_be_hidden()
    await ann.page.get_by_role("button", name="Climb the ladder").dblclick()
    await ann.sees("Rung 1 of 5")
    await ann.say("/games")
    await expect(ann.log.get_by_text("only you see this").last).to_be_visible()
    assert await ann.log.get_by_text("Rung 1 of 5").count() == 1


async def test_the_page_can_be_installed_and_is_silent_at_first(house: House, visitors: Visitors):
    ann = await visitors.tab()
    await ann.enter(house.url, "Ann")
    manifest = await ann.page.evaluate("""async () => {
      const { href } = document.querySelector("link[rel=manifest]");
      const { icons, display } = await (await fetch(href)).json();
      return [display, (await fetch(icons[0].src)).headers.get("content-type")];
    }""")
    assert manifest == ["standalone", "image/svg+xml; charset=utf-8"]
    await ann.opens_menu()
    for name in ("Sounds", "Notify me on my turn"):
        await expect(ann.page.get_by_label(name)).not_to_be_checked()


async def test_a_notice_says_whose_turn_it_is_while_another_tab_is_looked_at(house: House, visitors: Visitors):
    window = await visitors.window()
    await window.add_init_script("""
      window.notices = [];
      window.Notification = class { constructor(title, { body }) { notices.push(body); } };
      Notification.requestPermission = async () => "granted";
      Object.defineProperty(document, "hidden", { get: () => Boolean(window.away) });
    """)
    ann, bob = await visitors.tab_in(window), await visitors.tab()
    await ann.enter(house.url, "Ann")
    await bob.enter(house.url, "Bob")
    await ann.opens_menu()
    await ann.page.get_by_label("Notify me on my turn").check()
    await bob.say("/challenge @ann dots 1x1")
    await ann.button("Accept").click()
    await expect(bob.page.locator("#turn")).to_have_text("Your turn")
    await ann.page.evaluate("window.away = true")
    await bob.say("a1-a2")
    await expect(ann.page).to_have_title("● Your turn · #lobby · Tetradka")
    assert await ann.page.evaluate("notices") == ["Your turn"]
    assert "icon-called" in (await ann.page.locator("#tab-icon").get_attribute("href") or "")


async def test_the_board_is_a_table_too_whose_places_are_pressed_by_tab_and_enter(house: House, visitors: Visitors):
    ann = await visitors.tab()
    await playing(ann, house, "/challenge bot easy dots 3x3")
    await ann.opens_menu()
    await ann.page.get_by_label("Board as a table").check()
    table = ann.page.get_by_role("table", name="Board")
    await expect(table.get_by_role("row")).to_have_count(7)
    side = table.get_by_role("button", name="The side b2-c2 can be drawn.")
    await side.press("Enter")
    await expect(ann.page.locator("#said")).to_have_text("b2-c2 Press again to play it.")
    await side.press("Enter")
    await expect_text(ann, "Ann: b2-c2.")
    await expect(side).to_have_count(0)


async def test_on_the_smallest_phone_text_box_and_board_stay_whole_while_a_line_is_in_the_making(
    house: House, visitors: Visitors
):
    ann = await visitors.tab(width=360, height=430, touch=True)
    await playing(ann, house, "/challenge bot easy curves 8x6 points=4")
    at = await grid(ann.page, 8, 6)
    for column, row in ((0, 0), (7, 5)):
        await ann.page.touchscreen.tap(*at(column, row))
        await expect(ann.page.locator("#board-play")).to_be_visible()
        await ann.page.locator("#board-play").click()
        await expect(ann.page.locator("#said")).to_have_text(YOURS)
    await ann.page.touchscreen.tap(*at(0, 0))
    await expect(ann.box).to_have_value("a1-")
    await ann.page.touchscreen.tap(*at(7, 5))
    await expect(ann.box).to_have_value("a1-h6")
    await expect(ann.page.locator("#drawing")).to_be_in_viewport(ratio=1)
    await expect(ann.page.locator("#compose")).to_be_in_viewport(ratio=1)


async def test_plans_lie_on_the_board_as_ghosts_until_a_move_is_begun(house: House, visitors: Visitors):
    ann, bob = await visitors.tab(), await visitors.tab()
    await ann.enter(house.url, "Ann")
    await bob.enter(house.url, "Bob")
    await ann.say("/challenge @bob dots 2x2 pie=0")
    await bob.button("Accept").click()
    await ann.say("a1-a2")
    await expect(bob.page.locator("#said")).to_have_text(YOURS)
    await ann.say("/if b1-b2 then c1-c2")
    await expect(ann.page.locator("#ghost *")).to_have_count(2)
    await expect(bob.page.locator("#ghost *")).to_have_count(0)


async def test_a_press_on_what_cannot_be_played_says_so(visitors: Visitors, house: House):
    ann = await visitors.tab()
    await ann.enter(house.url, "Ann")
    text, board = ann.page.locator("#said"), ann.page.locator("#board")
    await ann.say("/rules dots")
    await expect(ann.page.locator("#drawing > *").first).to_be_attached()
    await board.click()
    await expect(text).to_have_text(re.compile("^This picture can’t be tapped"))
    await ann.say("/challenge bot easy dots 3x3")
    await expect(text).to_have_text(YOURS)
    await ann.say("a1-b1")
    await expect(ann.page.locator("#replay-at")).to_have_text("2/2")
    await ann.page.get_by_role("button", name="First position").click()
    await expect(text).to_contain_text("No sides are drawn")
    await board.click()
    await expect(text).to_have_text(re.compile("^This is an earlier position"))


LIVE = """() => { window.heard = [];
const LIVE = "[aria-live=polite], [role=status], [role=alert], [role=log]:not([aria-live=off])";
new MutationObserver((changes) => {
  const changed = changes.map(({ target }) => (target.closest ? target : target.parentElement)?.closest(LIVE));
  for (const region of new Set(changed)) if (region?.textContent.trim()) heard.push(region.textContent.trim());
}).observe(document, { subtree: true, childList: true, characterData: true }); }"""


async def test_a_mouse_shows_a_side_and_plays_it_at_once_announced_once_and_a_typed_move_is_shown_before_it_is_sent(
    house: House, visitors: Visitors
):
    ann = await visitors.tab()
    await playing(ann, house, "/challenge bot easy dots 3x3")
    at, ghost, said = await grid(ann.page, 4, 4), ann.page.locator("#ghost *"), ann.page.locator("#said")
    await ann.page.mouse.move(*at(1.5, 1))
    await expect(ghost).to_have_count(1)
    await expect(said).to_have_text("b2-c2")
    await ann.page.evaluate(LIVE)
    await ann.page.mouse.click(*at(1.5, 1))
    await expect_text(ann, "Ann: b2-c2.")
    await expect(said).to_have_text(YOURS)
    announcements = await ann.page.evaluate("heard")
    assert sum("Ann: b2-c2" in text for text in announcements) == 1, announcements
    assert sum("Tetradka (easy): " in text for text in announcements) == 1, announcements
    assert not any("Reply" in text or "Make a move" in text for text in announcements), announcements
    await ann.page.mouse.move(0, 0)
    await expect(ghost).to_have_count(0)
    await ann.box.press_sequentially("a1-b1")
    await expect(ghost).to_have_count(1)
    await ann.box.press("Enter")
    await expect_text(ann, "Ann: a1-b1.")


GLIDES = """() => { window.glides = []; const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  glides.push(options.duration);
  return animate.call(this, frames, options);
}; }"""


async def test_a_move_glides_briefly_unless_motion_is_reduced(house: House, visitors: Visitors):
    ann = await visitors.tab()
    await ann.page.emulate_media(reduced_motion="no-preference")
    await playing(ann, house, "/challenge bot easy dots 3x3")
    await ann.page.evaluate(GLIDES)
    at, replay = await grid(ann.page, 4, 4), ann.page.locator("#replay-at")
    await ann.page.mouse.click(*at(1.5, 1))
    await expect(replay).to_have_text("2/2")
    glides = await ann.page.evaluate("glides")
    assert glides
    assert all(duration <= 200 for duration in glides)
    await ann.page.emulate_media(reduced_motion="reduce")
    await ann.page.evaluate("glides.length = 0")
    await ann.say("a1-b1")
    await expect(replay).to_have_text("4/4")
    assert await ann.page.evaluate("glides") == []
