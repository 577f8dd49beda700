// Difficulty changed: more or less help, a longer or shorter chain, or faults of the presets E1 to E3.

import { findDomain } from '../../domains/index.ts'
import { perturbations } from '../../faults/perturbations/index.ts'
import { type PresetName, presetsOf } from '../../faults/presets.ts'
import { largest } from '../../text/extremes.ts'
import type { Check } from '../../tree/conditions.ts'
import { canonical } from '../../tree/history.ts'
import type { PerturbationUse } from '../../tree/model.ts'
import type { ScenarioFile } from '../../tree/scenario.ts'
import type { DrawnChance } from '../vary/chance.ts'
import { anchored, done, endCheck, shifted } from '../vary/checks.ts'
import { goalOf } from '../vary/goal.ts'
import {
  type Original,
  type OriginalTurn,
  UnfitAttempt,
  type VariantTake,
  type Variation,
  type VariedScenario
} from '../vary/original.ts'

type Move = (original: Original, chance: DrawnChance) => Promise<VariedScenario> | VariedScenario

export const difficulty: Variation = {
  kind: 'difficulty',
  title: 'Other difficulty',
  description: 'More or less help, a longer or shorter chain of actions, or faults of the presets E1 to E3.',
  vary: async (original, { chance }) => (await chance.pick(MOVES))(original, chance)
}

const MOVES: Move[] = [lessHelp, moreHelp, shorter, longer, faulty('E1'), faulty('E2'), faulty('E3')]

export function lessHelp({ file, takes }: Original): VariedScenario {
  const { setup, checks, ...rest } = file
  const [first = ''] = (setup.task ?? '').split(/(?<=[.!?])\s/)
  const turns = largest(takes.map((take) => take.turns))
  const shortens = setup.task !== undefined && first !== setup.task
  const less = [shortens ? 'the first sentence of the task' : '', rest.tries.length ? 'no examples' : '']
  const how = `less help: ${[...less, `${turns} turns and no more`].filter(Boolean).join(', ')}`
  const varied: ScenarioFile = {
    ...rest,
    tries: [],
    setup: { ...setup, ...(shortens && { task: first }) },
    stop: { ...rest.stop, turns },
    checks: [...checks, ...endCheck(takes, file.setup)]
  }
  return { file: withActions(varied, file), takes, how }
}

// More than anybody reads.
const MOST_STEPS = 20

function moreHelp({ file, takes }: Original): VariedScenario {
  const { setup, checks, ...rest } = file
  const domain = findDomain(setup.domain)
  const [{ answers }] = takes
  const steps = answers.slice(0, MOST_STEPS).map(({ action }, index) => `${index + 1}. ${domain.label(action)}`)
  const goal = setup.task ?? goalOf(file)
  const turns = 2 * largest(takes.map((take) => take.turns))
  const varied: ScenarioFile = {
    ...rest,
    setup: { ...setup, task: `${goal} These steps lead there:\n${steps.join('\n')}` },
    stop: { ...rest.stop, turns: Math.min(turns, MOST_TURNS) },
    checks: [...checks, ...endCheck(takes, file.setup)]
  }
  return { file: withActions(varied, file), takes, how: `more help: ${steps.length} steps are told, ${turns} turns` }
}

// As a scenario's file may have.
const MOST_TURNS = 10_000

/** What was tried out stays what is done, where a scenario has no actions of its own. */
const withActions = (varied: ScenarioFile, { actions, tries }: ScenarioFile): ScenarioFile =>
  actions ? varied : { ...varied, actions: tries }

const FEWEST = 3

async function shorter(original: Original, chance: DrawnChance): Promise<VariedScenario> {
  const { file, takes } = original
  const length = plainLength(original)
  if (length < FEWEST)
    throw new UnfitAttempt(`It has ${length} actions; fewer make no task.`, { how: 'a shorter chain' })
  const kept = Math.ceil(length / 2) + Math.floor((await chance.next()) * (length - Math.ceil(length / 2)))
  const cut = (take: VariantTake): VariantTake => {
    const answers = take.answers.slice(0, kept)
    return { answers, turns: answers.length, last: answers.at(-1)?.observation ?? '' }
  }
  const [first, ...rest] = takes
  const after: VariedScenario['takes'] = [cut(first), ...rest.map(cut)]
  const checks = file.checks.filter(({ at }) => at === 'every' || (typeof at === 'number' && at > 0 && at <= kept))
  const varied: ScenarioFile = {
    ...file,
    actions: actionsOf(file).slice(0, kept),
    stop: { ...file.stop, turns: kept },
    checks: [...checks, ...endCheck(after, file.setup)]
  }
  return { file: varied, takes: after, how: `a shorter chain: the first ${kept} of ${length} actions` }
}

const MOST_MORE = 3

