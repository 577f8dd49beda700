// The llama-server engine with a real llama-server and a real model: SmolLM2-135M on the CPU.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LoadOptions } from '../../src/core/contract/fit.ts'
import { findDomain } from '../../src/core/domains/index.ts'
import { OrreryError } from '../../src/core/errors.ts'
import { MARKER, parse } from '../../src/core/step/parse.ts'
import { buildPrompt } from '../../src/core/step/prompt.ts'
import { Setup, type Step } from '../../src/core/tree/model.ts'
import type { Engine, EngineEvent, Request } from '../../src/core/tree/ports.ts'
import { createLlamaServerEngine, type LlamaServerStatus } from '../../src/host/engines/llama-server/index.ts'
import { writeTinyModel } from '../fixtures/tiny-gguf.ts'
import { must } from '../must.ts'
import { orNotRun } from './bring.ts'
import { llamaServer } from './llama-server.ts'
import { smollm2 } from './smollm2.ts'
import { expectValueOrError } from './value-or-error.ts'

const program = await orNotRun(llamaServer)
const smallest = await orNotRun(smollm2)
const terminal = findDomain('terminal')
const template = must(terminal.templates.find(({ name }) => name === 'small'))
const setup = Setup.parse({ domain: 'terminal', template: 'small' })

type Past = Pick<Step, 'action' | 'observation'>[]
function typed(line: string, over: Partial<Request> = {}, past: Past = []): Request {
  const action = terminal.fromText(line)
  return {
    messages: buildPrompt(terminal, template, setup, past, action).messages,
    prefill: `${MARKER}\nroot@box:~# ${line}\n`,
    thinking: template.thinking,
    stop: template.stop,
    sampling: { temperature: 0, topK: 20, topP: 0.95, maxTokens: 48 },
    seed: 1,
    strict: false,
    owner: 'test',
    repeats: 0,
    shape: { tags: false, schema: null },
    trace: false,
    parent: null,
    action,
    ...over
  }
}

