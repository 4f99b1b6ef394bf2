"""Talking on the page in a real browser: tabs, typing, buttons, pictures, files, lost connections."""

from __future__ import annotations

import pytest
from playwright.async_api import FilePayload, expect

from bot.core.game.people import Chat
from bot.core.ports.adapters import LARGEST_FILE
from bot.core.ports.platform import Button, Layout, Message, Picture
from engines import GAMES
from tests.bot.platforms.web.house import House, scripted_house
from tests.bot.platforms.web.page.audit import violations
from tests.bot.platforms.web.page.visitor import Visitor, Visitors
from tests.bot.platforms.web.scripted import ALT, SHEET

pytestmark = pytest.mark.asyncio(loop_scope="session")

PICTURES = "**/pictures/**"
HOSTILE = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"


async def test_two_tabs_of_one_window_are_two_people(house: House, visitors: Visitors):
    window = await visitors.window()
    ann, bob = await visitors.tab_in(window), await visitors.tab_in(window)
    await ann.enter(house.url, "Ann")
    await bob.enter(house.url, "Bob")
    await ann.say("hello Bob")
    await bob.sees("hello Bob")
    await expect(ann.page.locator("#people-list li")).to_have_text(["Ann (you)", "Bob"])
    await expect(bob.page.locator("#people-list li")).to_have_text(["Ann", "Bob (you)"])


async def test_a_reloaded_tab_is_the_same_person_finds_the_messages_and_asks_for_no_file_again(
    house: House, visitors: Visitors
):
    ann = await visitors.tab()
    await ann.enter(house.url, "Ann", "kitchen")
    await ann.say("I was here")
    await ann.page.reload()
    await ann.sees("I was here")
    await expect(ann.page.locator("#people-list li")).to_have_text(["Ann (you)"])
    assert ann.page.url == f"{house.url}/c/kitchen"
    await expect(ann.box).to_be_focused()
    request = "performance.getEntriesByType('resource').filter(file => file.transferSize > 0).map(file => file.name)"
    assert [name for name in await ann.page.evaluate(request) if "/page/" in name] == []


async def test_a_closed_tab_is_opened_again_by_the_same_person_and_one_of_two_by_name(house: House, visitors: Visitors):
    window = await visitors.window()
    ann = await visitors.tab_in(window)
    await ann.enter(house.url, "Ann")
    await ann.say("I was here")
    await ann.page.close()
    again = await visitors.tab_in(window)
    await again.page.goto(f"{house.url}/c/lobby")
    await again.say("and I am back")
    await expect(again.page.locator(".mine .text")).to_have_text(["I was here", "and I am back"])
    bob = await visitors.tab_in(window)
    await bob.enter(house.url, "Bob")
    await bob.say("my move")
    await bob.page.close()
    bob = await visitors.tab_in(window)
    await bob.enter(house.url, "bob")
    await expect(bob.page.locator(".mine .text")).to_have_text(["my move"])


async def seat_link(visitor: Visitor) -> str:
    await visitor.opens_menu()
    await visitor.page.get_by_role("button", name="Play on another device").click()
    return await visitor.page.get_by_label("Your private link").input_value()


async def test_a_link_takes_the_seat_to_another_device_and_asks_a_visitor_who_has_a_seat(
    house: House, visitors: Visitors
):
    ann, phone = await visitors.tab(), await visitors.tab()
    await ann.enter(house.url, "Ann Lee", "kitchen")
    await ann.say("on the computer")
    link = await seat_link(ann)
    await phone.enter(house.url, "Kim")
    dialog = phone.page.get_by_role("dialog", name="You are Kim here. Continue as Ann Lee?")
    people = phone.page.locator("#people-list li")
    await phone.page.goto(f"{house.url}/c/garden#seat={'0' * 32}.%E0%A4%A")
    await expect(people).to_have_text(["Kim (you)"])  # a link that cannot be read changes nothing
    await phone.page.goto(link)
    await expect(dialog.get_by_role("button", name="No, I’m Kim")).to_be_focused()
    assert await violations(phone.page) == []
    await phone.page.keyboard.press("Enter")
    await expect(people.filter(has_text="Kim (")).to_have_count(1)
    await phone.page.goto("about:blank")
    await phone.page.goto(link)
    await dialog.get_by_role("button", name="Yes, I’m Ann Lee").click()
    await expect(people.filter(has_text="Ann Lee (")).to_have_count(1)
    await phone.sees("on the computer")
    assert phone.page.url == f"{house.url}/c/kitchen"


