// Tools: reading their definitions, asking servers for theirs, and what they take of a prompt.
import { findDomain, findTemplate } from '../../core/domains/index.ts'
import { toolCosts } from '../../core/step/tool-costs.ts'
import { Setup } from '../../core/tree/model.ts'
import { readDefinitions } from '../domains/tools/read.ts'
import { confirming } from '../process/confirm.ts'
import type { HostParts } from './parts.ts'
import type { Topic } from './topic.ts'

export function toolHandlers({ packs, answering, confirm }: HostParts) {
  const confirmed = confirming(confirm)
  return {
    calls: {
      'tools.read': ({ text, ...around }) => readDefinitions(text, around),
      'tools.cost': async ({ domain: id, template: name, tools, hideOutputSchemas }) => {
        const domain = findDomain(id)
        const setup = Setup.parse({ domain: id, template: name, tools, hideOutputSchemas })
        const engine = await answering.engine()
        const template = findTemplate(domain, name, engine.info().template, { more: packs.templates(domain) })
        // Looking at a list must not load a model.
        const { state } = answering.status()
        const ready = state === 'ready' || state === 'generating'
        const { characters, tokens } = await toolCosts(domain, template, setup, ready ? engine : null)
        return { characters, tokens }
      }
    },
    streams: {
      async *'tools.ask'(server, { signal }) {
        if ('command' in server) yield* confirmed(server, { signal })
        // MCP's library is large, and few runs ask a server.
        const { askServer } = await import('../domains/tools/server.ts')
        yield* askServer(server, { signal })
      }
    }
  } satisfies Topic
}
