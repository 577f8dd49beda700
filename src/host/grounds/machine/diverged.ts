// Turns that were done again on the machine and showed other text than their steps hold: what differs is kept in the guest, as a part of its
// state, and decides whether what follows a recording can be computed.
import { z } from 'zod'
import { wordF1 } from '../../../core/control/evaluate/metrics.ts'
import type { Domain } from '../../../core/domains/domain.ts'
import { findDomain } from '../../../core/domains/index.ts'
import { output } from '../../../core/grounds/effects/told.ts'
import { isPicture } from '../../../core/observations/terminal/picture.ts'
import { lastLine } from '../../../core/observations/terminal/prompts.ts'
import { parseJson } from '../../../core/text/json.ts'
import { Difference } from '../../../core/tree/ground.ts'
import type { Action, Call, Setup, Step } from '../../../core/tree/model.ts'
import { originOf } from '../../../core/tree/origin.ts'
import type { GroundAsked } from '../../../core/tree/ports.ts'
import { writing } from '../emulator/files.ts'
import type { EmulatorJob } from '../emulator-client.ts'

export const DIFFERENCES = '/run/dream/differences'

// What a person reads of one, and how many of them.
const MOST_SHOWN = 8_000
const MOST = 50
// Dates, sizes and numbers of processes leave most words of a text as they are.
const ALIKE = 0.5
// So large a part of the recorded turns may be unlike before the state counts as unknown.
const UNLIKE = 1 / 3

/** Whether a turn that was done again shows something else than its step, by the domain's own measure. */
export function differs(
  chain: readonly Step[],
  shown: string,
  { turn, setup }: { turn: number; setup: Setup }
): boolean {
  const { normalise } = findDomain(setup.domain)
  const [was, before] = [chain[turn - 1], chain[turn - 2]].map((step) => normalise(step?.observation.text ?? ''))
  const is = normalise(shown)
  // Whoever looks at a terminal may begin a line earlier: with what was there while a command ran, or behind a full-screen program.
  const more = before ? normalise(`${before}\n${shown}`) : is
  const behind = before && isPicture(before) && is.endsWith(`\n${was}`)
  return is !== was && more !== was && !behind
}

/** As much of it as a person reads. */
export const clipped = ({ turn, shown }: Difference): Difference => ({ turn, shown: shown.slice(0, MOST_SHOWN) })

export const keptAs = (differences: readonly Difference[]): EmulatorJob =>
  writing(DIFFERENCES, JSON.stringify(differences.slice(0, MOST)), 0o600)

/** The guest may have written there what it likes. */
export function differencesIn(content: string): Difference[] {
  try {
    return z.array(Difference).parse(parseJson(content))
  } catch {
    return []
  }
}

/** Whether so much of a recording came out otherwise that nobody knows the state after it. */
export function isLost(differences: readonly Difference[], { setup, chain, callOf }: GroundAsked): boolean {
  if (!differences.length) return false
  const recorded = chain.flatMap(({ id }, at) => (isRecorded(callOf(id)) ? [at + 1] : []))
  const ofRecorded = differences.filter(({ turn }) => recorded.includes(turn))
  const domain = findDomain(setup.domain)
  const textOf = ({ turn }: Difference): string => chain[turn - 1]?.observation.text ?? ''
  const unlike = ofRecorded.filter((one) => {
    const action = chain[one.turn - 1]?.action ?? null
    return wordF1(printedIn(domain, action, one.shown), printedIn(domain, action, textOf(one))) < ALIKE
  })
  const last = ofRecorded.find(({ turn }) => turn === recorded.at(-1))
  const elsewhere =
    last !== undefined &&
    domain.shell?.machine === 'console' &&
    lastLine(last.shown).trim() !== lastLine(textOf(last).trimEnd()).trim()
  return elsewhere || unlike.length > recorded.length * UNLIKE
}

/** Without what stands around it whatever came out: the command, the prompt, the labels. */
function printedIn(domain: Domain, action: Action, text: string): string {
  if (domain.shell?.machine === 'console') return output(text).text
  const document = domain.document?.read(action, text)
  return document?.kind === 'shell' ? `${document.output}\n${document.stderr ?? ''}` : text
}

/** Its answer is neither the machine's nor a model's: it was recorded, or came from a file. */
export const isRecorded = (call: Call | null): boolean =>
  !call?.grounded && ['recorded', 'authored', 'unknown'].includes(originOf(call))
