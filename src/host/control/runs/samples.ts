// The same step predicted several times: each sample is a branch of its own, with a seed of its own.
import { z } from 'zod'
import { type SampleReport, SampleResult } from '../../../core/contract/runs.ts'
import { type ErrorCode, OrreryError } from '../../../core/errors.ts'
import { contentId } from '../../../core/tree/history.ts'
import { Action, type Branch, SetupChange, type StepEvent, StepId } from '../../../core/tree/model.ts'
import { endsOnlyItsJob } from './failures.ts'
import type { JobResult, RunContext, RunKindPlugin } from './kind.ts'

const Options = z.strictObject({
  /** The branch to sample from. It stays where it is. */
  branch: z.string(),
  /** The step to act after; `null`: before the first. */
  at: StepId.nullable(),
  action: Action,
  /** Turn-level instruction. */
  instruction: z.string().default(''),
  /** The rules that the samples have and the branch has not. */
  setup: SetupChange.default({}),
  /** Far more than anybody looks at. */
  samples: z.int().min(1).max(10_000),
  /** The first sample's seed; each next one has one more. Default: the branch's. */
  seed: z.int().min(0).optional(),
  /** Keep the probability of each token. */
  trace: z.boolean().default(false)
})
type Options = z.infer<typeof Options>

export const samples: RunKindPlugin<Options, SampleResult, SampleReport> = {
  name: 'samples',
  options: Options,
  result: SampleResult,
  async prepare(options, context, { id: run }) {
    const { branch: of, at, samples: count, action, instruction, trace } = options
    const from = context.store.branch(of)
    if (at !== null && !context.store.stepIds(from.session).includes(at)) {
      throw new OrreryError('not-found', `That step is not in the world of the branch "${from.title}".`)
    }
    const seed = options.seed ?? from.setup.seed
    const { fiction, program, user, search, ...change } = options.setup
    if (fiction || program !== undefined || user !== undefined || search !== undefined)
      throw new OrreryError(
        'invalid-input',
        'Samples have the fictional world, the program, the user and the policy of searching of their branch. Make a branch with the other one first.'
      )
    const setup = { ...from.setup, ...change, domain: from.setup.domain, seed }
    // A setup is JSON.
    const rules = z.json().parse(setup)
    const numbers = Array.from({ length: count }, (_, index) => index)
    const found = { samples: 0, failed: 0 }
    return {
      settings: { branch: of, at, samples: count, action, instruction, trace, setup: rules },
      problems: [],
      jobs: await Promise.all(
        numbers.map(async (number) => {
          const key = await contentId([at, action, instruction, rules, number])
          const label = `sample ${number + 1}, seed ${seed + number}`
          // Named after the run, so that the branch of a job that was cut short is found again when the run is resumed.
          const id = await contentId([run, key])
          const branch = { id, title: label, setup: { ...setup, seed: seed + number } }
          return { key, label, do: ({ signal }) => predict(context, options, branch, { signal }) }
        })
      ),
      // The engine has its own order for requests that wait.
      atOnce: Math.min(count, 64),
      async count(_, { error }) {
        found.samples++
        if (error) found.failed++
      },
      report: () => found
    }
  }
}

async function predict(
  context: RunContext,
  { branch: of, at, action, instruction, trace }: Options,
  wanted: Pick<Branch, 'id' | 'title' | 'setup'>,
  { signal }: { signal: AbortSignal }
): Promise<JobResult<SampleResult>> {
  const branch = await branchFor(context, { of, at }, wanted)
  const { id, session } = branch
  const entry = (step: StepId | null, error: JobResult['error'] = null) => ({
    result: { branch: id, seed: wanted.setup.seed, step },
    error
  })
  const made = firstAfter(context, branch, at)
  if (made !== null) return entry(made)
  let last: StepEvent | null = null
  for await (const event of context.step({ session, branch: id, action, instruction, trace }, { signal })) last = event
  if (last?.type === 'committed') return entry(last.step.id)
  const error: { code: ErrorCode; message: string } =
    last?.type === 'failed' ? last.error : { code: 'cancelled', message: 'The step was stopped.' }
  if (!endsOnlyItsJob(error.code)) throw new OrreryError(error.code, error.message)
  return entry(null, error)
}

async function branchFor(
  { store, clock, checked }: RunContext,
  { of, at }: Pick<Options, 'at'> & { of: string },
  { id, title, setup }: Pick<Branch, 'id' | 'title' | 'setup'>
): Promise<Branch> {
  const { session } = store.branch(of)
  const known = store.branches(session).find((branch) => branch.id === id)
  if (known) return known
  const made: Branch = { id, session, title, tip: at, fork: at, setup: checked(setup), createdAt: clock.now() }
  await store.createBranch(made)
  return made
}

/** The step that the branch has had since `at`: it was committed, and the process died before its result was written. */
function firstAfter({ store }: RunContext, { tip }: Branch, at: StepId | null): StepId | null {
  if (tip === at) return null
  const path = store.pathIds(tip)
  return path[at === null ? 0 : path.indexOf(at) + 1] ?? null
}
