// How large a text can be in its box, without measuring it.

// An average letter of a sans-serif font is about half as wide as it is high; lines stand 1.25 apart.
const LETTER = 0.5
const LINE = 1.25

/** The font size, in the box's pixels, at which `length` letters fill the box: on one line, or on several where that is larger. */
export function fit(length: number, width: number, height: number): number {
  if (length === 0) return 0
  const one = Math.min(height / LINE, width / (LETTER * length))
  const several = Math.sqrt((width * height) / (LETTER * LINE * length))
  // Words break lines early: what is set on several needs more room than its letters.
  return Math.max(one, several * LINE <= height / 2 ? several * 0.85 : 0)
}
