import { expect, it } from 'vitest'
import type { Engine, EngineEvent, Request } from '../../../src/core/tree/ports.ts'
import { recorded } from '../../record/engine.ts'
import { folder } from '../folder.ts'

const REQUEST: Request = {
  messages: [],
  prefill: '',
  thinking: false,
  stop: [],
  sampling: { temperature: 0.6, topK: 20, topP: 0.95, maxTokens: 100 },
  seed: 3,
  strict: false,
  owner: 'test',
  repeats: 0,
  shape: { tags: false, schema: null },
  trace: false,
  parent: null,
  action: [{ keystrokes: 'ls\n', duration: 1 }]
}

it('a test that was recorded with a model runs without it', async () => {
  const home = await folder()
  let disposed = false
  const model: Engine = {
    info: () => ({ engine: 'llama', model: { name: 'm', hash: null }, contextSize: 10, template: 'small' }),
    async *generate() {
      yield { type: 'text', text: '<think>hm</think>' }
      yield { type: 'text', text: '$ ls' }
      yield {
        type: 'done',
        tokens: { prompt: 5, cached: 0, generated: 2 },
        cut: null,
        trace: null,
        engine: 'llama',
        model: { name: 'm', hash: null }
      }
    },
    countTokens: async () => null,
    dispose: async () => {
      disposed = true
    }
  }
  const first = await recorded('tiny', () => model, { folder: home, record: true })
  const live = await events(first)
  await first.dispose()
  expect(disposed).toBe(true)

  const never = () => {
    throw new Error('the model is not to be asked')
  }
  const played = await events(await recorded('tiny', never, { folder: home, record: false }))
  expect(played).toEqual([
    { type: 'text', text: '<think>hm</think>$ ls' },
    { ...live.at(-1), engine: 'replay' }
  ])
})

async function events(engine: Engine): Promise<EngineEvent[]> {
  const all: EngineEvent[] = []
  for await (const event of engine.generate(REQUEST, { signal: new AbortController().signal })) all.push(event)
  return all
}
