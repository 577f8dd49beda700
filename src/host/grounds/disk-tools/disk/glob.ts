// File patterns as regular expressions.

import { RE2JS } from 're2js'

// No path of Linux has more than 4096 characters; a pattern with choices may be longer, and one of megabytes has no automaton.
const MOST_PATTERN = 65_536

export interface GlobOptions {
  /** Regardless of case. */
  nocase?: boolean
  /** `*` and `?` also match a dot at the beginning of a name. */
  dot?: boolean
}

/** A test of paths relative to the folder that is searched. */
export function globTest(
  pattern: string,
  { nocase = false, dot = false }: GlobOptions = {}
): (path: string) => boolean {
  if (pattern.length > MOST_PATTERN) return () => false
  const plain = pattern.replace(/^\.\//, '')
  const compiled = (one: string) => RE2JS.compile(`^(?:${source(one, dot)})$`, nocase ? RE2JS.CASE_INSENSITIVE : 0)
  // `!(a|b)`: any name there, but not one that would fit with `@(a|b)` in its place.
  const [wanted, unwanted] = [
    compiled(plain.replace(/!\([^()]*\)/g, '*')),
    plain.includes('!(') ? compiled(plain.replaceAll('!(', '@(')) : null
  ]
  return (path) => wanted.matcher(path).find() && !unwanted?.matcher(path).find()
}

export interface RipgrepGlobs {
  /** `skipped`: an ignore file or a dot at the beginning speaks against the file. */
  allow(path: string, skipped: boolean): boolean
}

/** ripgrep's `--glob`: without a slash a pattern is about names, with one about paths; `!` excludes, also all that is in a folder. */
export function ripgrepGlobs(patterns: string[]): RipgrepGlobs | null {
  if (patterns.length === 0) return null
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!')).map(ripgrepTest)
  const unwanted = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => ripgrepTest(pattern.slice(1)))
  const excluded = (path: string): boolean =>
    path.split('/').some((_, index, parts) => {
      const part = parts.slice(0, index + 1).join('/')
      return unwanted.some((test) => test(part) || (index + 1 < parts.length && test(`${part}/`)))
    })
  return {
    allow: (path, skipped) => {
      if (excluded(path)) return false
      return wanted.length ? wanted.some((test) => test(path)) : !skipped
    }
  }
}

function ripgrepTest(pattern: string): (path: string) => boolean {
  const named = !pattern.replace(/\/$/, '').includes('/')
  return globTest(named ? `**/${pattern}` : pattern.replace(/^\//, ''), { dot: true })
}

function source(pattern: string, dot: boolean): string {
  let made = ''
  let depth = 0
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at)
    const first = at === 0 || pattern[at - 1] === '/'
    const choice = /^[@?*+]\(([^()]*)\)/.exec(pattern.slice(at))
    if (choice) {
      made += chosen(char, choice[1] ?? '', dot)
      at += choice[0].length - 1
    } else if (pattern.startsWith('**/', at) && first) {
      made += `(?:${dot ? '[^/]' : '[^/.]'}[^/]*/)*`
      at += 2
    } else if (pattern.startsWith('**', at) && first && at + 2 === pattern.length) {
      made += dot ? '.*' : '(?:[^/.][^/]*/)*(?:[^/.][^/]*)?'
      at += 1
    } else if (char === '*') {
      while (pattern[at + 1] === '*') at++
      // A star at the beginning of a name is not for a dot; before one there has to be something.
      const some = pattern[at + 1] === '.' ? '[^/.][^/]*' : '(?:[^/.][^/]*)?'
      made += first && !dot ? some : '[^/]*'
    } else if (char === '?') made += first && !dot ? '[^/.]' : '[^/]'
    else if (char === '[' && pattern.indexOf(']', at + 2) > 0) {
      const end = pattern.indexOf(']', at + 2)
      const inside = pattern
        .slice(at + 1, end)
        .replace(/^!/, '^')
        .replaceAll('\\', '\\\\')
        .replaceAll('[', '\\[')
      made += `[${inside}]`
      at = end
    } else if (char === '{' && pattern.indexOf('}', at) > 0) {
      made += '(?:'
      depth++
    } else if (char === '}' && depth > 0) {
      made += ')'
      depth--
    } else if (char === ',' && depth > 0) made += '|'
    else if (char === '\\' && at + 1 < pattern.length) made += escaped(pattern.charAt(++at))
    else made += escaped(char)
  }
  return made + ')'.repeat(depth)
}

/** `@(a|b)` and its like. */
function chosen(kind: string, inside: string, dot: boolean): string {
  const parts = inside.split('|').map((one) => source(one, dot))
  return `(?:${parts.join('|')})${kind === '@' ? '' : kind}`
}

const escaped = (char: string): string => char.replace(/[.*+?^${}()|[\]\\/]/, '\\$&')
