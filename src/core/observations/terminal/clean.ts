// Untrusted terminal text made harmless: colours and plain cursor moves stay; what names, queries or steers is dropped.

/**
 * The text as it may be written to a terminal emulator. Kept: printable text, tab, backspace, line breaks (as CR LF),
 * SGR, and cursor moves and erasures within the screen. Dropped: OSC (titles, links, clipboard), DCS, APC, PM, SOS,
 * every query the emulator would answer, private modes, resets, character sets, and repeats that could run for
 * minutes. A sequence that is cut off at the end is held back, so cleaning a longer text only ever adds to the result.
 */
export function clean(text: string): string {
  return text.replace(CONTROL, (match, params?: string, final?: string) => {
    if (match === '\n' || match === '\r\n') return '\r\n'
    if (match === '\t' || match === '\b' || match === '\r') return match
    if (params === undefined || final === undefined || !SAFE.test(final)) return ''
    if (LARGE.test(params) || (final === 'J' && params === '3')) return ''
    return `\x1b[${params}${final}`
  })
}

// In order: string sequences with their payload, CSI (its parameters and final byte captured when it is plain), other
// escapes, and single control characters. C1 forms count as their escapes.
const CONTROL = new RegExp(
  [
    '(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x00-\\x1f\\x7f\\x9c]*(?:\\x07|\\x1b\\\\|\\x9c)?',
    '(?:\\x1b\\[|\\x9b)(?:([0-9;:]*)([@-~])|[0-?]*[ -/]*[@-~]?)',
    '\\x1b[ -/]*[0-~]?',
    '\\r\\n',
    '[\\x00-\\x1f\\x7f-\\x9f]'
  ].join('|'),
  'g'
)

// SGR, cursor up/down/right/left, next/previous line, column, position, row, erase display and line, insert, delete
// and erase characters. Not here: S T L M b, whose counts an emulator runs through one by one.
const SAFE = /^[mABCDEFGHfdJK@PX]$/

// No screen has ten thousand rows or columns, and no SGR value has five digits.
const LARGE = /[0-9]{5}/
