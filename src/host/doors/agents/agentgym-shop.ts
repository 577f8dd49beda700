// AgentGym's WebShop has a form of its own: environments are named `env_idx`, what is seen `state`, and a reset answers with a list
// (AgentGym, agentenv-webshop/agentenv_webshop/server.py).
import { readScene } from '../../../core/observations/documents/scene.ts'
import type { Episode, EpisodeOutcome } from './episode.ts'

const CLICK = /^click\[(.*)\]$/s

/** What can be searched and clicked, as its server lists it. */
export function shopActions(text: string): { has_search_bar: boolean; clickables: string[] } {
  const { admissible } = readScene(text)
  return {
    has_search_bar: admissible.some((one) => one.startsWith('search[')),
    clickables: admissible.flatMap((one) => CLICK.exec(one)?.[1] ?? [])
  }
}

/** The page alone, as its server shows it: what can be done, the reward and the end have places of their own. */
export const shopPage = (text: string): string => readScene(text).scene

export const shopStep = (outcome: EpisodeOutcome | string) =>
  typeof outcome === 'string'
    ? { state: outcome, reward: 0, done: false, info: null }
    : { state: shopPage(outcome.text), reward: outcome.reward ?? 0, done: outcome.ended !== null, info: null }

/** What is to be bought, as the page says it; else the world's task. */
export function shopInstruction({ text, told }: Pick<Episode, 'text' | 'told'>): string {
  const said = /Instruction:\s*(?:\[SEP\]\s*)?([^\n[]{1,2000})/.exec(text)?.[1]?.trim()
  return `Instruction: ${said ?? told.task ?? ''}`
}
