// A trajectory without branches as a session: what most formats hold. All its ids come from its content.

import { present } from '../../text/present.ts'
import type { Grounded } from '../../tree/ground.ts'
import { contentId, makeStep } from '../../tree/history.ts'
import {
  type Action,
  type Branch,
  type Call,
  type Firing,
  type Prediction,
  Setup,
  type Step,
  type Tokens
} from '../../tree/model.ts'
import type { StepResult } from '../../tree/result.ts'
import type { SessionTree } from '../importing.ts'

export interface LinearTurn {
  action: Action
  observation: string
  thinking?: string
  /** Milliseconds it took. */
  ms?: number
  /** What answered, where the file says it: an engine of Orrery's, and the model's name. */
  by?: { engine: string; model: string }
  tokens?: Tokens
  /** Given for this turn alone. */
  instruction?: string
  firings?: Firing[]
  grounded?: Grounded
  predicted?: Prediction
  /** What was known of the answer beside its text. */
  result?: StepResult
  /** The rules from this turn on. */
  setup?: Setup
}

export interface Linear {
  /** The importer's name. */
  format: string
  title: string
  notes: string
  setup: { domain: string } & Partial<Setup>
  /** Unix milliseconds. */
  createdAt: number
  turns: LinearTurn[]
  /** What tells two trajectories with the same turns apart, such as their own ids. */
  identity?: string
}

export async function linearTree({
  format,
  title,
  notes,
  setup,
  createdAt,
  turns,
  identity = ''
}: Linear): Promise<SessionTree> {
  const rules = Setup.parse(setup)
  const steps: Step[] = []
  for (const { action, observation } of turns) {
    steps.push(await makeStep(steps.at(-1)?.id ?? null, action, { text: observation }))
  }
  const tip = steps.at(-1)?.id ?? null
  const apart = [identity, rules.task ?? ''].filter(Boolean)
  const session = await contentId([format, rules.domain, rules.initialState, title, tip, ...apart])
  const branch = await contentId([session, 'main'])
  const calls: Call[] = []
  let current = rules
  for (const [index, step] of steps.entries()) {
    const turn = present(turns[index])
    const { thinking = '', instruction = '', firings = [], ms = 0, by, observation, grounded, predicted, result } = turn
    current = turn.setup ?? current
    calls.push({
      id: await contentId([session, step.id]),
      step: step.id,
      session,
      branch,
      engine: by?.engine ?? 'import',
      model: { name: by?.model ?? format, hash: null },
      seed: 0,
      setup: current,
      template: current.template,
      instruction,
      firings,
      raw: observation,
      thinking,
      warnings: [],
      tokens: turn.tokens ?? { prompt: 0, cached: 0, generated: 0 },
      ms: { first: 0, total: ms },
      createdAt,
      trace: null,
      ...(grounded && { grounded }),
      ...(predicted && { predicted }),
      ...(result && { result })
    })
  }
  const main: Branch = { id: branch, session, title: 'main', tip, fork: null, setup: rules, createdAt }
  const dates = { createdAt, updatedAt: createdAt }
  return { session: { id: session, title, notes, domain: rules.domain, ...dates }, branches: [main], steps, calls }
}

/** A file's name without its folders and its ending. */
export function stem(name: string): string {
  const last = name.split('/').at(-1) ?? name
  return last.replace(/\.[^.]+$/, '') || last
}
