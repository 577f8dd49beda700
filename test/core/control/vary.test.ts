import { describe, expect, it } from 'vitest'
import { VARIATION_KINDS } from '../../../src/core/control/variation.ts'
import { compose } from '../../../src/core/control/variations/compose.ts'
import { difficulty } from '../../../src/core/control/variations/difficulty.ts'
import { variations } from '../../../src/core/control/variations/index.ts'
import { intent } from '../../../src/core/control/variations/intent.ts'
import { state } from '../../../src/core/control/variations/state.ts'
import { attempt } from '../../../src/core/control/vary/attempt.ts'
import { chanceOf } from '../../../src/core/control/vary/chance.ts'
import { anchored, shifted } from '../../../src/core/control/vary/checks.ts'
import { concreteIn } from '../../../src/core/control/vary/concrete.ts'
import type {
  Original,
  Rehearse,
  Tools,
  VariantTake,
  Variation,
  VariedScenario
} from '../../../src/core/control/vary/original.ts'
import { UnfitAttempt } from '../../../src/core/control/vary/original.ts'
import { renamed, renamedIn } from '../../../src/core/control/vary/rename.ts'
import { writtenScenario } from '../../../src/core/control/written.ts'
import type { Action } from '../../../src/core/tree/model.ts'
import { ScenarioFile } from '../../../src/core/tree/scenario.ts'

const call = (name: string, args: { [key: string]: Action }): Action => ({ name, arguments: args })
const tool = (name: string) => ({ name, inputSchema: { type: 'object', properties: { id: { type: 'string' } } } })

const take = (answers: [Action, string][]): VariantTake => ({
  answers: answers.map(([action, observation]) => ({ action, observation })),
  turns: answers.length,
  last: answers.at(-1)?.[1] ?? ''
})

/** A desk with two orders: what is done in it names people, ids and a number. */
function original(more: Partial<ScenarioFile> = {}, rest: Partial<Original> = {}): Original {
  const answers = take([
    [call('get_order', { id: 'O-17' }), '{"id":"O-17","customer":"Marta Holm","amount":4250}'],
    [call('cancel_order', { id: 'O-17', note: 'asked by Marta Holm' }), '{"id":"O-17","state":"cancelled"}'],
    [call('find_orders', { query: 'the orders of Marta Holm' }), 'O-17 cancelled, O-18 open, by Marta Holm']
  ])
  return {
    file: ScenarioFile.parse({
      name: 'orders',
      title: 'An order is cancelled',
      description: '',
      setup: {
        domain: 'mcp',
        task: 'Cancel order O-17 of Marta Holm. Look at it first.',
        initialState: 'Orders:\n- O-17 by Marta Holm, 4250\n- O-18 by Marta Holm, 990',
        tools: ['get_order', 'cancel_order', 'find_orders'].map(tool)
      },
      actions: answers.answers.map(({ action }) => action),
      checks: [{ name: 'it is cancelled', expect: { observation: 'O-17 cancelled' } }],
      ...more
    }),
    takes: [answers],
    computed: false,
    beyond: [],
    ...rest
  }
}

const tools = (key: string, more: Partial<Tools> = {}): Tools => ({
  chance: chanceOf(key),
  ask: null,
  partners: [],
  ...more
})

/** What many draws of a kind come to. */
async function drawn(
  variation: Variation,
  from: Original,
  more: Partial<Tools> = {},
  draws = 40
): Promise<(VariedScenario | UnfitAttempt)[]> {
  return Promise.all(
    Array.from({ length: draws }, (_, index) =>
      variation.vary(from, tools(`draw|${index}`, more)).catch((error: unknown) => {
        if (error instanceof UnfitAttempt) return error
        throw error
      })
    )
  )
}
const made = (all: (VariedScenario | UnfitAttempt)[]): VariedScenario[] =>
  all.flatMap((one) => (one instanceof UnfitAttempt ? [] : [one]))

describe('the kinds', () => {
  it('are those of the contract, in its order', () => {
    expect(variations.map(({ kind }) => kind)).toEqual([...VARIATION_KINDS])
  })

  it('come to the same bytes from the same key, and to others from others', async () => {
    for (const variation of variations.filter(({ kind }) => kind !== 'compose')) {
      const texts = await Promise.all(
        ['a', 'a', 'b', 'c', 'd', 'e'].map(async (key) =>
          JSON.stringify(await variation.vary(original(), tools(key)).catch((error: Error) => error.message))
        )
      )
      expect(texts[0]).toBe(texts[1])
      expect(new Set(texts).size).toBeGreaterThan(1)
    }
  })
})