/** Along the recording where it goes on; in a world that is computed, by reading again what was read. */
export async function longer(original: Original, chance: DrawnChance): Promise<VariedScenario> {
  const { file, takes, computed, beyond } = original
  const length = plainLength(original)
  const how = 'a longer chain'
  if (beyond.length) {
    const more = beyond.slice(0, 1 + Math.floor((await chance.next()) * Math.min(MOST_MORE, beyond.length)))
    return extended(original, more, [], `${how}: ${more.length} more recorded actions`)
  }
  if (!computed)
    throw new UnfitAttempt('Nothing is recorded after its last action, and no ground can compute more.', { how })
  const [{ answers }] = takes
  const again = (await chance.shuffled(answers.map((answer, at) => ({ ...answer, turn: at + 1 })))).slice(0, 2)
  const checks = again.map(({ turn }, index): Check => {
    const name = `turn ${turn} is the same when it is read again`
    return { name, axis: 'LC', at: length + 1 + index, expect: { same: 'observation', as: turn }, baseline: true }
  })
  const more = again.map(({ action, observation }) => ({ action, observation }))
  return extended(
    { file, takes, computed, beyond },
    more,
    checks,
    `${how}: ${again.map(({ turn }) => `turn ${turn}`).join(' and ')} again`
  )
}

function extended({ file, takes }: Original, more: OriginalTurn[], own: Check[], how: string): VariedScenario {
  const grown = (take: VariantTake): VariantTake => {
    const answers = [...take.answers, ...more]
    return { answers, turns: answers.length, last: answers.at(-1)?.observation ?? '' }
  }
  const [first, ...rest] = takes
  const after: VariedScenario['takes'] = [grown(first), ...rest.map(grown)]
  const before = first.answers.length
  const varied: ScenarioFile = {
    ...file,
    actions: [...actionsOf(file), ...more.map(({ action }) => action)],
    stop: { ...file.stop, turns: Math.max(file.stop.turns, before + more.length) },
    checks: [...file.checks.map((check) => shifted(check, 0, before)), ...own, ...endCheck(after, file.setup)]
  }
  return { file: varied, takes: after, how }
}

const actionsOf = ({ actions, tries }: ScenarioFile) => actions ?? tries

/** The number of actions where each of them is a turn of every take. @throws UnfitAttempt where reactions or faults change that */
function plainLength({ file, takes }: Original): number {
  const { length } = actionsOf(file)
  if (takes.every(({ turns, answers }) => turns === length && answers.length === length)) return length
  throw new UnfitAttempt(
    'Its faults and reactions decide how many turns it has, so its chain cannot be cut or extended.'
  )
}

/** How often an action is repeated that a fault kept from the world. */
const RETRIES = 4
// As a scenario's file may have.
const MOST_REACTIONS = 100
// They last until the agent does what the page or the dialog asks for, which no rule knows.
const NEEDS_AN_ANSWER = new Set(['unexpected-dialog', 'logged-out'])

export function faulty(preset: PresetName): Move {
  return ({ file, takes }) => {
    const how = `faults of ${preset}`
    const domain = findDomain(file.setup.domain)
    const uses = presetsOf(domain)[preset].filter(({ name }) => !NEEDS_AN_ANSWER.has(name))
    if (!uses.length)
      throw new UnfitAttempt(`Worlds of this kind have no faults of ${preset} that a script can deal with.`, { how })
    const [clean] = takes
    const { reactions: _, ...rest } = file
    const anew = file.setup.perturbations.length > 0
    const kept = file.checks.filter(({ axis, baseline }) => !anew || (baseline ?? axis !== 'Err'))
    const takesPart: Check = {
      name: 'a fault takes part',
      axis: 'Err',
      at: 'some',
      expect: { fired: '*' },
      baseline: false
    }
    // Turns with faults are more than those without.
    const later: [VariantTake, VariantTake] = [clean, { ...clean, turns: clean.turns + 1 }]
    const varied: ScenarioFile = {
      ...rest,
      setup: { ...file.setup, perturbations: uses },
      actions: clean.answers.map(({ action }) => action),
      reactions: retries(clean, uses),
      stop: {
        ...file.stop,
        turns: Math.min(MOST_TURNS, Math.max(file.stop.turns, (1 + RETRIES) * clean.answers.length))
      },
      checks: [...kept.flatMap((check) => anchored(check, clean) ?? []), takesPart, ...endCheck(later, file.setup)]
    }
    return { file: varied, takes: [clean, clean], how: `${how}: ${uses.map(({ name }) => name).join(', ')}` }
  }
}

/** What was answered by a fault has not reached the world: it is done again. */
function retries({ answers }: VariantTake, uses: PerturbationUse[]): ScenarioFile['reactions'] {
  const answering = uses.filter(({ name }) => perturbations.find((one) => one.name === name)?.answer !== undefined)
  const [one, ...more] = answering.map(({ id, name }) => ({ fired: id ?? name }))
  if (!one) return []
  const fired = more.length ? { any: [one, ...more] } : one
  const different = [...new Map(answers.map(({ action }) => [canonical(action), action])).values()]
  return different.slice(0, MOST_REACTIONS).map((action) => ({
    when: { all: [done(action), fired] },
    actions: [action],
    times: RETRIES * answers.length
  }))
}
