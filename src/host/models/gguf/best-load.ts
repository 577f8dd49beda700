// How a model is best opened on a machine: what was decided is kept, the rest chosen so that it fits.

import type { Fit, LoadOptions } from '../../../core/contract/fit.ts'
import { present } from '../../../core/text/present.ts'
import type { Bytes } from '../../../core/tree/engine-status.ts'
import { estimate, estimateFirst, type LoadPlan, lanesOf, type MemoryNeed, type ModelLayout, sum } from './estimate.ts'

/** What a machine offers a model. */
export interface MachineOffer {
  /** Bytes a model may take. */
  free: Bytes
  /** The GPU's memory is part of the RAM, as on a Mac. */
  unified: boolean
  /** What computes beside the CPU; `null` when nothing does. */
  gpu: 'cuda' | 'vulkan' | 'metal' | null
  backends: Fit['backends']
}

// Enough for long sessions, and 0.6 GiB of cache on the 35B model; more for whoever asks for it.
const DEFAULT_CONTEXT = 32_768
// A session of a few dozen screens: a shorter context is taken only when nothing else makes the model fit.
const COMFORTABLE_CONTEXT = 8192
// Below this a session ends after a few screens; the context shrinks to here before a model is called too big.
const SMALLEST_CONTEXT = 4096
// More worlds at once than this gain nothing on one machine (measured: none on a CPU); their caches are better left free.
const MOST_SEQUENCES = 4
const CACHE_SHARE = 1 / 4
// More than one world is a comfort: other programs on this machine come first.
const SHARED_RAM = 3 / 4

/**
 * Chooses how to open a model. `preferred` is the context to aim for, in tokens, where `options` decides none.
 * The verdict is `too-big` when even the smallest choice is over what is free; it is then the plan returned.
 */
export function choose(
  layout: ModelLayout,
  machine: MachineOffer,
  options: LoadOptions,
  { preferred = null }: { preferred?: number | null } = {}
): Fit {
  const most = machine.gpu ? layout.layers + 1 : 0
  const placed = options.gpuLayers === null ? null : Math.min(options.gpuLayers, most)
  const rungs = ladder(layout, options, preferred)
  const sequences = options.sequences ?? 1
  const plan = (rung: Rung, gpuLayers: number): LoadPlan => ({ ...rung, gpuLayers, sequences, cpuExperts: 0 })
  const needOf = (plan: LoadPlan) => estimate(layout, plan, lanesOf(plan, options).length)
  const fits = (plan: LoadPlan) => within(needOf(plan), machine)

  const comfortable = rungs.filter(({ contextSize }) => contextSize >= COMFORTABLE_CONTEXT)
  const candidates =
    placed !== null
      ? rungs.map((rung) => plan(rung, placed))
      : [
          // All layers on the GPU are worth a shorter context or smaller keys and values, but not a cramped world.
          ...(most ? (comfortable.length ? comfortable : rungs).map((rung) => plan(rung, most)) : []),
          ...rungs.flatMap((rung) => downFrom(most - 1).map((layers) => plan(rung, layers)))
        ]
  const found = candidates.find(fits)
  const chosen = found ?? present(candidates.at(-1))
  const best = found && options.sequences === null ? shared(chosen) : chosen
  return describe(layout, machine, best, needOf(best), estimateFirst(layout, best, lanesOf(best, options)))

  /** The same plan for as many worlds at once as leave memory for everything else. */
  function shared(base: LoadPlan): LoadPlan {
    const room = CACHE_SHARE * (base.gpuLayers > 0 && !machine.unified ? machine.free.vram : machine.free.ram)
    const plenty = { ...machine, free: { ...machine.free, ram: SHARED_RAM * machine.free.ram } }
    for (let sequences = MOST_SEQUENCES; sequences > 1; sequences--) {
      const more = { ...base, sequences }
      const need = needOf(more)
      if (need.cache.ram + need.cache.vram <= room && within(need, plenty)) return more
    }
    return base
  }
}

/** Whether `need` is there to be had. */
export function within(need: MemoryNeed, { free, unified }: Pick<MachineOffer, 'free' | 'unified'>): boolean {
  const { ram, vram } = sum(need)
  return vram <= free.vram && (unified ? ram + vram : ram) <= free.ram
}

type Rung = Pick<LoadPlan, 'contextSize' | 'kvType'>

/** Contexts and ways to keep them, best first. Halving the context costs a long session; q8_0 costs speed in every step. */
function ladder({ trainContext }: ModelLayout, options: LoadOptions, preferred: number | null): Rung[] {
  const limit = trainContext ?? Number.POSITIVE_INFINITY
  const wanted = Math.min(options.contextSize ?? preferred ?? DEFAULT_CONTEXT, limit)
  const contexts = [wanted]
  if (options.contextSize === null) {
    for (let size = wanted / 2; size >= SMALLEST_CONTEXT; size /= 2) contexts.push(Math.floor(size))
  }
  const at = (kvType: Rung['kvType'], among: number[]) => among.map((contextSize) => ({ contextSize, kvType }))
  if (options.kvType) return at(options.kvType, contexts)
  const long = contexts.filter((size) => size >= COMFORTABLE_CONTEXT)
  const short = contexts.filter((size) => size < COMFORTABLE_CONTEXT)
  return [...at('f16', long), ...at('q8_0', long.slice(-1)), ...at('f16', short), ...at('q8_0', short.slice(-1))]
}

