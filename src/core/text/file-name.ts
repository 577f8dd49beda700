// Names of files made from titles: what a title says stays, in any script, and every system takes the name.
import { trimEndOf } from './plain.ts'

// The name with its number and its ending has at most 255 bytes everywhere. A letter has up to four.
const MOST_BYTES = 180
// More is cut off in every list of files.
const MOST_CHARACTERS = 60

// Letters, marks and digits of any script, and pictures with what joins and colours them. Everything else is punctuation, a blank, a
// control, or nobody's.
const KEPT =
  /[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}_.-]|\u200c|\u200d|[\u{e0020}-\u{e007f}]/u
// Windows takes these for devices, with any ending.
const DEVICE = /^(con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?=\.|$)/i
// In front, a dash is an option to programs, a dot hides the file, and a mark has nothing to stand on. Windows drops dots at the end.
const FRONT = /^[-.\p{M}\u200c\u200d]+/u
const END = '-.\u200c\u200d'

/** The title as a file's name without an ending. `otherwise` where nothing of it can be in one. */
export function fileStem(title: string, otherwise = 'world'): string {
  const kept: string[] = []
  for (const character of title.normalize('NFC')) {
    if (KEPT.test(character)) kept.push(character)
    else if (kept.at(-1) !== '-') kept.push('-')
  }
  const plain = trimEndOf(cut(kept.join('').replace(FRONT, '')), END)
  return plain.replace(DEVICE, '$1_') || otherwise
}

/** Gives files that lie in one folder names of their own: equal titles are numbered, as are those that some systems take for equal. */
export function createFileNames(extension: string): (title: string) => string {
  const taken = new Set<string>()
  return (title) => {
    const stem = fileStem(title)
    for (let count = 1; ; count++) {
      const name = count === 1 ? `${stem}.${extension}` : `${stem}-${count}.${extension}`
      const folded = name.toUpperCase().toLowerCase()
      if (taken.has(folded)) continue
      taken.add(folded)
      return name
    }
  }
}

/** The beginning that fits. What is seen as one character stays whole, unless it alone is too long. */
function cut(text: string): string {
  const encoder = new TextEncoder()
  const size = (part: string) => encoder.encode(part).length
  let [fits, bytes, count] = ['', 0, 0]
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    bytes += size(segment)
    if (bytes > MOST_BYTES || ++count > MOST_CHARACTERS) break
    fits += segment
  }
  if (fits || size(text) <= MOST_BYTES) return fits
  return [...text].slice(0, MOST_BYTES / 4).join('')
}
