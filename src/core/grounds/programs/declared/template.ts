// Texts with places for values: {{ expression }}, {{for row in list}} … {{else}} … {{end}}, {{if test}} … {{else}} … {{end}}.
import type { Json } from '../../../tree/ports.ts'
import { evaluate, type Scope, spend, truth, within } from './evaluate.ts'
import { type Expression, ExpressionError, namesIn, readExpression } from './expression.ts'
import { joined, textOf } from './functions.ts'
import { mistake } from './refusal.ts'

export type TextTemplate = readonly Part[]
type Part =
  | { is: 'text'; text: string }
  | { is: 'value'; value: Expression; at: number }
  | { is: 'if'; test: Expression; yes: Part[]; no: Part[]; at: number }
  | { is: 'for'; name: string; list: Expression; each: Part[]; none: Part[]; at: number }

// Blocks within blocks: the writer calls itself for each.
const DEEPEST = 20
const FOR = /^for\s+([A-Za-z]\w*)\s+in\s/
const IF = /^if\s/

/** Linear in the text. @throws ExpressionError with the place in the text */
export function readTemplate(text: string): TextTemplate {
  const whole: Part[] = []
  const open: { block: Extract<Part, { is: 'if' | 'for' }> | null; to: Part[] }[] = [{ block: null, to: whole }]
  const top = () => open.at(-1) ?? { block: null, to: whole }
  let at = 0
  for (;;) {
    const begin = text.indexOf('{{', at)
    const end = begin < 0 ? -1 : text.indexOf('}}', begin)
    if (begin >= 0 && end < 0) throw new ExpressionError('"{{" has no "}}".', begin)
    if (begin < 0) {
      if (at < text.length) top().to.push({ is: 'text', text: text.slice(at) })
      break
    }
    const tag = text.slice(begin + 2, end).trim()
    const isBlock = tag === 'end' || tag === 'else' || IF.test(tag) || FOR.test(tag)
    const [from, to] = isBlock ? wholeLine(text, at, begin, end + 2) : [begin, end + 2]
    if (from > at) top().to.push({ is: 'text', text: text.slice(at, from) })
    take(tag, begin)
    at = to
  }
  const left = top().block
  if (left) throw new ExpressionError(`"{{${left.is}}}" has no "{{end}}".`, left.at)
  return whole

  function take(tag: string, begin: number): void {
    const { block } = top()
    if (tag === 'end' || tag === 'else') {
      if (!block) throw new ExpressionError(`"{{${tag}}}" has no beginning.`, begin)
      open.pop()
      if (tag === 'else') open.push({ block, to: block.is === 'if' ? block.no : block.none })
      return
    }
    const loop = FOR.exec(tag)
    const test = IF.exec(tag)
    const skipped = loop?.[0].length ?? test?.[0].length ?? 0
    const offset = text.indexOf(tag, begin + 2) + skipped
    const value = expressionAt(tag.slice(skipped), offset)
    if (!loop && !test) {
      top().to.push({ is: 'value', value, at: offset })
      return
    }
    if (open.length > DEEPEST) throw new ExpressionError(`Blocks are nested more than ${DEEPEST} deep.`, begin)
    const made: Extract<Part, { is: 'if' | 'for' }> = loop
      ? { is: 'for', name: loop[1] ?? '', list: value, each: [], none: [], at: offset }
      : { is: 'if', test: value, yes: [], no: [], at: offset }
    top().to.push(made)
    open.push({ block: made, to: made.is === 'for' ? made.each : made.yes })
  }
}

/** A block's tag that stands alone takes its line with it. */
function wholeLine(text: string, from: number, begin: number, end: number): [from: number, to: number] {
  const start = Math.max(from, text.lastIndexOf('\n', begin - 1) + 1)
  const isFirst = start === 0 || text.charAt(start - 1) === '\n'
  const line = text.indexOf('\n', end)
  const stop = line < 0 ? text.length : line + 1
  const alone = isFirst && !text.slice(start, begin).trim() && !text.slice(end, stop).trim()
  return alone ? [start, stop] : [begin, end]
}

function expressionAt(text: string, offset: number): Expression {
  try {
    return readExpression(text)
  } catch (error) {
    if (error instanceof ExpressionError) throw new ExpressionError(error.message, offset + error.at)
    throw error
  }
}

/**
 * @param write how values are written
 * @throws VerbRefusal for what cannot be computed, and for a text that is too long
 */
export function fill(template: TextTemplate, scope: Scope, write: (value: Json) => string = textOf): string {
  return joined(template.map((part) => filled(part, scope, write)))
}

function filled(part: Part, scope: Scope, write: (value: Json) => string): string {
  spend(scope, 1)
  switch (part.is) {
    case 'text':
      return part.text
    case 'value':
      return write(evaluate(part.value, scope))
    case 'if':
      return fill(truth(evaluate(part.test, scope)) ? part.yes : part.no, scope, write)
    case 'for': {
      const list = evaluate(part.list, scope) ?? []
      if (!Array.isArray(list)) throw mistake(`"for ${part.name}" needs a list.`)
      if (!list.length) return fill(part.none, scope, write)
      return joined(list.map((item: Json) => fill(part.each, within(scope, part.name, item), write)))
    }
    default:
      return part satisfies never
  }
}

/** Each name that the template takes from outside, with where it stands in the text. */
export function namesInTemplate(template: TextTemplate): { name: string; at: number }[] {
  return template.flatMap((part) => {
    const here = (one: Expression, at: number) => namesIn(one).map((found) => ({ ...found, at: found.at + at }))
    switch (part.is) {
      case 'text':
        return []
      case 'value':
        return here(part.value, part.at)
      case 'if':
        return [...here(part.test, part.at), ...namesInTemplate(part.yes), ...namesInTemplate(part.no)]
      case 'for':
        return [
          ...here(part.list, part.at),
          ...namesInTemplate(part.each).filter(({ name }) => name !== part.name),
          ...namesInTemplate(part.none)
        ]
      default:
        return part satisfies never
    }
  })
}
