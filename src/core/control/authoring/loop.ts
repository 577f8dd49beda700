// The loop of Agent2World (3.1): who is asked next and what, as a fold over what was answered before. The same answers give the same questions.
import { clip } from '../../tree/cut.ts'
import type { Message } from '../../tree/ports.ts'
import type { ProgramChoice } from '../../tree/program.ts'
import { systemOf } from './prompts.ts'
import type { AskedTurn, AuthorOptions, AuthorRole } from './report.ts'
import type { WrittenTest } from './roles.ts'
import { passes } from './score.ts'
import type { SeenRecording } from './turns.ts'

/** What the loop works with beside the answers. */
export interface Brief {
  options: AuthorOptions
  domain: string
  recordings: readonly SeenRecording[]
  /** The program that induction left; `null` for none. */
  induced: ProgramChoice | null
  /** How it did, in words. */
  told: string
  /** The most characters of material in one question. */
  most: number
}

export interface NextTurn {
  role: AuthorRole
  /** From 0: refinements that were begun. */
  round: number
  /** From 1: within the role's turns in a row. */
  step: number
  /** Which of several programs that are written apart, from 0. */
  writer: number
  messages: Message[]
}

/** The work after some turns. */
export interface Work {
  /** `null`: it is over. */
  next: NextTurn | null
  program: ProgramChoice | null
  tests: WrittenTest[]
  notes: string
}

// Agent2World, 4.2: two refinements, and three of programs in code.
const refinementsOf = ({ refinements }: AuthorOptions, program: ProgramChoice | null): number =>
  refinements ?? (program?.language === 'javascript' ? 3 : 2)

/** The most turns that a model may be asked for. */
export function mostTurns({ by, mode, best, steps, without, refinements = 3 }: AuthorOptions): number {
  if (by === 'rules') return 0
  if (mode === 'direct') return 1
  if (mode === 'best-of') return best
  if (mode === 'single') return steps
  const has = (role: (typeof without)[number]) => (without.includes(role) ? 0 : steps)
  return has('researcher') + has('unit') + (1 + refinements) * (steps + has('play'))
}

export function workOf(brief: Brief, turns: readonly AskedTurn[]): Work {
  const { options, induced } = brief
  const writers = options.mode === 'best-of'
  const written = turns.findLast(({ program }) => program !== null)?.program ?? null
  const program = (writers ? null : written) ?? induced
  const tests = turns.findLast((turn) => turn.tests !== null)?.tests ?? []
  const notes = turns.findLast((turn) => turn.notes !== null)?.notes ?? ''
  const work = { program, tests, notes }
  const place = placeAfter(brief, turns, program)
  if (!place) return { next: null, ...work }
  const before = turns.filter(
    (turn) => turn.role === place.role && turn.round === place.round && turn.writer === place.writer
  )
  return { next: { ...place, messages: messagesOf(brief, place, { ...work, before, turns }) }, ...work }
}

type Place = Omit<NextTurn, 'messages'>

function placeAfter({ options }: Brief, turns: readonly AskedTurn[], program: ProgramChoice | null): Place | null {
  const { mode, steps, without, best } = options
  const last = turns.at(-1)
  const role = (one: AuthorRole, round = 0): Place => ({ role: one, round, step: 1, writer: 0 })
  if (mode === 'direct') return last ? null : role('developer')
  if (mode === 'best-of') return turns.length < best ? { ...role('developer'), writer: turns.length } : null
  if (last && !last.over && last.step < steps && !isStuck(turns))
    return { role: last.role, round: last.round, step: last.step + 1, writer: 0 }
  if (mode === 'single') return last ? null : role('single')
  if (!last) return role(without.includes('researcher') ? 'developer' : 'researcher')
  const { round } = last
  const wants = (one: 'unit' | 'play') => !without.includes(one)
  switch (last.role) {
    case 'researcher':
      return role('developer')
    case 'developer':
      if (round === 0 && wants('unit')) return role('unit')
      break
    case 'unit':
      break
    case 'play':
    case 'single':
      return again()
    default:
      last.role satisfies never
  }
  return wants('play') && !playedRight(turns) ? role('play', round) : again()

  /** Both testers pass, or the program is written again as long as it may be. */
  function again(): Place | null {
    if (bothPass(turns, wants('unit')) || round >= refinementsOf(options, program)) return null
    return role('developer', round + 1)
  }
}

// At temperature 0 whoever says the same once more says it again.
const SAME = 3

/** A role that says the same in so many turns in a row is over. */
function isStuck(turns: readonly AskedTurn[]): boolean {
  const [first, ...rest] = turns.slice(-SAME)
  return (
    rest.length === SAME - 1 &&
    rest.every(({ role, round, said }) => role === first?.role && round === first.round && said === first.said)
  )
}

