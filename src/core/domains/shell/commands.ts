// A typed line taken apart as a shell would read it: which programs it names, with which arguments. For rules that decide who answers; the
// shell itself does the rest, so what is read here need not be all that a shell can do.

/** One simple command: what would be executed, without redirections, assignments before it, and `sudo` and its like. */
export interface Simple {
  name: string
  /** The program as it was typed, with its path. */
  word: string
  /** With quotes taken off; what a shell would expand (`$x`, `*`) stands as it was typed. */
  args: string[]
  /** Files that it is redirected from and to. */
  from: string[]
  to: string[]
  /** Of the words, those in which `*` or `?` stands unquoted, for a shell to expand; absent where there is none. */
  patterns?: string[]
  /** What words with variables come to whose values the text itself gives; absent where there is none. */
  expanded?: string[]
}

/** Words of a line, and the operators between them. */
type Token = { word: string; quoted: boolean; pattern: boolean } | { operator: string }

/** Variables, with what they may come to. */
type Values = Map<string, string[]>

const MOST_DEPTH = 4
// Of a variable, of a word with several, and of all words of a command: more files than a model is asked for at once.
const MOST_VALUES = 20
const MOST_EXPANDED = 100
const MOST_VARIABLES = 3
const LONGEST_PATH = 4096
const OPERATOR = /^(?:&&|\|\||;;|<<<|<<-?|>>|>&|<&|>\||&>>|&>|\|&|[|&;()<>\n])/
// Words after which a command begins, and programs that run the one behind them.
const KEYWORDS = new Set([
  'if',
  'then',
  'else',
  'elif',
  'do',
  'while',
  'until',
  '!',
  '{',
  'time',
  'exec',
  'command',
  'builtin',
  'eval'
])
const WRAPPERS = new Set(['sudo', 'nohup', 'env', 'nice', 'timeout', 'xargs', 'stdbuf', 'watch', 'doas'])
const ENDS = new Set(['fi', 'done', 'esac', '}', 'case', 'for', 'select', 'function', 'in'])

/** The commands of `text`, in the order they are written, those in `$(...)`, backquotes and `sh -c '...'` too. Never throws. */
export function commandsIn(text: string, depth = 0, values: Values = new Map()): Simple[] {
  if (depth > MOST_DEPTH) return []
  const found: Simple[] = []
  let words: string[] = []
  let [from, to, patterns]: [string[], string[], string[]] = [[], [], []]
  let redirects: 'from' | 'to' | 'nothing' | null = null
  const nested: string[] = []
  const end = (): void => {
    const command = simple(words)
    if (command) {
      const read = [command.word, ...command.args, ...from]
      const expanded = read
        .filter((word) => word.includes('$'))
        .slice(0, MOST_EXPANDED)
        .flatMap((word) => expansions(word, values))
        .slice(0, MOST_EXPANDED)
      found.push({ ...command, from, to, ...(patterns.length && { patterns }), ...(expanded.length && { expanded }) })
      for (const script of inner(command)) for (const one of commandsIn(script, depth + 1, values)) found.push(one)
    }
    keep(words, values)
    words = []
    from = []
    to = []
    patterns = []
    redirects = null
  }
  for (const token of tokens(withoutHeredocs(text), nested)) {
    if ('pattern' in token && token.pattern) patterns.push(token.word)
    if ('operator' in token) {
      if (/^[<>]|^&>/.test(token.operator))
        redirects =
          token.operator.startsWith('<<') || token.operator.endsWith('&')
            ? 'nothing'
            : token.operator.startsWith('<')
              ? 'from'
              : 'to'
      else end()
    } else if (redirects) {
      if (redirects === 'from') from.push(token.word)
      if (redirects === 'to') to.push(token.word)
      redirects = null
    } else if (!token.quoted && words.length === 0 && (KEYWORDS.has(token.word) || ENDS.has(token.word))) {
      // `for x in a b` names no program.
      if (ENDS.has(token.word)) words.push('')
      if (KEYWORDS.has(token.word)) words = []
    } else if (words.length === 0 && token.word.startsWith('((')) {
      words.push('')
    } else words.push(token.word)
  }
  end()
  return [...found, ...nested.flatMap((script) => commandsIn(script, depth + 1, values))]
}

/** What `x=value`, `export x=value` and `for x in words` give a variable. */
function keep(words: readonly string[], values: Values): void {
  const [first, name = '', verb] = words
  if (first === '' && verb === 'in') values.set(name, words.slice(3, 3 + MOST_VALUES))
  else
    for (const word of words.slice(first === 'export' ? 1 : 0)) {
      const [, to = '', value] = /^(\w+)=(.*)$/s.exec(word) ?? []
      if (value === undefined) break
      values.set(to, expansions(value, values))
    }
}

/** `word` with each known value in the place of its variables. What is longer than a path can be is left out. */
function expansions(word: string, values: Values): string[] {
  let all = [word]
  for (const [of, name = ''] of [...word.slice(0, LONGEST_PATH).matchAll(/\$\{?(\w+)\}?/g)].slice(0, MOST_VARIABLES)) {
    const known = values.get(name)
    if (!known) continue
    const few = known.slice(0, Math.ceil(MOST_VALUES / (all.length || 1)))
    all = all
      .flatMap((one) => few.map((value) => one.replace(of, () => value)))
      .filter(({ length }) => length <= LONGEST_PATH)
  }
  return all
}