function downFrom(count: number): number[] {
  return Array.from({ length: Math.max(1, count + 1) }, (_, index) => Math.max(0, count - index))
}

/** The plan as a fit: its numbers, and one sentence of what they mean. `need` at most, `first` for one short world. */
export function describe(
  layout: ModelLayout,
  machine: MachineOffer,
  plan: LoadPlan,
  need: MemoryNeed,
  first: Bytes
): Fit {
  const layers = layout.layers + 1
  const verdict = !within(need, machine)
    ? 'too-big'
    : plan.gpuLayers === layers
      ? 'gpu'
      : plan.gpuLayers
        ? 'partial'
        : 'cpu'
  const fit = { verdict, options: plan, layers, ...need, first, free: machine.free } as const
  return { ...fit, reason: reason(fit, machine), backends: backends(fit, machine) }
}

type Told = Omit<Fit, 'reason' | 'backends'>

function reason(fit: Told, { unified }: MachineOffer): string {
  const { verdict, options, layers, first, free } = fit
  const need = sum(fit)
  const vram = `${range(first.vram, need.vram)} of the ${size(free.vram)} free on the GPU`
  const ram = `${range(first.ram, need.ram)} of the ${size(free.ram)} of free RAM`
  const kept = options.kvType === 'q8_0' ? ' kept at q8_0' : ''
  const context = `a context of ${options.contextSize} tokens${kept}${options.sequences > 1 ? ` for each of ${options.sequences} worlds at once` : ''}`
  switch (verdict) {
    case 'gpu':
      return `All ${layers} layers fit on the GPU: ${vram}${unified ? '' : ` and ${ram}`}, with ${context}.`
    case 'partial':
      return `${options.gpuLayers} of ${layers} layers fit on the GPU: ${vram} and ${ram}, with ${context}.`
    case 'cpu':
      return `It fits in main memory: ${ram}, with ${context}.`
    case 'too-big':
      return `It ${shortage(fit, unified)}; ${waysOut(fit)}.`
    default:
      return verdict satisfies never
  }
}

/** What can be done about it, as the rest of a sentence; the GPU only where something would be on it. */
export function waysOut({ options }: Pick<Fit, 'options'>): string {
  const gpu = options.gpuLayers > 0 ? 'put fewer layers on the GPU, ' : ''
  return `close other programs, lower the context size in the model's options, ${gpu}or choose a smaller model or quantization`
}

/** `needs ... (of what); ... is free`, for the sentence that says no. Places that have enough are left out. */
export function shortage(fit: Omit<Told, 'verdict' | 'layers'>, unified: boolean): string {
  const { weights, cache, buffers, free, options } = fit
  const need = sum(fit)
  const onGpu = need.vram > free.vram
  const pick = onGpu
    ? (bytes: Bytes) => bytes.vram
    : unified
      ? ({ ram, vram }: Bytes) => ram + vram
      : ({ ram }: Bytes) => ram
  const place = onGpu ? 'GPU memory' : 'memory'
  const worlds = options.sequences > 1 ? `${options.sequences} contexts` : 'a context'
  const parts = [
    `${size(pick(weights))} of weights`,
    `${size(pick(cache))} for ${worlds} of ${options.contextSize} tokens`,
    `${size(pick(buffers))} of buffers`
  ]
  const total = pick(weights) + pick(cache) + pick(buffers)
  return `needs ${size(total)} of ${place} (${parts.join(', ')}) and ${size(onGpu ? free.vram : free.ram)} is free`
}

/** What each backend does for this model: a GPU that has no room for a layer is there, and not used. */
function backends({ verdict, options }: Told, { backends, gpu }: MachineOffer): Fit['backends'] {
  return backends.map((backend) => {
    if (backend.name === 'cpu') {
      const reason =
        verdict === 'gpu'
          ? 'All layers are on the GPU.'
          : options.gpuLayers
            ? 'Runs the layers that are not on the GPU.'
            : backend.reason
      return { ...backend, used: verdict !== 'gpu', reason }
    }
    if (backend.name !== gpu || options.gpuLayers > 0) return backend
    return { ...backend, used: false, reason: `${backend.reason} No layer of this model is placed on it.` }
  })
}

// Less than this share is left out of the sentence: nobody would notice.
const WORTH_TELLING = 0.9

/** What is taken at first and at most, or one figure where they hardly differ. */
function range(first: number, most: number): string {
  return first < WORTH_TELLING * most ? `${size(first)} for one short world, at most ${size(most)},` : size(most)
}

function size(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
}
