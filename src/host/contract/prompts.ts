// What a model is asked with: the prompt of a step, and the packs that prompts come from.
import type { WorldState } from '../../core/contract/steps.ts'
import { checkAction, findDomain, findTemplate } from '../../core/domains/index.ts'
import { hiddenFacts } from '../../core/grounds/fiction/hidden.ts'
import { boundsOf } from '../../core/step/bounds.ts'
import { leaveOut } from '../../core/step/compact.ts'
import { buildRequest } from '../../core/step/request.ts'
import { stepSeed } from '../../core/tree/history.ts'
import type { HostParts } from './parts.ts'
import type { Topic } from './topic.ts'

export function promptHandlers(parts: HostParts) {
  const { packs } = parts
  return {
    calls: {
      ...previewCalls(parts),
      'prompts.list': ({ domain }) => packs.list(domain),
      'prompts.import': ({ name, files, about }) => packs.import(name, files, about),
      'prompts.read': ({ name }) => packs.read(name),
      'prompts.delete': ({ name }) => {
        packs.delete(name)
        return null
      }
    }
  } satisfies Topic
}

function previewCalls({ store, packs, folds, answering, fictions }: HostParts) {
  return {
    'prompts.preview': async ({ branch, at, action, instruction, request: whole }) => {
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
      const bounds = boundsOf(domain, template, setup, { chain: turn.chain, begun: request.prefill })
      const counts = ready ? await engine.countTokens(parts.map(({ text }) => text)) : null
      return {
        template: template.name,
        leftOut: left.turns,
        shape: request.shape,
        // `as`: a request is plain values only.
        request: whole && ({ ...request, ...(bounds && { bounds }) } as unknown as WorldState),
        parts: parts.map((part, index) => ({ ...part, tokens: counts?.[index] ?? null })),
        total: counts?.reduce((sum, count) => sum + count, 0) ?? null,
        contextSize: status.contextSize ?? contextSize
      }
    }
  } satisfies Topic['calls']
}