@pytest.mark.parametrize(
    ("language", "question", "no"),
    [
        pytest.param("ru-RU", "Здесь вы — Kim. Продолжить как Ann?", "Нет, я Kim", marks=pytest.mark.long),
        pytest.param("uk-UA", "Тут ви — Kim. Продовжити як Ann?", "Ні, я Kim", marks=pytest.mark.long),
    ],
)
async def test_a_seat_link_asks_in_the_reader_s_language(
    house: House, visitors: Visitors, language: str, question: str, no: str
):
    kim = await visitors.tab(language)
    await kim.enter(house.url, "Kim")
    await kim.page.goto(f"{house.url}/c/kitchen#seat={'0' * 32}.Ann")
    await expect(kim.page.get_by_role("dialog", name=question).get_by_role("button", name=no)).to_be_focused()
    await kim.page.keyboard.press("Escape")
    await expect(kim.page.locator("#people-list li").filter(has_text="Kim (")).to_have_count(1)


DENIED = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
CORRUPT = """if (!window.name) for (const store of [localStorage, sessionStorage]) for (const key of
  ["seats", "seat", "sounds", "as-table", "one-tap"]) store.setItem(key, %s); window.name = "corrupt";"""


@pytest.mark.parametrize(
    "script",
    [
        DENIED,
        pytest.param(FULL, marks=pytest.mark.long),
        CORRUPT % "'{'",
        *(pytest.param(CORRUPT % text, marks=pytest.mark.long) for text in ("'{}'", "'[null, 7]'", "'\"x\"'")),
    ],
)
async def test_a_visitor_talks_and_plays_where_storage_is_denied_full_or_corrupt(
    house: House, visitors: Visitors, script: str
):
    ann = await visitors.tab_in(await visitors.window())
    await ann.page.add_init_script(script)
    await ann.enter(house.url, "Ann")
    await ann.say("/hint")
    await ann.sees("Draw a1-b1.")
    await ann.page.get_by_role("button", name="a1-b1").click()
    await expect(ann.page.locator("#people-list li")).to_have_text(["Ann (you)"])


async def test_a_visitor_chooses_a_channel_on_the_entry_form(house: House, visitors: Visitors):
    ann = await visitors.tab()
    await ann.page.goto(house.url)
    await ann.page.get_by_label("Your name").fill("Ann")
    await expect(ann.page.get_by_label("Channel")).to_have_value("lobby")
    await ann.page.get_by_label("Channel").fill("Garden")
    await ann.page.get_by_role("button", name="Enter").click()
    await expect(ann.page.locator("#place")).to_have_text("garden")
    assert ann.page.url == f"{house.url}/c/garden"


async def test_a_taken_name_is_refused_on_the_entry_form_and_another_one_works(house: House, visitors: Visitors):
    await (await visitors.tab()).enter(house.url, "Ann")
    other_visitor = await visitors.tab()
    await other_visitor.page.goto(house.url)
    await other_visitor.page.get_by_label("Your name").fill("ann")
    await other_visitor.page.keyboard.press("Enter")
    await expect(other_visitor.page.get_by_role("alert").first).to_contain_text("Someone here has this name")
    await other_visitor.page.get_by_label("Your name").fill("Anna")
    await other_visitor.page.keyboard.press("Enter")
    await expect(other_visitor.page.locator("#people-list li")).to_have_text(["Ann", "Anna (you)"])


async def test_the_arrows_recall_what_was_sent_and_give_the_draft_back_and_shift_enter_begins_a_line(
    house: House, visitors: Visitors
):
    ann = await visitors.tab()
    await ann.enter(house.url, "Ann")
    await ann.say("first")
    await ann.say("second")
    await ann.box.fill("half a draft")
    text = []
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown"):
        await ann.box.press(key)
        text.append(await ann.box.input_value())
    assert text == ["second", "first", "first", "second", "half a draft"]
    await ann.box.fill("one")
    await ann.box.press("Shift+Enter")
    await ann.box.press_sequentially("two")
    await ann.box.press("Enter")
    await expect(ann.messages.locator(".text").last).to_have_text("one\ntwo")


