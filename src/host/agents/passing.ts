// Tools of a link that a real server answers, on the word of the person at this machine. What it answered is a step like any other.

import type { z } from 'zod'
import type { StreamEvent, streams } from '../../core/contract/index.ts'
import type { Link, LinkRow } from '../../core/contract/links.ts'
import { toolsForAgents } from '../../core/domains/agent-tools.ts'
import { findDomain } from '../../core/domains/index.ts'
import { toolCallOf } from '../../core/domains/tool-call.ts'
import { OrreryError } from '../../core/errors.ts'
import { MARKER } from '../../core/step/parse.ts'
import type { Action } from '../../core/tree/model.ts'
import type { Engine } from '../../core/tree/ports.ts'
import type { Store } from '../../core/tree/store.ts'
import type { Forwarding } from '../domains/tools/forward.ts'
import { type Confirm, confirming } from '../process/confirm.ts'

export interface Passing {
  /** Passes these tools of the link on from now, in the place of what was passed on before. */
  begin(
    link: Link,
    asked: Asked,
    options: { signal: AbortSignal; rowOf: (link: Link) => LinkRow; still: () => Link }
  ): AsyncGenerator<StreamEvent<'links.passThrough'>>
  of(link: string): LinkRow['passed']
  /** The engine of a step of this link: what is passed on is not asked of `engine`. */
  around(link: string, engine: Engine): Engine
  end(link: string): void
  dispose(): Promise<void>
}

type Asked = Omit<z.output<(typeof streams)['links.passThrough']['input']>, 'id'>

export function createPassing({ confirm, store }: { confirm: Confirm | undefined; store: Store }): Passing {
  const open = new Map<string, { tools: string[]; forwarding: Forwarding }>()
  const confirmed = confirming(confirm)

  async function end(link: string): Promise<void> {
    const found = open.get(link)
    open.delete(link)
    await found?.forwarding.close()
  }

  return {
    async *begin(link, { tools, server }, { signal, rowOf, still }) {
      const { setup } = store.branch(link.branch)
      if (findDomain(setup.domain).agents) throw new OrreryError('invalid-input', NO_TOOLS)
      if (link.forks) throw new OrreryError('invalid-input', NO_FORKS)
      missing(
        tools,
        toolsForAgents(setup).map(({ name }) => name),
        'This world'
      )
      if ('command' in server) yield* confirmed(server, { signal })
      // MCP's library is large, and few links pass anything on.
      const { openForwarding } = await import('../domains/tools/forward.ts')
      const forwarding = yield* openForwarding(server, { signal })
      try {
        missing(tools, forwarding.tools, forwarding.name)
        // It may have been revoked while the server was started.
        still()
      } catch (error) {
        await forwarding.close()
        throw error
      }
      await end(link.id)
      open.set(link.id, { tools: [...new Set(tools)], forwarding })
      yield { type: 'passing', link: rowOf(link) }
    },
    of(link) {
      const found = open.get(link)
      return found ? { server: found.forwarding.name, tools: found.tools } : null
    },
    around(link, engine) {
      const found = open.get(link)
      return found ? passingOn(engine, found) : engine
    },
    end: (link) => void end(link),
    dispose: async () => {
      await Promise.all([...open.keys()].map(end))
    }
  }
}

const NO_TOOLS = 'Only worlds whose tools are their own can pass some of them on: make a world of kind "mcp" with them.'
const NO_FORKS = 'A real server cannot be forked: pass tools on in a link that makes no forks.'

/** @throws OrreryError invalid-input naming the first tool that `whose` does not have */
function missing(wanted: string[], there: string[], whose: string): void {
  const lacking = wanted.find((name) => !there.includes(name))
  if (lacking === undefined) return
  throw new OrreryError('invalid-input', `${whose} has no tool "${lacking}". It has: ${there.join(', ') || 'none'}.`)
}

// It was recorded in the real environment, just now (docs/decisions/023).
export const PASSED = 'recorded'

/** As a recording does it: what really answered is held word for word, and nothing else may answer it. */
function passingOn(engine: Engine, { tools, forwarding }: { tools: string[]; forwarding: Forwarding }): Engine {
  const isPassed = (action: Action) => tools.includes(toolCallOf(action).name)
  return {
    ...engine,
    holds: (parent, action) => isPassed(action) || (engine.holds?.(parent, action) ?? false),
    async *generate(request, options) {
      if (!isPassed(request.action)) return yield* engine.generate(request, options)
      const { name, arguments: args } = toolCallOf(request.action)
      const { text, known } = await forwarding.call(name, args, options.signal)
      // An observation is never empty; what came without text is in its content.
      const content = known.content ?? [{ type: 'text', text }]
      yield { type: 'text', text: `${MARKER}\n${text || '(no text)'}` }
      const tokens = { prompt: 0, cached: 0, generated: 0 }
      const model = { name: forwarding.name, hash: null }
      yield {
        type: 'done',
        tokens,
        cut: null,
        trace: null,
        engine: PASSED,
        model,
        result: { ...known, ...(!text && { content }) }
      }
    }
  }
}
