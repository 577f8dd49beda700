// A backtracking matcher that counts its steps: how much a regular expression works, told without a clock.
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { must } from '../must.ts'

type Next = (at: number) => boolean
type Matcher = (at: number, next: Next) => boolean

/** Thrown once more steps were taken than allowed. */
export class TooManySteps extends Error {}

export interface Found {
  start: number
  end: number
}

/** One search from `from`: what it finds, and the steps it takes. @throws TooManySteps past `most` */
export type Search = (text: string, from: number, most?: number) => { found: Found | null; steps: number }

/** Steps to find the pattern in `text`: the first match, or with the flag g all of them. @throws TooManySteps past `most` */
export function stepsOf(pattern: RegExp, text: string, most = Number.POSITIVE_INFINITY): number {
  const search = counter(pattern)
  const native = new RegExp(pattern)
  let steps = 0
  for (let from = 0; from <= text.length; ) {
    const { found, steps: more } = search(text, from, most - steps)
    steps += more
    native.lastIndex = from
    const match = native.exec(text)
    // The count is of the same search only if both find the same.
    if (match?.index !== found?.start || (match && found && match.index + match[0].length !== found.end)) {
      throw new Error(`The counter finds ${JSON.stringify(found)}, not ${match?.index} and "${match?.[0]}": ${pattern}`)
    }
    if (!found || !pattern.global) break
    from = found.end > from ? found.end : from + 1
  }
  return steps
}

/** The pattern for a backtracking engine that counts. */
export function counter({ source, flags }: RegExp): Search {
  const unicode = flags.includes('u')
  const tree = new RegExpParser().parsePattern(source, undefined, undefined, { unicode })
  let text = ''
  let most = Number.POSITIVE_INFINITY
  let steps = 0

  function step(): void {
    if (++steps > most) throw new TooManySteps(`/${source}/${flags} takes more than ${most} steps`)
  }

  /** The length of the one character at `at` that fits, or 0. */
  function single(node: AST.Character | AST.CharacterSet | AST.CharacterClass): (at: number) => number {
    const fits = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gym]/g, ''))
    const known = new Map<string, boolean>()
    return (at) => {
      step()
      if (at >= text.length) return 0
      const char = unicode ? String.fromCodePoint(text.codePointAt(at) ?? 0) : text.charAt(at)
      const found = known.get(char) ?? fits.test(char)
      known.set(char, found)
      return found ? char.length : 0
    }
  }

  function anyOf(alternatives: readonly { elements: readonly AST.Element[] }[]): Matcher {
    const each = alternatives.map(({ elements }) => sequence(elements.map(compile)))
    return (at, next) =>
      each.some((one) => {
        step()
        return one(at, next)
      })
  }

  function sequence(parts: Matcher[]): Matcher {
    return parts.reduceRight<Matcher>(
      (rest, part) => (at, next) => part(at, (end) => rest(end, next)),
      (at, next) => next(at)
    )
  }

  function repeat({ min, max, greedy, element }: AST.Quantifier): Matcher {
    if (element.type === 'Character' || element.type === 'CharacterSet' || element.type === 'CharacterClass') {
      const one = single(element as AST.Character)
      return (at, next) => {
        const ends = [at]
        const more = () => {
          const size = ends.length <= max ? one(must(ends.at(-1))) : 0
          if (size) ends.push(must(ends.at(-1)) + size)
          return size > 0
        }
        while (ends.length <= (greedy ? max : min) && more()) {}
        if (greedy) {
          for (let count = ends.length - 1; count >= min; count--) if (next(must(ends[count]))) return true
          return false
        }
        for (let count = min; count < ends.length; count++) {
          step()
          if (next(must(ends[count]))) return true
          if (count === ends.length - 1) more()
        }
        return false
      }
    }
    const inner = compile(element)
    const from = (at: number, count: number, next: Next): boolean => {
      step()
      const again = () => count < max && inner(at, (end) => end !== at && from(end, count + 1, next))
      if (count < min) return inner(at, (end) => from(end, count + 1, next))
      return greedy ? again() || next(at) : next(at) || again()
    }
    return (at, next) => from(at, 0, next)
  }

  function assertion(node: AST.Assertion): Matcher {
    if (node.kind === 'lookahead' || node.kind === 'lookbehind') {
      const inner = anyOf(node.alternatives)
      const holds = (at: number): boolean => {
        if (node.kind === 'lookahead') return inner(at, () => true)
        for (let start = at; start >= 0; start--) if (inner(start, (end) => end === at)) return true
        return false
      }
      return (at, next) => holds(at) !== node.negate && next(at)
    }
    const lines = flags.includes('m')
    const isWord = (at: number) => /\w/.test(text.charAt(at))
    return (at, next) => {
      step()
      if (node.kind === 'word') return (isWord(at - 1) !== isWord(at)) !== node.negate && next(at)
      const edge = node.kind === 'start' ? 0 : text.length
      const beside = text.charAt(node.kind === 'start' ? at - 1 : at)
      return (at === edge || (lines && /[\n\r\u2028\u2029]/.test(beside))) && next(at)
    }
  }

  function compile(node: AST.Element): Matcher {
    switch (node.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass': {
        const one = single(node as AST.Character)
        return (at, next) => {
          const size = one(at)
          return size > 0 && next(at + size)
        }
      }
      case 'Group':
        return anyOf(node.alternatives)
      case 'CapturingGroup': {
        const inner = anyOf(node.alternatives)
        return (at, next) => inner(at, (end) => next(end))
      }
      case 'Quantifier':
        return repeat(node)
      case 'Assertion':
        return assertion(node)
      default:
        throw new Error(`This counter knows no ${node.type}: /${source}/${flags}`)
    }
  }

  const whole = anyOf(tree.alternatives)
  return (searched, from, limit = Number.POSITIVE_INFINITY) => {
    text = searched
    most = limit
    steps = 0
    const last = flags.includes('y') ? from : text.length
    for (let start = from; start <= last; start++) {
      step()
      let end = -1
      const isFound = whole(start, (at) => {
        end = at
        return true
      })
      if (isFound) return { found: { start, end }, steps }
    }
    return { found: null, steps }
  }
}
