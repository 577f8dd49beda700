// What is wrong with a scenario beyond its form: names that lead nowhere, actions that its world does not take, what can never come.
import { domains } from '../domains/index.ts'
import { OrreryError } from '../errors.ts'
import { PRESETS, presetsOf } from '../faults/presets.ts'
import { meant } from '../text/issues.ts'
import type { ScenarioFile } from '../tree/scenario.ts'
import { checkActions } from './meaning-actions.ts'
import { checkConditions, type ParseScript } from './meaning-conditions.ts'
import { checkFaults } from './meaning-faults.ts'
import { checkTurns } from './meaning-turns.ts'
import { checkTyped } from './meaning-typed.ts'
import { type SceneProblem, sceneOf } from './scene.ts'
import { checkParams, filledBy, variantsOf } from './variants.ts'

// Sets of parameters that are looked at; a longer list differs in values alone.
const MOST_SETS = 50

export function meaningless(file: ScenarioFile, { parse }: { parse?: ParseScript | undefined }): SceneProblem[] {
  const domain = domains.find(({ id }) => id === file.setup.domain)
  if (!domain) {
    const known = domains.map(({ id }) => id)
    const hint = meant(file.setup.domain, known)
    const message = `There is no domain "${file.setup.domain}".${hint || ` Use one of: ${known.join(', ')}.`}`
    return [{ path: ['setup', 'domain'], message, fatal: true }]
  }
  const found = new Map<string, SceneProblem>()
  const say = (path: PropertyKey[], message: string, more: Partial<SceneProblem> = {}): undefined => {
    const key = JSON.stringify([path.map(String), message])
    if (!found.has(key)) found.set(key, { path, message, ...more })
  }
  const presets = new Map(Object.entries(presetsOf(domain)))
  for (const [name, level] of Object.entries(file.matrix?.perturbations ?? {})) {
    if (typeof level !== 'string' || presets.has(level)) continue
    const known = PRESETS.map((one) => one.name)
    const message = `There is no preset "${level}".${meant(level, known)} Or list perturbations.`
    say(['matrix', 'perturbations', name], message, { fatal: true })
  }
  for (const { path, message, warning } of checkParams(file))
    say(path, message, warning ? { warning } : { fatal: true })
  for (const set of (file.matrix?.params ?? [{}]).slice(0, MOST_SETS)) {
    const filled = filledBy(file, set)
    if ('faults' in filled) {
      for (const { path, message } of filled.faults) say(path, message, { fatal: true })
      continue
    }
    const scene = sceneOf(filled.file, { domain, presets, say })
    checkActions(scene)
    checkFaults(scene)
    checkTurns(scene)
    checkConditions(scene, parse)
    checkTyped(scene)
  }
  const faults = [...found.values()]
  if (file.matrix && !faults.some(({ fatal }) => fatal)) {
    try {
      variantsOf(file, { presets: presetsOf })
    } catch (error) {
      if (!(error instanceof OrreryError)) throw error
      faults.push({ path: ['matrix'], message: error.message, fatal: true })
    }
  }
  return faults
}
