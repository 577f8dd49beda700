// A host with its doors open, in this process: worlds are made here, and what answers in them is said here.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Handlers } from '../../src/core/contract/index.ts'
import type { LinkRow } from '../../src/core/contract/links.ts'
import { NewSetup } from '../../src/core/tree/model.ts'
import type { Engine, Request } from '../../src/core/tree/ports.ts'
import { createHost, type HostOptions } from '../../src/host/host.ts'
import { bridgeClient } from '../../src/renderer/store/client.ts'
import { mountBridge } from '../contract/direct.ts'
import { must } from '../must.ts'

export interface Served {
  /** `http://127.0.0.1:PORT`. */
  url: string
  key: string
  people: ReturnType<typeof bridgeClient>
  host: Handlers
  /** A world with a link to it. */
  world(setup: Partial<NewSetup> & { domain: string }, options?: { forks?: boolean }): Promise<LinkRow>
  close(): Promise<void>
}

/** @param answer the whole turn of the model, by what it is asked; or an engine */
export async function serveDoors(
  answer: ((request: Request) => string | Promise<string>) | Engine,
  options: Pick<HostOptions, 'window'> = {}
): Promise<Served> {
  const home = mkdtempSync(join(tmpdir(), 'orrery-doors-'))
  const engine = 'info' in answer ? answer : scripted(answer)
  const host = await createHost({ home, resources: 'resources', engine, ...options })
  const people = bridgeClient(mountBridge(host))
  const { url, model } = await people.call('doors.open', {})
  return {
    url: must(url),
    key: model.key,
    people,
    host,
    async world(setup, options = {}) {
      const made = await people.call('worlds.create', { setup: NewSetup.parse({ grounding: 'model', ...setup }) })
      return people.call('links.create', { session: made.session.id, branch: made.branch.id, ...options })
    },
    async close() {
      await host.dispose()
      rmSync(home, { recursive: true })
    }
  }
}

// As many as a client needs to see that an answer streams.
const PIECES = 4

/** Says what it is told to, in pieces. */
export function scripted(answer: (request: Request) => string | Promise<string>): Engine {
  const model = { name: 'scripted', hash: null }
  return {
    info: () => ({ engine: 'scripted', model, contextSize: 4096, template: 'standard' }),
    async *generate(request, { signal }) {
      const left = Promise.withResolvers<never>()
      left.promise.catch(() => {})
      signal.addEventListener('abort', () => left.reject(signal.reason))
      const text = await Promise.race([answer(request), left.promise])
      const size = Math.ceil(text.length / PIECES)
      for (let at = 0; at < text.length; at += size) {
        signal.throwIfAborted()
        yield { type: 'text', text: text.slice(at, at + size) }
        await new Promise((resolve) => setImmediate(resolve))
      }
      const words = (said: string) => said.split(/\s+/).length
      const prompt = words(request.messages.map(({ content }) => content).join(' '))
      const cut = request.sampling.maxTokens < words(text) ? ('length' as const) : null
      const tokens = { prompt, cached: 0, generated: words(text) }
      yield { type: 'done', tokens, cut, trace: null, engine: 'scripted', model }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }
}

/** What a world shows, as a model says it. */
export const shows = (text: string): string => `<predicted_observation>${text}</predicted_observation>`
