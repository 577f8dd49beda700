// Whether a model file fits this machine and how to open it: asked of llama.cpp itself, which counts without reading the weights.
import { basename } from 'node:path'
import { GgmlType, GgufInsights, type Llama } from 'node-llama-cpp'
import type { Fit, LoadOptions } from '../../core/contract/fit.ts'
import { OrreryError } from '../../core/errors.ts'
import { trimEndOf } from '../../core/text/plain.ts'
import { present } from '../../core/text/present.ts'
import type { Bytes } from '../../core/tree/engine-status.ts'
import { choose, describe, type MachineOffer } from '../models/gguf/best-load.ts'
import {
  CONTEXT_STEP,
  estimate,
  firstContext,
  type LoadPlan,
  lanesOf,
  layoutOf,
  type MemoryNeed,
  type ModelLayout,
  sum
} from '../models/gguf/estimate.ts'
import { readHeader } from '../models/gguf/header.ts'
import { fileSize, goneFrom } from '../models/gguf/parts.ts'
import { computing, measureMachine, openLlama } from './machine.ts'
import type { ToProcess } from './protocol.ts'

// Contexts at which buffers and cache are counted, at most: both grow evenly from there. Below the first a batch shrinks with the context.
const SHORT_CONTEXT = 512
const LONG_CONTEXT = 32_768
// Each plan that turned out too big makes the next one smaller by what was missing; more than a few mean that it never fits.
const TRIES = 4

/** Answers one `fit`. llama.cpp is started once; what is free is measured each time. */
export async function answerFit({ of, options, contextSize: preferred, held }: Asked): Promise<Fit> {
  starting ??= openLlama()
  const llama = await starting
  const { free, ...rest } = await measureMachine(llama)
  const machine = { ...rest, free: { ram: free.ram + held.ram, vram: free.vram + held.vram } }
  if ('facts' in of) return choose(layoutOf(of.facts, of.size, machine.gpu), machine, options, { preferred })
  return fitFile(of.path, options, { llama, machine, preferred })
}

type Asked = Extract<ToProcess, { type: 'fit' }>
let starting: Promise<Llama> | null = null

/**
 * The fit of the file at `path`. llama.cpp counts what the plan takes on its own devices; a `machine` it does not run on (`llama.gpu`
 * differs) is served by estimate alone.
 * @throws OrreryError not-found, model-broken
 */
export async function fitFile(
  path: string,
  options: LoadOptions,
  { llama, machine, preferred }: { llama: Llama; machine: MachineOffer; preferred: number | null }
): Promise<Fit> {
  const insights = await open(path, llama)
  const layout = await readLayout(insights, machine.gpu, options.contextSize ?? preferred)
  const first = choose(layout, machine, options, { preferred })
  // Counting costs llama.cpp some memory for every token of the context: what is far too big is better not counted.
  if ((llama.gpu === false ? null : llama.gpu) !== machine.gpu || first.verdict === 'too-big') return first
  // The estimate spreads weights evenly over the layers; what llama.cpp counts has the last word.
  let { free } = machine
  for (let tries = 1; ; tries++) {
    const guess = choose(layout, { ...machine, free }, options, { preferred })
    const lanes = lanesOf(guess.options, options)
    const { need, first } = await count(insights, machine.gpu, layout, guess.options, lanes)
    const fit = describe(layout, machine, guess.options, need, first)
    if (fit.verdict !== 'too-big' || guess.verdict === 'too-big' || tries === TRIES) return fit
    const [counted, guessed] = [sum(need), sum(guess)]
    free = {
      ram: free.ram - Math.max(0, counted.ram - guessed.ram),
      vram: free.vram - Math.max(0, counted.vram - guessed.vram)
    }
  }
}

/** Reads the header of the model file. @throws OrreryError not-found, model-broken */
async function open(path: string, llama: Llama): Promise<GgufInsights> {
  if ((await fileSize(path)) === null) throw goneFrom(path)
  try {
    const { info } = await readHeader(path)
    return await GgufInsights.from(info, llama)
  } catch (cause) {
    throw broken(basename(path), cause instanceof Error ? printable(cause.message) : '', cause)
  }
}

