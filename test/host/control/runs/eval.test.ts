import { appendFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunEvent } from '../../../../src/core/contract/runs.ts'
import { OrreryError } from '../../../../src/core/errors.ts'
import { Sampling } from '../../../../src/core/tree/model.ts'
import type { Engine, Request } from '../../../../src/core/tree/ports.ts'
import { must } from '../../../must.ts'
import { runsOf } from './runs.ts'

const fixture = await readFile(new URL('../../../fixtures/agentworldbench-sample.jsonl', import.meta.url), 'utf8')
// The turns that the figures of resources/models/README.md are measured on.
const heldOut = await readFile(new URL('../../../../model/held-out-200.jsonl', import.meta.url), 'utf8')
const read = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
const samples = read(fixture)
const known = [...samples, ...read(heldOut)]
const MARKER = '**Environment Observation:**\n'
const cost = { ms: expect.any(Number), tokens: 1 }
const perfect = { exactRaw: 1, exactNormalised: 1, wordF1: 1, rougeL: 1, levenshtein: 1, ...cost }

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-eval-'))
})
afterEach(() => rm(home, { recursive: true }))

/** An engine that answers with what `say` gives, and keeps the requests. */
function engine(say: (request: Request) => string, template: 'standard' | 'small' = 'small') {
  const requests: Request[] = []
  const model = { name: 'demo', hash: null }
  const made: Engine = {
    info: () => ({ engine: 'llama', model, contextSize: 4096, template }),
    async *generate(request, { signal }) {
      signal.throwIfAborted()
      requests.push(request)
      const text = say(request)
      const tokens = { prompt: 1, cached: 0, generated: 1 }
      yield { type: 'text', text: request.prefill }
      yield { type: 'text', text: text.startsWith(request.prefill) ? text.slice(request.prefill.length) : text }
      yield { type: 'done', tokens, cut: null, trace: null, engine: 'llama', model }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }
  return Object.assign(made, { requests })
}

/** What really happened after the prompt of this request. */
function truth({ messages }: Request): string {
  const asked = must(messages.at(-1)).content
  const before = must(messages.at(-2)).content
  const found = known.find(
    (one) => one.current_prompt === asked && (one.turn_idx === 1 || one.response.at(-2) === before)
  )
  return found.response.at(-1)
}

interface Options {
  run?: string
  template?: string
  seed?: number
  greedy?: boolean
  limit?: number
}

async function run(
  text: string,
  by: Engine,
  {
    signal = new AbortController().signal,
    sampling = Sampling.parse({}),
    run: name = 'r',
    ...options
  }: Options & { signal?: AbortSignal; sampling?: Sampling } = {}
) {
  const events: RunEvent[] = []
  const { streams } = runsOf({ home, engine: by, sampling })
  const input = { kind: 'eval', name, options: { ...options, text } }
  for await (const event of streams['runs.start'](input, { signal })) events.push(event)
  return events
}

const jobs = (events: RunEvent[]) => events.filter((event) => event.type === 'job')
const file = (name = 'r') => join(home, 'evals', `${name}.jsonl`)
const written = async () => read(await readFile(file(), 'utf8'))

test('the held-out turns of the own model are read whole, and a perfect model scores 1 on them', async () => {
  const by = engine(truth)
  const events = await run(heldOut, by)
  expect(events.at(-1)).toMatchObject({ report: { overall: { samples: 200, failed: 0, ...perfect } } })
})

test('a perfect model scores 1 on every measure, overall, per task and per kind', async () => {
  const events = await run(fixture, engine(truth, 'standard'))
  expect(events[0]).toEqual({ type: 'started', total: 12, known: 0, output: file() })
  expect(events.slice(1, -1)).toEqual(
    samples.map(({ id, turn_idx: turn }, index) => ({
      type: 'job',
      kind: 'eval',
      job: index + 1,
      label: `${id} turn ${turn}`,
      resumed: false,
      error: null,
      result: {
        gen: expect.any(String),
        raw: expect.any(String),
        warnings: [],
        ms: expect.any(Number),
        tokens: expect.any(Number)
      },
      done: index + 1,
      total: 12
    }))
  )
  // Three samples end in the error that belongs to what was done.
  const rules = { Err: { held: 1, samples: 3 } }
  expect(events.at(-1)).toEqual({
    type: 'report',
    kind: 'eval',
    report: {
      overall: { samples: 12, failed: 0, ...perfect, rules },
      byTask: { terminal: { samples: 12, failed: 0, ...perfect, rules } },
      byKind: {
        compute: { samples: 2, failed: 0, ...perfect },
        content: { samples: 1, failed: 0, ...perfect },
        control: { samples: 1, failed: 0, ...perfect },
        empty: { samples: 1, failed: 0, ...perfect },
        error: { samples: 3, failed: 0, ...perfect, rules },
        running: { samples: 1, failed: 0, ...perfect },
        state: { samples: 3, failed: 0, ...perfect }
      },
      curve: [2, 2, 2, 2, 1, 1, 1, 1].map((turns, at) => ({ turn: at + 1, exact: 1, turns }))
    },
    output: file()
  })
})

describe('what the model is asked', () => {
  test("a sample's own system prompt, its history as it stands, and the prompt to answer", async () => {
    const by = engine(truth, 'standard')
    await run(`${JSON.stringify(samples[2])}\n`, by)
    const [first, second, third] = samples[2].prompt
    expect(by.requests).toEqual([
      {
        messages: [
          { role: 'system', content: samples[2].system_str },
          { role: 'user', content: first },
          { role: 'assistant', content: samples[2].response[0] },
          { role: 'user', content: second },
          { role: 'assistant', content: samples[2].response[1] },
          { role: 'user', content: third }
        ],
        prefill: '',
        thinking: true,
        tagged: true,
        stop: [],
        sampling: { temperature: 0.6, topK: 20, topP: 0.95, maxTokens: 32_768 },
        seed: expect.any(Number),
        strict: false,
        owner: 'eval',
        repeats: 0,
        counts: true,
        fresh: false,
        shape: { tags: false, schema: null },
        trace: false,
        parent: expect.stringMatching(/^[0-9a-f]{64}$/),
        action: [{ keystrokes: "printf 'pear\\napple\\nfig\\n' > fruit.txt; wc -l fruit.txt\n", duration: 0.5 }]
      }
    ])
  })

  test('the small template: its system prompt where the sample brings none, and the echo as prefill', async () => {
    const by = engine(truth)
    await run(fixture, by)
    const [request] = by.requests.slice(9)
    expect(must(must(request).messages[0]).content).toMatch(/^# Task\n\nYou are a Linux terminal\./)
    expect(must(request).prefill).toBe(
      `${MARKER}root@sim:~/shop# echo 'print("café ☕")' > main.py && git status --short\n`
    )
    expect(must(request).thinking).toBe(false)
  })

  test('tokens are drawn as published for the model, and greedy means temperature 0; a seed gives each sample its own', async () => {
    const sampling = Sampling.parse({ temperature: 0.3, topK: 5 })
    const drawn = engine(truth)
    await run(fixture, drawn, { sampling, limit: 1 })
    expect(drawn.requests[0]?.sampling).toEqual({ ...sampling, maxTokens: 2048 })
    const by = engine(truth)
    await run(fixture, by, { sampling, greedy: true, limit: 3, run: 'greedy' })
    expect(by.requests.map((one) => one.sampling)).toEqual(
      Array(3).fill({ ...sampling, temperature: 0, maxTokens: 2048 })
    )
    expect(new Set(by.requests.map(({ seed }) => seed)).size).toBe(3)
  })
})

test('an answer that was cut off is measured as it stands, without a mark, and says what ended it', async () => {
  const whole = engine(() => `${MARKER}root@sim:~# y\ny\ny\n`)
  const by: Engine = {
    ...whole,
    async *generate(request, options) {
      for await (const event of whole.generate(request, options)) {
        yield event.type === 'done' ? { ...event, cut: 'repetition' } : event
      }
    }
  }
  await run(fixture, by, { limit: 1 })
  expect(await written()).toMatchObject([
    {
      gen: 'root@sim:~# y\ny\ny',
      orrery: { warnings: ['The answer went on repeating itself and was cut off there.'] }
    }
  ])
})

test('a small model that is asked for tags is held to them', async () => {
  const by = engine(() => '<predicted_observation>a</predicted_observation>', 'small')
  await run(fixture, by, { limit: 1, template: 'standard' })
  await run(fixture, by, { limit: 1, run: 'other' })
  expect(by.requests.map(({ shape }) => shape.tags)).toEqual([true, false])
})

test('predictions are written with all input fields and gen, thinking apart', async () => {
  const answer = '<think>hm</think><predicted_observation>\nroot@sim:~# pwd\n/home\n</predicted_observation>'
  await run(
    fixture,
    engine(() => answer, 'standard'),
    { limit: 1 }
  )
  expect(await written()).toEqual([
    {
      ...samples[0],
      gen: 'root@sim:~# pwd\n/home',
      orrery: {
        settings: {
          engine: 'llama',
          model: { name: 'demo', hash: null },
          template: 'standard',
          seed: 0,
          greedy: false
        },
        error: null,
        raw: answer,
        warnings: [],
        ms: expect.any(Number),
        tokens: expect.any(Number)
      }
    }
  ])
})

describe('after an interruption', () => {
  test('the same name resumes, and reports over all', async () => {
    await run(fixture, engine(truth), { limit: 5 })
    const by = engine(() => 'wrong')
    const events = await run(fixture, by, { limit: 6 })
    expect(by.requests).toHaveLength(1)
    expect(jobs(events).map(({ resumed }) => resumed)).toEqual([...Array(5).fill(true), false])
    expect(events.at(-1)).toMatchObject({ report: { overall: { samples: 6, failed: 0, exactRaw: 5 / 6 } } })
  })

  test('a last line that was cut off is dropped and predicted again', async () => {
    await run(fixture, engine(truth), { limit: 2 })
    const whole = await readFile(file(), 'utf8')
    await writeFile(file(), whole.slice(0, -30))
    const by = engine(truth)
    await run(fixture, by, { limit: 2 })
    expect(by.requests).toHaveLength(1)
    expect((await written()).map(({ id, gen }) => [id, gen.length > 0])).toEqual([
      ['notes-1', true],
      ['notes-2', true]
    ])
  })

  test('a line without its end is not glued to the next', async () => {
    await run(fixture, engine(truth), { limit: 1 })
    await appendFile(file(), '{"task":')
    await run(fixture, engine(truth), { limit: 2 })
    expect((await written()).map(({ id }) => id)).toEqual(['notes-1', 'notes-2'])
  })

  // Only Linux has a device that is always full.
  test.runIf(process.platform === 'linux')('a full disk stops the run in words that say how to go on', async () => {
    await mkdir(join(home, 'evals'))
    const full = (by: Engine) =>
      expect(run(fixture, by)).rejects.toThrow(
        new OrreryError(
          'disk-full',
          `The disk is full: "${file()}" could not be written. Free some space, then start the run again to resume it.`
        )
      )
    // A line to drop makes the file be written anew, through a device that is always full.
    await writeFile(file(), 'not a prediction\n')
    await symlink('/dev/full', `${file()}.tmp`)
    await full(engine(truth))
    await rm(file())
    await run(fixture, engine(truth), { limit: 1 })
    await appendFile(file(), 'not a prediction\n')
    await symlink('/dev/full', `${file()}.tmp`)
    const by = engine(truth)
    await full(by)
    expect(by.requests).toEqual([])
  })

  test('a sample that was edited meanwhile is another sample', async () => {
    await run(fixture, engine(truth), { limit: 1 })
    const by = engine(truth)
    await run(`${JSON.stringify({ ...samples[0], system_str: 'Other.' })}\n`, by)
    expect(by.requests).toHaveLength(1)
    expect(await written()).toHaveLength(2)
  })

  test('other settings are refused, and nothing is lost', async () => {
    await run(fixture, engine(truth), { limit: 1 })
    const before = await readFile(file(), 'utf8')
    await expect(run(fixture, engine(truth), { seed: 1 })).rejects.toThrow(
      new OrreryError(
        'conflict',
        'The run "r" was started with other options: seed was 0, is now 1. Use the same options, or choose another name.'
      )
    )
    expect(await readFile(file(), 'utf8')).toBe(before)
  })

  test('cancelling keeps what was predicted', async () => {
    const stop = new AbortController()
    let asked = 0
    const by = engine((request) => {
      if (++asked === 3) stop.abort(new OrreryError('cancelled', 'stopped'))
      if (asked === 3) stop.signal.throwIfAborted()
      return truth(request)
    })
    await expect(run(fixture, by, { signal: stop.signal })).rejects.toThrow(new OrreryError('cancelled', 'stopped'))
    expect((await written()).map(({ id }) => id)).toEqual(['notes-1', 'notes-2'])
  })
})

describe('what cannot be scored', () => {
  test('a turn without an observation is a failure with its reason, not a zero, and is not asked again', async () => {
    const silent = engine((request) => (request.parent === null ? request.prefill : truth(request)))
    const events = await run(fixture, silent, { limit: 2 })
    expect(
      events.slice(1).map((event) => (event.type === 'job' ? (event.error?.message ?? null) : event.type))
    ).toEqual(['No output: the model ended its turn without an observation. Try again, or regenerate.', null, 'report'])
    expect(events.at(-1)).toMatchObject({ report: { overall: { samples: 2, failed: 1, ...perfect } } })
    expect((await written())[0]).toMatchObject({ gen: '', orrery: { error: { code: 'no-output' } } })
    const again = engine(truth)
    await run(fixture, again, { limit: 2 })
    expect(again.requests).toEqual([])
  })

  test("the engine's own failures are tried again by the next run", async () => {
    let broken = true
    const by = engine((request) => {
      if (broken) throw new OrreryError('engine-crashed', 'The engine died.')
      return truth(request)
    })
    const events = await run(fixture, by, { limit: 1 })
    expect(events.at(-1)).toMatchObject({ report: { overall: { samples: 1, failed: 1 } } })
    broken = false
    await run(fixture, by, { limit: 1 })
    expect((await written()).map(({ gen }) => gen)).toEqual(['root@sim:~# pwd\n/root\nroot@sim:~# '])
  })

  test('five failures of the engine in a row end the run', async () => {
    const by = engine(() => {
      throw new OrreryError('engine-failed', 'Nobody answers at localhost:9.')
    })
    await expect(run(fixture, by)).rejects.toThrow(
      new OrreryError(
        'engine-failed',
        'Stopped after 5 failures in a row, the last: Nobody answers at localhost:9. Start the run again to resume it.'
      )
    )
  })

  test('no model at all ends the run at once', async () => {
    const by = engine(() => {
      throw new OrreryError('no-model', 'No model is loaded.')
    })
    await expect(run(fixture, by)).rejects.toThrow(new OrreryError('no-model', 'No model is loaded.'))
  })

  test('an evaluation ends once 10,000 lines could not be read', async () => {
    const [sample] = fixture.split('\n')
    const events = await run(`${'no\n'.repeat(10_000)}${sample}\n`, engine(truth))
    const skipped = events.filter(({ type }) => type === 'problem')
    expect(skipped).toHaveLength(1_001)
    expect(skipped.at(-1)).toEqual({
      type: 'problem',
      line: 10_000,
      reason: expect.stringMatching(/^Reading ended here, because 10,000 lines could not be read\./)
    })
    expect(events.filter(({ type }) => type === 'job')).toEqual([])
  })

  test('lines that hold no sample are skipped with their number', async () => {
    const { system_str: _, ...bare } = samples[0]
    const text = [
      '{"task"',
      JSON.stringify({ ...bare, task: 'robot' }),
      JSON.stringify({ ...bare, response: [] }),
      JSON.stringify(samples[0])
    ].join('\n')
    const events = await run(text, engine(truth))
    expect(events.slice(1, 4)).toEqual([
      { type: 'problem', line: 1, reason: expect.stringMatching(/^Not JSON/) },
      {
        type: 'problem',
        line: 2,
        reason: 'There is no domain for the task "robot", and the sample has no system prompt.'
      },
      {
        type: 'problem',
        line: 3,
        reason: 'response: response has fewer entries than turn_idx says: the true observation is missing'
      }
    ])
    expect(events.at(-1)).toMatchObject({ report: { overall: { samples: 1, failed: 0 } } })
  })

  test('a task of no known domain is predicted under its own system prompt', async () => {
    const by = engine(() => `${MARKER}{"ok": true}`)
    const sample = {
      task: 'x/crm',
      id: 7,
      prompt: ['### Turn 1\n**Action:**\n```json\n{"name":"ping"}\n```'],
      response: [`${MARKER}{"ok": true}`],
      current_prompt: '',
      system_str: 'You are a tool.',
      turn_idx: 1,
      total_turns: 1
    }
    const events = await run(JSON.stringify(sample), by)
    expect(events.at(-1)).toMatchObject({
      report: { byTask: { 'x/crm': { samples: 1, failed: 0, ...perfect } }, byKind: {} }
    })
    expect(await written()).toMatchObject([{ ...sample, gen: '{"ok": true}' }])
  })
})
