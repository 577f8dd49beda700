// Tools: reading their definitions, asking servers for theirs, what they take of a prompt, and tables for them.
import { findDomain, findTemplate } from '../../core/domains/index.ts'
import { proposeDeclared } from '../../core/grounds/programs/declared/propose.ts'
import { statedRows } from '../../core/grounds/programs/declared/stated-rows.ts'
import { toolCosts } from '../../core/step/tool-costs.ts'
import { Setup } from '../../core/tree/model.ts'
import { readDefinitions } from '../domains/tools/read.ts'
import { confirming } from '../process/confirm.ts'
import type { HostParts } from './parts.ts'
import type { Topic } from './topic.ts'

export function toolHandlers({ packs, answering, confirm, fictions }: HostParts) {
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
      },
      'tools.declare': ({ tools, initialState, fiction }) => {
        const facts = fiction ? fictions.facts({ fiction }) : null
        const invented = facts?.spec.tables.map(({ name }) => `${name}: ${JSON.stringify(facts.rows(name))}`) ?? []
        return proposeDeclared(tools, statedRows([initialState, ...invented].join('\n')))
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
