"""Tabs of a browser that a site of ours is open in, how they are seen, and when they are at rest."""

import base64
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from .devtools import Browser, Refused
from .tree import tell


@dataclass(frozen=True)
class Asked:
    """What a browser asks a site for: the path, and the fields of its address or form."""

    path: str
    fields: dict[str, str] = field(default_factory=dict)
    posted: bool = False


# HTML to show, or an address to go to instead, which begins with a slash.
Answer = Callable[[Asked], str]

# A frame and the tasks behind it: what an event has begun has ended, or has asked for another page, by then.
SETTLE = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


@dataclass
class Tab:
    target: str
    session: str
    # A page is on its way.
    loading: bool = False


class Visit:
    """A browser window that knows one site and nothing else. Closed when the session is over."""

    def __init__(self, browser: Browser, host: str, answer: Answer) -> None:
        self.browser, self.host, self.site = browser, host, answer
        browser.on_event = self._hear
        self.failed = ""
        self.tabs: list[Tab] = []
        if browser.spare:
            self.tabs.append(browser.spare)
            browser.spare = None
        self.current = self.tabs[0] if self.tabs else self.open()
        self.goto(f"http://{host}/")
        self.settle()
        # A visit begins here: there is nothing to go back to.
        self.ask("Page.resetNavigationHistory")

    def close(self) -> None:
        self.browser.spare = self.tabs.pop()
        for tab in self.tabs:
            self.browser.ask("Target.closeTarget", targetId=tab.target)

    def look(self) -> str:
        """Address, title and tabs, an empty line, and the tree of the page."""
        told = tell(self.browser, self.current.session)
        heads = []
        for index, tab in enumerate(self.tabs):
            title, url = self.value("[document.title, location.href]", tab)
            heads.append((tab is self.current, title, url, f"Tab {index}{' (current)' if tab is self.current else ''}: {title} ({url})"))
        [(title, url)] = [(title, url) for shown, title, url, _ in heads if shown]
        return "\n".join([f"URL: {url}", f"Title: {title}", *(line for *_, line in heads), "", told])

    def open(self) -> Tab:
        target = self.browser.ask("Target.createTarget", url="about:blank", browserContextId=self.browser.context)["targetId"]
        session = self.browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(target, session)
        self.tabs.append(tab)
        for method, given in (
            ("Page.enable", {}),
            # So that a script that fails is told of.
            ("Runtime.enable", {}),
            ("Accessibility.enable", {}),
            ("Fetch.enable", {"patterns": [{"urlPattern": "http*"}]}),
            ("Emulation.setFocusEmulationEnabled", {"enabled": True}),
        ):
            asked = self.browser.send(method, session, **given)
        self.browser.answer(asked)
        return tab

    def ask(self, method: str, **given: Any) -> dict[str, Any]:
        return self.browser.ask(method, self.current.session, **given)

    def value(self, expression: str, tab: Tab | None = None) -> Any:
        answered = self.browser.ask(
            "Runtime.evaluate", (tab or self.current).session, expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answered:
            raise RuntimeError(f"A site's script failed: {answered['exceptionDetails']}")
        return answered["result"].get("value")

    def settle(self) -> None:
        """Waits until the page is at rest: nothing is on its way, and a frame has passed."""
        while True:
            try:
                self.value(SETTLE)
            except Refused:
                # The page that was asked has gone, and another is coming.
                continue
            if self.failed:
                raise RuntimeError(self.failed)
            if not self.current.loading:
                return
            self.browser.until(lambda: not self.current.loading)

    def goto(self, url: str) -> None:
        self.current.loading = True
        told = self.ask("Page.navigate", url=url)
        # An address in the page itself is there at once.
        if "loaderId" not in told:
            self.current.loading = False
        self.browser.until(lambda: not self.current.loading)

    def _hear(self, session: str, method: str, given: dict[str, Any]) -> None:
        if method == "Fetch.requestPaused":
            self._reply(session, given)
            return
        tab = next((one for one in self.tabs if one.session == session), None)
        if tab is None:
            return
        if method in ("Page.frameRequestedNavigation", "Page.frameStartedLoading", "Page.frameStartedNavigating"):
            tab.loading = True
        elif method in ("Page.frameStoppedLoading", "Page.navigatedWithinDocument"):
            tab.loading = False
        elif method == "Runtime.exceptionThrown":
            self.failed = given["exceptionDetails"].get("exception", {}).get("description", "A site's script failed.")

    def _reply(self, session: str, given: dict[str, Any]) -> None:
        request = given["request"]
        url = urlsplit(request["url"])
        posted = request["method"] == "POST"
        if url.hostname != self.host or given["resourceType"] != "Document":
            self.browser.send("Fetch.failRequest", session, requestId=given["requestId"], errorReason="AddressUnreachable")
            return
        fields = dict(parse_qsl(request.get("postData", "") if posted else url.query, keep_blank_values=True))
        said = self.site(Asked(url.path, fields, posted))
        moved = said.startswith("/")
        self.browser.send(
            "Fetch.fulfillRequest",
            session,
            requestId=given["requestId"],
            responseCode=303 if moved else 200,
            responseHeaders=[
                {"name": "Location", "value": said} if moved else {"name": "Content-Type", "value": "text/html; charset=utf-8"},
                {"name": "Cache-Control", "value": "no-store"},
            ],
            body="" if moved else base64.b64encode(said.encode()).decode(),
        )
