// Probes in a program's JavaScript: each function and each branch tells that it ran. Lines stay where they are, and what it computes is the same.
import { javascriptLanguage } from '@codemirror/lang-javascript'

/** A function or a branch, with its lines from 1. `file`: absent for the program's own text. */
export interface ProbedPlace {
  name: string
  file?: string
  line: number
  lastLine: number
}

interface Probed {
  text: string
  files: Record<string, string>
  places: ProbedPlace[]
}

// No program has these names by chance.
const RAN = '$orrery_ran'
const STEP = '$orrery_step'

/** @returns `null` where the text has no `step` of its own that can be told from others */
export function probed(text: string, files: Readonly<Record<string, string>>): Probed | null {
  const places: ProbedPlace[] = []
  const main = withProbes(text, undefined, places)
  const step = /^export (?=(?:function|const|let) step\b)/m.exec(main)
  if (!step) return null
  const others = Object.entries(files).map(([name, own]): [string, string] => [
    name,
    /\.m?js$/.test(name) ? withProbes(own, name, places) : own
  ])
  const own = main.slice(0, step.index) + main.slice(step.index + 'export '.length)
  // All files of a call run in one realm, so they share the list.
  const text_ = `globalThis.${RAN} ??= []; ${own}\n${wrapper()}`
  return { text: text_, files: Object.fromEntries(others), places }
}

const wrapper = (): string => `
export { ${STEP} as step }
function ${STEP}(state, event) {
  globalThis.${RAN} = []
  const made = step(state, event)
  const ran = [...new Set(globalThis.${RAN})]
  const { state: after, ...rest } = made ?? {}
  const stays = made === undefined || made === null || rest.error !== undefined || rest.ask !== undefined
  return { ...(!stays && after !== undefined && { state: after }), answer: { ran, step: made === undefined || made === null ? null : rest } }
}
`

type Tree = ReturnType<typeof javascriptLanguage.parser.parse>
type Node = Tree['topNode']

/** The text with a call at the beginning of each function and branch. */
function withProbes(text: string, file: string | undefined, places: ProbedPlace[]): string {
  const inserts: { at: number; text: string; order: number }[] = []
  const lines = lineStarts(text)
  const probe = (name: string, node: Node): string => {
    const at = places.length
    places.push({
      name,
      ...(file !== undefined && { file }),
      line: lineOf(lines, node.from),
      lastLine: lineOf(lines, node.to)
    })
    return `(globalThis.${RAN} ??= []).push(${at})`
  }
  const insert = (at: number, one: string) => inserts.push({ at, text: one, order: inserts.length })
  const statement = (node: Node, name: string) => {
    if (node.name === 'Block') insert(node.from + 1, `${probe(name, node)};`)
    else {
      insert(node.from, `{${probe(name, node)};`)
      insert(node.to, '}')
    }
  }
  const expression = (node: Node, name: string) => {
    insert(node.from, `(${probe(name, node)},(`)
    insert(node.to, '))')
  }
  const visit = (node: Node): void => {
    if (node.name in FUNCTIONS) {
      const body = partsOf(node).at(-1)
      const name = nameOf(node, text)
      if (body?.name === 'Block') statement(body, name)
      else if (body && node.name === 'ArrowFunction') expression(body, name)
    }
    if (node.name === 'IfStatement') {
      const [, test] = partsOf(node)
      const said = test ? text.slice(test.from, test.to).slice(0, 60).replaceAll('\n', ' ') : ''
      const parts = partsOf(node).filter(
        ({ name }) => name !== 'if' && name !== 'else' && name !== 'ParenthesizedExpression'
      )
      parts.forEach((part, index) => {
        if (part.name !== 'IfStatement') statement(part, index === 0 ? `if ${said}` : `else of if ${said}`)
      })
    }
    for (const child of childrenOf(node)) visit(child)
  }
  visit(javascriptLanguage.parser.parse(text).topNode)
  // What ends at a place comes before what begins there; of one kind, an inner part is inside an outer one.
  const ordered = inserts.toSorted(
    (a, b) => a.at - b.at || kindOf(a) - kindOf(b) || (kindOf(a) ? a.order - b.order : b.order - a.order)
  )
  let made = ''
  let from = 0
  for (const { at, text: one } of ordered) {
    made += text.slice(from, at) + one
    from = at
  }
  return made + text.slice(from)
}

const kindOf = ({ text }: { text: string }): number => (text === '}' || text === '))' ? 0 : 1)

const FUNCTIONS = { FunctionDeclaration: 1, FunctionExpression: 1, ArrowFunction: 1, MethodDeclaration: 1 }

function childrenOf(node: Node): Node[] {
  const all: Node[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) all.push(child)
  return all
}

/** Without comments, which may stand anywhere. */
const partsOf = (node: Node): Node[] => childrenOf(node).filter(({ name }) => !name.endsWith('Comment'))

/** What a function is called, by itself or by what it is given to. */
function nameOf(node: Node, text: string): string {
  const own = node.getChild('VariableDefinition') ?? node.getChild('PropertyDefinition')
  if (own && node.name !== 'ArrowFunction') return text.slice(own.from, own.to)
  const { parent } = node
  const given = parent?.getChild('VariableDefinition') ?? parent?.getChild('PropertyDefinition')
  if (given && (parent?.name === 'VariableDeclaration' || parent?.name === 'Property'))
    return text.slice(given.from, given.to)
  return `=> ${text.slice(node.from, node.to).split('\n')[0]?.slice(0, 40) ?? ''}`
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineOf(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low + 1
}
