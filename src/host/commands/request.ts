// The whole request a step would send, for `--print request`: the previewed prompt with everything that goes beside it.
import type { CallOutput } from '../../core/api.ts'
import { findDomain, findTemplate } from '../../core/domains/index.ts'
import { stepSeed } from '../../core/history.ts'
import type { Action, Branch } from '../../core/model.ts'
import { MARKER } from '../../core/parse.ts'
import type { Message, Request } from '../../core/ports.ts'
import { mayCount } from '../../core/prompt.ts'
import { dataHome } from '../home.ts'
import { createPacks } from '../packs.ts'
import type { Door } from './door.ts'

// As far back as it matters which file was made by which command.
const LATELY = 500

/** The request for `action` after the branch's tip, without what perturbations would add. */
export async function previewRequest(
  door: Door,
  { id, session, tip, setup }: Branch,
  prompt: CallOutput<'prompt.preview'>,
  action: Action,
  { seed, trace = false }: { seed?: number | undefined; trace?: boolean | undefined } = {}
): Promise<Request> {
  const domain = findDomain(setup.domain)
  const packs = createPacks({ home: dataHome() })
  const template = findTemplate(domain, prompt.template, prompt.template, packs.templates(domain))
  const system = prompt.parts.filter(({ name }) => name !== 'turn')
  const turns = prompt.parts.filter(({ name }) => name === 'turn')
  const valid = domain.action.parse(action)
  const { state, steps } = await door.call('steps.window', { branch: id, at: tip, last: LATELY })
  return {
    messages: [
      { role: 'system', content: system.map(({ text }) => text).join('\n\n') },
      ...turns.map(({ text }, index): Message => ({ role: index % 2 ? 'assistant' : 'user', content: text }))
    ],
    // A world's state is plain values only; the wire allows any JSON.
    prefill: template.prefill
      ? `${MARKER}\n${domain.prefill(state as Parameters<typeof domain.prefill>[0], valid)}`
      : '',
    thinking: template.thinking,
    stop: template.stop,
    sampling: setup.sampling,
    seed: seed ?? (await stepSeed(setup.seed, tip)),
    fresh: seed !== undefined,
    strict: setup.strict,
    owner: session,
    repeats: template.repeats,
    counts: mayCount(domain, template, setup, { action: valid, past: steps.map((step) => step.action) }),
    shape: prompt.shape,
    trace,
    parent: tip,
    action: valid
  }
}
