// What a model is asked with: the prompt of a step, templates, tools, and what worlds can be disturbed by.
import type { WorldState } from '../../core/api.ts'
import { catalogue } from '../../core/control/catalogue.ts'
import { PRESETS, presetsOf } from '../../core/control/presets.ts'
import { checkAction, findDomain, findTemplate } from '../../core/domains/index.ts'
import { hiddenFacts } from '../../core/fiction/hidden.ts'
import { Setup } from '../../core/model.ts'
import { leaveOut } from '../../core/step/compact.ts'
import { preview } from '../../core/step/preview.ts'
import { buildRequest } from '../../core/step/request.ts'
import { toolCosts } from '../../core/step/tool-costs.ts'
import { stepSeed } from '../../core/tree/history.ts'
import { confirming } from '../programs/confirm.ts'
import { readDefinitions } from '../tools/read.ts'
import { formOf } from './form.ts'
import type { Parts } from './parts.ts'
import type { Topic } from './topic.ts'

export function promptHandlers(parts: Parts) {
  const { packs, confirm } = parts
  const confirmed = confirming(confirm)
  return {
    calls: {
      ...previewCalls(parts),
      ...perturbationCalls,
      'templates.list': ({ domain }) => packs.list(domain),
      'templates.import': ({ name, files }) => packs.import(name, files),
      'templates.delete': ({ name }) => {
        packs.delete(name)
        return null
      },
      ...toolCalls(parts),
      'tools.read': ({ text, ...around }) => readDefinitions(text, around)
    },
    streams: {
      async *'tools.ask'(server, { signal }) {
        if ('command' in server) yield* confirmed(server, { signal })
        // MCP's library is large, and few runs ask a server.
        const { askServer } = await import('../tools/server.ts')
        yield* askServer(server, { signal })
      }
    }
  } satisfies Topic
}

const perturbationCalls = {
  'perturbations.list': () =>
    catalogue().map(({ options, examples, ...entry }) => ({
      ...entry,
      form: formOf(options),
      examples: examples.map(({ domain, turns, options = {} }) => ({ domain, turns, options }))
    })),
  'perturbations.presets': ({ domain }) => {
    const lists = presetsOf(findDomain(domain))
    return PRESETS.map((preset) => ({ ...preset, uses: lists[preset.name] }))
  },
  'perturbations.preview': ({ use, domain, example }) =>
    preview(use, { ...(domain !== undefined && { domain }), ...(example !== undefined && { example }) })
} satisfies Topic['calls']

function toolCalls({ packs, answering }: Parts) {
  return {
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
  } satisfies Topic['calls']
}

function previewCalls({ store, packs, folds, answering, fictions }: Parts) {
  return {
    'prompt.preview': async ({ branch, at, action, instruction, request: whole }) => {
      const found = store.branch(branch)
      const { setup } = found
      const domain = findDomain(setup.domain)
      const engine = await answering.of(found)
      const { template: suited, contextSize } = engine.info()
      const template = findTemplate(domain, setup.template, suited, {
        more: packs.templates(domain),
        seed: setup.seed
      })
      const next = action === null ? domain.fromText('') : checkAction(domain, action)
      const facts = fictions.facts(setup)
      const hidden = facts ? hiddenFacts(facts, domain, setup, next).text : ''
      const told = [instruction, hidden].filter(Boolean).join('\n')
      const turn = { domain, template, setup, chain: store.chain(at), action: next, instruction: told }
      // Counting must not load a model by itself: looking at a prompt is not asking for an answer.
      const status = answering.status()
      const ready = status.state === 'ready' || status.state === 'generating'
      const left = ready ? await leaveOut(engine, turn) : { turns: setup.compact ? null : 0, warning: null }
      const { parts, request } = buildRequest(turn, {
        ...{ suited, owner: found.session, state: folds.after(setup, at), leftOut: left.turns ?? 0 },
        ...{ seed: whole?.seed ?? (await stepSeed(setup.seed, at)), fresh: whole?.seed !== undefined },
        trace: whole?.trace ?? false
      })
      const counts = ready ? await engine.countTokens(parts.map(({ text }) => text)) : null
      return {
        template: template.name,
        leftOut: left.turns,
        shape: request.shape,
        // `as`: a request is plain values only.
        request: whole && (request as unknown as WorldState),
        parts: parts.map((part, index) => ({ ...part, tokens: counts?.[index] ?? null })),
        total: counts?.reduce((sum, count) => sum + count, 0) ?? null,
        contextSize: status.contextSize ?? contextSize
      }
    }
  } satisfies Topic['calls']
}
