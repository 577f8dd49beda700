// How large a text can be in its box, without measuring it.

const LINE = 1.25
// How wide letters of a sans-serif font are, in parts of their height.
const [NARROW, USUAL, WIDE, WIDEST] = [0.28, 0.54, 0.69, 0.88]
// The first letters of a long text tell how wide all of it is.
const TOLD = 200

/** The font size, in the box's pixels, at which a text fills the box: on one line, or on several where that is larger. */
export function fit(text: string, width: number, height: number): number {
  const ems = widthOf(text)
  if (ems === 0) return 0
  const one = Math.min(height / LINE, width / ems)
  const several = Math.sqrt((width * height) / (LINE * ems))
  // Words break lines early: what is set on several needs more room than its letters.
  return Math.max(one, several * LINE <= height / 2 ? several * 0.85 : 0)
}

/** In font sizes. */
function widthOf(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length && at < TOLD; at++) {
    const letter = text[at] ?? ''
    sum += /[iljtfrI.,:;'|!()[\] ]/.test(letter)
      ? NARROW
      : /[mwMW@%]/.test(letter)
        ? WIDEST
        : /[A-Z&]/.test(letter)
          ? WIDE
          : letter < '\u2e80'
            ? USUAL
            : 1
  }
  return text.length > TOLD ? (sum * text.length) / TOLD : sum
}
