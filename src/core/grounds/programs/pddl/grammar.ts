// The words of a world in TextWorld's form (`.twl2`): what is typed for each action, what is said after it, and the rules that the words are made of.
import { OrreryError } from '../../../errors.ts'
import { isObject, parseJson } from '../../../text/json.ts'
import type { Atom } from './condition.ts'
import type { Say } from './lisp.ts'
import type { Typed } from './typed.ts'

/** Facts that lead to things, with the types of those things. */
export interface Given {
  atoms: Atom[]
  variables: Typed[]
}

/** `'a ' + o.name or o.id`: sums of texts and of fields of things, of which the first that is not empty counts. */
export type Value = ({ text: string } | { thing: string; field: string })[]

export type Part =
  | { is: 'text'; text: string }
  | { is: 'rule'; name: string }
  /** Once for each way in which `given` holds; as a list, `a, b, and c`, where `list` says so. */
  | { is: 'each'; list: boolean; given: Given | null; of: { rule: string } | { values: Value[] } }

export interface GrammarRule {
  /** `null`: it always fits. */
  given: Given | null
  parts: Part[]
}

export interface Grammar {
  rules: ReadonlyMap<string, GrammarRule[]>
  /** By the action's name, in small letters. */
  actions: ReadonlyMap<string, { template: Part[]; feedback: Part[] }>
}

/** @returns the grammar as far as it can be read */
export function readGrammar(text: string, say: Say): Grammar {
  const rules = new Map<string, GrammarRule[]>()
  const actions = new Map<string, { template: Part[]; feedback: Part[] }>()
  let at = 0
  const end = () => {
    skip()
    return at >= text.length
  }
  while (!end()) {
    const from = at
    const word = name()
    if (word === 'grammar') takeRules()
    else if (word === 'action') action(name())
    else {
      say(from, 'Here "grammar :: …" or "action NAME { … }" is expected.')
      break
    }
  }
  return { rules, actions }

  function skip(): void {
    while (at < text.length) {
      if (/\s/.test(text.charAt(at))) at++
      else if (text.charAt(at) === '#') at = indexFrom('\n')
      else return
    }
  }

  function indexFrom(what: string): number {
    const found = text.indexOf(what, at)
    return found < 0 ? text.length : found
  }

  function name(): string {
    skip()
    const from = at
    while (/[\w/-]/.test(text.charAt(at))) at++
    return text.slice(from, at)
  }

  function sign(what: string): boolean {
    skip()
    if (!text.startsWith(what, at)) {
      say(at, `Here "${what}" is expected.`)
      at = text.length
      return false
    }
    at += what.length
    return true
  }

  /** A text in quotes, of which a block has three. */
  function quoted(): { text: string; from: number } {
    skip()
    const quote = text.startsWith('"""', at) ? '"""' : '"'
    if (!sign(quote)) return { text: '', from: at }
    const from = at
    at = indexFrom(quote)
    const inner = text.slice(from, at)
    sign(quote)
    return { text: inner, from }
  }

  function action(of: string): void {
    const made = { template: [] as Part[], feedback: [] as Part[] }
    if (!sign('{')) return
    skip()
    while (at < text.length && text.charAt(at) !== '}') {
      const from = at
      const word = name()
      if (word === 'grammar') takeRules()
      else if (word === 'template' || word === 'feedback' || word === 'pddl') {
        if (!sign('::')) return
        const { text: inner, from: place } = quoted()
        if (word !== 'pddl') made[word] = readParts(inner, (offset, message) => say(place + offset, message))
        if (!sign(';')) return
      } else {
        say(from, 'An action has template, feedback and grammar.')
        at = text.length
      }
      skip()
    }
    if (sign('}')) actions.set(of.toLowerCase(), made)
  }

  function takeRules(): void {
    if (!sign('::')) return
    const { text: block, from } = quoted()
    sign(';')
    for (const [of, all] of Object.entries(rulesIn(block, from))) {
      const told: Say = (_, message) => say(from, `"${of}": ${message}`)
      // A rule that is written again takes the place of the first.
      rules.set(of, Array.isArray(all) ? all.map((one) => readRule(one, told)) : [])
      if (!Array.isArray(all)) told(0, 'a list of {"condition", "rhs"} is expected.')
    }
  }

  function rulesIn(block: string, from: number): Record<string, unknown> {
    try {
      // Lines that begin with # are comments in this form.
      const value: unknown = parseJson(block.replaceAll(/^[ \t]*#.*$/gm, ''))
      if (isObject(value)) return value
      say(from, 'The rules of a grammar are {"NAME": [{"rhs": "…"}]}.')
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof OrreryError)) throw error
      say(from, `The rules of a grammar are JSON: ${error.message}`)
    }
    return {}
  }
}

