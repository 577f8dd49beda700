// What the recorders share: turns become a session file in Orrery's own format, every step with the call that says where it is from.
import { orrery } from '../../src/core/formats/exporters/orrery.ts'
import { parse } from '../../src/core/step/parse.ts'
import { assistantTurn } from '../../src/core/step/prompt.ts'
import { makeStep, stepSeed } from '../../src/core/tree/history.ts'
import { type Action, type Call, Setup, type Step, type Tool } from '../../src/core/tree/model.ts'
import { written } from '../core/trees.ts'

export interface Turn {
  action: Action
  observation: string
  /** Milliseconds that the real thing took; what was written by hand says how long it is played. */
  ms: number
}

export interface Recording {
  /** File name in resources/samples, and the session's id. */
  name: string
  title: string
  /** What it is and where it is from, in one or two sentences. */
  notes: string
  domain: string
  /** `recorded` from the real thing, or `authored` by a person. */
  engine: 'recorded' | 'authored'
  /** The real program and its version. */
  program: string
  initialState: string
  /** The tools of this session; none for the domain's usual ones. */
  tools?: Tool[]
  turns: Turn[]
}

// The same on every machine, so that recording again changes only what the programs show differently.
const BEGAN = Date.parse('2026-11-21T09:00:00Z')
const EVERY_MS = 5000

/** The session as the text of its file. */
export async function sampleFile({ name, title, notes, domain, engine, program, ...rest }: Recording): Promise<string> {
  const setup = Setup.parse({ domain, initialState: rest.initialState, tools: rest.tools })
  const steps: Step[] = []
  const calls: Call[] = []
  for (const [index, { action, observation, ms }] of rest.turns.entries()) {
    // What is left when it is played: without it, a last line break would make another step, and the sample would end there.
    const { observation: text } = parse(assistantTurn(observation))
    const step = await makeStep(steps.at(-1)?.id ?? null, action, { text })
    steps.push(step)
    calls.push({
      id: `${name}-${index + 1}`,
      step: step.id,
      session: name,
      branch: `${name}-main`,
      engine,
      model: { name: program, hash: null },
      seed: await stepSeed(setup.seed, step.parent),
      setup,
      template: 'standard',
      instruction: '',
      firings: [],
      raw: assistantTurn(text),
      thinking: '',
      warnings: [],
      tokens: { prompt: 0, cached: 0, generated: 0 },
      ms: { first: Math.min(50, ms), total: ms },
      createdAt: BEGAN + index * EVERY_MS,
      trace: null
    })
  }
  const ended = BEGAN + rest.turns.length * EVERY_MS
  const session = { id: name, title, notes, domain, createdAt: BEGAN, updatedAt: ended }
  const branch = {
    id: `${name}-main`,
    session: name,
    title: 'main',
    tip: steps.at(-1)?.id ?? null,
    fork: null,
    setup,
    createdAt: BEGAN
  }
  return written(orrery, { session, branches: [branch], steps, calls })
}

/** The sample that the command line names. @throws Error that lists them */
export function chosen<T>(samples: Record<string, T>): [name: string, sample: T] {
  const name = process.argv[2] ?? ''
  const sample = samples[name]
  if (sample === undefined) throw new Error(`Name a sample to record: ${Object.keys(samples).join(', ')}`)
  return [name, sample]
}
