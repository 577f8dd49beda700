// Prompts to be tried: a built-in template written as a pack's prompt, and what a model is asked for to write another one.
import type { Domain, DomainTemplate } from '../../domains/domain.ts'
import type { Message } from '../../tree/ports.ts'

// As prompt packs have them (docs/prompt-packs.md).
const PLACES = ['{tool_definitions}', '{initial_state}', '{demonstrations}'] as const

/** A template of Orrery's own as the text of a prompt pack. */
export function promptOf(
  domain: Pick<Domain, 'tools' | 'prediction'>,
  { whole, taskDescription, actionSpace, demonstrations }: DomainTemplate
): string {
  if (whole) return whole
  const parts = [
    `# Task\n\n${taskDescription}`,
    `# Action Space\n\n${actionSpace}`,
    domain.tools && !actionSpace.includes(PLACES[0]) ? PLACES[0] : '',
    domain.prediction.stateInFirstTurn ? '' : `# Initial State\n\n${PLACES[1]}`,
    demonstrations.trim() ? `# Demonstrations\n\n${PLACES[2]}` : ''
  ]
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n')
}

/** A turn in which the prompt as it is failed. */
export interface PromptFailure {
  action: string
  truth: string
  predicted: string
}

const LONGEST = 600

// What marks an observation would be taken for one in the writer's answer.
const VEILS = [
  ['<predicted_observation>', '[[observation]]'],
  ['</predicted_observation>', '[[/observation]]'],
  ['**Environment Observation:**', '[[Environment Observation]]']
] as const

const veiled = (text: string): string => VEILS.reduce((all, [mark, veil]) => all.replaceAll(mark, veil), text)
const unveiled = (text: string): string => VEILS.reduce((all, [mark, veil]) => all.replaceAll(veil, mark), text)

/** What a writer is asked: a better prompt of the same form, by what went wrong under this one. */
export function rewriteMessages(prompt: string, failures: readonly PromptFailure[]): Message[] {
  const places = PLACES.filter((place) => prompt.includes(place))
  const shown = failures.map(({ action, truth, predicted }, at) =>
    [
      `Turn ${at + 1}, action: ${action.slice(0, LONGEST)}`,
      `What the environment really showed:\n${truth.slice(0, LONGEST)}`,
      `What was predicted under this prompt:\n${predicted.slice(0, LONGEST) || '(nothing)'}`
    ].join('\n')
  )
  const rules = [
    'Rewrite the system prompt so that the predictions come nearer to the truth. Give rules that hold in general and never facts of these turns.',
    places.length ? `Keep these placeholders exactly once each: ${places.join(', ')}.` : '',
    'Answer with the new prompt between <prompt> and </prompt> and nothing else.'
  ]
  return [
    { role: 'system', content: 'You write system prompts for a model that predicts what an environment shows.' },
    {
      role: 'user',
      content: veiled([`<prompt>\n${prompt}\n</prompt>`, ...shown, rules.filter(Boolean).join(' ')].join('\n\n'))
    }
  ]
}

/** The prompt that a writer gave; `null` where there is none, where it is the same, or a placeholder is not there exactly once. */
export function readRewrite(text: string, prompt: string): string | null {
  const said = text.split('</think>').at(-1) ?? ''
  const from = said.lastIndexOf('<prompt>')
  const to = said.lastIndexOf('</prompt>')
  if (from < 0 || to < from) return null
  const made = unveiled(said.slice(from + '<prompt>'.length, to)).trim()
  const keeps = PLACES.every((place) => made.split(place).length === prompt.split(place).length)
  return made && made !== prompt.trim() && keeps ? made : null
}

/** Recordings to choose by and those held out, as `draw` orders them: at least one of each. @param share held out, 0 to 1 */
export function splitFor<T>(
  all: readonly T[],
  { share, draw }: { share: number; draw: (at: number) => number }
): { chosenBy: T[]; heldOut: T[] } {
  const drawn = all
    .map((one, at) => ({ one, place: draw(at + 1) }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one)
  const held = Math.min(all.length - 1, Math.max(1, Math.round(all.length * share)))
  const out = new Set(drawn.slice(0, held))
  return { chosenBy: all.filter((one) => !out.has(one)), heldOut: all.filter((one) => out.has(one)) }
}
