// What holds for every ground: a state that is made again is the same, a turn that is stopped leaves it, and the route names who then answers.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { FictionSpec } from '../../../src/core/tree/fiction.ts'
import { makeStep } from '../../../src/core/tree/history.ts'
import { type Action, Call, Setup, type Step } from '../../../src/core/tree/model.ts'
import type { Ground, GroundAnswer, GroundAsked, ModelQuestion, TurnOptions } from '../../../src/core/tree/ports.ts'
import { openFacts } from '../../../src/host/grounds/facts/facts.ts'
import { fictionGround } from '../../../src/host/grounds/fiction.ts'
import { grounds } from '../../../src/host/grounds/index.ts'
import { machineGround } from '../../../src/host/grounds/machine/index.ts'
import { programsGround } from '../../../src/host/grounds/programs/index.ts'
import { programUse } from '../../../src/host/grounds/programs/use.ts'
import { searchGround } from '../../../src/host/grounds/search.ts'
import { mcpServersGround } from '../../../src/host/grounds/servers/index.ts'
import { openWidgets } from '../../../src/host/grounds/widgets.ts'
import { turnOptions } from '../../core/turn-options.ts'
import { must } from '../../must.ts'
import { image, WHY } from './emulator/image.ts'
import { recording, setupOf } from './mcp-worlds.ts'

const resources = join(import.meta.dirname, '..', '..', '..', 'resources')
const home = process.env.ORRERY_GROUND_HOME ?? join(tmpdir(), `orrery-ground-${process.getuid?.() ?? ''}`)

/** A world of a ground: some actions are computed, and the model is asked at least once. */
interface Sample {
  open(): Ground | null
  setup: Setup
  actions: Action[]
  model(question: ModelQuestion): string
}

const call = (name: string, given: Record<string, Action> = {}): Action => ({ name, arguments: given })
const typed = (line: string): Action => [{ keystrokes: `${line}\n`, duration: 0.5 }]

const spec = FictionSpec.parse({
  ...{ title: 'Rivers', premise: 'There is no real river here.', date: '2030-01-01', avoid: [] },
  tables: [{ name: 'rivers', key: 'name', rows: 1, columns: [{ name: 'name', type: 'text' }] }]
})
const facts = openFacts({ spec, rows: new Map([['rivers', [{ name: 'Orm' }]]]) }, 'a'.repeat(64))

const page = (value: string, basket: string) =>
  `RootWebArea 'Shop', focused\n\t[2] textbox 'Search'${value}\n\t[3] button 'Add', clickable\n\t[4] checkbox 'Gift', clickable, checked='false'\n\tStaticText '${basket}'`

const samples: Record<string, Sample> = {
  widgets: {
    open: openWidgets,
    setup: Setup.parse({ domain: 'web', grounding: 'grounded', initialState: page('', 'Empty') }),
    actions: ["fill('2', 'mug')", "click('3')", "click('4')"],
    model: () => page(" value='mug'", 'One mug')
  },
  fiction: {
    open: () => fictionGround({ home, resources, facts: () => facts }),
    setup: Setup.parse({ domain: 'search', grounding: 'grounded', fiction: { name: 'rivers', hash: 'a'.repeat(64) } }),
    actions: [
      call('web_search', { queries: ['Orm'] }),
      call('weather', { place: 'Orm' }),
      call('web_search', { queries: ['Orm'] })
    ],
    model: () => 'Sun.'
  },
  search: {
    open: searchGround,
    setup: Setup.parse({
      ...{ domain: 'search', grounding: 'grounded' },
      initialState: 'https://orm.example/a  Orm — The Orm is a river.\nThe rest of the web is as it is.'
    }),
    actions: [
      call('web_search', { queries: ['Orm'] }),
      call('web_search', { queries: ['mountains'] }),
      call('web_search', { queries: ['mountains'] })
    ],
    model: () => '[1] https://hills.example/\nTitle: Hills\nSnippet: High.\nDate: N/A'
  },
  'mcp-servers': {
    open: () => mcpServersGround({ home, resources }),
    setup: setupOf({ ...recording('mcp-filesystem'), initialState: 'Access to /data.\n/data holds notes.md.' }),
    actions: [
      call('write_file', { path: '/data/a.txt', content: 'one\n' }),
      call('read_text_file', { path: '/data/notes.md' }),
      call('list_directory', { path: '/data' })
    ],
    model: () => 'Rosa'
  },
  program: {
    open: programsGround,
    setup: Setup.parse({
      ...{ domain: 'mcp', grounding: 'grounded' },
      program: programUse({
        ...{ language: 'javascript', version: 1 },
        text: `export const init = () => ({ count: 0 })
export const step = (state, { tool }) =>
  tool === 'add' ? { state: put(state, ['count'], state.count + 1), answer: 'added' } : tool === 'count' ? { answer: state.count } : undefined`
      })
    }),
    actions: [call('add'), call('sing'), call('count')],
    model: () => 'la'
  },
  machine: {
    open: () => machineGround({ home, resources }),
    setup: Setup.parse({ domain: 'terminal', grounding: 'grounded', initialState: `Laws (${process.pid}).` }),
    actions: [typed('x=7; echo kept > a'), typed('curl -s https://example.org/b > b'), typed('echo $x; cat a b')],
    model: () => 'from afar'
  }
}