/** The script that a shell is given as an argument. */
function inner({ name, args }: Pick<Simple, 'name' | 'args'>): string[] {
  const at = /^(?:ba|da|z)?sh$/.test(name) ? args.findIndex((arg) => /^-\w*c$/.test(arg)) : -1
  return at >= 0 ? args.slice(at + 1, at + 2) : []
}

function simple(words: string[]): Pick<Simple, 'name' | 'word' | 'args'> | null {
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at] ?? ''
    if (/^\w+\+?=/.test(word)) continue
    if (!WRAPPERS.has(word)) break
    // Options of a wrapper, and a number (`timeout 5`), stand before the program.
    while (/^-|^\d+[smh]?$/.test(words[at + 1] ?? '')) at += /^-[ugnIdL]$/.test(words[at + 1] ?? '') ? 2 : 1
  }
  const name = words[at]
  return name ? { name: name.slice(name.lastIndexOf('/') + 1), word: name, args: words.slice(at + 1) } : null
}

/** Takes the bodies of here-documents out: they are input, not commands. */
function withoutHeredocs(text: string): string {
  const lines = text.split('\n')
  const kept: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    kept.push(line)
    const [, tag] = /<<-?\s*(?:'|"|\\)?(\w+)/.exec(line.replaceAll('<<<', '')) ?? []
    if (tag === undefined) continue
    while (at + 1 < lines.length && lines[at + 1]?.trim() !== tag) at++
    at++
  }
  return kept.join('\n')
}

/** @param nested gets the scripts of command substitutions */
function* tokens(text: string, nested: string[]): Generator<Token> {
  let word = ''
  let [quoted, open, pattern] = [false, false, false]
  let at = 0
  const take = (): Token[] => {
    const made: Token[] = open ? [{ word, quoted, pattern }] : []
    word = ''
    quoted = false
    open = false
    pattern = false
    return made
  }
  const add = (more: string): void => {
    word += more
    open = true
  }
  while (at < text.length) {
    const rest = text[at] ?? ''
    if (rest === '\\') {
      if (text[at + 1] !== '\n') add(text[at + 1] ?? '')
      at += 2
    } else if (rest === "'") {
      const end = text.indexOf("'", at + 1)
      add(text.slice(at + 1, end < 0 ? text.length : end))
      quoted = true
      at = end < 0 ? text.length : end + 1
    } else if (rest === '"') {
      const end = closing(text, at + 1, '"')
      const body = text.slice(at + 1, end)
      for (const one of substitutions(body)) nested.push(one)
      add(body.replace(/\\(["\\$`])/g, '$1'))
      quoted = true
      at = end + 1
    } else if (text.startsWith('$((', at) || (text.startsWith('((', at) && !open)) {
      // Arithmetic: its stars multiply.
      const end = paired(text, text.indexOf('((', at) + 1)
      for (const one of substitutions(text.slice(at + 2, end))) nested.push(one)
      add(text.slice(at, end + 1))
      at = end + 1
    } else if (text.startsWith('$(', at)) {
      const end = paired(text, at + 2)
      nested.push(text.slice(at + 2, end))
      add(text.slice(at, end + 1))
      at = end + 1
    } else if (rest === '`') {
      const end = closing(text, at + 1, '`')
      nested.push(text.slice(at + 1, end))
      add(text.slice(at, end + 1))
      at = end + 1
    } else if (rest === '#' && !open) {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
    } else if (/[ \t\r]/.test(rest)) {
      yield* take()
      at++
    } else {
      const [operator] = OPERATOR.exec(text.slice(at, at + 3)) ?? []
      if (operator === undefined) {
        pattern ||= rest === '*' || rest === '?'
        add(rest)
        at++
      } else {
        // A number before a redirection is no argument.
        if (/^[<>]/.test(operator) && /^\d$/.test(word)) take()
        yield* take()
        yield { operator }
        at += operator.length
      }
    }
  }
  yield* take()
}

/** Where the quote that is open at `at` ends; the end of the text where it does not. */
function closing(text: string, at: number, mark: string): number {
  for (; at < text.length && text[at] !== mark; at++) if (text[at] === '\\') at++
  return Math.min(at, text.length)
}

/** Where the bracket that is open at `at` ends. */
function paired(text: string, at: number): number {
  for (let depth = 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === "'") at = closing(text, at + 1, "'")
    else if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) break
  }
  return Math.min(at, text.length)
}

function substitutions(body: string): string[] {
  const found: string[] = []
  for (let at = body.indexOf('$('); at >= 0; at = body.indexOf('$(', at)) {
    const end = body.startsWith('$((', at) ? at + 2 : paired(body, at + 2)
    if (end > at + 2) found.push(body.slice(at + 2, end))
    at = end
  }
  return [...found, ...[...body.matchAll(/`([^`]*)`/g)].map(([, script = '']) => script)]
}

/** `path` as an absolute one, `~` and `..` resolved. */
export function absolute(path: string, { cwd, home }: { cwd: string; home: string }): string {
  const whole = /^~(?=\/|$)/.test(path) ? home + path.slice(1) : path.startsWith('/') ? path : `${cwd}/${path}`
  const parts: string[] = []
  for (const part of whole.split('/')) {
    if (part === '..') parts.pop()
    else if (part && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}