describe('concrete state', () => {
  it('is names, files, ids and numbers, and no names of tools, fields and commands', () => {
    const { words, ids } = concreteIn(original())
    expect(ids).toEqual(['O'])
    expect(words).toEqual([
      { word: 'marta', what: 'name' },
      { word: 'holm', what: 'name' }
    ])
    const shell = original({
      setup: ScenarioFile.shape.setup.parse({ domain: 'terminal', initialState: 'dev@moor:~$ ' }),
      actions: ['cat notes/plan.md && ls /usr/bin', 'python3 notes/plan.py']
    })
    const answers = take([
      [[{ keystrokes: 'cat notes/plan.md\n', duration: 1 }], 'cat notes/plan.md\nplan.py is next\n']
    ])
    expect(concreteIn({ ...shell, takes: [answers] }).words.map(({ word }) => word)).toEqual(['notes', 'plan'])
  })

  it('is numbers that stand alone in an argument, and no years', () => {
    const answers = take([
      [call('get_order', { account: 48151, year: 2031, count: 12 }), 'account 48151 in 2031, 12 orders']
    ])
    const { words } = concreteIn({ ...original({ actions: [] }), takes: [answers] })
    expect(words.filter(({ what }) => what === 'number')).toEqual([{ word: '48151', what: 'number' }])
  })

  it('is replaced word by word, in the case of the word, with ids shifted together', () => {
    const renaming = { words: new Map([['report', 'ledger']]), ids: new Map([['T', 40]]) }
    expect(renamed('Report: cat REPORT.txt reports report_2 T-099 T-1 CT-1', renaming)).toBe(
      'Ledger: cat LEDGER.txt reports ledger_2 T-139 T-41 CT-1'
    )
    expect(renamedIn({ report: ['a report', 17, null] }, { ...renaming, words: new Map([['17', '93']]) })).toEqual({
      report: ['a report', 93, null]
    })
  })

  it('is the same in the initial state, the task, the actions, the answers and the checks', async () => {
    const all = made(await drawn(state, original()))
    expect(all.length).toBeGreaterThan(30)
    for (const { file, takes, wrong, how } of all) {
      const [, id = ''] = /order (O-\d+)/.exec(file.setup.task ?? '') ?? []
      expect(id).not.toBe('O-17')
      expect(file.setup.initialState).toContain(`- ${id} by `)
      expect(file.actions?.[0]).toEqual(call('get_order', { id }))
      expect(takes[0].answers.map(({ action }) => action)).toEqual(file.actions)
      expect(takes[0].last).toContain(`${id} cancelled`)
      expect(file.checks[0]?.expect).toEqual({ observation: `${id} cancelled` })
      expect(wrong?.[0].last).not.toBe('')
      expect(wrong?.[0].answers.at(-1)?.observation).toBe('O-17 cancelled, O-18 open, by Marta Holm')
      expect(how).toContain('O-n')
      expect(file.setup.tools).toEqual(original().file.setup.tools)
    }
  })

  it('leaves a recording behind, and facts and folders alone', async () => {
    const recorded = original()
    recorded.file.setup.recording = 'some'
    expect(made(await drawn(state, recorded))[0]?.file.setup).toMatchObject({ recording: null, grounding: 'model' })
    const facts = original()
    facts.file.setup.fiction = { name: 'rivers' }
    await expect(state.vary(facts, tools('a'))).rejects.toMatchObject({ never: true, message: /"rivers"/ })
  })

  it('takes words from a model where they can stand there, and its own where they cannot', async () => {
    const asked: string[] = []
    const ask = async ({ prompt }: { prompt: string }) => {
      asked.push(prompt)
      return '{"marta": "Sigrun", "holm": "not a word!"}'
    }
    const all = made(await drawn(state, original(), { ask }))
    const both = all.filter(({ how }) => how.includes('Marta'))
    expect(both.length).toBeGreaterThan(5)
    for (const { how, file } of both) {
      expect(how).toContain('Marta → Sigrun')
      expect(how).toContain('1 invented by the model')
      expect(file.setup.task).toContain('Sigrun')
      expect(file.setup.task).not.toContain('not a word')
    }
    expect(asked[0]).toContain('- marta')
  })
})

