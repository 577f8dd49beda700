// How the widgets answer the turns of recorded desktop programs (test/record/programs.ts), each from the true screens before it.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { play } from './play.ts'

const Look = z.object({ xml: z.array(z.number()), table: z.array(z.number()) })
const Recorded = z.object({
  name: z.string(),
  program: z.string(),
  lines: z.array(z.string()),
  first: Look,
  turns: z.array(Look.extend({ action: z.string() }))
})

export const FORMS = ['xml', 'table'] as const
export type ProgramForm = (typeof FORMS)[number]

/** A recorded program's screens as one of OSWorld's forms tells them. */
function unpacked(path: string, form: ProgramForm) {
  const { name, lines, first, turns } = Recorded.parse(JSON.parse(readFileSync(path, 'utf8')))
  const screen = (look: z.infer<typeof Look>) => look[form].map((at) => lines[at]).join(form === 'xml' ? '' : '\n')
  return {
    name,
    first: screen(first),
    turns: turns.map((turn) => ({ action: turn.action, observation: screen(turn) }))
  }
}

export interface JudgedProgramTurn {
  action: string
  rule: string
  /** `undecided`: the model is asked. */
  answer: 'right' | 'wrong' | 'undecided'
  /** The screen before it, as recorded, and as rules say it is now; `null` where they do not. */
  before: string
  said: string | null
  recorded: string
}

/** @param path of a recording */
export async function judgedProgram(path: string, form: ProgramForm): Promise<JudgedProgramTurn[]> {
  const { first, turns } = unpacked(path, form)
  const played = await play({ domain: 'os', first, turns })
  return played.map(({ action, rule, text, observation }, index) => ({
    action: String(action),
    rule,
    answer: text === null ? 'undecided' : text === observation ? 'right' : 'wrong',
    before: index ? (turns[index - 1]?.observation ?? '') : first,
    said: text,
    recorded: observation
  }))
}
