// Where a source file makes regular expressions, and of what.
import { parseSync } from 'vite'

export interface Found {
  where: string
  source: string
  flags: string
}

/**
 * The patterns of one file: those written out, how many are put together when the module is loaded, and what is `foreign`: made later, of text
 * that may come from anywhere.
 */
export function patternsIn(file: string, text: string): { literals: Found[]; built: number; foreign: string[] } {
  const { program, errors } = parseSync(file, text)
  if (errors.length) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const literals: Found[] = []
  const foreign: string[] = []
  let built = 0
  const constants = new Set<unknown>()
  walk(program, ({ type, typeAnnotation, name, kind, declarations }) => {
    // `const X = /…/`, `const X = new RegExp(…)` (looked at by itself), and a parameter that can be nothing but a pattern.
    if (type === 'VariableDeclaration' && kind === 'const' && Array.isArray(declarations)) {
      for (const one of declarations) {
        const value: unknown = isNode(one) ? one.init : null
        if (isNode(one) && isNode(one.id) && isNode(value) && isPattern(value)) constants.add(one.id.name)
      }
    }
    const annotation = isNode(typeAnnotation) ? typeAnnotation.typeAnnotation : null
    const said = isNode(annotation) && isNode(annotation.typeName) ? annotation.typeName.name : null
    if (type === 'Identifier' && said === 'RegExp') constants.add(name)
  })
  walk(program, (node, above) => {
    const { type, regex, start, end, name, callee, arguments: given } = node
    const where = `${file}:${text.slice(0, Number(start)).split('\n').length}`
    if (isNode(regex)) literals.push({ where, source: String(regex.pattern), flags: String(regex.flags) })
    if (type === 'Identifier' && name === 'RegExp') {
      const use = useOf(above)
      if (use === 'built') built++
      if (use === 'foreign')
        foreign.push(`${where} ${text.slice(Number(above.at(-1)?.start), Number(above.at(-1)?.end))}`)
    }
    // A text given to these becomes a pattern.
    const method = type === 'CallExpression' && isNode(callee) && isNode(callee.property) ? callee.property.name : null
    if ((method === 'match' || method === 'matchAll' || method === 'search') && Array.isArray(given)) {
      const [first, ...more]: unknown[] = given
      const ours = isNode(first) && (isPattern(first) || constants.has(first.name) || isImported(program, first.name))
      const own = method === 'search' && more.length > 0
      if (!ours && !own) foreign.push(`${where} ${text.slice(Number(start), Number(end))}`)
    }
  })
  return { literals, built, foreign }
}

const isPattern = ({ regex, type, callee }: Node): boolean =>
  isNode(regex) || (type === 'NewExpression' && isNode(callee) && callee.name === 'RegExp')

/** Constants have names in capitals here, in the file that they come from too. */
function isImported(program: unknown, name: unknown): boolean {
  let found = false
  walk(program, ({ type, local }) => {
    found ||= type === 'ImportSpecifier' && isNode(local) && local.name === name && /^[A-Z_]+$/.test(String(name))
  })
  return found
}

/** What becomes of the `RegExp` below these nodes. */
function useOf(above: readonly Node[]): 'built' | 'read' | 'type' | 'foreign' {
  const [holder, made] = above.toReversed()
  if (holder?.type === 'TSTypeReference' || holder?.type === 'Property') return 'type'
  if (holder?.type === 'BinaryExpression' && holder.operator === 'instanceof') return 'type'
  if (!isNode(holder?.callee) || holder.callee.name !== 'RegExp') return 'foreign'
  // Only asked whether it is a pattern, or how it is written.
  const property =
    made?.type === 'MemberExpression' && made.object === holder && isNode(made.property) ? made.property.name : null
  if (made?.type === 'ExpressionStatement' || property === 'source') return 'read'
  const isLate = above.some(
    (node, at) => /Function|Method|Class/.test(String(node.type)) && !isRunAtOnce(node, above[at - 1])
  )
  return isLate ? 'foreign' : 'built'
}

/** `names.map((name) => …)`: it is done when that line is. */
function isRunAtOnce(node: Node, call: Node | undefined): boolean {
  const { type, callee } = call ?? {}
  const method = type === 'CallExpression' && isNode(callee) && isNode(callee.property) ? callee.property.name : null
  return node.type === 'ArrowFunctionExpression' && (method === 'map' || method === 'flatMap')
}

type Node = Record<string, unknown>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

/** @param visit is given a node and those that it stands in, the outermost first */
function walk(value: unknown, visit: (node: Node, above: readonly Node[]) => void, above: readonly Node[] = []): void {
  if (!isNode(value)) return
  if (!Array.isArray(value)) visit(value, above)
  const within = Array.isArray(value) ? above : [...above, value]
  for (const inner of Object.values(value)) walk(inner, visit, within)
}
