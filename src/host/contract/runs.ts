// Runs: what their jobs work with. While one is under way the engine stays.
import type { Handlers } from '../../core/contract/index.ts'
import { dryRun as dry } from '../../core/step/dry-run.ts'
import { type ReadySetup, Sampling } from '../../core/tree/model.ts'
import { step as takeStep } from '../../core/world.ts'
import type { RunContext } from '../control/runs/kind.ts'
import { createFolds } from '../database/folds.ts'
import { confirming } from '../process/confirm.ts'
import { checked } from './new-world.ts'
import type { HostParts } from './parts.ts'
import { createRuns, type Runs } from './run-calls.ts'
import { startedWith } from './worlds.ts'

export function runHandlers(
  parts: HostParts,
  { step, dryRun }: { step: Handlers['streams']['steps.run']; dryRun: Handlers['streams']['steps.run'] }
): Runs {
  const {
    home,
    clock,
    names,
    store,
    packs,
    models,
    answering,
    grounds,
    scripts,
    recordings,
    scenarios,
    fictions,
    programs,
    embedders,
    python
  } = parts
  const confirmed = confirming(parts.confirm)
  return createRuns({
    ...{ home, clock, names },
    async enter() {
      const engine = await answering.engine()
      // This keeps models.use from taking the engine away.
      const running = `run ${names.next()}`
      answering.inFlight.add(running)
      const file = answering.file()
      const sampling = (file && models.settings(file.id).sampling) ?? file?.published ?? Sampling.parse({})
      const judges = new Map<string, ReturnType<typeof answering.beside>>()
      const context = {
        ...{ engine, store, clock, names, sampling, step, dryRun, templates: packs.templates, ground: grounds.of },
        ...{ programs, python },
        script: scripts.run,
        async judge({ model, baseUrl }: Parameters<RunContext['judge']>[0]) {
          const key = JSON.stringify([model, baseUrl])
          const opening = judges.get(key) ?? answering.beside(model, { baseUrl })
          judges.set(key, opening)
          return (await opening).engine
        },
        embedder: embedders.open,
        async allow(command: string, { signal }: { signal: AbortSignal }) {
          const asked = confirmed({ command, args: [], env: {}, cwd: process.cwd() }, { signal })
          for await (const _waiting of asked);
        },
        recording: recordings.tree,
        library: () => scenarios.entries().flatMap(({ scenario }) => scenario ?? []),
        stepIn: ({ kept = true, ...apart }: Parameters<RunContext['stepIn']>[0]): RunContext['step'] => {
          const stateAfter = createFolds(apart.store).after
          const world = { ...apart, clock, names, stateAfter, inFlight: new Set<string>() }
          const all = { ...world, templates: packs.templates, ground: grounds.of, facts: fictions.facts }
          return (input, options) => (kept ? takeStep(all, input, options) : dry(takeStep, all, input, options))
        },
        initialState: (setup: ReadySetup) => startedWith(parts, setup),
        checked: (setup: Parameters<typeof checked>[0]) => checked(setup, packs)
      }
      const release = () => {
        answering.inFlight.delete(running)
        // One that could not be opened has nothing to give back, and whoever asked for it was told.
        for (const opening of judges.values()) void opening.then((one) => one.release()).catch(() => {})
      }
      return { context, release }
    }
  })
}