it('every ground has a world here', () => {
  const missing = 'Give each ground of src/host/grounds/index.ts a world in `samples` of this file, under its id'
  expect(Object.keys(samples), missing).toHaveLength(grounds.length)
})

describe.each(Object.entries(samples))('the ground "%s"', (id, { open, setup, actions, model }) => {
  const opened: Ground[] = []
  const fresh = (): Ground => {
    opened.push(must(open()))
    return must(opened.at(-1))
  }
  beforeEach((context) => {
    if (id === 'machine' && !image) context.skip(WHY)
  })
  afterAll(async () => {
    for (const ground of opened) await ground.dispose()
  })

  /** All actions, one after the other. `keeping`: the state of each step is kept, and not made again by the next. */
  async function play(
    ground: Ground,
    { keeping, before }: { keeping: boolean; before?: (asked: GroundAsked) => Promise<void> }
  ) {
    const chain: Step[] = []
    const calls = new Map<string, Call>()
    const answers: GroundAnswer[] = []
    const asked: string[] = []
    for (const action of actions) {
      const turn = {
        setup,
        chain: [...chain],
        callOf: (step: string) => calls.get(step) ?? null,
        action,
        instruction: ''
      }
      await before?.(turn)
      const answering = (question: ModelQuestion) => {
        asked.push(`${chain.length + 1} ${question.rule}`)
        return model(question)
      }
      const answer = await ground.turn(turn, turnOptions(answering))
      const step = await makeStep(chain.at(-1)?.id ?? null, action, { text: answer.text })
      if (keeping) await answer.keep(step.id)
      chain.push(step)
      calls.set(step.id, callFor(step, answer))
      answers.push(answer)
    }
    return { asked, shown: answers.map(({ text, grounded, result }) => ({ text, grounded, result })) }
  }

  function callFor({ id: step }: Step, { grounded, result }: GroundAnswer): Call {
    const engine = grounded.origin === 'executed' ? id : 'test'
    return Call.parse({
      ...{ id: step, step, session: 's', branch: 'b', engine, model: { name: 'none', hash: null }, seed: 0, setup },
      ...{ template: 'standard', instruction: '', firings: [], raw: '', thinking: '', warnings: [], createdAt: 0 },
      ...{
        tokens: { prompt: 0, cached: 0, generated: 0 },
        ms: { first: 0, total: 0 },
        grounded,
        ...(result && { result })
      }
    })
  }

  it('answers the same from states that are made again as from those that are kept, and asks nobody twice', async () => {
    const again = await play(fresh(), { keeping: false })
    const kept = await play(fresh(), { keeping: true })
    expect(again).toEqual(kept)
    expect(kept.shown.map(({ grounded }) => grounded.origin)).toEqual(['executed', 'predicted', 'executed'])
    expect(new Set(kept.asked).size).toBe(kept.asked.length)
    expect(kept.shown.some(({ grounded }) => grounded.diverged)).toBe(false)
  })

  it('is left as it was by a turn that is stopped, and by one whose model fails', async () => {
    const ground = fresh()
    const undisturbed = await play(ground, { keeping: true })
    const spoiled = async (asked: GroundAsked) => {
      const stop = new AbortController()
      const stopping: TurnOptions['askModel'] = async () => {
        stop.abort()
        throw stop.signal.reason
      }
      const failing: TurnOptions['askModel'] = async () => {
        throw new Error('broken')
      }
      const outcomes = [
        await ground
          .turn(asked, turnOptions(undefined, { signal: stop.signal, askModel: stopping }))
          .catch(() => 'failed'),
        await ground.turn(asked, turnOptions(undefined, { askModel: failing })).catch(() => 'failed')
      ]
      const asks = asked.action === actions[1]
      expect(outcomes.map((one) => one === 'failed')).toEqual([asks, asks])
    }
    expect(await play(ground, { keeping: true, before: spoiled })).toEqual(undisturbed)
  })

  it('names in the route who then answers, and by which rule', async () => {
    const ground = fresh()
    const routes: unknown[] = []
    const { shown } = await play(ground, {
      keeping: true,
      before: async (asked) => void routes.push(await ground.route(asked))
    })
    const answered = shown.map(({ grounded: { origin, rule, why } }) => ({
      ...{ by: origin === 'executed' ? 'ground' : 'model', rule, why }
    }))
    expect(routes).toEqual(answered)
  })
})
