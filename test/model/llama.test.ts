// The llama engine with a real model: SmolLM2-135M on the CPU.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDomain } from '../../src/core/domains/index.ts'
import { MARKER, parse } from '../../src/core/step/parse.ts'
import { buildPrompt } from '../../src/core/step/prompt.ts'
import type { Setup, Step } from '../../src/core/tree/model.ts'
import { Setup as SetupSchema } from '../../src/core/tree/model.ts'
import type { Engine, EngineEvent, Request } from '../../src/core/tree/ports.ts'
import { createLlamaEngine, type LlamaStatus } from '../../src/host/engines/llama.ts'
import { forkEngine } from '../../src/host/engines/spawn.ts'
import { must } from '../must.ts'
import { PATIENCE } from '../patience.ts'
import { orNotRun } from './bring.ts'
import { smollm2 } from './smollm2.ts'
import { expectValueOrError } from './value-or-error.ts'

const smallest = await orNotRun(smollm2)
const terminal = findDomain('terminal')
const template = must(terminal.templates.find(({ name }) => name === 'small'))
const setup: Setup = SetupSchema.parse({ domain: 'terminal', template: 'small' })

/** What a step would ask for: `lines` typed so far with what was shown, then one more. */
function typed(line: string, over: Partial<Request> = {}, past: Pick<Step, 'action' | 'observation'>[] = []): Request {
  const action = terminal.fromText(line)
  return {
    messages: buildPrompt(terminal, template, setup, past, action).messages,
    prefill: `${MARKER}\nroot@box:~# ${line}\n`,
    thinking: template.thinking,
    stop: template.stop,
    sampling: { ...setup.sampling, maxTokens: 64 },
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

let engine: Engine
let pid: number | undefined
const seen: LlamaStatus[] = []
beforeAll(() => {
  const spawn = () => {
    const port = forkEngine()
    pid = port.pid
    return port
  }
  engine = createLlamaEngine({
    modelPath: smallest,
    name: 'smollm2-135m',
    hash: null,
    template: 'small',
    spawn,
    onStatus: (status) => seen.push(status)
  })
})
afterAll(() => engine?.dispose())

const { signal: UNTIL_IT_ENDS } = new AbortController()
async function answer(asked: Request) {
  const events: EngineEvent[] = []
  for await (const event of engine.generate(asked, { signal: UNTIL_IT_ENDS })) events.push(event)
  const pieces = events.flatMap((event) => (event.type === 'text' ? [event.text] : []))
  const done = events.at(-1)
  if (done?.type !== 'done') throw new Error('The answer did not end in done.')
  return { pieces, text: pieces.join(''), tokens: done.tokens, done }
}

/** Starts a long answer and returns once some of it has come. */
async function begin(signal: AbortSignal): Promise<AsyncGenerator<EngineEvent>> {
  const events = engine.generate(typed('yes', { stop: [], sampling: { ...setup.sampling, maxTokens: 4000 } }), {
    signal
  })
  let pieces = 0
  while (pieces < 3) {
    const next = await events.next()
    if (next.done) throw new Error('The answer ended before it could be interrupted.')
    if (next.value.type === 'text') pieces++
  }
  return events
}

async function drain(events: AsyncGenerator<EngineEvent>): Promise<void> {
  while (!(await events.next()).done);
}

describe('SmolLM2-135M', () => {
  test('answers a terminal step, streamed', async () => {
    const { pieces, text, tokens } = await answer(typed('ls -la'))
    expect(pieces.length).toBeGreaterThan(2)
    expect(text).toMatch(/^\*\*Environment Observation:\*\*\nroot@box:~# ls -la\n/)
    const { observation, thinking } = parse(text)
    expect(thinking).toBe('')
    expect(observation.length).toBeGreaterThan('root@box:~# ls -la'.length)
    for (const stop of template.stop) expect(observation).not.toContain(stop)
    expect(tokens.generated).toBeGreaterThan(0)
    expect(seen.at(-1)).toMatchObject({ state: 'ready', contextSize: 8192 })
  })

  test('a shape with room for an error holds the answer to one or the other', () =>
    expectValueOrError((line, over, past) => answer(typed(line, over, past))))

  test('reads only what is new of a second turn', async () => {
    const first = await answer(typed('pwd'))
    const past = [{ action: terminal.fromText('pwd'), observation: { text: parse(first.text).observation } }]
    const { tokens } = await answer(typed('whoami', {}, past))
    expect(tokens.cached).toBeGreaterThanOrEqual(first.tokens.prompt - 10)
    // The answer of the first turn, this turn's words, and what the template puts between them.
    expect(tokens.prompt - tokens.cached).toBeLessThan(first.tokens.generated + 90)
  })

  test('is cancelled in mid-stream and answers afterwards', async () => {
    const controller = new AbortController()
    const events = await begin(controller.signal)
    const at = performance.now()
    controller.abort()
    await expect(drain(events)).rejects.toMatchObject({ code: 'cancelled' })
    expect(performance.now() - at).toBeLessThan(PATIENCE.timeout)
    expect((await answer(typed('pwd'))).text).toContain('# pwd\n')
  })

  test('in strict mode draws the same text from the same seed, whatever came before', async () => {
    const sampling = { ...setup.sampling, temperature: 1, topK: 0, topP: 1, maxTokens: 40 }
    const drawn = (seed: number) => answer(typed('cat notes.txt', { strict: true, stop: [], sampling, seed }))
    const one = await drawn(11)
    await answer(typed('ls'))
    const two = await drawn(11)
    const other = await drawn(12)
    expect({ text: two.text, done: two.done }).toEqual({ text: one.text, done: one.done })
    expect(two.tokens.cached).toBe(0)
    expect(other.text).not.toBe(one.text)
  })

  test('killed in mid-stream gives a clear error, and the next request works', async () => {
    const events = await begin(UNTIL_IT_ENDS)
    const killed = must(pid)
    process.kill(killed, 'SIGKILL')
    await expect(drain(events)).rejects.toMatchObject({
      code: 'engine-crashed',
      message: expect.stringMatching(/SIGKILL.*restarts automatically.*try the step again/)
    })
    expect(seen.at(-1)).toMatchObject({ state: 'crashed' })
    expect((await answer(typed('pwd'))).text).toContain('# pwd\n')
    expect(pid).not.toBe(killed)
  })
})
