// File patterns as regular expressions.

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
  const expression = new RegExp(`^(?:${source(pattern.replace(/^\.\//, ''), dot)})$`, nocase ? 'iu' : 'u')
  return (path) => expression.test(path)
}

/** A pattern of ripgrep's `--glob`: without a slash it is about names, with one about paths; `!` excludes. */
export function ripgrepTest(pattern: string): (path: string) => boolean {
  if (pattern.startsWith('!')) {
    const excluded = ripgrepTest(pattern.slice(1))
    return (path) => !excluded(path)
  }
  const anchored = pattern.replace(/\/$/, '/**')
  const matches = anchored.includes('/')
    ? globTest(anchored.replace(/^\//, ''), { dot: true })
    : globTest(`**/${anchored}`, { dot: true })
  // A folder that matches stands for all that is in it.
  return (path) => path.split('/').some((_, index, parts) => matches(parts.slice(0, index + 1).join('/')))
}

function source(pattern: string, dot: boolean): string {
  const start = dot ? '' : '(?!\\.)'
  let made = ''
  let depth = 0
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at)
    const first = at === 0 || pattern[at - 1] === '/'
    if (pattern.startsWith('**/', at) && first) {
      made += dot ? '(?:[^/]+/)*' : '(?:(?!\\.)[^/]+/)*'
      at += 2
    } else if (pattern.startsWith('**', at) && first && at + 2 === pattern.length) {
      made += dot ? '.*' : '(?:(?!\\.)[^/]+/)*(?!\\.)[^/]*'
      at += 1
    } else if (char === '*') {
      made += `${first ? start : ''}[^/]*`
      while (pattern[at + 1] === '*') at++
    } else if (char === '?') made += `${first ? start : ''}[^/]`
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

const escaped = (char: string): string => char.replace(/[.*+?^${}()|[\]\\/]/, '\\$&')
