// The code that Playwright's MCP server says it ran, before the page: it names the thing by its role and name, as a person's test would.
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import type { PythonLiteral } from '../../text/python-values.ts'
import { namedBy } from '../spots.ts'
import { readPlaywright } from './playwright.ts'

const HEADING = '### Ran Playwright code\n'

/** A page without what the server ran before it. */
export function withoutCode(page: string): string {
  if (!page.startsWith(HEADING)) return page
  const end = page.indexOf('\n### ', HEADING.length)
  return end < 0 ? page : page.slice(end + 1)
}

/** The page below the code of this call, written as `first` writes it; the page alone where that has none. @param screen the one before */
export function withCode(
  page: string,
  { call, screen, first }: { call: string; screen: Screen; first: string }
): string {
  const read = readPlaywright(call)
  if (!read || !first.startsWith(HEADING)) return page
  const code = codeOf(read.tool, read.given, screen)
  if (code === null) return page
  return first.startsWith('```', HEADING.length)
    ? `${HEADING}\`\`\`js\n${code}\n\`\`\`\n${page}`
    : `${HEADING}${code}\n\n${page}`
}

function codeOf(tool: string, given: ReadonlyMap<string, PythonLiteral>, screen: Screen): string | null {
  const text = (name: string) => quoted(String(given.get(name) ?? ''))
  const target = namedBy(screen, String(given.get('ref') ?? given.get('target') ?? '').replace(/^aria-ref=/, ''))
  const thing = typeof target === 'object' && 'node' in target ? `await page.${locatorOf(screen, target.node)}` : null
  const isOn = (name: string) => given.get(name) === true || given.get(name) === 'true'
  switch (tool) {
    case 'browser_press_key':
      return `// Press ${given.get('key')}\nawait page.keyboard.press(${text('key')});`
    case 'browser_navigate':
      return `await page.goto(${text('url')});`
    case 'browser_navigate_back':
      return 'await page.goBack();'
    case 'browser_click':
      return thing && `${thing}.${isOn('doubleClick') ? 'dblclick' : 'click'}();`
    case 'browser_hover':
      return thing && `${thing}.hover();`
    case 'browser_type': {
      const typed = thing && `${thing}.${isOn('slowly') ? 'pressSequentially' : 'fill'}(${text('text')});`
      return typed && isOn('submit') ? `${typed}\n${thing}.press('Enter');` : typed
    }
    case 'browser_select_option': {
      const values = given.get('values')
      const all = Array.isArray(values) ? values : [values ?? '']
      return thing && `${thing}.selectOption([${all.map((one) => quoted(String(one))).join(', ')}]);`
    }
    default:
      return null
  }
}

function locatorOf(screen: Screen, index: number): string {
  const { nodes } = screen
  const node = nodes[index] as ScreenNode
  const { role, name } = node
  // An option is pressed where its list is.
  if (role === 'option' && nodes[node.parent]?.role === 'listbox') return locatorOf(screen, node.parent)
  if (nodes.some(({ role, parent }) => role === 'option' && parent === index))
    return `getByLabel(${quoted(labelOf(screen, index))})`
  if (!name) return `locator('aria-ref=${node.ref}')`
  if (role === 'generic') return `getByText(${quoted(shortened(name))})`
  const isSame = (one: ScreenNode) => one.role === role && one.name.toLowerCase().includes(name.toLowerCase())
  const exact = nodes.filter(isSame).length > 1 ? ', exact: true' : ''
  return `getByRole('${role}', { name: ${quoted(exact ? name : shortened(name))}${exact} })`
}

/** The text of the label that a list lies in, which is that of its options too; its name where it lies in none. */
function labelOf({ nodes }: Screen, list: number): string {
  const { parent, name } = nodes[list] as ScreenNode
  if (nodes[parent]?.role !== 'generic') return shortened(name)
  const options = nodes.filter((one) => one.role === 'option' && one.parent === list).map((one) => one.name)
  return shortened(`${name} ${options.join('')}`)
}

const LONGEST = 30

/** Without a number at its end, and of a long text whole words. */
function shortened(text: string): string {
  const number = lastRun(text, text.length, (sign) => /[\d.,]/.test(sign))
  const isNumber = number > 0 && number < text.length && /[^\w.,]/.test(text.charAt(number - 1))
  const cut = isNumber ? text.slice(0, number).trimEnd() : text
  if (cut.length <= LONGEST) return cut
  const isWord = (sign: string) => /\w/.test(sign)
  const last = isWord(cut.charAt(LONGEST - 1))
  return cut
    .slice(
      0,
      lastRun(cut, LONGEST, (sign) => isWord(sign) === last)
    )
    .trimEnd()
}

/** Where the signs of one kind begin that stand before `end`. */
function lastRun(text: string, end: number, isOne: (sign: string) => boolean): number {
  let at = end
  while (at > 0 && isOne(text.charAt(at - 1))) at--
  return at
}

const quoted = (text: string): string => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replaceAll('\n', '\\n')}'`
