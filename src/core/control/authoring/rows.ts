// The loop's conversations as rows for training: those that led to a program that begins and passes or improves, and pairs of refinements.
import type { Message } from '../../tree/ports.ts'
import { type Brief, workOf } from './loop.ts'
import type { AskedTurn } from './report.ts'
import { passes } from './score.ts'

/** A row for fine-tuning: a whole conversation of one role. */
export interface AuthorRow {
  messages: Message[]
  metadata: { role: string; round: number; kept: 'passes' | 'improves' }
}

/** The same question with a better and a worse answer. */
export interface AuthorPair {
  prompt: Message[]
  chosen: Message[]
  rejected: Message[]
}

/** Of a brief and what was answered. Rows are filtered as the paper filters them (Agent2World, 3.2): it begins, it passes, it improves. */
export function trainingOf(brief: Brief, turns: readonly AskedTurn[]): { rows: AuthorRow[]; pairs: AuthorPair[] } {
  const rows: AuthorRow[] = []
  const pairs: AuthorPair[] = []
  let before: AskedTurn | null = null
  for (const [from, to] of conversations(turns)) {
    const own = turns.slice(from, to + 1)
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) continue
    const best = own.findLast(({ program }) => program !== null)
    if (best) {
      const kept = worth(best) > (before ? worth(before) : -1) ? 'improves' : isGood(best) ? 'passes' : null
      if (kept) rows.push({ messages: whole(brief, turns, to), metadata: { role: last.role, round: last.round, kept } })
      if (before && worth(best) !== worth(before)) {
        const [chosen, rejected] = worth(best) > worth(before) ? [best, before] : [before, best]
        const prompt = workOf(brief, turns.slice(0, from)).next?.messages ?? []
        pairs.push({ prompt, chosen: [answer(chosen)], rejected: [answer(rejected)] })
      }
      before = best
    } else if (last.over && last.role !== 'developer' && turns.some((turn) => turn.program !== null && isGood(turn)))
      rows.push({ messages: whole(brief, turns, to), metadata: { role: last.role, round: last.round, kept: 'passes' } })
  }
  return { rows, pairs }
}

/** From and to which turn one role was asked in a row. */
function conversations(turns: readonly AskedTurn[]): [from: number, to: number][] {
  const found: [number, number][] = []
  for (const [at, { step }] of turns.entries()) {
    const last = found.at(-1)
    if (last && step > 1) last[1] = at
    else found.push([at, at])
  }
  return found
}

const whole = (brief: Brief, turns: readonly AskedTurn[], to: number): Message[] => [
  ...(workOf(brief, turns.slice(0, to)).next?.messages ?? []),
  { role: 'assistant', content: turns[to]?.said ?? '' }
]

const worth = ({ shown, tested }: AskedTurn): number =>
  (shown?.right ?? 0) + (tested ? tested.passed / (tested.passed + tested.failed.length + 1) : 0)

const isGood = ({ shown, tested }: AskedTurn): boolean =>
  (shown !== null || tested !== null) && (shown === null || passes(shown)) && !tested?.failed.length

/** A whole program as an answer: what an edit led to can be compared with another program. */
const answer = ({ program }: AskedTurn): Message => ({
  role: 'assistant',
  content: `\`\`\`${program?.language === 'data' ? 'yaml' : 'js'}\n${program?.text.trimEnd() ?? ''}\n\`\`\``
})
