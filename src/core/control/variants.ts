// A scenario file as the runs it comes to: parameters filled in, the matrix expanded, and a run without any fault beside them.

import type { Domain } from '../domains/domain.ts'
import { findDomain } from '../domains/index.ts'
import { OrreryError } from '../errors.ts'
import { meant, type SchemaIssue, toldIssue } from '../text/issues.ts'
import { isObject } from '../text/json.ts'
import { isSlip } from '../text/nearest.ts'
import type { PerturbationUse } from '../tree/model.ts'
import { Scenario, ScenarioFile, type Variant } from '../tree/scenario.ts'

type Value = string | number | boolean
type Presets = Record<string, readonly PerturbationUse[]>
type Params = Record<string, Value>

/** What the variant without any fault is called in a matrix. */
const BASELINE = 'none'

/** What the perturbations are called that the scenario itself lists. */
const OWN = 'own'

/** More than anybody reads; repeats are counted apart. */
const MOST_VARIANTS = 10_000

/**
 * In the order of the file: parameters, models, seeds, and for each the run without a fault first. Instructions of single turns belong to
 * the world and hold in all of them.
 * @param presets lists of perturbations by name, for worlds of a domain
 * @throws OrreryError invalid-input for a preset that there is not, a parameter that is not declared, and a matrix that is too large
 */
export function variantsOf(
  { include: _, params = {}, matrix = {}, ...written }: ScenarioFile,
  { presets }: { presets: (domain: Domain) => Presets }
): Variant[] {
  const { seeds = [written.setup.seed], models = [null], params: sets = [{}], previews: budgets = [null] } = matrix
  if (matrix.previews && !written.setup.gate)
    throw new OrreryError(
      'invalid-input',
      'matrix.previews are budgets of a gate, and this world has none. Add a gate, or leave them out.'
    )
  const listed = matrix.perturbations
  const levels = levelsOf(written.setup.perturbations, listed, listed ? presets(findDomain(written.setup.domain)) : {})
  const count = seeds.length * models.length * sets.length * budgets.length * levels.length
  if (count > MOST_VARIANTS) {
    const most = MOST_VARIANTS.toLocaleString('en-US')
    throw new OrreryError(
      'invalid-input',
      `The matrix has ${count} variants; ${most} are the most. Shorten one of its lists.`
    )
  }
  const several = { seeds: matrix.seeds !== undefined, levels: levels.length > 1 }
  return sets.flatMap((set) => {
    const values = { ...params, ...known(set, params) }
    const filled = fill(written, values)
    return models.flatMap((model) =>
      budgets.flatMap((budget) =>
        seeds.flatMap((seed) =>
          levels.map(({ name, uses }): Variant => {
            const turns = filled.turns.map(
              ({ turn, instruction }): PerturbationUse => ({
                name: 'instruct',
                id: `turn-${turn}`,
                options: { instruction },
                when: { turn }
              })
            )
            const { gate } = filled.setup
            const named = { ...set, ...(budget !== null && { previews: budget }) }
            const limited = gate && budget !== null ? { gate: { ...gate, previews: budget } } : {}
            const setup = { ...filled.setup, ...limited, seed, perturbations: [...turns, ...fill(uses, values)] }
            return {
              scenario: Scenario.parse({ ...filled, setup, turns: [], ...(model !== null && { model }) }),
              of: {
                ...(several.seeds && { seed }),
                ...(several.levels && { perturbations: name }),
                ...(model !== null && { model }),
                ...(Object.keys(named).length > 0 && { params: named })
              },
              baseline: uses.length === 0,
              reference: uses.length === 0 && several.levels
            }
          })
        )
      )
    )
  })
}

/** The world of a scenario as a person would start it: with the defaults of its parameters and its own perturbations, without the matrix. */
export function scenarioOf({ matrix: _, ...file }: ScenarioFile): Scenario {
  const found = variantsOf(file, { presets: () => ({}) }).at(-1)
  if (!found) throw new OrreryError('internal', `The scenario "${file.name}" has no variant.`)
  return found.scenario
}

/** The lists of perturbations to run under, the empty one first. */
function levelsOf(
  own: PerturbationUse[],
  listed: Record<string, string | PerturbationUse[]> | undefined,
  presets: Presets
): { name: string; uses: PerturbationUse[] }[] {
  const named = Object.entries(listed ?? {}).map(([name, level]) => ({
    name,
    uses: [...own, ...resolve(level, presets)]
  }))
  const levels = listed ? named : own.length ? [{ name: OWN, uses: own }] : []
  return [{ name: BASELINE, uses: [] }, ...levels.filter(({ uses }) => uses.length > 0)]
}