async def test_a_board_has_a_picture_in_words_on_the_reader_s_paper_and_buttons_for_the_keyboard(
    house: House, visitors: Visitors
):
    ann, bob = await visitors.tab(dark=True), await visitors.tab()
    await ann.enter(house.url, "Ann")
    await bob.enter(house.url, "Bob")
    await ann.say("/board")
    picture = ann.log.get_by_role("img", name=ALT)
    assert await picture.evaluate("async image => (await image.decode(), image.naturalWidth)") > 0
    for visitor, is_dark in ((ann, True), (bob, False)):
        image = visitor.log.get_by_role("img", name=ALT)
        source = await image.evaluate("async image => (await image.decode(), image.currentSrc)")
        assert ("/pictures/dark/" in source) is is_dark
    await ann.button("Hint").focus()
    await ann.page.keyboard.press("Enter")
    await ann.sees("Draw a1-b1.")
    await ann.sees("only you see this")
    await bob.say("done?")
    await bob.sees("Draw a1-b1.", count=0)


async def test_a_press_that_changes_its_message_keeps_the_focus_there(house: House, visitors: Visitors):
    ann, bob = await visitors.tab(), await visitors.tab()
    await ann.enter(house.url, "Ann")
    await bob.enter(house.url, "Bob")
    await ann.say("/challenge @Bob dots")
    await bob.button("Accept").focus()
    await bob.page.keyboard.press("Enter")
    await bob.sees("Bob sat down.")
    await ann.sees("Bob sat down.")
    await expect(bob.messages.last).to_be_focused()
    await expect(ann.button("Accept")).to_have_count(0)


async def test_quick_commands_type_for_the_player_and_a_reply_names_its_board(house: House, visitors: Visitors):
    ann = await visitors.tab()
    await ann.enter(house.url, "Ann")
    await ann.page.get_by_role("navigation", name="Quick commands").get_by_role("button", name="New game").click()
    await expect(ann.button("Accept")).to_be_visible()
    await expect(ann.messages).to_have_count(1)
    await ann.say("/board")
    await ann.button("Reply to Tetradka: Your turn.").click()
    await expect(ann.page.locator("#reply")).to_contain_text("Replying to Tetradka: Your turn.")
    await ann.say("a1-a2")
    await ann.sees("to Tetradka: Your turn.")
    await expect(ann.page.locator("#reply")).to_be_hidden()


async def test_a_name_in_the_list_is_mentioned_by_a_press(house: House, visitors: Visitors):
    ann, bob = await visitors.tab(), await visitors.tab()
    await bob.enter(house.url, "Bob Stone")
    await ann.enter(house.url, "Ann")
    await ann.box.fill("/challenge dots ")
    await ann.opens_menu()
    await ann.page.get_by_role("button", name="Mention Bob Stone").click()
    await expect(ann.box).to_have_value("/challenge dots @Bob_Stone ")
    await expect(ann.box).to_be_focused()


async def test_a_short_text_file_goes_along_and_can_be_taken_back_and_a_record_can_be_downloaded(
    house: House, visitors: Visitors
):
    ann = await visitors.tab()
    await ann.enter(house.url, "Ann")
    chip = ann.page.locator("#file")
    for content, line in (
        (b"\x00\x01", "isn’t a text file"),
        (b"x" * (LARGEST_FILE + 1), "larger than 2 MB"),
        (b"\xff\xfe", "isn’t a text file"),
    ):
        await ann.page.set_input_files("#pick", FilePayload(name="x.txt", mimeType="text/plain", buffer=content))
        await expect(ann.page.locator("#trouble")).to_contain_text(line)
        await expect(chip).to_be_hidden()
    await ann.page.set_input_files("#pick", FilePayload(name="map.txt", mimeType="text/plain", buffer=b"1>2 2>3"))
    await expect(chip).to_contain_text("map.txt")
    await ann.page.get_by_role("button", name="Remove the file").click()
    await expect(chip).to_be_hidden()
    await ann.page.set_input_files("#pick", FilePayload(name="map.txt", mimeType="text/plain", buffer=b"1>2 2>3"))
    await expect(chip).to_contain_text("map.txt")
    await ann.say("/challenge tupik")
    await ann.log.get_by_text("map.txt", exact=True).click()
    await expect(ann.log.locator("pre")).to_have_text("1>2 2>3")
    await ann.say("/record")
    await ann.log.get_by_text("game.txt", exact=True).click()
    async with ann.page.expect_download() as downloading:
        await ann.log.get_by_role("link", name="Download game.txt").click()
    assert (await (await downloading.value).path()).read_text() == "a1-a2\n"