function readRule(value: unknown, say: Say): GrammarRule {
  const { rhs, condition } = isObject(value) ? value : {}
  if (typeof rhs !== 'string') say(0, '"rhs" is the text that the rule comes to.')
  return {
    given: typeof condition === 'string' && condition.trim() ? readGiven(condition, say) : null,
    parts: typeof rhs === 'string' ? readParts(rhs, say) : []
  }
}

/** `You open the {r.name}. #what.is.in.it#` */
function readParts(text: string, say: Say): Part[] {
  const parts: Part[] = []
  let plain = ''
  let at = 0
  const flush = () => {
    if (plain) parts.push({ is: 'text', text: plain.replaceAll('\\n', '\n') })
    plain = ''
  }
  while (at < text.length) {
    const letter = text.charAt(at)
    if (letter === '#') {
      const end = text.indexOf('#', at + 1)
      if (end < 0) {
        say(at, '"#" begins the name of a rule, which another "#" ends.')
        break
      }
      flush()
      parts.push({ is: 'rule', name: text.slice(at + 1, end) })
      at = end + 1
    } else if (letter === '{' || letter === '[') {
      const list = letter === '['
      const from = list ? at + 1 : at
      const end = text.indexOf('}', from)
      if (text.charAt(from) !== '{' || end < 0 || (list && text.charAt(end + 1) !== ']')) {
        say(at, list ? 'A list is written [{thing.name | fact(thing:type)}].' : '"{" has no "}".')
        break
      }
      flush()
      parts.push(readEach(text.slice(from + 1, end), list, say))
      at = end + (list ? 2 : 1)
    } else if (letter === '}' || letter === ']') {
      // TextWorld reads no further there.
      break
    } else {
      plain += letter
      at++
    }
  }
  flush()
  return parts
}

function readEach(inner: string, list: boolean, say: Say): Part {
  const [what = '', ...more] = inner.split('|')
  const given = more.length ? readGiven(more.join('|'), say) : null
  const said = what.trim()
  if (said.startsWith('#') && said.endsWith('#')) return { is: 'each', list, given, of: { rule: said.slice(1, -1) } }
  return { is: 'each', list, given, of: { values: readValues(said, say) } }
}

function readValues(text: string, say: Say): Value[] {
  return splitOutside(text, ' or ').map((one) =>
    splitOutside(one, '+').map((term) => {
      const said = term.trim()
      const [first, last] = [said.charAt(0), said.at(-1)]
      if (said.length > 1 && first === last && (first === "'" || first === '"')) return { text: said.slice(1, -1) }
      const [, thing = '', field = 'name'] = /^([A-Za-z_]\w*)(?:\.(\w+))?$/.exec(said) ?? []
      if (!thing || !FIELDS.has(field)) say(0, `"${said}" is no text in quotes and no field such as {o.name}.`)
      return { thing: thing.toLowerCase(), field }
    })
  )
}

const FIELDS = new Set(['name', 'id', 'type', 'indefinite', 'definite', 'adj', 'noun'])

/** The parts of a text between a sign, where that stands outside of quotes. */
function splitOutside(text: string, sign: string): string[] {
  const parts = ['']
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (quote) quote = letter === quote ? '' : quote
    else if (letter === "'" || letter === '"') quote = letter
    else if (text.startsWith(sign, at)) {
      parts.push('')
      at += sign.length - 1
      continue
    }
    parts[parts.length - 1] += letter
  }
  return parts
}

/** `openable(r:receptacle) & not_opened(r:receptacle)` */
function readGiven(text: string, say: Say): Given {
  const variables = new Map<string, Typed>()
  const atoms = text
    .toLowerCase()
    .split('&')
    .map((one): Atom => {
      const [head = '', rest = ''] = one.split('(')
      const name = head.trim()
      const not = name.startsWith('!')
      const predicate = name.slice(not ? 1 : 0).trim()
      const inner = rest.replace(')', '')
      if (!predicate || !rest) say(0, `"${one.trim()}" is no fact such as in(o:object, r:receptacle).`)
      const args = inner.split(',').flatMap((each) => {
        const [name = '', type = 'object'] = each.split(':').map((part) => part.trim())
        if (!name) return []
        const variable = `?${name}`
        if (!variables.has(variable)) variables.set(variable, { name: variable, types: [type], at: 0 })
        return variable
      })
      return { predicate: `${not ? 'not_' : ''}${predicate}`, args }
    })
  return { atoms, variables: [...variables.values()] }
}
