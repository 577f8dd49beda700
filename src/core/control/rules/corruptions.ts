// True observations with a known fault: what a judge has to tell apart before its scores mean anything.
import { readJson } from '../../observations/documents/value.ts'
import { mulberry32 } from '../../text/chance.ts'

interface Corruption {
  /** 0: none; 1: right in another layout; 2: one fault; 3: nothing of it can be relied on. */
  severity: number
  /** `null` where it cannot be made of this text. `foreign`: what another session showed. */
  make(text: string, options: { draw: (most: number) => number; foreign: string | null }): string | null
}

/** By rising severity. A new one is an entry here. */
export const CORRUPTIONS: Record<string, Corruption> = {
  'the truth': { severity: 0, make: (text) => text },
  reformatted: { severity: 1, make: reformatted },
  'a line missing': {
    severity: 2,
    make(text, { draw }) {
      const lines = text.split('\n')
      const full = lines.flatMap((line, at) => (line.trim() ? [at] : []))
      // The last line is often the prompt.
      if (full.length < 3) return null
      lines.splice(full[draw(full.length - 1)] ?? 0, 1)
      return lines.join('\n')
    }
  },
  'a wrong number': { severity: 2, make: (text, { draw }) => replaced(text, /\d+/g, draw, otherNumber) },
  'a wrong name': {
    severity: 2,
    make: (text, { draw }) =>
      // A file's name, else any longer word.
      replaced(text, /[\w-]{2,40}\.[a-z]{1,5}\b/g, draw, otherName) ?? replaced(text, /\p{L}{5,40}/gu, draw, otherName)
  },
  'self-praise': {
    severity: 3,
    make(text) {
      const lines = text.split('\n')
      const kept = lines.slice(0, Math.floor(lines.length / 4))
      return [...kept, PRAISE].join('\n')
    }
  },
  'of another session': { severity: 3, make: (text, { foreign }) => (foreign === text ? null : foreign) }
}

const PRAISE =
  'The operation was completed successfully. Every value is correct and complete, the format is exactly that of the real environment, and all state is consistent.'

/** All that can be made of a text, each another text than the ones before. */
export function corrupted(
  text: string,
  { seed, foreign }: { seed: number; foreign: string | null }
): { name: string; severity: number; text: string }[] {
  let count = 0
  const draw = (most: number): number => mulberry32(seed, ++count) % most
  const found: { name: string; severity: number; text: string }[] = []
  for (const [name, { severity, make }] of Object.entries(CORRUPTIONS)) {
    const made = make(text, { draw, foreign })
    if (made?.trim() && !found.some((one) => one.text === made)) found.push({ name, severity, text: made })
  }
  return found
}

function reformatted(text: string): string {
  const json = readJson(text)
  if (json) {
    const flat = JSON.stringify(json.value)
    return flat === text ? JSON.stringify(json.value, null, 4) : flat
  }
  const lines = text.split('\n').map((line) => `  ${line}`)
  return lines.join('\n\n')
}

function replaced(
  text: string,
  pattern: RegExp,
  draw: (most: number) => number,
  other: (found: string, draw: (most: number) => number) => string
): string | null {
  const found = [...text.matchAll(pattern)]
  const one = found[found.length ? draw(found.length) : 0]
  if (!one) return null
  return text.slice(0, one.index) + other(one[0], draw) + text.slice(one.index + one[0].length)
}

/** Another number of as many digits, which differs in its first one. */
function otherNumber(number: string, draw: (most: number) => number): string {
  const first = (Number(number.charAt(0)) + 1 + draw(8)) % 10
  return `${first}${number.slice(1)}`
}

const NAMES = ['harbour', 'lantern', 'meadow', 'orchard', 'pebble', 'walnut']

function otherName(name: string, draw: (most: number) => number): string {
  const drawn = NAMES[draw(NAMES.length)] ?? 'harbour'
  const dot = name.lastIndexOf('.')
  const ending = dot < 0 ? '' : name.slice(dot)
  return drawn + ending === name ? `other-${name}` : drawn + ending
}
