// Notices that a model goes round in a circle: what it says last is one text many times over, character by character. Larger models are
// trusted with everything else; out of a circle hardly one finds by itself, and thoughts may have thirty thousand tokens.

/** `block`: characters that are said again and again at the end of the text. `times`: how often, at least once. */
export interface Loop {
  block: number
  times: number
}

// Characters of the end that are looked at, and how many come between two looks: both small beside what it takes to say them.
const LOOKED_AT = 12_000
const BETWEEN = 600

/** `push` takes the text piece by piece. Now and then it says what stands at its end most often in a row; otherwise `null`. */
export function createLoops(): { push(text: string): Loop | null } {
  let end = ''
  let unseen = ''
  return {
    push(text) {
      unseen += text
      if (unseen.length < BETWEEN) return null
      end = (end + unseen).slice(-LOOKED_AT)
      unseen = ''
      return loopAt(end)
    }
  }
}

/** A thought that says one thing six times over, 1,200 characters of it, comes to nothing new. */
export const isCircling = ({ block, times }: Loop): boolean => times >= 6 && block * times >= 1200

/** An observation may repeat on purpose: equal lines of a log, an empty table. A long text two dozen times over is seldom one. */
export const isStuck = ({ block, times }: Loop): boolean => block >= 40 && times >= 24 && block * times >= 6000

/** The shortest text that the end is made of, where it is longest so. Linear: the borders of the reversed text (Knuth, Morris and Pratt). */
function loopAt(text: string): Loop | null {
  const at = (index: number) => text.charCodeAt(text.length - 1 - index)
  const borders = new Uint16Array(text.length)
  let best: Loop | null = null
  for (let index = 1, border = 0; index < text.length; index++) {
    while (border > 0 && at(index) !== at(border)) border = borders[border - 1] ?? 0
    if (at(index) === at(border)) border++
    borders[index] = border
    const block = index + 1 - border
    const times = Math.floor((index + 1) / block)
    if (times > 1 && block * times > (best ? best.block * best.times : 0)) best = { block, times }
  }
  return best
}
