// A model plays a text game: one action at a time, 30 of them, with as many thoughts in between (ByteSized32, winnability).
import { z } from 'zod'
import { toWire } from '../../../core/errors.ts'
import type { Engine, Message } from '../../../core/tree/ports.ts'
import { endsOnlyItsJob } from '../runs/failures.ts'
import { askFor } from './ask.ts'

/** A game after some actions. */
export const Played = z.object({
  ...{ task: z.string(), actions: z.array(z.string()), observation: z.string() },
  ...{ score: z.number(), over: z.boolean(), won: z.boolean() }
})
export type GamePlayed = z.infer<typeof Played>

const MOST_ACTIONS = 30
const MOST_TURNS = 2 * MOST_ACTIONS
// Commands that are listed.
const MOST_LISTED = 100
const MOST_TOKENS = 60

/** @returns `won: null` where it could not be played to an end, and why */
export async function playedBy(
  engine: Engine,
  turn: (done: string[]) => Promise<GamePlayed | string>,
  { seed, maxTokens, signal }: { seed: number; maxTokens: number; signal: AbortSignal }
): Promise<{ won: boolean | null; why: string }> {
  const done: string[] = []
  let game = await turn(done)
  if (typeof game === 'string') return { won: null, why: game }
  const messages: Message[] = [
    {
      role: 'system',
      content: `You play a text game. Answer each turn with one line: one of its commands; "think: …" for a thought; "done" where the task is done; "bug" where it cannot be done. The commands: ${game.actions.slice(0, MOST_LISTED).join(', ')}`
    },
    { role: 'user', content: `${game.observation}\nThe task: ${game.task}` }
  ]
  try {
    for (let turns = 0; turns < MOST_TURNS && done.length < MOST_ACTIONS; turns++) {
      const asking = { maxTokens: Math.min(maxTokens, MOST_TOKENS), seed, stop: ['\n'], signal }
      const { said } = await askFor(engine, messages, asking)
      const line = said.trim().split('\n')[0]?.replace(/^>\s*/, '').trim() ?? ''
      messages.push({ role: 'assistant', content: line })
      if (line === 'done' || line === 'bug' || !line) break
      if (line.startsWith('think:')) {
        messages.push({ role: 'user', content: 'OK.' })
        continue
      }
      done.push(line)
      const next = await turn(done)
      // The game fails at this action: whoever plays it cannot win.
      if (typeof next === 'string') return { won: false, why: next }
      game = next
      if (game.won) return { won: true, why: '' }
      if (game.over) return { won: false, why: '' }
      messages.push({ role: 'user', content: game.observation })
    }
  } catch (cause) {
    const error = toWire(cause)
    if (!endsOnlyItsJob(error.code)) throw cause
    return { won: null, why: error.message }
  }
  return { won: false, why: '' }
}
