// Which patterns ripgrep refuses: those without an automaton, and braces that count nothing.
import { RE2JS } from 're2js'

/** Whether ripgrep says that `pattern` is no regular expression. */
export function isRefused(pattern: string): boolean {
  try {
    RE2JS.compile(pattern)
  } catch {
    return true
  }
  return hasLooseBrace(pattern)
}

/** A brace outside of brackets that neither repeats what stands before it nor is a part of an escape is an error to Rust, and itself to others. */
function hasLooseBrace(pattern: string): boolean {
  let bracket = false
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at)
    if (char === '\\') at += /^[pPx]\{/.test(pattern.slice(at + 1, at + 3)) ? pattern.slice(at).indexOf('}') : 1
    else if (bracket) bracket = char !== ']'
    else if (char === '[') {
      bracket = true
      // The first one in brackets is itself.
      if (/^\^?\]/.test(pattern.slice(at + 1, at + 3))) at += pattern.charAt(at + 1) === '^' ? 2 : 1
    } else if (char === '{') {
      const counts = /^\{\d{1,9}(?:,\d{0,9})?\}/.exec(pattern.slice(at, at + 24))
      if (counts === null || at === 0 || /[(|]/.test(pattern.charAt(at - 1))) return true
      at += counts[0].length - 1
    }
  }
  return false
}
