// Variations made: each scenario that is wanted is a job, which draws until one holds.
import { z } from 'zod'
import { type DroppedVariation, type VariationReport, Varied, VaryOptions } from '../../../../core/control/variation.ts'
import { variations as kinds } from '../../../../core/control/variations/index.ts'
import { attempt } from '../../../../core/control/vary/attempt.ts'
import { chanceOf } from '../../../../core/control/vary/chance.ts'
import type { Original, Rehearse, Tools, Variation } from '../../../../core/control/vary/original.ts'
import { writtenScenario } from '../../../../core/control/written.ts'
import { OrreryError } from '../../../../core/errors.ts'
import { contentId, draw } from '../../../../core/tree/history.ts'
import { noScenario, type ScenarioFile } from '../../../../core/tree/scenario.ts'
import { writeYaml } from '../../../domains/tools/yaml.ts'
import { askFor } from '../../../engines/ask.ts'
import type { Job, RunContext, RunKindPlugin } from '../kind.ts'
import { rehearse } from '../scenarios/rehearse.ts'
import { originalOf } from './original.ts'

/** Draws of one kind before another one has its turn. */
const TRIES = 4
// A scenario's name has a hundred characters at most, with kind and numbers.
const LONGEST_NAME = 60

export const variations: RunKindPlugin<VaryOptions, Varied, VariationReport> = {
  name: 'variations',
  options: VaryOptions,
  result: Varied,
  async prepare({ from, n, seed, kinds: wanted, by, partners: named }, context, { signal }) {
    const { engine } = context
    if (by === 'model' && engine.absent && engine.absent.code !== 'no-model') throw engine.absent
    if (by === 'model' && engine.absent) {
      throw new OrreryError(
        'no-model',
        'No model is in use to rephrase and invent. Choose one, or vary by rules alone.'
      )
    }
    const original = await originalOf(context, from, { signal })
    const files = wanted.includes('compose') ? partnersOf(context, original, named) : []
    const using = by === 'model' ? { engine: engine.info().engine, model: { ...engine.info().model } } : {}
    const settings = {
      ...{ seed, kinds: wanted, by, ...using },
      original: await contentId(plain(original.file)),
      partners: await contentId(files.map(plain))
    }
    const loads = new Map<string, Promise<Original | null>>()
    const partners = files.map((file) => ({
      name: file.name,
      load() {
        const known = loads.get(file.name) ?? ready(context, file, signal)
        loads.set(file.name, known)
        return known
      }
    }))
    const made = new Map<string, string>()
    const [kept, dropped] = [new Set<number>(), { count: 0 }]
    const makeOne = async (index: number, options: { signal: AbortSignal }): Promise<Varied> => {
      const drops: DroppedVariation[] = []
      for (const { kind, tries } of inTurns(wanted, index)) {
        for (let count = 0; count < tries; count++) {
          const key = `${seed}|${kind.kind}|${index}|${count}`
          const tools = toolsFor(context, key, by === 'model', options.signal)
          const title = `${original.file.title} (${kind.title.toLowerCase()})`
          const name = `${original.file.name.slice(0, LONGEST_NAME)}-${kind.kind}-${seed}-${index + 1}`
          const tried = await attempt(kind, original, { ...tools, partners, named: { name, title } })
          if ('dropped' in tried) {
            drops.push(tried.dropped)
            if (tried.never) break
            continue
          }
          const { scenario, how, tried: runs } = tried.kept
          const twin = made.get(await sameness(scenario))
          if (twin !== undefined) {
            drops.push({ kind: kind.kind, how, reason: `It is the same as "${twin}".` })
            continue
          }
          const text = writeYaml(writtenScenario(scenario))
          return { kept: { kind: kind.kind, name, title, how, scenario, text, tried: runs }, dropped: drops }
        }
      }
      return { kept: null, dropped: drops }
    }
    const keys = await Promise.all(Array.from({ length: n }, (_, index) => contentId([settings, index])))
    return {
      settings,
      problems: [],
      jobs: keys.map(
        (key, index): Job<Varied> => ({
          key,
          label: `variation ${index + 1}`,
          do: async ({ signal: stop }) => ({ result: await makeOne(index, { signal: stop }), error: null })
        })
      ),
      // One after the other: none is to be the same as one before it.
      atOnce: 1,
      async count(index, { result }) {
        dropped.count += result?.dropped.length ?? 0
        if (!result?.kept) return
        kept.add(index)
        made.set(await sameness(result.kept.scenario), result.kept.name)
      },
      report: () => ({ kept: kept.size, dropped: dropped.count })
    }
  }
}

const plain = (value: unknown) => z.json().parse(JSON.parse(JSON.stringify(value)))

/** What a scenario is without what it is called. */
function sameness({ name: _, title: __, description: ___, ...scenario }: ScenarioFile): Promise<string> {
  return contentId(plain(scenario))
}

/** The kind whose turn it is, several times, and then each of the others once. */
function inTurns(wanted: VaryOptions['kinds'], index: number): { kind: Variation; tries: number }[] {
  const chosen = kinds.filter(({ kind }) => wanted.includes(kind))
  const from = index % chosen.length
  return [...chosen.slice(from), ...chosen.slice(0, from)].map((kind, at) => ({ kind, tries: at ? 1 : TRIES }))
}

function toolsFor(
  context: RunContext,
  key: string,
  byModel: boolean,
  signal: AbortSignal
): Omit<Tools, 'partners'> & { rehearse: Rehearse } {
  let questions = 0
  return {
    chance: chanceOf(key),
    ask: byModel
      ? async (question) => {
          const seed = Math.floor((await draw(`${key}|ask|${questions++}`)) * 2 ** 31)
          return askFor(context.engine, { ...question, seed }, { owner: 'variations', signal })
        }
      : null,
    async rehearse(variant, answers) {
      const { verdict, why } = (await rehearse(context, variant, { answers, signal })).result
      return { verdict, why }
    }
  }
}

/** @throws OrreryError not-found for a name that the library does not have */
function partnersOf({ library }: RunContext, { file }: Original, named: string[] | undefined): ScenarioFile[] {
  const all = library()
  const unknown = named?.find((name) => !all.some((one) => one.name === name))
  if (unknown !== undefined) throw noScenario(unknown, all)
  return all.filter(
    ({ name, setup, checks, model }) =>
      name !== file.name &&
      setup.domain === file.setup.domain &&
      (named ? named.includes(name) : checks.length > 0 && model === undefined)
  )
}

async function ready(context: RunContext, scenario: ScenarioFile, signal: AbortSignal): Promise<Original | null> {
  try {
    return await originalOf(context, { scenario }, { signal })
  } catch (error) {
    // A partner that fails its own checks is left out; the kind of variation says that there is none.
    if (error instanceof OrreryError && error.code === 'invalid-input') return null
    throw error
  }
}
