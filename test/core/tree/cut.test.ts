import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Perturbation } from '../../../src/core/faults/perturbation.ts'
import { perturbations } from '../../../src/core/faults/perturbations/index.ts'
import { clip, endingOf, marked, unmarked } from '../../../src/core/tree/cut.ts'
import type { StepEvent } from '../../../src/core/tree/model.ts'
import { act, committed, failed, ls, pwd, scripted, start, tagged, world } from '../acting.ts'

const generated = (count: number) => ({ prompt: 10, cached: 0, generated: count })
const streamed = (events: StepEvent[]) =>
  events.reduce((text, event) => {
    if (event.type === 'restart') return ''
    return event.type === 'observation' ? text + event.text : text
  }, '')

describe('5.5 an answer that was cut off says so in its last line', () => {
  it('after its tokens', async () => {
    const done = { cut: 'length' as const, tokens: generated(32_768) }
    start(scripted(() => ['<predicted_observation>\n$ cat f\nline 1\nli'], { done }).engine)
    const events = await act()
    const { step, call } = committed(events)
    expect(step.observation.text).toBe('$ cat f\nline 1\nli\n[Orrery cut this off after 32,768 tokens]')
    expect(streamed(events)).toBe(step.observation.text)
    expect(call.raw).toBe('<predicted_observation>\n$ cat f\nline 1\nli')
    expect(call.warnings).toEqual([
      'The answer was cut off after 32,768 tokens, the most that the rules allow.',
      'The observation was not closed; everything to the end was taken.'
    ])
  })

  it('when the context had less left than the rules allow', async () => {
    const done = { cut: 'length' as const, tokens: generated(100) }
    start(scripted(() => ['<predicted_observation>\na'], { done }).engine)
    expect(committed(await act()).call.warnings[0]).toBe(
      'The answer was cut off after 100 tokens, all that the context had left.'
    )
  })

  it('when it repeated itself', async () => {
    const done = { cut: 'repetition' as const }
    start(
      scripted(() => ['**Environment Observation:**\n$ ls\n$ ls\n$ ls\n'], { done, info: { template: 'small' } }).engine
    )
    const events = await act()
    const { step, call } = committed(events)
    expect(step.observation.text).toBe('$ ls\n$ ls\n$ ls\n[Orrery cut this off where it repeated itself]')
    expect(streamed(events)).toBe(step.observation.text)
    expect(call.warnings).toEqual(['The answer went on repeating itself and was cut off there.'])
  })

  it('when only its numbers kept changing', async () => {
    const done = { cut: 'counting' as const }
    start(
      scripted(() => ['**Environment Observation:**\n$ cat f\nplum 1\nplum 2\n'], { done, info: { template: 'small' } })
        .engine
    )
    const { step, call } = committed(await act())
    expect(step.observation.text).toBe(
      '$ cat f\nplum 1\nplum 2\n[Orrery cut this off where only the numbers kept changing]'
    )
    expect(call.warnings).toEqual([
      'Only the numbers in the answer kept changing, which this action gives no reason for, and it was cut off there.'
    ])
  })

  it('but not when the observation was whole by then', async () => {
    const done = { cut: 'length' as const, tokens: generated(32_768) }
    start(scripted(() => [`${tagged('$ ls')} and so on`], { done }).engine)
    const { step, call } = committed(await act())
    expect(step.observation.text).toBe('$ ls')
    expect(call.warnings).toEqual([
      'The answer was cut off after 32,768 tokens, the most that the rules allow. That was after its observation, which is whole.'
    ])
  })

  it('and one cut off while the model thought is no observation, and says why', async () => {
    const done = { cut: 'length' as const, tokens: generated(32_768) }
    start(scripted(() => ['<think>well'], { done }).engine)
    expect(failed(await act()).error).toEqual({
      code: 'no-output',
      message:
        'No output: the answer was cut off after 32,768 tokens, before the model reached its observation. Allow more tokens, or try again.'
    })
  })
})

