import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readers, readScreen } from '../../../../src/core/observations/screens/readers/index.ts'
import { changes, pageOf, type Screen } from '../../../../src/core/observations/screens/screen.ts'
import { mutation } from '../../../fixtures/mutation.ts'

const folder = join(import.meta.dirname, '../../../fixtures/screens')
const samples = readdirSync(folder)
  .sort()
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

const texts = samples.map(({ text }) => text)

const SEED = 20_261_121
const MUTATIONS = 10_000
/** What is wrong with what was made of the text; `''` when nothing is. */
function wrongWith(text: string, before: Screen | null, nth: number): { wrong: string; screen: Screen | null } {
  const read = readScreen(text)
  if ('problem' in read) {
    const { problem } = read
    // A sentence, not a stack and not an engine's own words.
    const sentence =
      /^[A-Z].*[.'…\]]$/s.test(problem) && !/undefined|is not a function|Cannot read|Maximum call|Invalid/.test(problem)
    return { wrong: sentence ? '' : `the problem is no sentence: ${problem}`, screen: null }
  }
  const { screen } = read
  const wrong: string[] = []
  screen.nodes.forEach(({ parent, start, end, bounds, states, role, tag, name, value }, index) => {
    const within = Number.isInteger(start) && start >= 0 && start <= end && end <= text.length
    if (!within) wrong.push(`node ${index} has the span ${start} to ${end}`)
    if (!(Number.isInteger(parent) && parent >= -1 && parent < index)) wrong.push(`node ${index} lies in ${parent}`)
    const sides = bounds ? [bounds.x, bounds.y, bounds.width, bounds.height] : []
    if (!sides.every(Number.isFinite)) wrong.push(`node ${index} is at ${sides}`)
    if (![role, tag, name, value ?? ''].every((one) => typeof one === 'string'))
      wrong.push(`node ${index} has no words`)
    if (Object.getPrototypeOf(states) !== Object.prototype) wrong.push(`node ${index} has strange states`)
  })
  const size = [screen.width ?? 0, screen.height ?? 0]
  if (!size.every(Number.isFinite)) wrong.push(`the screen is ${size} large`)
  const writer = readers.find(({ name }) => name === screen.format)
  if (writer?.write(screen) !== text) wrong.push(`${screen.format} does not write what it read`)
  const { layout: _, ...anew } = screen
  // Each writer gets its share of what every format gave.
  const other = readers[nth % readers.length]
  if (typeof other?.write(anew) !== 'string') wrong.push('a writer writes nothing')
  for (const index of changes(before, screen))
    if (!screen.nodes[index]) wrong.push(`node ${index} changed and is not there`)
  if (changes(screen, screen).size) wrong.push('it differs from itself')
  pageOf(screen)
  return { wrong: wrong.slice(0, 3).join('; '), screen }
}

it(`13.19 reads, writes and compares ${MUTATIONS} broken screens without breaking`, () => {
  let before: Screen | null = null
  let drawn = 0
  for (let nth = 0; nth < MUTATIONS; nth++) {
    const seed = SEED + nth
    const text = mutation(texts, seed)
    try {
      const { wrong, screen } = wrongWith(text, before, nth)
      expect(wrong, `seed ${seed}`).toBe('')
      if (!screen) continue
      before = screen
      drawn++
    } catch (error) {
      throw new Error(
        `seed ${seed}: ${error instanceof Error ? error.message : error}\n${JSON.stringify(text.slice(0, 600))}`
      )
    }
  }
  // Mutations that no reader took for a screen would prove nothing.
  expect(drawn).toBeGreaterThan(MUTATIONS / 2)
})

/** The smallest sample of each format that has anything in it. */
const smallest = readers.flatMap(({ name }) => {
  const own = samples.filter(({ text }) => {
    const read = readScreen(text)
    return 'screen' in read && read.screen.format === name && read.screen.nodes.length > 0
  })
  return own.sort((one, other) => one.text.length - other.text.length).slice(0, 1)
})

it('13.19 says of 5 MB that it is too long to draw', () => {
  for (const { name, text } of smallest) {
    const read = readScreen(text.repeat(Math.ceil(5_000_000 / text.length)))
    expect(read, name).toEqual({
      problem: expect.stringMatching(/^This observation is too long to draw: it has [\d,]+ characters/)
    })
  }
})

// Each made some parser somewhere read what is left anew for every character of it.
const MANY = [
  ...[
    '\t',
    ' ',
    '\n',
    '\n ',
    '\r',
    "'",
    '"',
    '\\',
    '[',
    '(',
    '{',
    '<',
    '<a ',
    '<div>',
    '</div>',
    '<!--',
    '&',
    '- ',
    ': ',
    ', a',
    ' [a',
    ' ('
  ],
  ...[
    "\n[1] a 'b'",
    '\nUI element 1: {',
    ', "a": ',
    '\n- a:',
    '\na\tb\t(1, 2)',
    ' | Tab 1: ',
    '\n<node bounds="[0,0][1,1]"/>'
  ]
]
// Reading that takes the square of this many steps does not end in time.
const LONG = 200_000

it.each(smallest)('13.19 takes time in proportion for $name, whatever is repeated in it', ({ text }) => {
  for (const piece of MANY) {
    const middle = text.lastIndexOf('\n', text.length >> 1) + 3
    const long = text.slice(0, middle) + piece.repeat(LONG / piece.length) + text.slice(middle)
    const read = readScreen(long)
    if ('problem' in read) continue
    const writer = readers.find(({ name }) => name === read.screen.format)
    expect(writer?.write(read.screen) === long, `with ${JSON.stringify(piece)}`).toBe(true)
    expect(changes(read.screen, read.screen).size).toBe(0)
  }
})
