// Scores of a domain of PDDL against the true one, as Text2World's own script counts them, with its traps.
import { commonLength, type SteppedWork } from '../evaluate/distance.ts'
import { measuringLevenshtein } from '../evaluate/metrics.ts'
import type { Text2WorldScores } from './report.ts'
import { readStrictly, type StrictAction, type StrictDomain } from './strict-domain.ts'

/**
 * @returns scores times 100. The names are those of the published results. F1 scores are `null` where the domain cannot be executed: the
 * published script counts them as 0, which the report's means do.
 */
export function* scoringDomain(
  predicted: string,
  truth: string
): SteppedWork<{ scores: Text2WorldScores; why: string | null }> {
  const [read, true_] = [readStrictly(predicted), readStrictly(truth)]
  const [left, right] = [plain(predicted), plain(truth)]
  const common = yield* commonLength(Int32Array.from(left, codeOf), Int32Array.from(right, codeOf))
  const lengths = [...left].length + [...right].length
  const similarity = yield* measuringLevenshtein(left, right)
  const f1 = 'domain' in read && 'domain' in true_ ? componentsOf(read.domain, true_.domain) : null
  const why =
    'message' in read
      ? `line ${read.line}, column ${read.column}: ${read.message}`
      : 'message' in true_
        ? `The true domain cannot be executed: line ${true_.line}, column ${true_.column}: ${true_.message}`
        : null
  const scores = {
    executability: 'domain' in read ? 100 : 0,
    levenshtein_ratio_cleaned: hundredfold(lengths ? (2 * common) / lengths : 1),
    similarity: hundredfold(similarity),
    predicate_f1: f1 && hundredfold(f1.predicates),
    action_f1_params: f1 && hundredfold(f1.params),
    action_f1_preconds: f1 && hundredfold(f1.preconds),
    action_f1_effect: f1 && hundredfold(f1.effect)
  }
  return { scores, why }
}

const codeOf = (letter: string): number => letter.codePointAt(0) ?? 0

/** Without comments and white space. A comment at the very end stays: the script looks for its line break. */
function plain(text: string): string {
  const lines = text.split('\n')
  const last = lines.length - 1
  return lines.map((line, at) => (at < last ? (line.split(';', 1)[0] ?? '') : line).replace(/\s+/g, '')).join('')
}

const hundredfold = (share: number): number => Math.round(share * 1000) / 10

function componentsOf(predicted: StrictDomain, truth: StrictDomain) {
  const predicates = ({ predicates: all }: StrictDomain) => [...all].map(([name, arity]) => `${name}_${arity}`)
  return { predicates: setF1(predicates(predicted), predicates(truth)), ...actionsOf(predicted, truth) }
}

const NONE = { params: 0, preconds: 0, effect: 0 }

/** The mean over the true actions: one that is missing makes all of it 0, and actions that are not asked for cost nothing. */
function actionsOf(predicted: StrictDomain, truth: StrictDomain): typeof NONE {
  const all = [...predicted.actions.values(), ...truth.actions.values()].map(partsOf)
  // The script stops at an empty precondition: of whichever action, all three scores are 0.
  if (all.some(({ preconds }) => preconds.includes('')) || !truth.actions.size) return NONE
  const sum = { ...NONE }
  for (const [name, action] of truth.actions) {
    const other = predicted.actions.get(name)
    if (!other) return NONE
    const [left, right] = [partsOf(other), partsOf(action)]
    sum.params += setF1(left.params, right.params)
    sum.preconds += setF1(left.preconds, right.preconds)
    sum.effect += setF1(left.effect, right.effect)
  }
  const count = truth.actions.size
  return { params: sum.params / count, preconds: sum.preconds / count, effect: sum.effect / count }
}

function partsOf({ parameters, precondition, effects }: StrictAction) {
  // The letters "and" part it wherever they stand, also in "stand".
  const preconds = precondition.slice(1, -1).split('and')
  return {
    params: parameters,
    preconds: preconds.map((one) => ordered(one.trim())),
    effect: effects.map(ordered)
  }
}

/** What is joined by "or" between parentheses counts in any order. */
function ordered(text: string): string {
  if (!text.startsWith('(') || !text.includes(' or ')) return text
  const parts = text
    .slice(1, -1)
    .trim()
    .split(' or ')
    .map((one) => one.trim())
  return `(${parts.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join(' or ')})`
}

function setF1(predicted: readonly string[], truth: readonly string[]): number {
  if (!predicted.length && !truth.length) return 1
  const [left, right] = [new Set(predicted), new Set(truth)]
  const both = [...left].filter((one) => right.has(one)).length
  return both ? (2 * both) / (left.size + right.size) : 0
}
