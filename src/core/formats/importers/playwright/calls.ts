// Playwright's calls as actions of the web domain. Elements are named by the selector that found them.
type Literal = string | number | string[]

type Params = Record<string, unknown>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
const one =
  (name: string, ...keys: string[]) =>
  (params: Params) =>
    call(name, ...keys.map((key) => text(params[key])))
const at = (name: string) => (params: Params) => call(name, number(params.x), number(params.y))
// As JSON, which Python reads alike; the web domain then writes it in its own form.
const writeCall = (name: string, given: Literal[], named: [string, Literal][]): string =>
  `${name}(${[...given.map((value) => JSON.stringify(value)), ...named.map(([key, value]) => `${key}=${JSON.stringify(value)}`)].join(', ')})`
const call = (name: string, ...given: Literal[]): string => writeCall(name, given, [])
const clicked =
  (name: string) =>
  ({ selector, button, modifiers }: Params) => {
    const named: [string, Literal][] = []
    if (typeof button === 'string' && button !== 'left') named.push(['button', button])
    if (Array.isArray(modifiers) && modifiers.length) named.push(['modifiers', modifiers.map(text)])
    return writeCall(name, [text(selector)], named)
  }

// By class and method of the trace. What looks, waits or sets something up does nothing in the world and is not here.
const ACTIONS: Record<string, (params: Params) => string> = {
  'Frame.goto': one('goto', 'url'),
  'Frame.click': clicked('click'),
  'Frame.dblclick': clicked('dblclick'),
  'Frame.tap': one('click', 'selector'),
  'Frame.check': one('check', 'selector'),
  'Frame.uncheck': one('uncheck', 'selector'),
  'Frame.focus': one('focus', 'selector'),
  'Frame.dragAndDrop': one('drag_and_drop', 'source', 'target'),
  'Frame.fill': one('fill', 'selector', 'value'),
  'Frame.hover': one('hover', 'selector'),
  'Frame.press': one('press', 'selector', 'key'),
  'Frame.type': one('keyboard_type', 'text'),
  'Frame.selectOption': ({ selector, options }) => call('select_option', text(selector), chosen(options)),
  'Page.keyboardPress': one('keyboard_press', 'key'),
  'Page.keyboardType': one('keyboard_type', 'text'),
  'Page.keyboardInsertText': one('keyboard_type', 'text'),
  'Page.mouseClick': at('mouse_click'),
  'Page.mouseMove': at('mouse_move'),
  'Page.mouseWheel': ({ deltaX, deltaY }) => call('scroll', number(deltaX), number(deltaY)),
  'Page.goBack': () => call('go_back'),
  'Page.goForward': () => call('go_forward'),
  'Page.close': () => call('tab_close')
}

/** The call as an action, or `null` where none does the same. */
export function actionOf(of: string, method: string, params: Params): string | null {
  return Object.hasOwn(ACTIONS, `${of}.${method}`) ? (ACTIONS[`${of}.${method}`]?.(params) ?? null) : null
}

function chosen(options: unknown): Literal {
  const all: unknown[] = Array.isArray(options) ? options : []
  return all.map((option) => {
    const { valueOrLabel, value, label, index } = Object(option)
    return String(valueOrLabel ?? label ?? value ?? index ?? '')
  })
}
