import { expect, it } from 'vitest'
import { blockOf, parse } from '../../../src/core/step/parse.ts'
import { createParser } from '../../../src/core/step/parse-stream.ts'
import type { Delta } from '../../../src/core/tree/cut.ts'
import { createDice } from '../../fixtures/dice.ts'

const O = '<predicted_observation>'
const C = '</predicted_observation>'
// Pieces of tags too: what is cut out may leave them side by side.
const PIECES = [
  '<think>',
  '</think>',
  O,
  C,
  '**Environment Observation:**\n',
  'a',
  ' b',
  '\n',
  ' ',
  '<',
  '**',
  '$ ',
  '<thi',
  'nk>'
]
PIECES.push('<predicted_', 'observation>', '</', '\r', '\u00a0', '>')

interface View {
  thinking: string
  observation: string
}

function after({ thinking, observation }: View, deltas: Delta[]): View {
  const now = { thinking, observation }
  for (const delta of deltas) {
    if (delta.type === 'restart') Object.assign(now, { thinking: '', observation: '' })
    else now[delta.type] += delta.text
  }
  return now
}

/** What reading gives; an observation of blanks alone is shown once it is whole. */
function reading(text: string): View {
  const { thinking, observation } = parse(text)
  return { thinking, observation: observation.trim() ? observation : '' }
}

it('at every moment shows what reading the text so far gives, but for the beginning of a tag', () => {
  const dice = createDice(5)
  for (let round = 0; round < 800; round++) {
    const raw = Array.from({ length: dice.below(16) }, () => dice.pick(PIECES)).join('')
    const parser = createParser()
    let view: View = { thinking: '', observation: '' }
    for (let at = 0; at < raw.length; ) {
      const size = 1 + dice.below(9)
      view = after(view, parser.push(raw.slice(at, at + size)))
      at = Math.min(raw.length, at + size)
      const shown = JSON.stringify(view)
      const isRead = Array.from({ length: Math.min(at, 40) + 1 }, (_, held) => raw.slice(0, at - held)).some(
        (text) => JSON.stringify(reading(text)) === shown
      )
      if (!isRead) expect(view, raw.slice(0, at)).toEqual(reading(raw.slice(0, at)))
      expect(parser.opened()).toBe(blockOf(raw.slice(0, at)) !== 'none')
    }
    const { deltas, parsed } = parser.end()
    expect(after(view, deltas), raw).toEqual({ thinking: parsed.thinking, observation: parsed.observation })
    expect(parsed).toEqual(parse(raw))
  }
})

it('a turn that contradicts itself over and over is shown in ever larger pieces, and comes out whole', () => {
  const raw = `<think>a${O}b</think>`.repeat(2000)
  const parser = createParser()
  let view: View = { thinking: '', observation: '' }
  let restarts = 0
  for (const character of raw) {
    const deltas = parser.push(character)
    restarts += deltas.filter(({ type }) => type === 'restart').length
    view = after(view, deltas)
  }
  const { deltas, parsed } = parser.end()
  const { thinking, observation } = parsed
  expect(after(view, deltas)).toEqual({ thinking, observation })
  expect(restarts).toBeLessThan(100)
})
