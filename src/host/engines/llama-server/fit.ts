// Where a model's weights go when a llama-server runs it: what the GPU takes, which experts stay in RAM, how long the context is.
import type { LoadOptions } from '../../../core/contract/fit.ts'
import { OrreryError } from '../../../core/errors.ts'

/** What a model file says about its size, in bytes. */
export interface ModelFacts {
  layers: ModelLayer[]
  /** What turns the last layer into tokens. It goes to the GPU before any layer does. */
  output: number
  /** What turns tokens into the first layer. It stays in RAM. */
  embedding: number
  /** Tokens the model knows. */
  vocabulary: number
  /** Tokens of context it was trained for. */
  contextLength: number
  /** Layers that predict the tokens after the next one, from which answers can be drafted; 0 for none. */
  predictors: number
}

export interface ModelLayer {
  /** Weights without the routed experts. */
  weights: number
  /** Weights of the routed experts; 0 in a dense layer. */
  experts: number
  /** Keys and values of one token at f16; 0 in a recurrent layer. */
  cachePerToken: number
  /** State that a recurrent layer keeps for one sequence. */
  state: number
}

/** How a llama-server is to open a model. */
export interface Placement {
  /** Tokens of one sequence. */
  contextSize: number
  sequences: number
  kvType: 'f16' | 'q8_0'
  /** As llama.cpp counts: the output is one, so a model of 40 layers is whole on the GPU at 41. */
  gpuLayers: number
  /** The first so many layers keep their experts in RAM. */
  cpuExperts: number
  /** Saved states that a rewind can start from; `null` where the architecture needs none. */
  checkpoints: number | null
  /** Answers are drafted by the model's own predicting layers. */
  drafts: boolean
  /** MiB of RAM for prompts of worlds that wait. */
  cacheRam: number
  /** Bytes this takes, estimated. */
  ram: number
  vram: number
}

// What llama.ts takes without being told: enough for a long session, and more is seldom free.
const CONTEXT = 32_768
// With less than this a world forgets the screen before last.
const LEAST_CONTEXT = 4096
// llama.cpp reads prompts in pieces of 512 tokens and keeps a number for each token of the vocabulary at each of them.
const READ_AT_ONCE = 512
// Work buffers beside that, and what the screen takes while the model runs.
const WORK = 512 * 2 ** 20
// llama-server's own default for both; a longer list is only searched more slowly.
const MOST_CHECKPOINTS = 32
const MOST_CACHE_MIB = 8192
// A q8_0 block keeps 32 numbers in 34 bytes; f16 takes 64.
const Q8_SHARE = 34 / 64

/**
 * Chooses what `wanted` leaves open, so that the fastest way that fits is taken: everything on the GPU, else all but the experts of the
 * first layers, else fewer layers. The context shrinks only when nothing else helps.
 * `preferred`: tokens of context to aim for.
 * @param free bytes on the GPU (0 without one) and in RAM
 * @throws OrreryError model-too-big, with the numbers
 */
export function place(
  facts: ModelFacts,
  free: { ram: number; vram: number },
  wanted: LoadOptions,
  { name, preferred = CONTEXT }: { name: string; preferred?: number | undefined }
): Placement {
  const most = Math.min(facts.contextLength, preferred)
  const contexts = wanted.contextSize === null ? shrinking(most) : [wanted.contextSize]
  for (const contextSize of contexts) {
    for (const candidate of candidates(facts, free, wanted, contextSize)) {
      if (candidate.vram <= free.vram && candidate.ram <= free.ram) return withRest(facts, free, candidate)
    }
  }
  throw tooBig(name, facts, free, wanted, contexts.at(-1) ?? LEAST_CONTEXT)
}

function shrinking(most: number): number[] {
  const sizes = [most]
  for (let size = most; size / 2 >= LEAST_CONTEXT; sizes.push(size)) size = Math.floor(size / 2)
  return sizes
}

type Candidate = Omit<Placement, 'checkpoints' | 'cacheRam' | 'drafts'>

