// The engine of a test that needs a model's own words: ORRERY_RECORD=1 asks the model and keeps what it said; otherwise that is played.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { orrery as exporter } from '../../src/core/formats/exporters/orrery.ts'
import { readText } from '../../src/core/formats/importing-text.ts'
import { parse } from '../../src/core/step/parse.ts'
import { makeStep } from '../../src/core/tree/history.ts'
import { type Call, Setup, type Step } from '../../src/core/tree/model.ts'
import type { Engine, EngineEvent, Request } from '../../src/core/tree/ports.ts'
import { createReplayEngine } from '../../src/host/engines/replay.ts'
import { written } from '../core/trees.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')

/**
 * The engine called `name`: `real`, recorded to `<folder>/<name>.jsonl` as it is disposed of, or that recording at once.
 * `real` is only started to record, so a test need not have its model otherwise.
 */
export async function recorded(
  name: string,
  real: () => Engine | Promise<Engine>,
  { folder = FIXTURES, record = process.env.ORRERY_RECORD === '1' }: { folder?: string; record?: boolean } = {}
): Promise<Engine> {
  const path = join(folder, `${name}.jsonl`)
  if (record) return recorder(name, path, await real())
  const { trees } = await readText(await readFile(path, 'utf8'), { format: 'orrery', now: 0 })
  return createReplayEngine({ trees, otherwise: null, tempo: 0 })
}

function recorder(name: string, path: string, engine: Engine): Engine {
  const steps = new Map<string, Step>()
  const calls: Call[] = []
  const setup = Setup.parse({ domain: 'terminal' })

  async function keep(request: Request, raw: string, done: Extract<EngineEvent, { type: 'done' }>): Promise<void> {
    const { observation, thinking, warnings } = parse(raw)
    const step = await makeStep(request.parent, request.action, { text: observation })
    steps.set(step.id, step)
    calls.push({
      id: `call-${calls.length}`,
      step: step.id,
      session: name,
      branch: 'main',
      engine: done.engine,
      model: done.model,
      seed: request.seed,
      setup: { ...setup, sampling: request.sampling },
      template: engine.info().template,
      instruction: '',
      firings: [],
      raw,
      thinking,
      warnings,
      tokens: done.tokens,
      ms: { first: 0, total: 0 },
      createdAt: 0,
      trace: done.trace
    })
  }

  return {
    ...engine,
    async *generate(request, options) {
      let raw = ''
      for await (const event of engine.generate(request, options)) {
        if (event.type === 'text') raw += event.text
        if (event.type === 'done') await keep(request, raw, event)
        yield event
      }
    },
    async dispose() {
      const session = { id: name, title: name, notes: '', domain: 'terminal', createdAt: 0, updatedAt: 0 }
      const tip = [...steps.keys()].at(-1) ?? null
      const branch = { id: 'main', session: name, title: 'main', tip, fork: null, setup, createdAt: 0 }
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, await written(exporter, { session, branches: [branch], steps: [...steps.values()], calls }))
      await engine.dispose()
    }
  }
}
