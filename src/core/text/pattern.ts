// Regular expressions that come with a file, a server or a person: matched in linear time, whatever they are (RE2; decisions/015).
import { RE2JS } from 're2js'

/** A pattern that is looked for anywhere in a text, as JSON Schema and JavaScript look for one. */
export interface Pattern {
  test(text: string): boolean
  /** Instructions it compiles to: a test takes at most this many steps for each character. */
  size: number
  /** As JavaScript writes it: `/^a+$/`. */
  written: string
}

/**
 * The pattern, or why there is none, in words that go on after its name. Lookarounds and back references cannot be matched in linear
 * time, and what JavaScript alone reads in its own way is left out too: what is compiled means the same here and there.
 * @param most the size that is allowed, about: characters times the largest counted repetition
 */
export function compilePattern(source: string, most: number): Pattern | { problem: string } {
  const size = source.length * largestCount(source)
  if (size > most) return { problem: `is too large: shorten it, or repeat fewer than ${largestCount(source)} times` }
  const translated = translate(source)
  if (translated === null) return { problem: `uses unsupported syntax: ${UNMATCHED}` }
  try {
    const written = `/${native(source)}/`
    const compiled = RE2JS.compile(translated)
    return { test: (text) => compiled.test(text), size: compiled.programSize(), written }
  } catch (error) {
    return { problem: `is not a regular expression (${error instanceof Error ? error.message : String(error)})` }
  }
}

/** The pattern as JavaScript prints it. Many patterns follow JavaScript's older rules, such as `\-` outside of brackets. @throws SyntaxError */
function native(source: string): string {
  try {
    return new RegExp(source, 'u').source
  } catch {
    return new RegExp(source).source
  }
}

const UNMATCHED = 'lookarounds such as (?=a), back references such as \\1, flags, or an escape that it does not know'

/** The largest number in braces; 1 without one. */
function largestCount(source: string): number {
  const counts = [...source.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}/g)]
  return counts.reduce((largest, [, from, to]) => Math.max(largest, Number(from), Number(to ?? 0)), 1)
}

// ECMAScript's blanks; RE2 knows ASCII's alone.
const SPACE =
  '\\x09-\\x0d\\x20\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const NO_SPACE =
  '\\x00-\\x08\\x0e-\\x1f\\x21-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'
const ANY = '[^\\n\\r\\x{2028}\\x{2029}]'

// In order: an escape with what belongs to it, how a group begins, a bracket that is empty, and any other character.
const PIECE =
  /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|c([a-zA-Z])|([pP])\{(?:(?:Script|sc)=)?(\w{1,40})\}|(0\d|[\s\S]))|\((\?(?:<[A-Za-z_]\w*>|:|[\s\S]?))?|(\[\^?\])|[\s\S]/gu

/** The pattern in RE2's syntax, `null` where it has none for it. */
function translate(source: string): string | null {
  let made = ''
  let inClass = false
  for (const { 0: piece, ...found } of source.matchAll(PIECE)) {
    const { 1: braced, 2: unit, 3: byte, 4: control, 5: property, 6: name, 7: char, 8: group, 9: empty } = found
    const code = braced ?? unit ?? byte
    if (code !== undefined) {
      const value = Number.parseInt(code, 16)
      if (value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return null
      made += `\\x{${value.toString(16)}}`
    } else if (control !== undefined) made += `\\x{${(control.charCodeAt(0) % 32).toString(16)}}`
    else if (property !== undefined) made += `\\${property}{${name}}`
    else if (char !== undefined) {
      const meant = escaped(char, inClass)
      if (meant === null) return null
      made += meant
    } else if (inClass) {
      // A bracket within brackets would begin a class of RE2's own, such as [:alpha:].
      made += piece === '[' || piece.length > 1 ? piece.replaceAll(/[[(]/g, '\\$&') : piece
      if (piece === ']' || piece.endsWith(']')) inClass = false
    } else if (empty !== undefined) made += empty === '[]' ? '[^\\x00-\\x{10ffff}]' : '[\\x00-\\x{10ffff}]'
    else if (group !== undefined) {
      if (group !== '?:' && !group.endsWith('>')) return null
      made += group === '?:' ? '(?:' : '('
    } else if (piece === '.') made += ANY
    else {
      made += piece
      inClass = piece === '['
    }
  }
  return made
}

function escaped(char: string, inClass: boolean): string | null {
  switch (char) {
    case 's':
      return inClass ? SPACE : `[${SPACE}]`
    case 'S':
      return inClass ? NO_SPACE : `[${NO_SPACE}]`
    case 'b':
      return inClass ? '\\x08' : '\\b'
    case '0':
      return '\\x00'
    default:
      if (/[dDwWtnvfr]/.test(char) || (char === 'B' && !inClass)) return `\\${char}`
      return /[!-/:-@[-`{-~]/.test(char) ? `\\${char}` : null
  }
}
