"""Tabs of a browser that a site of ours is open in, and what each call of the web domain does to them."""

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

# Where a click goes: the middle of the element, where nothing else covers it. Playwright waits for an element that is disabled or hidden
# to become what it must be, and gives up; nothing happens then.
POINT = """((bid) => {
  const element = document.querySelector(`[bid="${bid}"]`)
  if (!element || element.closest('[inert]') || element.matches(':disabled, :disabled *, option')) return null
  element.scrollIntoView({ block: 'nearest' })
  const { x, y, width, height } = element.getClientRects()[0] ?? { width: 0, height: 0 }
  if (!width || !height) return null
  const point = { x: x + width / 2, y: y + height / 2 }
  const hit = document.elementFromPoint(point.x, point.y)
  return hit && (element.contains(hit) || hit.contains(element) && hit.localName === 'label') ? point : null
})"""

# Playwright's fill: everything in the field is marked, and the text takes its place.
MARK_FIELD = """((bid) => {
  const element = document.querySelector(`[bid="${bid}"]`)
  if (!element?.matches('input, textarea') || element.matches(':disabled, :read-only') || !element.getClientRects().length) return false
  if (element.closest('[inert]') || /^(checkbox|radio|button|submit)$/.test(element.type)) return false
  element.focus()
  element.select()
  return document.activeElement === element
})"""

SELECT = """((bid, wanted) => {
  const element = document.querySelector(`[bid="${bid}"]`)
  if (!element?.matches('select') || element.disabled || !element.getClientRects().length) return false
  const option = [...element.options].find((one) => one.label === wanted || one.value === wanted)
  if (!option || option.disabled) return false
  element.focus()
  option.selected = true
  element.dispatchEvent(new Event('input', { bubbles: true }))
  element.dispatchEvent(new Event('change', { bubbles: true }))
  return true
})"""

# A frame and the tasks behind it: what an event has begun has ended, or has asked for another page, by then.
SETTLE = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"