/** Every placement that `wanted` allows, fastest first. */
function* candidates(
  facts: ModelFacts,
  free: { vram: number },
  wanted: LoadOptions,
  contextSize: number
): Generator<Candidate> {
  const { layers } = facts
  const all = layers.length + 1
  const mixture = layers.some(({ experts }) => experts > 0)
  const mostGpu = wanted.gpuLayers ?? (free.vram > 0 ? all : 0)
  for (let gpuLayers = Math.min(mostGpu, all); gpuLayers >= (wanted.gpuLayers === null ? 0 : mostGpu); gpuLayers--) {
    // Experts are the least used bytes of a mixture: whole layers leave the GPU only after all experts have.
    const most = mixture && gpuLayers > 0 ? layers.length : 0
    const least = gpuLayers === all ? 0 : most
    for (let n = wanted.cpuExperts ?? least; n <= (wanted.cpuExperts ?? most); n++) {
      yield measure(facts, {
        contextSize,
        sequences: wanted.sequences ?? 1,
        kvType: wanted.kvType ?? 'f16',
        gpuLayers,
        cpuExperts: Math.min(n, layers.length)
      })
    }
    if (gpuLayers === 0) return
  }
}

function measure(facts: ModelFacts, choice: Omit<Candidate, 'ram' | 'vram'>): Candidate {
  const { contextSize, sequences, kvType, gpuLayers, cpuExperts } = choice
  const share = kvType === 'q8_0' ? Q8_SHARE : 1
  const buffers = READ_AT_ONCE * facts.vocabulary * 4 + WORK
  const onGpu = gpuLayers > 0
  let ram = facts.embedding + (onGpu ? WORK : buffers + facts.output)
  let vram = onGpu ? facts.output + buffers : 0
  facts.layers.forEach((layer, index) => {
    const kept = sequences * (contextSize * layer.cachePerToken * share + layer.state)
    // The last layers go to the GPU first, and the experts of the first layers stay behind.
    const here = onGpu && index >= facts.layers.length + 1 - gpuLayers
    if (here) vram += layer.weights + kept
    else ram += layer.weights + kept
    if (here && index >= cpuExperts) vram += layer.experts
    else ram += layer.experts
  })
  return { ...choice, ram: Math.round(ram), vram: Math.round(vram) }
}

/** Gives what RAM is left over to checkpoints and to waiting prompts, half of it at most: the machine runs other programs too. */
function withRest(facts: ModelFacts, free: { ram: number }, candidate: Candidate): Placement {
  const quarter = Math.max(0, free.ram - candidate.ram) / 4
  const state = candidate.sequences * facts.layers.reduce((sum, layer) => sum + layer.state, 0)
  return {
    ...candidate,
    // One is always kept: without any, each turn of a recurrent model reads the whole history again.
    checkpoints: state === 0 ? null : Math.min(MOST_CHECKPOINTS, Math.max(1, Math.floor(quarter / state))),
    drafts: facts.predictors > 0,
    cacheRam: Math.min(MOST_CACHE_MIB, Math.floor(quarter / 2 ** 20))
  }
}

function tooBig(
  name: string,
  facts: ModelFacts,
  free: { ram: number; vram: number },
  wanted: LoadOptions,
  contextSize: number
): OrreryError {
  const all = [...candidates(facts, free, wanted, contextSize)]
  // What misses by the least is what a person can mend.
  const missing = ({ ram, vram }: Candidate) => Math.max(0, ram - free.ram) + Math.max(0, vram - free.vram)
  const best = all.reduce((a, b) => (missing(b) < missing(a) ? b : a))
  const gpu = best.vram > 0 || free.vram > 0 ? ` and ${gigabytes(best.vram)} on the GPU` : ''
  const freeGpu = free.vram > 0 ? ` and ${gigabytes(free.vram)} on the GPU` : ''
  return new OrreryError(
    'model-too-big',
    `Model "${name}" needs ${gigabytes(best.ram)} of memory${gpu} for a context of ${contextSize} tokens; ${gigabytes(free.ram)}${freeGpu} is free. Close other programs, use a smaller context or fewer worlds in parallel, or choose a smaller model or quantization.`
  )
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
