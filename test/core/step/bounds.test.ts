import { describe, expect, it } from 'vitest'
import { findDomain } from '../../../src/core/domains/index.ts'
import { boundsOf, createWatch } from '../../../src/core/step/bounds.ts'
import { endingOf, marked, unmarked } from '../../../src/core/tree/cut.ts'
import type { StepEvent } from '../../../src/core/tree/model.ts'
import { act, committed, scripted, start } from '../acting.ts'

const web = findDomain('web')
const small = { info: { template: 'small' as const } }
const shown = (events: StepEvent[]) =>
  events.reduce((text, event) => {
    if (event.type === 'restart') return ''
    return event.type === 'observation' ? text + event.text : text
  }, '')

/** A page with a list of `count` things, each told in three lines. */
function page(count: number, from = 1): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const id = 10 * (at + from)
    return `\t[${id}] listitem ''\n${'\t'.repeat(1 + (at % 3))}[${id + 1}] link 'Mug ${'x'.repeat(at % 5)}', clickable\n\t\tStaticText '${at}.00 EUR'`
  })
  return ["RootWebArea 'Mugs', focused", ...rows].join('\n')
}

function answered(text: string, before = page(6)) {
  const { engine, seen } = scripted(() => text.split(/(?<=\n)|(?= )/), small)
  start(engine, { domain: 'web', initialState: before })
  return { events: act({ action: "click('11')" }), seen }
}

describe('a list that goes on past the longest of the screens before is ended', () => {
  it('by the shape of its rows, whatever their indents, numbers and words are; whole rows stay', async () => {
    const { events, seen } = answered(`**Environment Observation:**\n${page(200)}`)
    const { step, call } = committed(await events)
    expect(step.observation.text).toBe(`${page(6)}\n[Orrery cut this off where a list went on without end]`)
    expect(shown(await events)).toBe(step.observation.text)
    expect(call.warnings).toContain(
      'A list in the answer went on past the longest of the screens before, and was cut off there.'
    )
    expect(seen.left).toBe(1)
  })

  it('in the same place however the answer came', () => {
    const bounds = { most: 100_000, longest: 18, time: null }
    const text = page(40)
    const found = [1, 7, 400, text.length].map((size) => {
      const watch = createWatch(bounds)
      for (let at = 0; at < text.length; at += size)
        watch.push([{ type: 'observation', text: text.slice(at, at + size) }], 0)
      return watch.outgrown()
    })
    expect(new Set(found.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(found[0]).toEqual({ why: 'rows', text: `${page(6)}\n` })
  })

  it('but not one as long as those before, nor a short one on a screen without any', async () => {
    for (const [text, before] of [
      [page(6, 30), page(6)],
      [page(5), "RootWebArea 'Start', focused\n\t[1] button 'Mugs'"]
    ] as const) {
      const { events } = answered(`**Environment Observation:**\n${text}`, before)
      expect(committed(await events).step.observation.text).toBe(text)
    }
  })
})

describe('49.4 a screen is at most half as large again as the one before, and a text as its kind of world has it', () => {
  const wide = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `\t[${at}] ${'abcdefgh'.slice(at % 7)}${'z'.repeat(40 + ((at * at) % 23))}`
    )

  it('and is cut back to its last whole line', async () => {
    const before = ['RootWebArea', ...wide(80)].join('\n')
    const { events } = answered(`**Environment Observation:**\nRootWebArea\n${wide(400).join('\n')}`, before)
    const { text } = committed(await events).step.observation
    expect(endingOf(text)).toBe('size')
    const kept = unmarked(text)
    expect(kept.length).toBeLessThanOrEqual(1.5 * before.length)
    expect(kept.length).toBeGreaterThan(1.4 * before.length)
    expect(`RootWebArea\n${wide(400).join('\n')}`.startsWith(`${kept}\n`)).toBe(true)
  })

  it('of small models alone, and never of what a recording holds', () => {
    const turn = { chain: [], begun: '' }
    expect(boundsOf(web, { repeats: 0 }, { initialState: page(6), strict: false }, turn)).toBe(null)
    expect(boundsOf(web, { repeats: 4 }, { initialState: page(6), strict: false }, turn)).toEqual({
      most: 2000,
      longest: 18,
      time: 50_000
    })
    expect(
      boundsOf(
        findDomain('terminal'),
        { repeats: 4 },
        { initialState: '', strict: true },
        { chain: [], begun: '$ ls\n' }
      )
    ).toEqual({ most: 2405, longest: null, time: null })
  })

  it('and its mark is read again', () => {
    const limits = { tokens: { prompt: 1, cached: 0, generated: 1 }, limit: 100 }
    for (const ending of ['rows', 'size', 'time'] as const) {
      const text = marked('a\nb', ending, limits)
      expect([endingOf(text), unmarked(text)]).toEqual([ending, 'a\nb'])
    }
  })
})

it('an engine that knows the bounds is waited for, and what it ended is cut back as well', async () => {
  const text = '**Environment Observation:**\nRootWebArea\n\t[1] link'
  const done = { cut: 'time' as const }
  const { engine, seen, requests } = scripted(() => [text], { ...small, done })
  start(engine, { domain: 'web', initialState: page(6) })
  const { step } = committed(await act({ action: "click('11')" }))
  expect(step.observation.text).toBe('RootWebArea\n[Orrery cut this off where it took too long]')
  expect([seen.left, requests[0]?.bounds]).toEqual([0, { most: 2000, longest: 18, time: 50_000 }])
})

it('49.5 an answer that takes longer than 50 s is cut back to its last whole line, unless its world is strict', () => {
  const ended = (time: number | null) => {
    const watch = createWatch({ most: 1000, longest: null, time })
    for (const [ms, text] of [
      [0, 'one\n'],
      [30_000, 'two\nth'],
      [51_000, 're']
    ] as const)
      watch.push([{ type: 'observation', text }], ms)
    return watch.outgrown()
  }
  expect([ended(50_000), ended(null)]).toEqual([{ why: 'time', text: 'one\ntwo\n' }, null])
})