KEYS = {
    "Enter": (13, "\r"),
    "Tab": (9, ""),
    "Escape": (27, ""),
    "Space": (32, " "),
    "Backspace": (8, ""),
    "Delete": (46, ""),
    "End": (35, ""),
    "Home": (36, ""),
    "ArrowLeft": (37, ""),
    "ArrowUp": (38, ""),
    "ArrowRight": (39, ""),
    "ArrowDown": (40, ""),
}


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
        self.current = self.tabs[0] if self.tabs else self._open()
        self._goto(f"http://{host}/")
        self._settle()
        # A visit begins here: there is nothing to go back to.
        self._ask("Page.resetNavigationHistory")

    def close(self) -> None:
        self.browser.spare = self.tabs.pop()
        for tab in self.tabs:
            self.browser.ask("Target.closeTarget", targetId=tab.target)

    def look(self) -> str:
        """Address, title and tabs, an empty line, and the tree of the page."""
        told = tell(self.browser, self.current.session)
        heads = []
        for index, tab in enumerate(self.tabs):
            title, url = self._value("[document.title, location.href]", tab)
            heads.append((tab is self.current, title, url, f"Tab {index}{' (current)' if tab is self.current else ''}: {title} ({url})"))
        [(title, url)] = [(title, url) for shown, title, url, _ in heads if shown]
        return "\n".join([f"URL: {url}", f"Title: {title}", *(line for *_, line in heads), "", told])

    def act(self, call: str, values: tuple[Any, ...]) -> None:
        """Does what BrowserGym does for the call. What cannot be done leaves the page as it is."""
        DO[call](self, *values)
        self._settle()

    def _open(self) -> Tab:
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

    def _ask(self, method: str, **given: Any) -> dict[str, Any]:
        return self.browser.ask(method, self.current.session, **given)

    def _value(self, expression: str, tab: Tab | None = None) -> Any:
        answered = self.browser.ask(
            "Runtime.evaluate", (tab or self.current).session, expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answered:
            raise RuntimeError(f"A site's script failed: {answered['exceptionDetails']}")
        return answered["result"].get("value")

    def _settle(self) -> None:
        """Waits until the page is at rest: nothing is on its way, and a frame has passed."""
        while True:
            try:
                self._value(SETTLE)
            except Refused:
                # The page that was asked has gone, and another is coming.
                continue
            if self.failed:
                raise RuntimeError(self.failed)
            if not self.current.loading:
                return
            self.browser.until(lambda: not self.current.loading)

    def _goto(self, url: str) -> None:
        self.current.loading = True
        told = self._ask("Page.navigate", url=url)
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


def _click(visit: Visit, bid: str) -> None:
    point = visit._value(f"{POINT}('{bid}')")
    if point is None:
        return
    for kind, pressed in (("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 1)):
        button = "left" if pressed else "none"
        asked = visit.browser.send("Input.dispatchMouseEvent", visit.current.session, type=kind, button=button, clickCount=pressed, **point)
    visit.browser.answer(asked)


def _hover(visit: Visit, bid: str) -> None:
    point = visit._value(f"{POINT}('{bid}')")
    if point is not None:
        visit._ask("Input.dispatchMouseEvent", type="mouseMoved", **point)


def _fill(visit: Visit, bid: str, value: str) -> None:
    if not visit._value(f"{MARK_FIELD}('{bid}')"):
        return
    if value:
        visit._ask("Input.insertText", text=value)
    else:
        _press(visit, "Delete")


def _select(visit: Visit, bid: str, option: str) -> None:
    visit._value(f"{SELECT}('{bid}', {option!r})")


def _press(visit: Visit, key: str) -> None:
    code, text = KEYS[key]
    named = {"key": " " if key == "Space" else key, "code": key, "windowsVirtualKeyCode": code}
    visit.browser.send("Input.dispatchKeyEvent", visit.current.session, type="keyDown" if text else "rawKeyDown", text=text, **named)
    visit._ask("Input.dispatchKeyEvent", type="keyUp", **named)


def _travel(visit: Visit, by: int) -> None:
    history = visit._ask("Page.getNavigationHistory")
    index = history["currentIndex"] + by
    if 0 <= index < len(history["entries"]):
        visit.current.loading = True
        visit._ask("Page.navigateToHistoryEntry", entryId=history["entries"][index]["id"])
        visit.browser.until(lambda: not visit.current.loading)


def _focus_tab(visit: Visit, index: int) -> None:
    if index < len(visit.tabs):
        visit.current = visit.tabs[index]
        visit._ask("Page.bringToFront")


def _new_tab(visit: Visit) -> None:
    visit.current = visit._open()


def _close_tab(visit: Visit) -> None:
    if len(visit.tabs) > 1:
        visit.tabs.remove(visit.current)
        visit.browser.ask("Target.closeTarget", targetId=visit.current.target)
        _focus_tab(visit, len(visit.tabs) - 1)


def _nothing(_visit: Visit, *_values: Any) -> None:
    pass


DO: dict[str, Callable[..., None]] = {
    "noop": _nothing,
    "click": _click,
    "fill": _fill,
    "select_option": _select,
    "hover": _hover,
    "keyboard_press": _press,
    "keyboard_type": lambda visit, text: visit._ask("Input.insertText", text=text),
    "scroll": lambda visit, x, y: visit._ask("Input.dispatchMouseEvent", type="mouseWheel", x=640, y=360, deltaX=x, deltaY=y),
    "goto": lambda visit, url: visit._goto(url),
    "go_back": lambda visit: _travel(visit, -1),
    "go_forward": lambda visit: _travel(visit, 1),
    "new_tab": _new_tab,
    "tab_focus": _focus_tab,
    "tab_close": _close_tab,
    "send_msg_to_user": _nothing,
}
