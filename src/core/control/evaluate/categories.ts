// What kind of turn one is, by how much its observation tells that its action did not (Qwen-AgentWorld, table 3).
import { z } from 'zod'
import { parseJson } from '../../text/json.ts'

/** How many turns of each kind are kept: those that only say the action back teach little. */
export const KEEP = {
  retrieval: 1,
  expansion: 1,
  action: 1,
  transform: 0.5,
  boilerplate: 0.1,
  echo: 0.05,
  other: 1
}
export type Category = keyof typeof KEEP

// Characters: an observation of so few is short.
const SHORT = 40

/** The most specific kind that fits: echo is tested before boilerplate, expansion before retrieval. */
export function categoryOf(action: string, observation: string): Category {
  const [a, o] = [words(action), words(observation)]
  if (!a.size || !o.size) return 'other'
  const shared = [...a].filter((word) => o.has(word)).length
  const overlap = shared / a.size
  const fresh = (o.size - shared) / o.size
  const length = lengthOf(observation)
  const ratio = length / lengthOf(action)
  if (overlap >= 0.7 && fresh < 0.3) return 'echo'
  if (overlap >= 0.5 && fresh < 0.5) return 'boilerplate'
  if (overlap >= 0.5 && ratio > 1.5) return 'expansion'
  if (fresh >= 0.6 && ratio > 1) return 'retrieval'
  if (fresh >= 0.5 && (ratio <= 1 || length <= SHORT)) return 'action'
  if (fresh < 0.5 && ratio < 1) return 'transform'
  return 'other'
}

const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu))

/** In Unicode characters, as the reference counts. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Waiting, or nothing at all. */
export function isEmptyAction(action: string): boolean {
  if (['', '[]'].includes(action.trim()) || action.startsWith('noop(')) return true
  const keys = Keys.safeParse(parsed(action))
  return keys.success && keys.data.every(({ keystrokes }) => keystrokes === '')
}

const Keys = z.array(z.object({ keystrokes: z.string() }))

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}
