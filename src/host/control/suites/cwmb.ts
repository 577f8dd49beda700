// CWMB: code world models in Python, on recorded transitions, and as something to plan in. They run in the machine.
import { z } from 'zod'
import type { ImportFile } from '../../../core/contract/files.ts'
import { contentOf, NO_MACHINE, placeOfFile, type Suite, type SuiteItem } from './suite.ts'

const CANDIDATES = new Set(['best_code_rollout.py', 'best_code.py', 'code.py'])
const BUFFER = /^(?:test|train)_buffer\.(?:json|npz|pkl)$/

// As `eval_cwm_planning` of the published code has them, and as many as the machine does in minutes.
const PUBLISHED = { simulations: 25, depth: 100, steps: null, horizon: 100, rounds: 20, samples: 1000, elites: 100 }
const SMALL = { simulations: 10, depth: 20, steps: 30, horizon: 10, rounds: 4, samples: 30, elites: 6 }
const SECONDS = { small: 600, published: 100_000 }

const SCORES = ['accuracy', 'state', 'reward', 'done', 'accuracy_cwmb', 'normalised_return']

const Result = z.object({
  scores: z.record(z.string(), z.number().nullable()),
  missing: z.record(z.string(), z.string()),
  problem: z.string().nullable()
})

export const cwmb: Suite = ({ files, seed, episodes, effort }, { python }) => {
  const candidates = files.filter(({ name }) => CANDIDATES.has(placeOfFile(name).base))
  const items = candidates.map((candidate): SuiteItem => {
    const { folder } = placeOfFile(candidate.name)
    const buffer = bufferOf(folder, files)
    const environment = files.find((one) => isIn(one, folder) && placeOfFile(one.name).base === 'environment.py')
    const settings = { ...(effort === 'published' ? PUBLISHED : SMALL), seed, episodes }
    const given = [candidate, buffer, environment].flatMap((one) => one ?? [])
    return {
      id: named(candidate.name, candidates),
      content: { settings, files: given.map((one) => ('text' in one ? one.text : one.base64)) },
      async score({ signal }) {
        if (!python) return missing(NO_MACHINE)
        const ending = buffer && `buffer.${buffer.name.split('.').at(-1)}`
        const ran = await python(
          {
            driver: 'code_world',
            files: {
              'candidate.py': contentOf(candidate),
              ...(buffer && ending && { [ending]: contentOf(buffer) }),
              ...(environment && { 'environment.py': contentOf(environment) })
            },
            settings: { ...settings, buffer: ending ?? null, environment: environment !== undefined },
            seconds: SECONDS[effort]
          },
          { signal }
        )
        if ('problem' in ran) return missing(ran.problem)
        const read = Result.safeParse(ran.result)
        return read.success ? read.data : missing('the program wrote over its own result')
      }
    }
  })
  const reason = `No candidate is here: a file ${[...CANDIDATES].join(', ')} in a folder named after its environment.`
  return { items, problems: items.length ? [] : [{ line: null, reason }] }
}

/** Transitions that were held back first; then in the form that is read everywhere. */
function bufferOf(folder: string, files: readonly ImportFile[]): ImportFile | undefined {
  const own = files.filter((one) => isIn(one, folder) && BUFFER.test(placeOfFile(one.name).base))
  const order = (name: string) =>
    (name.startsWith('test') ? 0 : 10) + ['json', 'npz', 'pkl'].indexOf(name.split('.').at(-1) ?? '')
  return own.sort((one, other) => order(placeOfFile(one.name).base) - order(placeOfFile(other.name).base))[0]
}

const isIn = ({ name }: ImportFile, folder: string): boolean => placeOfFile(name).folder === folder

/** The environment, or the whole path where several candidates are of one. */
function named(name: string, all: readonly ImportFile[]): string {
  const { folder } = placeOfFile(name)
  return all.filter((one) => isIn(one, folder)).length > 1 ? name : folder || name
}

function missing(why: string): Awaited<ReturnType<SuiteItem['score']>> {
  return {
    scores: Object.fromEntries(SCORES.map((name) => [name, null])),
    missing: Object.fromEntries(SCORES.map((name) => [name, why])),
    problem: null
  }
}