describe('intent', () => {
  it('is told in other words that keep what is concrete', async () => {
    const all = made(await drawn(intent, original()))
    expect(new Set(all.map(({ file }) => file.setup.task)).size).toBeGreaterThan(4)
    for (const { file } of all) {
      expect(file.setup.task).not.toBe(original().file.setup.task)
      expect(file.setup.task).toMatch(/O-17 of Marta Holm\. Look at it first\./)
    }
  })

  it('words queries otherwise, over the same answers', async () => {
    const worded = made(await drawn(intent, original())).filter(({ how }) => how.endsWith('queries in other words'))
    expect(worded.length).toBeGreaterThan(5)
    expect(worded[0]?.file.actions?.[2]).toEqual(call('find_orders', { query: 'orders marta holm' }))
    expect(worded[0]?.takes[0].answers[2]?.observation).toBe(original().takes[0].answers[2]?.observation)
  })

  it('refuses a model whose words lose a name, are the same, are none or are a story', async () => {
    const reason = async (answer: string) => {
      const failed = await intent
        .vary(original(), tools('a', { ask: async () => answer }))
        .catch((error: Error) => error)
      return failed instanceof UnfitAttempt ? failed.message : failed
    }
    expect(await reason('{"task": "Call off the order of Marta."}')).toBe(
      'The new words say nothing of "O-17", "Holm".'
    )
    expect(await reason(JSON.stringify({ task: original().file.setup.task }))).toBe('The new words are the old ones.')
    expect(await reason('I would rather not.')).toBe('The model gave no task.')
    expect(await reason(JSON.stringify({ task: 'O-17 Marta Holm '.repeat(60) }))).toMatch(/many times as long/)
    const kept = await intent.vary(
      original(),
      tools('a', {
        ask: async () => '{"task": "Marta Holm does not want O-17 any more. Look at it before you cancel it."}'
      })
    )
    expect(kept.file.setup.task).toMatch(/^Marta Holm does not want O-17/)
  })
})

describe('difficulty', () => {
  it('is more or less help, a shorter or longer chain, and faults of each preset', async () => {
    const beyond = [{ action: call('get_order', { id: 'O-18' }), observation: '{"id":"O-18","state":"open"}' }]
    const all = made(await drawn(difficulty, original({}, { beyond }), {}, 80))
    const kinds = new Set(all.map(({ how }) => how.split(':')[0]))
    expect([...kinds].sort()).toEqual([
      'a longer chain',
      'a shorter chain',
      'faults of E1',
      'faults of E2',
      'faults of E3',
      'less help',
      'more help'
    ])
    const of = (kind: string) => all.find(({ how }) => how.startsWith(kind))?.file
    expect(of('less help')?.setup.task).toBe('Cancel order O-17 of Marta Holm.')
    expect(of('less help')?.stop.turns).toBe(3)
    expect(of('more help')?.setup.task).toContain('\n3. find_orders')
    expect(of('a shorter chain')?.actions).toEqual(original().file.actions?.slice(0, 2))
    expect(of('a longer chain')?.actions?.at(-1)).toEqual(beyond[0]?.action)
    // What was at the end is now before what was added.
    expect(of('a longer chain')?.checks[0]?.at).toBe(3)
    expect(of('faults of E1')?.setup.perturbations.map(({ name }) => name)).toContain('api-error')
    expect(of('faults of E1')?.reactions).toHaveLength(3)
  })

  it('says why a chain cannot be longer', async () => {
    const reasons = (await drawn(difficulty, original())).flatMap((one) =>
      one instanceof UnfitAttempt ? [one.message] : []
    )
    expect(reasons).toContain('Nothing is recorded after its last action, and no ground can compute more.')
  })

  it('finds the turn of a check by its action where faults move it', () => {
    const [clean] = original().takes
    const check = { name: 'c', axis: 'Ctrl', at: 2, expect: { observation: 'cancelled' } } as const
    expect(anchored(check, clean)).toEqual({
      ...check,
      at: 'some',
      when: { argument: '$', is: clean.answers[1]?.action }
    })
    expect(anchored({ ...check, expect: { same: 'observation', as: 1 } }, clean)).toBeNull()
    expect(
      shifted(
        {
          ...check,
          expect: {
            all: [
              { same: 'action', as: 1 },
              { turn: -1, holds: { error: false } }
            ]
          }
        },
        4
      )
    ).toEqual({
      ...check,
      at: 6,
      expect: {
        all: [
          { same: 'action', as: 5 },
          { turn: -1, holds: { error: false } }
        ]
      }
    })
  })
})