describe('an observation is no longer than its limit', () => {
  const forever = function* () {
    yield '<think>hm</think><predicted_observation>\n'
    yield { type: 'meter' as const, tokens: generated(7), tokensPerSecond: 1 }
    while (true) yield 'yes\n'
  }

  it('generation is stopped there, and the step is kept with the mark', async () => {
    const { engine, seen } = scripted(forever)
    start(engine, { observationLimit: 201 })
    const events = await act({ trace: true })
    const { step, call } = committed(events)
    const mark = '[Orrery cut this off after 201 characters]'
    expect(step.observation.text).toBe(`${'yes\n'.repeat(50)}y\n${mark}`)
    expect(streamed(events)).toBe(step.observation.text)
    expect(events.filter(({ type }) => type === 'restart')).toEqual([])
    expect(seen.left).toBe(1)
    expect(call).toMatchObject({
      engine: 'scripted',
      model: { name: 'script', hash: null },
      tokens: generated(7),
      trace: null
    })
    expect(call.warnings).toEqual([
      'The observation was cut off after 201 characters, the most that the rules allow.',
      'The observation was not closed; everything to the end was taken.',
      'There is no trace: it comes at the end of an answer, and this one was cut off before.'
    ])
    expect(world.inFlight.size).toBe(0)
    expect(world.store.drafts('s')).toEqual([])
  })

  it('one of exactly the limit is whole', async () => {
    const { engine, seen } = scripted(() => [tagged('x'.repeat(200))])
    start(engine, { observationLimit: 200 })
    const { step, call } = committed(await act())
    expect([step.observation.text, call.warnings, seen.left]).toEqual(['x'.repeat(200), [], 0])
  })

  it('text without its tag may still be thinking, and is read on', async () => {
    const { engine } = scripted(() => [
      'I think. '.repeat(100),
      '</think><predicted_observation>\nok',
      '</predicted_observation>'
    ])
    start(engine, { observationLimit: 200 })
    const events = await act()
    expect(committed(events).step.observation.text).toBe('ok')
    expect(streamed(events)).toBe('ok')
  })

  it('holds for what a perturbation answers, which stays the perturbation’s', async () => {
    const shout: Perturbation = {
      name: 'shout',
      title: 'Shouts',
      description: '',
      weakness: '',
      kind: 'implicit',
      options: z.json(),
      examples: [{ domain: 'terminal', turns: [{ action: 'ls', observation: '$ ls' }] }],
      answer: () => ({ text: 'A'.repeat(300), draw: null, detail: 'loud' })
    }
    perturbations.push(shout)
    const { engine, requests } = scripted(() => [tagged('ok')])
    start(engine, { observationLimit: 200, perturbations: [{ name: 'shout', options: {} }] })
    const { step, call } = committed(await act({ trace: true }))
    perturbations.pop()
    expect(step.observation.text).toBe(`${'A'.repeat(200)}\n[Orrery cut this off after 200 characters]`)
    expect([call.engine, call.warnings, requests]).toEqual([
      'perturbation',
      ['The observation was cut off after 200 characters, the most that the rules allow.'],
      []
    ])
  })

  it('never cuts a character in half', () => {
    expect([clip('ab🪐', 3), clip('ab🪐', 4), clip('🪐', 1), clip('abc', 2)]).toEqual(['ab', 'ab🪐', '', 'ab'])
  })
})

describe('a mark is for readers: models and folds get what the world showed', () => {
  it('is not in the next prompt, and leaves the prompt line to be found', async () => {
    const done = { cut: 'repetition' as const }
    const { engine, requests } = scripted(() => ['**Environment Observation:**\na\nu@h:/tmp$ '], {
      done,
      info: { template: 'small' }
    })
    start(engine)
    const first = committed(await act({ action: ls })).step.observation.text
    await act({ action: pwd })
    expect(first).toBe('a\nu@h:/tmp$ \n[Orrery cut this off where it repeated itself]')
    expect(requests[1]?.messages[2]?.content).toBe('**Environment Observation:**\na\nu@h:/tmp$ ')
    expect(requests[1]?.prefill).toBe('**Environment Observation:**\nu@h:/tmp$ pwd\n')
  })

  it.each(['length', 'repetition', 'counting', 'limit'] as const)('of %s can be read off and taken off', (ending) => {
    for (const text of ['a', 'a\nb', ' ', '[x]']) {
      const text2 = marked(text, ending, { tokens: generated(1), limit: 65_536 })
      expect([endingOf(text2), unmarked(text2)]).toEqual([ending, text])
    }
  })

  it('anything else is no mark', () => {
    const texts = [
      'see [Orrery cut this off after 2 tokens]',
      '[Orrery cut this off after 2 tokens]\n$ ',
      '[Orrery cut this off after some tokens]'
    ]
    expect(texts.map((text) => [endingOf(text), unmarked(text)])).toEqual(texts.map((text) => [null, text]))
  })
})
