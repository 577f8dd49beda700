// The axis Ctrl (Qwen-AgentWorld, appendix C): what the simulator was told to show, or to keep back, while the form of the world holds.

import type { Domain } from '../../domains/domain.ts'
import { screenIn } from '../../domains/label.ts'
import { jsonIn } from '../../faults/holds.ts'
import type { Condition } from '../../tree/conditions.ts'
import type { Action } from '../../tree/model.ts'
import { isTelling, wordsIn } from './words.ts'

interface Told {
  /** Of this turn. */
  instruction: string
  /** Of the whole world. */
  standing: string
  action: Action
  truth: string
  /** What was seen before the turn, and typed in it, which is no achievement. */
  before: string
}

export interface Control {
  expect: Condition
  /** What it demands, and what it keeps back. */
  shows: string[]
  withholds: string[]
}

const MOST = 12

/**
 * What of the instruction the true answer obeys, as a condition; `null` where the instruction names nothing that can be looked for. What it
 * quotes is to be shown where the truth shows it, and not to be shown where the truth, told the same, does not. What it names without quotes
 * is to be shown where the truth shows it.
 */
export function controlCondition(
  domain: Domain,
  { instruction, standing, action, truth, before }: Told
): Control | null {
  const typed = domain.format(action)
  const isNews = (value: string) => !before.includes(value) && !typed.includes(value)
  const quoted = quotedIn(instruction)
  const shows = [...quoted, ...quotedIn(standing), ...namedBy(instruction)].filter(
    (value) => truth.includes(value) && isNews(value)
  )
  const withholds = quoted.filter((value) => !truth.includes(value) && !typed.includes(value))
  const [one, other] = [distinct(shows), distinct(withholds)]
  if (!one.length && !other.length) return null
  const parts = [
    ...one.map((value) => ({ observation: value })),
    ...other.map((value) => ({ not: { observation: value } }))
  ]
  return { expect: { all: [...parts, ...formCondition(domain, action, truth)] }, shows: one, withholds: other }
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)].slice(0, MOST)

/** That an answer has the form which the true one has: JSON, a screen, a line that is typed and shown again. */
function formCondition(domain: Domain, action: Action, truth: string): Condition[] {
  if (domain.surface === 'screen') return 'screen' in screenIn(truth) ? [{ screen: {} }] : []
  const typed = domain.shell?.typed(action)?.split('\n', 1)[0]?.trim()
  if (typed && truth.includes(typed)) return [{ observation: typed }]
  const value = jsonIn(truth)
  return typeof value === 'object' && value !== null ? [{ json: '$', exists: true }] : []
}

const QUOTED = /"([^"\n]{2,80})"|“([^”\n]{2,80})”|`([^`\n]{2,80})`|(?<![\p{L}\p{N}])'([^'\n]{2,80})'(?![\p{L}\p{N}])/gu

function quotedIn(text: string): string[] {
  return [...text.matchAll(QUOTED)].flatMap(([, ...parts]) =>
    parts.flatMap((part) => (part?.trim() ? [part.trim()] : []))
  )
}

// A run of words that is no accident in both texts.
const RUN = 3

/** Words with figures or in capitals, and runs of three words, as they stand there. */
function namedBy(instruction: string): string[] {
  const single = [...wordsIn(instruction)].filter(
    (word) => isTelling(word) && (/\d/.test(word) || word === word.toUpperCase())
  )
  const words = instruction.split(/\s+/).map((word) => word.replace(/^[("'“]|[)"'”.,;:]$/gu, ''))
  const runs = words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(' '))
  return [...single, ...runs]
}
