// Recorded sessions to the very messages that the app sends a model: one trajectory a line comes in, one rendered session a line goes out.
//
//   node render.ts < trajectories.jsonl > sessions.jsonl    (lwm/prepare.py runs it)
//
// A turn is told in three parts: `user`, the message that asks; `given`, the beginning of the answer that the app says for the model (the
// marker line and what `PredictionRules.prefill` knows); `said`, what is left for the model to say.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { DerivedState } from '../src/core/domains/capabilities.ts'
import type { Domain } from '../src/core/domains/domain.ts'
import { checkAction, findDomain, findTemplate } from '../src/core/domains/index.ts'
import { MARKER, parse } from '../src/core/step/parse.ts'
import { systemParts, userTurn } from '../src/core/step/prompt.ts'
import { Setup } from '../src/core/tree/model.ts'

/** What of a recorded trajectory (lwm/trajectory.py) the messages are made of. */
interface Recorded {
  recorder: string
  family: string
  seed: number
  domain: string
  initial_state: string
  tools: unknown[] | null
  turns: { action: unknown; observation: string }[]
}

function render(recorded: Recorded) {
  const domain = findDomain(recorded.domain)
  const template = findTemplate(domain, 'small', 'small')
  const setup = Setup.parse({
    domain: domain.id,
    template: template.name,
    initialState: recorded.initial_state,
    tools: recorded.tools ?? []
  })
  const declared = new Set((domain.tools?.of(setup) ?? []).map(({ name }) => name))
  let state = domain.initial(setup)
  const turns = recorded.turns.map((turn, index) => {
    const action = inTurn(index, () => checkAction(domain, turn.action))
    // What the app would have made of this text, had a model said it: that is what it is in history too.
    const observation = parse(`${MARKER}\n${turn.observation}`, { expectTags: false }).observation
    const known = template.prefill ? domain.prediction.prefill(action, state) : ''
    // A command that still runs ends with the line break that parsing takes off.
    const fits = observation.startsWith(known) || observation === known.replace(/[\r\n]+$/, '')
    const certain = domain.tools?.certain(action, setup) ?? null
    const rendered = {
      user: userTurn(domain, index + 1, action, {
        state: domain.prediction.stateInFirstTurn ? setup.initialState : ''
      }),
      given: `${MARKER}\n${fits ? known : ''}`,
      said: fits ? observation.slice(known.length) : observation,
      action: domain.format(action),
      // The app says this beginning whatever the truth is: such a turn cannot be met there.
      misfit: !fits,
      certain: certain === null ? null : certain === observation,
      undeclared: isUndeclared(domain, declared, action)
    }
    state = folded(domain, state, { action, observation: { text: observation } })
    return rendered
  })
  const system = systemParts(domain, template, setup)
    .map(({ text }) => text)
    .join('\n\n')
  return { id: idOf(recorded), system, turns, screen: domain.surface === 'screen' }
}

const idOf = ({ recorder, family, seed }: Recorded): string => `${recorder}/${family}/${seed}`

function folded(domain: Domain, state: DerivedState, step: Parameters<Domain['fold']>[1]): DerivedState {
  return domain.fold(state, step)
}

/** Whether the action calls a tool that the session does not have. */
function isUndeclared(domain: Domain, declared: Set<string>, action: unknown): boolean {
  if (!domain.tools || typeof action !== 'object' || action === null || !('name' in action)) return false
  return !declared.has(String(action.name))
}

function inTurn<T>(index: number, make: () => T): T {
  try {
    return make()
  } catch (cause) {
    throw new Error(`turn ${index + 1}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const recorded: Recorded = JSON.parse(line)
  try {
    if (!process.stdout.write(`${JSON.stringify(render(recorded))}\n`)) await once(process.stdout, 'drain')
  } catch (cause) {
    process.stderr.write(`${idOf(recorded)}: ${cause instanceof Error ? cause.message : cause}\n`)
    process.exit(1)
  }
}