const seen: LlamaServerStatus[] = []
let engine: Engine
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-llama-server-'))
  engine = createLlamaServerEngine({
    modelPath: smallest,
    name: 'smollm2-135m',
    hash: null,
    template: 'small',
    load: LoadOptions.parse({ contextSize: 4096, sequences: 2 }),
    program,
    onStatus: (status) => seen.push(status)
  })
})
afterAll(async () => {
  await engine?.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const { signal } = new AbortController()
async function answer(asked: Request, by = engine) {
  const events: EngineEvent[] = []
  for await (const event of by.generate(asked, { signal })) events.push(event)
  const text = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')
  const done = events.at(-1)
  if (done?.type !== 'done') throw new Error('The answer did not end in done.')
  return { text, done, events, observation: parse(text).observation }
}

test('a step is answered, told from reading to the end', async () => {
  const { text, done, events } = await answer(typed('pwd'))
  expect(text.startsWith(`${MARKER}\nroot@box:~# pwd\n`)).toBe(true)
  expect(text.length).toBeGreaterThan(`${MARKER}\nroot@box:~# pwd\n`.length)
  expect(done).toMatchObject({ engine: 'llama-server', model: { name: 'smollm2-135m', hash: null }, trace: null })
  const read = events.flatMap((event) => (event.type === 'progress' && event.phase === 'read' ? [event] : []))
  expect(read.at(-1)).toMatchObject({ done: done.tokens.prompt, total: done.tokens.prompt })
  expect(seen.slice(0, 2)).toEqual([
    { state: 'loading', device: null, contextSize: 4096 },
    { state: 'ready', device: expect.any(String), contextSize: 4096 }
  ])
})

test('10.5 the next turn and a turn gone back to read only what is new', async () => {
  const first = await answer(typed('ls'))
  const past: Past = [{ action: terminal.fromText('ls'), observation: { text: first.observation } }]
  const next = await answer(typed('cat notes.txt', {}, past))
  expect(next.done.tokens.cached).toBeGreaterThanOrEqual(first.done.tokens.prompt - 16)
  // Going back: the same history with another last action.
  const other = await answer(typed('whoami', {}, past))
  expect(other.done.tokens.cached).toBeGreaterThanOrEqual(first.done.tokens.prompt - 16)
})

test('strict mode reuses nothing and repeats itself', async () => {
  const asked = typed('date', { strict: true, sampling: { ...setup.sampling, temperature: 0.8, maxTokens: 32 } })
  const [one, two] = [await answer(asked), await answer(asked)]
  expect(two.text).toBe(one.text)
  expect([one.done.tokens.cached, two.done.tokens.cached]).toEqual([0, 0])
})

test('a shape holds the answer to its schema', async () => {
  const schema = {
    type: 'object',
    properties: { lines: { type: 'integer' } },
    required: ['lines'],
    additionalProperties: false
  }
  const sampling = { ...setup.sampling, temperature: 0, maxTokens: 200 }
  const { text } = await answer(typed('wc -l', { prefill: '', stop: [], sampling, shape: { tags: false, schema } }))
  expect(JSON.parse(text)).toEqual({ lines: expect.any(Number) })
})

test('a shape with room for an error holds the answer to one or the other', () =>
  expectValueOrError((line, over, past) => answer(typed(line, over, past))))

test('a trace has every token with its alternatives', async () => {
  const { text, done } = await answer(typed('uname', { trace: true, stop: [], prefill: 'Linux' }))
  const trace = done.trace ?? []
  expect(`Linux${trace.map((token) => token.text).join('')}`).toBe(text)
  for (const { probability, top } of trace) {
    expect(probability).toBeGreaterThan(0)
    expect(top).toHaveLength(5)
    expect(top.reduce((sum, one) => sum + one.probability, 0)).toBeLessThanOrEqual(1.0001)
  }
})

test('tokens are counted as the prompt counts them', async () => {
  const [none, some] = (await engine.countTokens(['', 'root@box:~# ls'])) ?? []
  expect(none).toBe(0)
  expect(some).toBeGreaterThan(3)
})

test('8.3 a prompt that does not fit is refused with the numbers', async () => {
  const long = typed(`echo ${'word '.repeat(6000)}`)
  const error = await answer(long).then(
    () => null,
    (thrown: unknown) => thrown
  )
  if (!(error instanceof OrreryError)) throw new Error(`A refusal was expected, not ${error}.`)
  expect([error.code, error.message]).toEqual([
    'context-full',
    expect.stringMatching(/^The prompt has \d+ tokens and the context holds 4096\./)
  ])
})

test('two worlds are answered at once, and cancelling one leaves the other', async () => {
  const abort = new AbortController()
  const sampling = { ...setup.sampling, temperature: 0.8, maxTokens: 2000 }
  const endless = engine.generate(typed('yes', { stop: [], sampling }), { signal: abort.signal })
  for (let next = await endless.next(); !next.done && next.value.type !== 'text'; ) next = await endless.next()
  const beside = await answer(typed('id'))
  expect(beside.events.filter(({ type }) => type === 'queued')).toEqual([])
  abort.abort()
  await expect(
    (async () => {
      for await (const _ of endless);
    })()
  ).rejects.toMatchObject({ code: 'cancelled' })
  expect((await answer(typed('id'))).text).toBe(beside.text)
})

// A template that opens every answer with a thought, as Qwen3.5's does, and closes it where thinking is off.
const THINKING = `{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n<think>\n' }}{% if enable_thinking is defined and enable_thinking is false %}{{ '\n</think>\n\n' }}{% endif %}{% endif %}`

test('a thought that the template opens is part of the answer, and is closed before a prefill', async () => {
  const modelPath = join(folder, 'thinking.gguf')
  const scripts = [
    { pieces: ['<0x0A>', 'hmm', '</think>', 'ok'], after: 'end' as const },
    { pieces: ['§', 'Hello'], after: 'end' as const }
  ]
  writeTinyModel(modelPath, { scripts, chatTemplate: THINKING })
  const load = LoadOptions.parse({ contextSize: 2048 })
  const options = { modelPath, name: 'thinking', hash: null, template: 'standard' as const, load }
  const thinker = createLlamaServerEngine({ ...options, program })
  try {
    const asked = typed('ls', { thinking: true, prefill: '', stop: [] })
    const thought = await answer(asked, thinker)
    expect(thought.text).toBe('<think>\nhmm</think>ok')
    const begun = await answer({ ...asked, prefill: '§' }, thinker)
    expect(begun.text).toBe('§Hello')
    // The same conversation with the thought closed, and one character more.
    expect(begun.done.tokens.prompt).toBeGreaterThan(thought.done.tokens.prompt)
  } finally {
    await thinker.dispose()
  }
})

describe('a hybrid mixture of experts', () => {
  // The shape of the 35B-A3B, whose recurrent layers cannot be rewound: without checkpoints each turn would read everything again.
  test('10.5 goes back to an earlier turn without reading it again', async () => {
    const modelPath = join(folder, 'hybrid.gguf')
    writeTinyModel(modelPath, {
      scripts: [{ pieces: ['§', 'Hello ', 'world'], after: 'end' }],
      architecture: 'qwen35moe'
    })
    const load = LoadOptions.parse({ contextSize: 4096, cpuExperts: 2 })
    const hybrid = createLlamaServerEngine({
      modelPath,
      name: 'hybrid',
      hash: null,
      template: 'small',
      load,
      program
    })
    try {
      const turn = (text: string): Request['messages'] => [
        { role: 'user', content: text },
        { role: 'assistant', content: 'Hello world' }
      ]
      const ask = (messages: Request['messages'], last: string) =>
        answer(
          typed('ls', { messages: [...messages, { role: 'user', content: last }], prefill: '§', stop: [] }),
          hybrid
        )
      const history = [...turn(`one ${'of words '.repeat(100)}`), ...turn(`two ${'of words '.repeat(100)}`)]
      const here = await ask(history, 'three')
      const [on, back] = [await ask([...history, ...turn('three')], 'four'), await ask(history, 'another three')]
      expect([here.text, on.text, back.text]).toEqual(['§Hello world', '§Hello world', '§Hello world'])
      const read = [on, back].map(({ done }) => done.tokens.prompt - done.tokens.cached)
      expect(here.done.tokens.prompt).toBeGreaterThan(1000)
      // Its checkpoints are a few tokens before the end of a prompt, and where the last user message begins.
      const added = on.done.tokens.prompt - here.done.tokens.prompt
      expect(read[0]).toBeLessThanOrEqual(added + 8)
      expect(read[1]).toBeLessThanOrEqual(40 + 'another three'.length)
    } finally {
      await hybrid.dispose()
    }
  })
})
