// Acting in a world whose engine says what a test tells it to.

import type { StepContext } from '../../src/core/step/context.ts'
import { type Branch, Setup, type StepEvent, type StepInput } from '../../src/core/tree/model.ts'
import type { Engine, EngineEvent, EngineInfo, Request } from '../../src/core/tree/ports.ts'
import { step } from '../../src/core/world.ts'
import { createFolds } from '../../src/host/database/folds.ts'
import { openStore } from '../../src/host/database/store.ts'

export const ls = [{ keystrokes: 'ls\n', duration: 1 }]
export const pwd = [{ keystrokes: 'pwd\n', duration: 1 }]
export const tagged = (text: string) => `<think>hm</think><predicted_observation>\n${text}\n</predicted_observation>`
export const tokens = { prompt: 10, cached: 4, generated: 3 }

type Done = Extract<EngineEvent, { type: 'done' }>
interface Script {
  info?: Partial<EngineInfo>
  done?: Partial<Done>
  count?: Engine['countTokens']
  load?: NonNullable<Engine['load']>
}

/** An engine that says what it is told to, and remembers what it was asked, and whether it was left before it was done. */
export function scripted(
  answer: (
    request: Request,
    signal: AbortSignal
  ) => AsyncIterable<string | EngineEvent> | Iterable<string | EngineEvent>,
  { info, done, count = async () => null, load }: Script = {}
) {
  const requests: Request[] = []
  const seen = { left: 0, hurries: [] as AbortSignal[] }
  const model = { name: 'script', hash: null }
  const engine: Engine = {
    info: () => ({ engine: 'scripted', model, contextSize: 1000, template: 'standard', ...info }),
    async *generate(request, { signal, answerNow }): AsyncGenerator<EngineEvent> {
      requests.push(request)
      if (answerNow) seen.hurries.push(answerNow)
      let ended = false
      try {
        for await (const said of answer(request, signal)) {
          yield typeof said === 'string' ? { type: 'text', text: said } : said
        }
        ended = true
        yield { type: 'done', tokens, cut: null, trace: null, engine: 'scripted', model, ...done }
      } finally {
        if (!ended) seen.left++
      }
    },
    countTokens: count,
    ...(load && { load }),
    dispose: async () => {}
  }
  return { engine, requests, seen }
}

export let world: StepContext
let now = 0

export function start(engine: Engine, setup: Partial<Setup> = {}): Branch {
  let name = 0
  now = 1000
  const store = openStore(':memory:', { clock: { now: () => now } })
  world = {
    store,
    stateAfter: createFolds(store).after,
    engine,
    clock: { now: () => now, ticks: () => now },
    names: { next: () => `n${++name}` },
    inFlight: new Set()
  }
  const main: Branch = {
    id: 'main',
    session: 's',
    title: 'main',
    tip: null,
    fork: null,
    setup: Setup.parse({ domain: 'terminal', ...setup }),
    createdAt: 0
  }
  const session = { id: 's', title: 'A world', notes: '', domain: 'terminal', createdAt: 0, updatedAt: 0 }
  world.store.createSession(session, [main])
  return main
}

export async function act(
  input: Partial<StepInput> = {},
  signal = new AbortController().signal,
  answerNow?: () => AbortSignal
): Promise<StepEvent[]> {
  const events: StepEvent[] = []
  for await (const event of step(
    world,
    { session: 's', branch: 'main', action: ls, ...input },
    { signal, answerNow }
  )) {
    events.push(event)
  }
  return events
}

export function committed(events: StepEvent[]) {
  const last = events.at(-1)
  if (last?.type !== 'committed') throw new Error(`not committed: ${JSON.stringify(last)}`)
  return last
}

export function failed(events: StepEvent[]) {
  const last = events.at(-1)
  if (last?.type !== 'failed') throw new Error(`not failed: ${JSON.stringify(last)}`)
  return last
}
