// The texts of early experience: the prompt of a world model, a reflection in fixed sentences, and how a model is asked for a better one.

import type { Domain } from '../../domains/domain.ts'
import type { Setup } from '../../tree/model.ts'

/** An action and what came of it. */
export interface TriedAction {
  action: string
  outcome: string
}

/** A prompt of its own, so that predicting is not taken for acting. */
export function worldPrompt(domain: Domain, setup: Setup): string {
  const tools = domain.tools?.of(setup) ?? []
  const known = tools.map((tool) => JSON.stringify(tool)).join('\n')
  return [
    `You predict an environment: ${domain.title}. ${domain.description}`,
    'You are given what happened so far and one proposed action. Answer with the observation that follows it, and nothing else.',
    ...(known ? [`The tools that can be called:\n${known}`] : [])
  ].join('\n\n')
}

/** What was observed, in fixed sentences: nothing is judged that was not seen. */
export function monologue(expert: TriedAction, other: TriedAction): string {
  return [
    `One thing to do here is:\n${other.action}\nThat leads to:\n${clipped(other.outcome)}`,
    `Another is:\n${expert.action}\nThat leads to:\n${clipped(expert.outcome)}`,
    'The second is what moves this task on.'
  ].join('\n\n')
}

/** Asks a model for a reflection that is grounded in what was observed. */
export function reflectionPrompt(task: string, situation: string, expert: TriedAction, others: TriedAction[]): string {
  const list = others.map((one, index) => `${index + 1}. Action:\n${one.action}\nOutcome:\n${clipped(one.outcome)}`)
  return [
    'An agent had several actions to choose from, and the outcome of each is known. Write what it thinks before it chooses the first.',
    `The task:\n${task}`,
    `The situation:\n${situation}`,
    `The action it takes:\n${expert.action}\nOutcome:\n${clipped(expert.outcome)}`,
    `What else it could have done:\n${list.join('\n\n')}`,
    'Think as the agent, in the first person: what the task wants now, what each of the other actions would bring, and why the one it takes serves the task best. Use only what is written here. Do not say that the outcomes were given. Write the thoughts alone, without headings.'
  ].join('\n\n')
}

// Characters: enough to tell outcomes apart, few enough that a screen does not bury the thought.
const OUTCOME = 1_000

const clipped = (text: string): string => (text.length > OUTCOME ? `${text.slice(0, OUTCOME)}...` : text)