/** A file's layout, from what llama.cpp says that contexts of two lengths, with one sequence and with two, would take. */
async function readLayout(
  insights: GgufInsights,
  gpu: MachineOffer['gpu'],
  wanted: number | null
): Promise<ModelLayout> {
  const layers = insights.totalLayers - 1
  const short = SHORT_CONTEXT
  const long = Math.max(
    2 * short,
    Math.ceil(Math.min(wanted ?? LONG_CONTEXT, LONG_CONTEXT) / CONTEXT_STEP) * CONTEXT_STEP
  )
  const total = async (contextSize: number, sequences: number, how: object = {}) => {
    const asked = { contextSize, sequences, modelGpuLayers: 0, ...how }
    const need = await insights.estimateContextResourceRequirementsV2(asked)
    return need.cpuRam + need.gpuVram
  }
  const [none, all] = await Promise.all([
    insights.estimateModelResourceRequirementsV2({ gpuLayers: 0 }),
    insights.estimateModelResourceRequirementsV2({ gpuLayers: insights.totalLayers })
  ])
  // A second sequence adds its cache and nothing else, at llama.cpp's own batch size; with less, buffers would grow too.
  const second = async (contextSize: number) => (await total(contextSize, 2)) - (await total(contextSize, 1))
  const cache = { short: await second(short), long: await second(long) }
  const alone = (contextSize: number) => total(contextSize, 1, computing(gpu, { contextSize, kvType: 'f16' }))
  const one = { short: await alone(short), long: await alone(long) }
  const line = (from: number, to: number) => (to - from) / (long - short)
  const kvPerToken = Math.max(0, line(cache.short, cache.long))
  const perToken = Math.max(0, line(one.short - cache.short, one.long - cache.long))
  return {
    layers,
    trainContext: insights.trainContextSize ?? null,
    kvPerToken,
    recurrent: Math.max(0, Math.round(cache.short - kvPerToken * short)),
    weights: { total: none.cpuRam + none.gpuVram, gpu: all.gpuVram, host: all.cpuRam },
    buffers: { fixed: Math.max(0, one.long - cache.long - perToken * long), perToken, plain: 0 }
  }
}

/** What llama.cpp says that opening the model by `plan` takes on the devices it runs on, at most and at first. */
async function count(
  insights: GgufInsights,
  gpu: MachineOffer['gpu'],
  layout: ModelLayout,
  plan: LoadPlan,
  lanes: number[]
): Promise<{ need: MemoryNeed; first: Bytes }> {
  const { cache, buffers } = estimate(layout, plan, lanes.length)
  const type = plan.kvType === 'q8_0' ? GgmlType.Q8_0 : GgmlType.F16
  const contextOf = async (contextSize: number, sequences: number): Promise<Bytes> => {
    const { cpuRam, gpuVram } = await insights.estimateContextResourceRequirementsV2({
      contextSize,
      sequences,
      modelGpuLayers: plan.gpuLayers,
      kvCacheKeyType: type,
      kvCacheValueType: type,
      ...computing(gpu, { ...plan, contextSize })
    })
    return { ram: cpuRam, vram: gpuVram }
  }
  const known = new Map<number, Bytes>()
  for (const sequences of lanes)
    if (!known.has(sequences)) known.set(sequences, await contextOf(plan.contextSize, sequences))
  const contexts = total(lanes.map((sequences) => present(known.get(sequences))))
  const model = await insights.estimateModelResourceRequirementsV2({ gpuLayers: plan.gpuLayers })
  const weights = { ram: model.cpuRam, vram: model.gpuVram }
  const begin = firstContext(plan, lanes, { cuttable: isCuttable(insights) })
  // Checkpoints are Orrery's own: llama.cpp cannot know of them.
  const checkpoints = buffers.ram - estimate({ ...layout, recurrent: 0 }, plan, lanes.length).buffers.ram
  return {
    need: {
      weights,
      cache,
      buffers: {
        ram: Math.max(0, contexts.ram - cache.ram) + checkpoints,
        vram: Math.max(0, contexts.vram - cache.vram)
      }
    },
    first: total([weights, await contextOf(begin, lanes[0] ?? 1)])
  }
}

/** Whether what was read can be cut off after any token. Elsewhere checkpoints are needed, which do not move to a larger context. */
export function isCuttable({ isHybrid, isRecurrent, swaSize }: GgufInsights): boolean {
  return !isHybrid && !isRecurrent && !swaSize
}

function total(parts: Bytes[]): Bytes {
  return parts.reduce((a, b) => ({ ram: a.ram + b.ram, vram: a.vram + b.vram }))
}

export function broken(name: string, detail: string, cause: unknown): OrreryError {
  const why = detail ? ` (${trimEndOf(detail, '. \n')})` : ''
  return new OrreryError(
    'model-broken',
    `Model "${name}" cannot be read as a GGUF model${why}. The file is damaged, incomplete or of a type that llama.cpp does not support. Pull it again, or choose another one.`,
    { cause }
  )
}

// Error texts quote the file's bytes; control characters would reach somebody's terminal.
export function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?')
}
