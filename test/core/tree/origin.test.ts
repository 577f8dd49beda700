import { beforeEach, describe, expect, test } from 'vitest'
import { findExporter } from '../../../src/core/formats/exporters/index.ts'
import { inspect } from '../../../src/core/formats/exporters/inspect.ts'
import { markdown } from '../../../src/core/formats/exporters/markdown.ts'
import { isSimulated } from '../../../src/core/formats/exporters/view.ts'
import { readText } from '../../../src/core/formats/importing-text.ts'
import { route } from '../../../src/core/step/route.ts'
import { Grounded } from '../../../src/core/tree/ground.ts'
import type { Call } from '../../../src/core/tree/model.ts'
import { exportOriginOf, originOf } from '../../../src/core/tree/origin.ts'
import { toybox } from '../../fixtures/ground.ts'
import { must } from '../../must.ts'
import { act, committed, scripted, start, tagged, world } from '../acting.ts'
import { tree, written } from '../trees.ts'

const grounded = (origin: Grounded['origin']) =>
  Grounded.parse({ ground: 'machine', hash: 'h', rule: 'local', why: 'It is here.', origin })
const typed = (line: string) => [{ keystrokes: `${line}\n`, duration: 1 }]

describe('28.1 where an answer came from is one of a few words', () => {
  test('the ground says it where one took part, else who answered', () => {
    const said = (engine: string) => originOf({ engine })
    const engines = ['recorded', 'replay', 'authored', 'import', 'validation', 'perturbation', 'llama', 'simulated']
    expect(engines.map(said)).toEqual([
      ...['recorded', 'recorded', 'authored', 'unknown', 'validation', 'perturbation', 'predicted', 'predicted']
    ])
    expect(originOf({ engine: 'machine', grounded: grounded('executed') })).toBe('executed')
    expect(originOf({ engine: 'llama', grounded: grounded('predicted') })).toBe('predicted')
    expect(originOf(null)).toBe('unknown')
  })

  test('files name fewer: what a perturbation or a schema answered is simulated', () => {
    expect(['validation', 'perturbation', 'recorded'].map((engine) => exportOriginOf({ engine }))).toEqual([
      ...['predicted', 'predicted', 'recorded']
    ])
  })
})

describe('28.2 an executed answer never counts as simulated or predicted', () => {
  const executed = async () => {
    const original = await tree()
    const calls = original.calls.map((call): Call => ({ ...call, engine: 'machine', grounded: grounded('executed') }))
    return { ...original, calls }
  }

  test('in any file that says which answers are', async () => {
    const session = await executed()
    const log = JSON.parse(await written(inspect, session))
    expect(log.samples[0].messages[2].metadata.orrery).toMatchObject({ simulated: false, origin: 'executed' })
    expect(await written(markdown, session)).toContain('\nExecuted answer:\n')
    expect(await written(markdown, session)).not.toContain('Simulated answer')
    expect(isSimulated({ call: must(session.calls[0]) } as never)).toBe(false)
    const atif = JSON.parse(await written(findExporter('atif'), session))
    expect(JSON.stringify(atif)).not.toContain('"simulated":true')
  })

  test.each(['inspect', 'traj', 'orrery'])('nor after a trip through %s', async (format) => {
    const { trees } = await readText(await written(findExporter(format), await executed()), { format, now: 0 })
    const origins = must(trees[0]).calls.map(originOf)
    expect(new Set(origins)).toEqual(new Set(['executed']))
  })
})

describe('who would answer is known before anything is done', () => {
  const ask = (line: string, grounding: 'model' | 'grounded' | 'executed' = 'grounded') => {
    const { engine, requests } = scripted(() => [tagged('x')])
    const branch = start(engine, { grounding })
    const asked = { session: 's', branch: branch.id, action: typed(line) }
    return { answer: route({ ...world, ground: toybox }, asked), requests }
  }

  test('by the rule of the ground; the engine is not asked', async () => {
    const { answer, requests } = ask('curl example.org')
    expect(await answer).toEqual({ by: 'model', rule: 'network', why: 'The machine has no network.' })
    expect(await ask('echo a').answer).toMatchObject({ by: 'ground', rule: 'local' })
    expect(await ask('echo a', 'executed').answer).toMatchObject({ by: 'ground' })
    expect(requests).toEqual([])
  })

  test('in a world of the model alone, and for what is recorded, there is nothing to say', async () => {
    expect(await ask('echo a', 'model').answer).toBe(null)
    const { engine } = scripted(() => [tagged('x')])
    const branch = start({ ...engine, holds: () => true }, { grounding: 'grounded' })
    const asked = { session: 's', branch: branch.id, action: typed('echo a') }
    expect(await route({ ...world, ground: toybox }, asked)).toBe(null)
  })

  test('a branch of another world is refused', async () => {
    const { engine } = scripted(() => [tagged('x')])
    start(engine, { grounding: 'grounded' })
    const asked = { session: 'other', branch: 'main', action: typed('echo a') }
    await expect(route({ ...world, ground: toybox }, asked)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('what the model says beside the observation comes apart from it', () => {
  beforeEach(() => {
    start(scripted(() => [tagged('<p>hello</p>')]).engine, { grounding: 'grounded', check: true })
    world.ground = () => ground
  })
  const ground = toybox()

  test('the machine starts, the model is asked, and its answer is taken in', async () => {
    const events = await act({ action: typed('curl example.org') })
    expect(events.filter(({ type }) => type !== 'thinking').slice(0, -1)).toEqual([
      { type: 'progress', phase: 'start', done: 0.5, total: 1 },
      { type: 'dream', of: 'curl example.org', rule: 'network' },
      { type: 'predicted', text: '<p>hello</p>' },
      { type: 'observation', text: 'user@box:~$ curl example.org\n<p>hello</p>\nuser@box:~$ ' }
    ])
    expect(originOf(committed(events).call)).toBe('predicted')
  })

  test('a prediction beside an executed answer begins with an empty text', async () => {
    const events = await act({ action: typed('echo a') })
    expect(events.flatMap((event) => (event.type === 'predicted' ? event.text : []))).toEqual(['', '<p>hello</p>'])
    const { call } = committed(events)
    expect([originOf(call), call.predicted?.exact]).toEqual(['executed', false])
  })
})