async def test_hostile_text_stays_text_wherever_it_stands(house: House, visitors: Visitors):
    ann = await visitors.tab()
    await ann.enter(house.url, "<b>Ann</b>")
    await ann.say(HOSTILE)
    row = (Button(HOSTILE, HOSTILE),)
    nasty = Message(HOSTILE, Picture(SHEET, HOSTILE), buttons=(row,), file=(HOSTILE, HOSTILE))
    await house.web.show(Chat("web", "lobby", direct=True), nasty)
    await expect(ann.messages).to_have_count(2)
    await expect(ann.button(HOSTILE)).to_be_visible()
    await expect(ann.messages.locator(".text")).to_have_text([HOSTILE, HOSTILE])
    assert await ann.page.evaluate("window.hacked") is None
    assert await ann.log.locator("script, [onerror], b").count() == 0


async def test_the_page_comes_back_after_a_restart_shows_what_was_unsent_and_loses_and_doubles_nothing(
    visitors: Visitors, empty_valkey: str
):
    ann = await visitors.tab()
    async with scripted_house(empty_valkey) as before:
        await ann.enter(before.url, "Ann")
        await ann.say("before the restart")
        await ann.say("/board")
        await ann.sees("Your turn.")
    await expect(ann.page.get_by_role("status")).to_contain_text("Connection lost")
    await ann.say("typed while it was down")
    unsent = ann.page.locator("#unsent li")
    await expect(unsent).to_contain_text(["typed while it was down"])
    await expect(unsent).to_contain_text(["not sent yet"])
    async with scripted_house(empty_valkey, before.port) as after:
        await expect(ann.page.get_by_role("status")).to_have_text("Connected")
        await ann.sees("typed while it was down")
        await expect(unsent).to_have_count(0)
        await ann.sees("before the restart")
        await ann.button("Hint").click()
        await ann.sees("Draw a1-b1.")
        await after.web.show(Chat("web", "lobby", direct=True), Message("the last word"))
        await ann.sees("the last word")
        await expect(ann.messages).to_have_count(6)


async def test_a_picture_that_a_lost_connection_broke_off_comes_with_the_next(visitors: Visitors, empty_valkey: str):
    ann = await visitors.tab_in(await visitors.window())
    await ann.page.route(PICTURES, lambda route: route.abort("connectionrefused"))
    picture = ann.log.locator("picture > img")
    async with scripted_house(empty_valkey) as before:
        await ann.enter(before.url, "Ann")
        await ann.say("/board")
        await expect(picture).to_have_js_property("complete", True)
        await expect(picture).to_have_js_property("naturalWidth", 0)
    await ann.page.unroute(PICTURES)
    async with scripted_house(empty_valkey, before.port):
        await expect(ann.page.get_by_role("status")).to_have_text("Connected")
        await expect(picture).not_to_have_js_property("naturalWidth", 0)


async def test_posts_keep_columns_lead_to_their_boards_and_stay_in_sight_unless_one_reads_older_ones(
    house: House, visitors: Visitors
):
    ann, lobby = await visitors.tab(), Chat("web", "lobby", direct=True)
    await ann.enter(house.url, "Ann")
    for game in GAMES.values():
        grid = game.text.board(game.start({}, 0))
        post = Message(f"Title of {game.name}\n{grid}\nIn words.", layout=Layout(grid=grid))
        await house.web.show(lobby, post)
        message = ann.messages.filter(has_text=f"Title of {game.name}")
        await expect(message.locator(".text")).to_have_text([f"Title of {game.name}", "In words."])
        assert await message.locator("pre").text_content() == grid
    message_id = await house.web.show(lobby, Message("The board"))
    await house.web.show(lobby, Message(f"Games:\nDots: Ann — Bob. Your move. {house.web.link(lobby, message_id)}"))
    link = ann.page.locator(".text a")
    await expect(link).to_have_attribute("href", f"/c/lobby#m-{message_id}")
    await link.click()
    await expect(ann.page.locator(":target .text")).to_have_text("The board")
    await ann.log.evaluate("log => log.scrollTop = log.scrollHeight")
    for number in range(20):
        await house.web.show(lobby, Message(f"number {number}."))
    await expect(ann.log.get_by_text("number 19.")).to_be_in_viewport()
    await ann.log.evaluate("log => log.scrollTop = 0")
    await house.web.show(lobby, Message("number 20."))
    await ann.page.get_by_role("button", name="New messages").click()
    await expect(ann.log.get_by_text("number 20.")).to_be_in_viewport()
