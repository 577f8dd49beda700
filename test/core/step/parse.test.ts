import { describe, expect, it } from 'vitest'
import { MARKER, parse } from '../../../src/core/step/parse.ts'
import { createParser } from '../../../src/core/step/parse-stream.ts'
import type { Delta } from '../../../src/core/tree/cut.ts'

const O = '<predicted_observation>'
const C = '</predicted_observation>'

const cases: [name: string, raw: string, observation: string, thinking: string][] = [
  ['a closed think block and a closed observation', `<think>hm</think>\n${O}\n$ ls\na\n${C}`, '$ ls\na', 'hm'],
  ['nested think blocks', `<think>a<think>b</think>c</think>${O}x${C}`, 'x', 'abc'],
  ['an orphan close drops everything before it', `rambling</think>${O}x${C}`, 'x', 'rambling'],
  ['two orphan closes drop up to the last', `one</think>two</think>x`, 'x', 'onetwo'],
  ['an open think runs up to the observation', `<think>never ends ${O}x${C}`, 'x', 'never ends'],
  ['an open think without observation runs to the end', '<think>never ends', '', 'never ends'],
  [
    'an observation named inside a closed think is not one',
    `<think>${O}no${C}</think>${O}yes${C}`,
    'yes',
    `${O}no${C}`
  ],
  [
    'an inner closed block inside an open think is not searched',
    `<think>a<think>${O}no</think>b${O}yes`,
    'yes',
    `a${O}nob`
  ],
  ['an open think inside the observation runs to the end', `${O}x<think>y`, 'x', 'y'],
  ['the last of several observations', `${O}a${C}${O}b${C}`, 'b', ''],
  ['an unclosed observation is taken to the end', `${O}a\nb`, 'a\nb', ''],
  ['no tags at all', '$ pwd\n/root\n$ ', '$ pwd\n/root\n$ ', ''],
  ['text around the block is left out', `Sure!\n${O}x${C}\nDone.`, 'x', ''],
  ['the marker before the text', `${MARKER}\n$ pwd\n/root`, '$ pwd\n/root', ''],
  ['the marker inside the block', `${O}\n${MARKER}\n$ pwd${C}`, '$ pwd', ''],
  ['the marker on the same line', `${MARKER} ok`, ' ok', ''],
  ['indentation of the first line stays', `${O}\n   4 total\n${C}`, '   4 total', ''],
  ['the space after a prompt stays', `${O}\n$ \n${C}`, '$ ', ''],
  ['nothing', '', '', ''],
  ['an empty block', `${O}${C}`, '', ''],
  ['only thinking', '<think>x</think>', '', 'x'],
  ['a tag cut short by the end', `${O}a</predicted_obs`, 'a</predicted_obs', ''],
  ['angle brackets that are no tags', 'cat <<EOF > f\n<thinking>', 'cat <<EOF > f\n<thinking>', '']
]

describe('2.1 a turn is read by the rules of the protocol', () => {
  it.each(cases)('%s', (_name, raw, observation, thinking) => {
    const parsed = parse(raw)
    expect({ observation: parsed.observation, thinking: parsed.thinking }).toEqual({ observation, thinking })
  })

  it('says what it had to mend', () => {
    expect(parse('x', { expectTags: true }).warnings).toEqual([
      'The observation tags were missing; the whole answer was taken.'
    ])
    expect(parse(`<think>a${O}b`, { expectTags: true }).warnings).toEqual([
      'Thinking was never closed; it was taken to end where the observation begins.',
      'The observation was not closed; everything to the end was taken.'
    ])
    expect(parse(`${O}a${C}`, { expectTags: true }).warnings).toEqual([])
  })
})

/** What a window shows after these deltas. */
function shown(deltas: Delta[]) {
  let view = { thinking: '', observation: '' }
  for (const delta of deltas) {
    if (delta.type === 'restart') view = { thinking: '', observation: '' }
    else view = { ...view, [delta.type]: view[delta.type] + delta.text }
  }
  return view
}

describe('streaming shows what reading the whole turn gives', () => {
  it.each(cases)('%s, one character at a time', (_name, raw, observation, thinking) => {
    const parser = createParser()
    const deltas = [...raw].flatMap((character) => parser.push(character))
    deltas.push(...parser.end().deltas)
    expect(shown(deltas)).toEqual({ thinking, observation })
  })

  it('holds for random turns cut at random places', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    const pieces = ['<think>', '</think>', O, C, `${MARKER}\n`, 'a', ' b', '\n', '<', '**', '$ ', '<thi']
    for (let round = 0; round < 2000; round++) {
      const raw = Array.from({ length: random(14) }, () => pieces[random(pieces.length)]).join('')
      const parser = createParser()
      const deltas: Delta[] = []
      for (let at = 0; at < raw.length; ) {
        const size = 1 + random(9)
        deltas.push(...parser.push(raw.slice(at, at + size)))
        at += size
      }
      deltas.push(...parser.end().deltas)
      const { thinking, observation } = parse(raw)
      expect(shown(deltas), raw).toEqual({ thinking, observation })
    }
  })

  it('never shows a tag, nor takes back what a well-formed turn showed', () => {
    const parser = createParser({ expectTags: true })
    const deltas = [...`<think>plan</think>\n${O}\n$ ls\na b\n${C}`].flatMap((character) => parser.push(character))
    expect(deltas.filter((delta) => delta.type === 'restart')).toEqual([])
    expect(shown(deltas)).toEqual({ thinking: 'plan', observation: '$ ls\na b' })
  })

  it('reads a long turn quickly enough to be called for every piece', () => {
    const parser = createParser()
    for (let i = 0; i < 3000; i++) parser.push('0123456789\n')
    expect(parser.end().parsed.observation.length).toBe(3000 * 11 - 1)
  })
})
