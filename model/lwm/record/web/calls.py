"""What each call of the web domain does to a page, as BrowserGym and Playwright do it. What cannot be done leaves the page as it is."""

from collections.abc import Callable
from typing import Any

from .page import Visit


def act(visit: Visit, call: str, values: tuple[Any, ...]) -> None:
    """Does it, and waits until the page is at rest."""
    DO[call](visit, *values)
    visit.settle()


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


def _click(visit: Visit, bid: str) -> None:
    point = visit.value(f"{POINT}('{bid}')")
    if point is None:
        return
    for kind, pressed in (("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 1)):
        button = "left" if pressed else "none"
        asked = visit.browser.send("Input.dispatchMouseEvent", visit.current.session, type=kind, button=button, clickCount=pressed, **point)
    visit.browser.answer(asked)


def _hover(visit: Visit, bid: str) -> None:
    point = visit.value(f"{POINT}('{bid}')")
    if point is not None:
        visit.ask("Input.dispatchMouseEvent", type="mouseMoved", **point)


def _fill(visit: Visit, bid: str, value: str) -> None:
    if not visit.value(f"{MARK_FIELD}('{bid}')"):
        return
    if value:
        visit.ask("Input.insertText", text=value)
    else:
        _press(visit, "Delete")


def _select(visit: Visit, bid: str, option: str) -> None:
    visit.value(f"{SELECT}('{bid}', {option!r})")


def _press(visit: Visit, key: str) -> None:
    code, text = KEYS[key]
    named = {"key": " " if key == "Space" else key, "code": key, "windowsVirtualKeyCode": code}
    visit.browser.send("Input.dispatchKeyEvent", visit.current.session, type="keyDown" if text else "rawKeyDown", text=text, **named)
    visit.ask("Input.dispatchKeyEvent", type="keyUp", **named)


def _travel(visit: Visit, by: int) -> None:
    history = visit.ask("Page.getNavigationHistory")
    index = history["currentIndex"] + by
    if 0 <= index < len(history["entries"]):
        visit.current.loading = True
        visit.ask("Page.navigateToHistoryEntry", entryId=history["entries"][index]["id"])
        visit.browser.until(lambda: not visit.current.loading)


def _focus_tab(visit: Visit, index: int) -> None:
    if index < len(visit.tabs):
        visit.current = visit.tabs[index]
        visit.ask("Page.bringToFront")


def _new_tab(visit: Visit) -> None:
    visit.current = visit.open()


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
    "keyboard_type": lambda visit, text: visit.ask("Input.insertText", text=text),
    "scroll": lambda visit, x, y: visit.ask("Input.dispatchMouseEvent", type="mouseWheel", x=640, y=360, deltaX=x, deltaY=y),
    "goto": lambda visit, url: visit.goto(url),
    "go_back": lambda visit: _travel(visit, -1),
    "go_forward": lambda visit: _travel(visit, 1),
    "new_tab": _new_tab,
    "tab_focus": _focus_tab,
    "tab_close": _close_tab,
    "send_msg_to_user": _nothing,
    "report_infeasible": _nothing,
}
