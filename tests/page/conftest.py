"""One Chromium for all tests of the page; each test gets a playground stand-in and tabs of its own."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright, expect

from tests.patience import PATIENCE

from .fake import FakePlayground
from .sample import GAMES

expect.set_options(timeout=PATIENCE * 1000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests here drive a browser, in one event loop for the whole session, which the browser belongs to."""
    for item in items:
        if item.path.parent.name == "page":
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("Chromium is not installed; the page's tests need Debian's package chromium.")
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        await chromium.close()


@pytest_asyncio.fixture(loop_scope="session")
async def pg() -> AsyncIterator[FakePlayground]:
    playground = FakePlayground()
    await playground.start()
    yield playground
    await playground.close()


class Tabs:
    """Opens the page as a person; complaints of the browser fail the test at its end."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.complaints: list[str] = []
        self.ignored: tuple[str, ...] = ()
        self._contexts: list[Any] = []

    async def open(
        self, url: str, who: str = "Ada", channel: str = GAMES, *, phone: bool = False, **options: Any
    ) -> Page:
        size = {"width": 400, "height": 800} if phone else {"width": 1280, "height": 800}
        options = {
            "viewport": size,
            "has_touch": phone,
            "is_mobile": phone,
            "reduced_motion": "reduce",
            **options,
        }
        context = await self.browser.new_context(**options)
        self._contexts.append(context)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        await page.goto(f"{url}?as={who}#{channel}")
        await page.locator("body[data-connected] .log:not([aria-busy])").wait_for()
        return page

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in self.ignored):
            self.complaints.append(message.text)

    async def close(self) -> None:
        for context in self._contexts:
            await context.close()
        assert not self.complaints, self.complaints


@pytest_asyncio.fixture(loop_scope="session")
async def tabs(browser: Browser) -> AsyncIterator[Tabs]:
    opened = Tabs(browser)
    yield opened
    await opened.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def page_for_markdown(browser: Browser) -> AsyncIterator[Page]:
    """A tab in which a test asks the page's own modules to lay out a text."""
    playground, opened = FakePlayground(), Tabs(browser)
    await playground.start()
    yield await opened.open(playground.url)
    await opened.close()
    await playground.close()
