// A Vite plug-in that makes the source count its own steps: one for each call of a function and each round of a loop.
import { type Plugin, parseSync } from 'vite'

const COUNT = 'globalThis.__work?.step();'
const COUNTED = 'globalThis.__work?.step(),'

/** Counts in files whose path `fits`. The counter is `globalThis.__work`, which `work.ts` puts there while it measures. */
export function counting(fits: RegExp): Plugin {
  return {
    name: 'counting',
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?')[0] ?? ''
      return fits.test(file) ? { code: instrumented(file, code), map: null } : null
    }
  }
}

type Node = Record<string, unknown> & { type: string; start: number; end: number }

function instrumented(file: string, code: string): string {
  const { program, errors } = parseSync(file, code)
  if (errors.length) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const added: [at: number, text: string, order: number][] = []
  const put = (at: number, text: string) => added.push([at, text, added.length])

  function body(node: unknown): void {
    if (!isNode(node)) return
    if (node.type === 'BlockStatement') put(node.start + 1, COUNT)
    else if (node.type.endsWith('Statement')) {
      put(node.start, `{${COUNT}`)
      put(node.end, '}')
    } else {
      put(node.start, `(${COUNTED}`)
      put(node.end, ')')
    }
  }

  function visit(node: unknown): void {
    if (Array.isArray(node)) for (const inner of node) visit(inner)
    if (!isNode(node)) return
    const isLoop = /^(For|ForIn|ForOf|While|DoWhile)Statement$/.test(node.type)
    const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
    if (isLoop || isFunction) body(node.body)
    if (node.type === 'SpreadElement' && isNode(node.argument)) {
      put(node.argument.start, '(globalThis.__work?.spread ?? ((it) => it))(')
      put(node.argument.end, ')')
    }
    for (const inner of Object.values(node)) if (typeof inner === 'object') visit(inner)
  }

  visit(program)
  // Of two texts at one place, closing ones come before opening ones: what ends there ends first, and the inner one does.
  const isClosing = (text: string) => text === ')' || text === '}'
  added.sort(([at, text, order], [other, than, after]) => {
    if (at !== other) return at - other
    if (isClosing(text) !== isClosing(than)) return isClosing(text) ? -1 : 1
    return isClosing(text) ? after - order : order - after
  })
  let made = ''
  let from = 0
  for (const [at, text] of added) {
    made += code.slice(from, at) + text
    from = at
  }
  return made + code.slice(from)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
