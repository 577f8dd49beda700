import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Perturbation } from '../../../src/core/faults/perturbation.ts'
import { perturbations } from '../../../src/core/faults/perturbations/index.ts'
import type { Trigger } from '../../../src/core/tree/conditions.ts'
import type { PerturbationUse } from '../../../src/core/tree/model.ts'
import { act, committed, scripted, start, tagged } from '../acting.ts'

const about = { description: '', weakness: '', kind: 'explicit', options: z.json() } as const
const examples: Perturbation['examples'] = [{ domain: 'terminal', turns: [{ action: 'ls', observation: '$ ls' }] }]
const marks: Perturbation = {
  ...{ name: 'marks', title: 'Marks', ...about, examples },
  alter: (_, text) => ({ text: `${text}!`, draw: null, detail: 'marked' })
}
const speaks: Perturbation = {
  ...{ name: 'speaks', title: 'Speaks', ...about, examples },
  instruct: () => ({ text: 'Say no.', draw: null, detail: 'Say no.' }),
  took: (_, text) => text.includes('no')
}

/** The turns of a world in which the use took part. */
async function turnsFired(typed: string[], ...uses: PerturbationUse[]): Promise<number[][]> {
  perturbations.push(marks)
  try {
    start(scripted(({ action }) => [tagged(JSON.stringify(action).includes('two') ? 'two' : 'one')]).engine, {
      perturbations: uses
    })
    const fired = uses.map((): number[] => [])
    for (const [index, line] of typed.entries()) {
      const { call } = committed(await act({ action: [{ keystrokes: `${line}\n`, duration: 1 }] }))
      for (const { id } of call.firings) fired[uses.findIndex((use) => use.id === id)]?.push(index + 1)
    }
    return fired
  } finally {
    perturbations.splice(perturbations.indexOf(marks), 1)
  }
}
const use = (when: Trigger, id = 'm'): PerturbationUse => ({ name: 'marks', id, options: {}, when })
const six = ['git one', 'ls two', 'git two', 'ls one', 'git two', 'git one']

describe('31.1 triggers', () => {
  it.each<[Trigger, number[]]>([
    [{}, [1, 2, 3, 4, 5, 6]],
    [{ tool: 'git' }, [1, 3, 5, 6]],
    [{ tool: 'g*', call: [2, 4] }, [3, 6]],
    [{ action: 'ls' }, [2, 4]],
    [{ action: { matches: 'two$' } }, [2, 3, 5]],
    [{ observation: 'two' }, [2, 3, 5]],
    [{ observation: 'two', call: 2 }, [3]],
    [{ turn: 4 }, [4]],
    [{ every: 2 }, [2, 4, 6]],
    [{ tool: 'git', every: 2 }, [3, 6]],
    [{ times: 2 }, [1, 2]],
    [{ turn: 2, for: 3 }, [2, 3, 4]],
    [{ tool: 'git', call: 2, for: 2 }, [3, 5]],
    [{ while: { observation: 'two' } }, [3, 4, 6]],
    [{ probability: 0 }, []],
    [{ probability: 1 }, [1, 2, 3, 4, 5, 6]]
  ])('%j fires in turns %j', async (when, turns) => {
    expect(await turnsFired(six, use(when))).toEqual([turns])
  })

  it('after another one', async () => {
    expect(await turnsFired(six, use({ turn: 3 }, 'a'), use({ after: 'a', tool: 'git' }, 'b'))).toEqual([[3], [5, 6]])
  })

  it('by chance, the same every time, and another way with another seed', async () => {
    const many = Array.from({ length: 30 }, () => 'ls one')
    const [one] = await turnsFired(many, use({ probability: 0.5 }))
    expect(await turnsFired(many, use({ probability: 0.5 }))).toEqual([one])
    expect(one?.length).toBeGreaterThan(5)
    expect(one?.length).toBeLessThan(25)
  })
})

describe('what the model was told is looked for', () => {
  async function told(...answers: string[]) {
    perturbations.push(speaks)
    try {
      const { engine, requests } = scripted(() => [tagged(answers[requests.length - 1] ?? '')])
      start(engine, { perturbations: [{ name: 'speaks', options: {} }] })
      const events = await act()
      return { requests, events, ...committed(events) }
    } finally {
      perturbations.splice(perturbations.indexOf(speaks), 1)
    }
  }
  it('and found', async () => {
    const { requests, call } = await told('no')
    expect(requests).toHaveLength(1)
    expect(call.firings).toMatchObject([{ name: 'speaks', took: true }])
    expect(call.warnings).toEqual([])
  })
  it('asked for once more', async () => {
    const { requests, call, step, events } = await told('yes', 'no then')
    expect(requests).toHaveLength(2)
    expect(requests[1]?.messages.at(-1)?.content).toContain('must show it')
    expect(step.observation.text).toBe('no then')
    expect(call.firings).toMatchObject([{ took: true }])
    expect(call.tokens).toMatchObject({ prompt: 20, generated: 6 })
    expect(events.filter(({ type }) => type === 'restart')).toHaveLength(1)
  })
  it('and given up', async () => {
    const { requests, call } = await told('yes', 'yes')
    expect(requests).toHaveLength(2)
    expect(call.firings).toMatchObject([{ took: false }])
    expect(call.warnings.join()).toContain('Say no.')
  })
})
