// The text that says what a text environment is, in two parts: what only the model reads, and what the player is shown.
const SCENE = /^[#* \t]*scene[* \t]*:[* \t\r]*$/im
// The headings of Word2World's public data (arXiv 2512.18832, A.4).
const HIDDEN = '# Environment Information (Only visible to Assistant)'
const SHOWN = '# User Environment Information (Displayed to User)'

export interface TextContext {
  /** `''` where the player is shown everything. */
  hidden: string
  shown: string
}

/** Whether it is a context in Word2World's form. */
export const isContext = (text: string): boolean => text.startsWith(HIDDEN) && text.includes(SHOWN)

/** The two parts of an initial state: under Word2World's headings, or above and below the line `Scene:`, alone on its line. */
export function readContext(initialState: string): TextContext {
  const at = initialState.indexOf(SHOWN)
  if (at >= 0) {
    const hidden = initialState.slice(0, at).trim()
    return {
      hidden: hidden.startsWith(HIDDEN) ? hidden.slice(HIDDEN.length).trim() : hidden,
      shown: initialState.slice(at + SHOWN.length).trim()
    }
  }
  const line = SCENE.exec(initialState)
  if (!line) return { hidden: '', shown: initialState }
  return {
    hidden: initialState.slice(0, line.index).trim(),
    shown: initialState.slice(line.index + line[0].length).trim()
  }
}

/** The same under Word2World's headings, as its models were trained to read it; without a hidden part, the shown one alone. */
export function writeContext({ hidden, shown }: TextContext): string {
  return hidden ? `${HIDDEN}\n\n${hidden}\n\n${SHOWN}\n\n${shown}\n` : shown
}