/** The recorded turns say it already: nobody needs to play it. */
function playedRight(turns: readonly AskedTurn[]): boolean {
  const shown = turns.findLast((turn) => turn.shown !== null)?.shown
  return shown !== undefined && shown !== null && shown.turns > 0 && passes(shown)
}

/** @param isTested a unit tester has a part: one that wrote no test that can be read has passed nothing */
function bothPass(turns: readonly AskedTurn[], isTested: boolean): boolean {
  const tested = turns.findLast(({ tested: one }) => one !== null)?.tested
  const played = playedRight(turns) || turns.findLast(({ passes: one }) => one !== null)?.passes === true
  const unit = tested ? tested.failed.length === 0 : !isTested
  const isPlayed = turns.some(({ role }) => role === 'play')
  return unit && (played || (!isPlayed && !turns.some(({ shown }) => shown !== null)))
}

interface Before extends Omit<Work, 'next'> {
  /** The role's own turns in a row. */
  before: readonly AskedTurn[]
  turns: readonly AskedTurn[]
}

function messagesOf(brief: Brief, { role, round }: Place, { program, tests, notes, before, turns }: Before): Message[] {
  const writes = role === 'developer' || role === 'single'
  // What stood when the role began: what it changed since is in its own turns.
  const stood = before.length ? programBefore(brief, turns, before[0]) : program
  const parts = [
    materialOf(brief),
    notes && role !== 'researcher' && `Notes of the researcher:\n${notes}`,
    role !== 'unit' && role !== 'researcher' && brief.told,
    role !== 'unit' &&
      role !== 'researcher' &&
      stood &&
      `The program that stands:\n\`\`\`${stood.language === 'data' ? 'yaml' : 'js'}\n${clip(stood.text, brief.most)}\n\`\`\``,
    writes && round > 0 && feedbackOf(turns, round),
    role === 'play' && tests.length > 0 && testedTold(turns)
  ]
  const messages: Message[] = [
    { role: 'system', content: systemOf(role, brief.recordings) },
    { role: 'user', content: parts.filter(Boolean).join('\n\n') }
  ]
  for (const { said, told } of before) {
    messages.push({ role: 'assistant', content: said })
    messages.push({ role: 'user', content: told })
  }
  return messages
}

function programBefore(
  { induced }: Brief,
  turns: readonly AskedTurn[],
  first: AskedTurn | undefined
): ProgramChoice | null {
  const earlier = first ? turns.slice(0, turns.indexOf(first)) : turns
  return earlier.findLast(({ program }) => program !== null)?.program ?? induced
}

/** What failed in the round before: the tests, and what the play tester said. */
function feedbackOf(turns: readonly AskedTurn[], round: number): string {
  const play = turns.findLast((turn) => turn.role === 'play' && turn.round === round - 1 && turn.over)
  return [testedTold(turns), play && `The play tester says:\n${play.said}`].filter(Boolean).join('\n\n')
}

// As many failures as anybody mends at once.
const MOST_FAILURES = 8

function testedTold(turns: readonly AskedTurn[]): string {
  const tested = turns.findLast(({ tested: one }) => one !== null)?.tested
  if (!tested) return ''
  const failed = tested.failed.slice(0, MOST_FAILURES).map(({ name, why }) => `- ${name}: ${why}`)
  return [`${tested.passed} of ${tested.passed + tested.failed.length} tests pass.`, ...failed].join('\n')
}

/** What everybody reads: the description, the tools, and as many turns as there is room for. */
function materialOf({ options, domain, recordings, most }: Brief): string {
  const [first] = recordings
  const parts = [
    `The world is of the kind "${domain}".`,
    options.description.trim() && `What a person says of it:\n${clip(options.description.trim(), most)}`,
    first?.task && `The task in it: ${first.task}`,
    first?.tools.length &&
      `Its tools:\n${clip(JSON.stringify(first.tools.map(({ name, inputSchema }) => ({ name, inputSchema }))), most / 2)}`,
    first?.initial && `What is seen at the beginning:\n${clip(first.initial, most / 4)}`
  ]
  let left = most
  const lines: string[] = []
  for (const [index, recording] of recordings.entries()) {
    lines.push(`Recording ${index + 1}, ${recording.turns.length} turns:`)
    for (const [at, turn] of recording.turns.entries()) {
      const line = turnTold(turn.label, turn.text, at + 1, MOST_OF_TURN)
      left -= line.length
      if (left < 0) {
        lines.push(`(turns from ${at + 1} on are left out)`)
        break
      }
      lines.push(line)
    }
    if (left < 0) break
  }
  return [...parts.filter(Boolean), ...(lines.length ? [lines.join('\n')] : [])].join('\n\n')
}

const MOST_OF_TURN = 700

export const turnTold = (label: string, shown: string, turn: number, most: number): string =>
  `[${turn}] > ${label}\n${clip(shown, most)}`
