// Untrusted text as it may be shown: nothing in it moves a cursor, turns the reading direction or hides.

/** The text with control characters as pictures (␀) and direction overrides named. Lines, tabs and everything else stay. */
export function visible(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROL, (character) => {
    const code = character.charCodeAt(0)
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    return code === 0x7f ? '\u2421' : `\u27e8${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`
  })
}

// C0 but tab and line feed, DEL, C1, and the characters that turn or isolate reading direction (Trojan Source).
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is for
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g