describe('goals', () => {
  const second = (more: Partial<ScenarioFile> = {}) => original({ name: 'second', title: 'Another one', ...more })
  const partner = (other: Original | null) => [{ name: 'second', load: async () => other }]

  it('of two scenarios are done one after the other, with the checks of both', async () => {
    const other = second({ checks: [{ name: 'read', axis: 'Ctrl', at: 1, expect: { observation: 'O-17' } }] })
    const { file, takes } = await compose.vary(original(), tools('a', { partners: partner(other) }))
    expect(file.setup.task).toMatch(/^First: Cancel order O-17.* Then: Cancel order O-17/)
    expect(file.actions).toHaveLength(6)
    expect(takes[0].turns).toBe(6)
    expect(file.checks.map(({ name, at }) => [name, at])).toEqual([
      ['it is cancelled', 3],
      ['read', 4],
      ['the first goal is reached', 3],
      ['the second goal is reached', 6]
    ])
  })

  it('are not joined where one world cannot hold both', async () => {
    const reason = async (other: Original | null, from = original()) => {
      const failed = await compose.vary(from, tools('a', { partners: partner(other) })).catch((error: Error) => error)
      return failed instanceof UnfitAttempt ? failed.message : failed
    }
    const clash = second()
    clash.file.setup.tools = [{ ...tool('get_order'), description: 'Another one.' }]
    expect(await reason(clash)).toBe('Both have a tool "get_order", and they are different ones.')
    expect(await reason(null)).toMatch(/^“second” has no answers/)
    expect(await reason({ ...second(), computed: true })).toBe('One is computed by a ground, and the other is not.')
    const [one, two] = [original(), second()]
    one.file.setup = { ...one.file.setup, domain: 'android', tools: [] }
    two.file.setup = { ...two.file.setup, domain: 'android', tools: [], initialState: 'another screen' }
    expect(await reason(two, one)).toBe('The screen on which the first ends is not the one on which the second begins.')
    await expect(compose.vary(original(), tools('a'))).rejects.toMatchObject({ never: true })
  })
})

describe('31.35 a variation is kept', () => {
  const named = { name: 'orders-state-0-1', title: 'An order is cancelled (other state)' }
  /** Answers each run by what it is. */
  const judge =
    (
      verdicts: { whole?: string; cut?: string; empty?: string; old?: string; real?: string },
      seen: string[] = []
    ): Rehearse =>
    async ({ scenario }, answers) => {
      const length = scenario.actions?.length
      const what = (() => {
        if (answers === null) return 'real'
        if (length === 2) return 'cut'
        if (answers[0]?.observation === '-') return 'empty'
        return answers[0]?.observation.includes('O-17') ? 'old' : 'whole'
      })()
      seen.push(what)
      const usual = what === 'whole' || what === 'real' ? 'pass' : 'fail'
      return { verdict: (verdicts[what] ?? usual) as 'pass', why: `so it is (${what}).` }
    }

  it('if it validates, the original passes, the world passes for real, and changed runs do not', async () => {
    const seen: string[] = []
    const tried = await attempt(state, original({}, { computed: true }), {
      ...tools('a'),
      named,
      rehearse: judge({}, seen)
    })
    expect(seen).toEqual(['whole', 'cut', 'empty', 'old', 'real'])
    expect(tried).toMatchObject({ kept: { tried: 5, scenario: named } })
    if (!('kept' in tried)) return
    // It is written and read again as it is.
    expect(ScenarioFile.parse(writtenScenario(tried.kept.scenario))).toEqual(tried.kept.scenario)
  })

  it('and dropped with the reason otherwise', async () => {
    const reason = async (verdicts: Parameters<typeof judge>[0], variation: Variation = state) => {
      const from = original({}, { computed: true })
      const tried = await attempt(variation, from, { ...tools('a'), named, rehearse: judge(verdicts) })
      return 'dropped' in tried ? tried.dropped.reason : 'kept'
    }
    expect(await reason({ whole: 'fail' })).toBe('A replay of the original does not pass: so it is (whole).')
    expect(await reason({ whole: 'inconclusive' })).toMatch(/^A replay/)
    expect(await reason({ cut: 'pass' })).toBe('Its checks cannot fail: a run without its last action passes too.')
    expect(await reason({ empty: 'pass' })).toMatch(/in which every answer is empty passes too/)
    expect(await reason({ old: 'pass' })).toMatch(/with the answers of the original passes too/)
    expect(await reason({ real: 'fail' })).toBe('Run for real it does not pass: so it is (real).')
    expect(await reason({ cut: 'inconclusive', empty: 'inconclusive' })).toBe('kept')
    const broken: Variation = {
      ...state,
      async vary(from) {
        const { file, takes } = from
        return {
          file: { ...file, checks: [{ name: 'x', axis: 'Ctrl', at: 1, expect: { json: '$[' } }] },
          takes,
          how: 'a path'
        }
      }
    }
    expect(await reason({}, broken)).toMatch(/^It is no valid scenario: checks\.0\./)
  })
})
