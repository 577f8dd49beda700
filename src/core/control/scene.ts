// What the meaning of a scenario is checked against: its world, and what is done in it.

import type { DerivedState } from '../domains/capabilities.ts'
import type { Domain } from '../domains/domain.ts'
import { checkAction } from '../domains/index.ts'
import { meant } from '../text/issues.ts'
import { type Action, type PerturbationUse, type ReadySetup, Setup, type Tool } from '../tree/model.ts'
import type { ScenarioFile } from '../tree/scenario.ts'

/** Something that is wrong in a scenario's file, or that is probably not meant. */
export interface SceneProblem {
  path: PropertyKey[]
  message: string
  /** A run can still be meaningful. */
  warning?: true
  /** Not even its world can be started. */
  fatal?: true
  /** Which line of the text at the path, from 1. */
  line?: number
  /** Something is not there that has to be. */
  missing?: true
}

/** An action of the scenario. */
export interface SceneAction {
  path: PropertyKey[]
  action: Action
  label: string
  tool: string | null
}

export interface Placed {
  path: PropertyKey[]
  use: PerturbationUse
}

export interface Scene {
  file: ScenarioFile
  domain: Domain
  setup: Setup
  state: DerivedState
  /** The tools of this world; `null` where they are not known, or where its actions are no tool calls. */
  tools: Tool[] | null
  /** What is done in this order where no agent acts; empty where only agents do. */
  script: SceneAction[]
  /** Actions to begin with, for whoever tries the world. */
  tries: SceneAction[]
  /** What reactions add. */
  reactions: SceneAction[]
  /** So many turns a run of the script has at most. */
  most: number
  /** Faults by run: those of the scenario, or with those of each level of its matrix that is written out. */
  levels: Placed[][]
  /** What reports call the faults that can take part here, presets included. */
  ids: Set<string>
  say(path: PropertyKey[], message: string, more?: Omit<SceneProblem, 'path' | 'message'>): undefined
}

/** Reads actions, and says which of them the world does not take. */
export function sceneOf(
  file: ScenarioFile,
  {
    domain,
    presets,
    say
  }: { domain: Domain; presets: ReadonlyMap<string, readonly PerturbationUse[]> } & Pick<Scene, 'say'>
): Scene {
  const setup = worldOf(file.setup)
  const read = (written: unknown, path: PropertyKey[]): SceneAction[] => {
    try {
      const action = checkAction(domain, typeof written === 'string' ? domain.fromText(written, setup) : written)
      return [{ path, action, label: domain.label(action), tool: domain.toolOf(action) }]
    } catch (error) {
      say(path, error instanceof Error ? error.message : String(error), { fatal: true })
      return []
    }
  }
  const listed = file.actions ?? file.tries
  const tries = file.tries.flatMap((line, index) => read(line, ['tries', index]))
  const actions = (file.actions ?? []).flatMap((written, index) => read(written, ['actions', index]))
  const reactions = file.reactions.flatMap(({ actions: then }, at) =>
    then.flatMap((written, index) => read(written, ['reactions', at, 'actions', index]))
  )
  for (const [at, { actions: other, fails }] of (file.walks ?? []).entries()) {
    for (const [index, written] of other.entries()) read(written, ['walks', at, 'actions', index])
    const names = file.checks.map(({ name }) => name)
    for (const [index, name] of fails.entries())
      if (!names.includes(name))
        say(['walks', at, 'fails', index], `No check is called "${name}".${meant(name, names)}`)
  }
  const added = file.reactions.reduce((sum, { actions: then, times }) => sum + then.length * times, 0)
  const own = placed(setup.perturbations, ['setup', 'perturbations'])
  const matrix = Object.entries(file.matrix?.perturbations ?? {}).map(([name, level]) =>
    typeof level === 'string' ? [] : placed(level, ['matrix', 'perturbations', name])
  )
  const used = Object.values(file.matrix?.perturbations ?? {}).flatMap((level) =>
    typeof level === 'string' ? [...(presets.get(level) ?? [])] : level
  )
  return {
    ...{ file, domain, setup, say, tries, reactions },
    state: domain.initial(setup),
    // A recording and a program bring the tools of their world.
    tools: domain.tools && !(brings(setup) && !setup.tools.length) ? domain.tools.of(setup) : null,
    script: file.actions ? actions : tries,
    most: Math.min(file.stop.turns, listed.length ? listed.length + added : Number.POSITIVE_INFINITY),
    levels: [own, ...matrix.map((level) => [...own, ...level])],
    ids: new Set([
      ...[...setup.perturbations, ...used].map(({ id, name }) => id ?? name),
      ...file.turns.map(({ turn }) => `turn-${turn}`)
    ])
  }
}

const brings = ({ recording, program }: Setup): boolean => recording !== null || program !== undefined

// Nothing here asks for it.
const UNKNOWN = '0'.repeat(64)

/** The rules of a world before it is there: without what only a machine can fill in. */
export function worldOf({ fiction: _, program, ...given }: ReadySetup): Setup {
  return Setup.parse({ ...given, ...(program && { program: { hash: UNKNOWN, ...program } }), sampling: {} })
}

const placed = (uses: readonly PerturbationUse[], path: PropertyKey[]): Placed[] =>
  uses.map((use, index) => ({ path: [...path, index], use }))
