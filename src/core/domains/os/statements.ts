// Code of pyautogui as its statements: one a line, several behind semicolons, or one over several lines.

/** What asks for something: without comments, and without what only brings modules in or sets pauses. Nothing of it is run. */
export const statementsOf = (code: string): string[] => split(code).filter((one) => !IDLE.test(one))

const IDLE =
  /^(?:import (?:pyautogui|pyperclip|time)(?:, ?(?:pyautogui|pyperclip|time)){0,5}|pyautogui\.(?:FAILSAFE|PAUSE) ?= ?[\w.]+)$/

/** Ends at line breaks and semicolons that stand in no text and no brackets. */
function split(code: string): string[] {
  const found: string[] = []
  let [now, quote, depth] = ['', '', 0]
  const end = () => {
    // The indent of a block stays: it belongs to something that is no call.
    if (now.trim()) found.push(now.trimEnd())
    now = ''
  }
  for (let at = 0; at < code.length; at++) {
    const char = code.charAt(at)
    if (quote) {
      if (char === '\\') now += char + code.charAt(++at)
      else if (code.startsWith(quote, at)) {
        now += quote
        at += quote.length - 1
        quote = ''
      } else now += char
      continue
    }
    if (char === '"' || char === "'") {
      quote = code.startsWith(char.repeat(3), at) ? char.repeat(3) : char
      now += quote
      at += quote.length - 1
    } else if (char === '#') {
      const line = code.indexOf('\n', at)
      at = (line < 0 ? code.length : line) - 1
    } else if (depth === 0 && (char === '\n' || char === ';')) {
      end()
      // Blanks behind a semicolon are no indent.
      if (char === ';') while (code.charAt(at + 1) === ' ') at++
    } else {
      if ('([{'.includes(char)) depth++
      if (')]}'.includes(char)) depth = Math.max(0, depth - 1)
      now += char === '\n' ? ' ' : char
    }
  }
  end()
  return found
}