function resolve(level: string | PerturbationUse[], presets: Presets) {
  if (typeof level !== 'string') return level
  const found = new Map(Object.entries(presets)).get(level)
  if (found) return found
  const known = Object.keys(presets).join(', ')
  throw new OrreryError('invalid-input', `There is no preset "${level}". Use one of: ${known}; or list perturbations.`)
}

function known(set: Params, declared: Params): Params {
  const stranger = Object.keys(set).find((name) => !Object.hasOwn(declared, name))
  if (stranger === undefined) return set
  throw new OrreryError(
    'invalid-input',
    `The matrix sets the parameter "${stranger}", which "params" does not declare. Declare it with a default.`
  )
}

/** The file with the values of one set of its parameters, or what no scenario may have of them. */
export function filledBy(file: ScenarioFile, set: Params): { file: ScenarioFile } | { faults: SchemaIssue[] } {
  if (!file.params) return { file }
  const { params, matrix, ...written } = file
  const values = { ...params, ...set }
  const levels = matrix?.perturbations && { perturbations: fill(matrix.perturbations, values) }
  const filled = { ...fill(written, values), params, ...(matrix && { matrix: { ...matrix, ...levels } }) }
  const read = ScenarioFile.safeParse(filled)
  if (read.success) return { file: read.data }
  return { faults: read.error.issues.flatMap((issue) => toldIssue(issue, { value: filled, schema: ScenarioFile })) }
}

/** Parameters that are set and not declared, and names in texts that were probably meant to be one. */
export function checkParams({ params = {}, matrix, ...written }: ScenarioFile): (SchemaIssue & { warning?: true })[] {
  const known = Object.keys(params)
  const sets = (matrix?.params ?? []).flatMap((set, index) =>
    Object.keys(set).flatMap((name) =>
      known.includes(name)
        ? []
        : { path: ['matrix', 'params', index, name], message: `"params" declares no "${name}".${meant(name, known)}` }
    )
  )
  return [...sets, ...slips({ ...written, ...(matrix && { matrix }) }, known, [])]
}

/** A shell's names are in capitals. */
function slips(value: unknown, known: string[], path: PropertyKey[]): (SchemaIssue & { warning: true })[] {
  if (!known.length) return []
  if (typeof value === 'string') {
    return [...value.matchAll(/\$\{([\w.-]{1,100})\}/g)].flatMap(([text, name = '']) =>
      known.includes(name) || name === name.toUpperCase() || !known.some((one) => isSlip(name, one))
        ? []
        : { path, message: `"params" declares no ${text}, which stays as it is.${meant(name, known)}`, warning: true }
    )
  }
  if (Array.isArray(value)) return value.flatMap((one, index) => slips(one, known, [...path, index]))
  return isObject(value) ? Object.entries(value).flatMap(([key, one]) => slips(one, known, [...path, key])) : []
}

/**
 * `${name}` in every text is replaced by the parameter's value; a text that is nothing else becomes the value itself. Names that are not
 * declared stay: they may be a shell's.
 */
function fill<T>(value: T, params: Params): T {
  const values = new Map(Object.entries(params))
  const walk = (inner: unknown): unknown => {
    if (typeof inner === 'string') {
      const whole = /^\$\{([\w.-]{1,100})\}$/.exec(inner)?.[1]
      const alone = whole === undefined ? undefined : values.get(whole)
      if (alone !== undefined) return alone
      return inner.replace(/\$\{([\w.-]{1,100})\}/g, (text, name: string) => String(values.get(name) ?? text))
    }
    if (Array.isArray(inner)) return inner.map(walk)
    if (isObject(inner)) return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, walk(one)]))
    return inner
  }
  // Only texts change, and what a text becomes is checked by the schema afterwards.
  return (values.size ? walk(value) : value) as T
}

/** The seed of a repeat: far from those that a matrix lists. */
export const seedOf = (seed: number, repeat: number): number => (seed + repeat * 1_000_003) % 2 ** 31

/** In a line: `seed 3, E2`. */
export function variantLabel({ seed, perturbations, model, params }: Variant['of']): string {
  const parts = [
    perturbations,
    seed === undefined ? undefined : `seed ${seed}`,
    model,
    ...Object.entries(params ?? {}).map(([name, value]) => `${name} ${value}`)
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}
