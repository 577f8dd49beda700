// What this machine has to run a model with: its memory, and every way to compute with the reason when one is not used.
import { createRequire } from 'node:module'
import { getLlama, getLlamaGpuTypes, type Llama, LlamaLogLevel } from 'node-llama-cpp'
import type { Fit } from '../../core/contract/fit.ts'
import { OrreryError } from '../../core/errors.ts'
import type { Bytes } from '../../core/tree/engine-status.ts'
import type { MachineOffer } from '../models/gguf/best-load.ts'
import { CPU_BATCH } from '../models/gguf/estimate.ts'

type Backend = Fit['backends'][number]
type Gpu = Exclude<Backend['name'], 'cpu'>

// A twentieth is left: for what a desktop draws, for fragments, and for what these estimates do not know.
const MARGIN = 0.95

/** llama.cpp on the best of what this machine has, or on what ORRERY_GPU names. `onLog` hears its errors. @throws OrreryError engine-failed */
export async function openLlama(onLog: (text: string) => void = () => {}): Promise<Llama> {
  const asked = gpuChoice(process.env.ORRERY_GPU)
  const llama = await getLlama({
    gpu: asked,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    logLevel: LlamaLogLevel.error,
    logger: (_, text) => {
      onLog(text.trim())
      process.stderr.write(`${text.trim()}\n`)
    }
  }).catch(async (cause: unknown) => {
    if (asked === 'auto' || asked === false) throw cause
    const driver = (await getLlamaGpuTypes('supported')).includes(asked)
    const why = await whyNot(asked, { driver, used: false })
    throw new OrreryError(
      'engine-failed',
      `ORRERY_GPU=${asked} cannot be used here. ${why} Unset ORRERY_GPU, or set it to off.`,
      { cause }
    )
  })
  // llama.cpp's threads wait for each other at every step, spinning: as soon as anything else wants one of their cores, all stand
  // still. Measured on two cores with SmolLM2 while another program ran: 91 tokens/s on one thread, 4 on two. The window needs a core too.
  if (llama.gpu === false) llama.maxThreads = Math.max(1, llama.cpuMathCores - 1)
  return llama
}

/**
 * How a context is to compute on a machine with that GPU. Flash attention is slow on a CPU for fewer than 64 tokens at once, and an action
 * seldom has more (docs/decisions/008-reuse.md, point 9). A cache of q8_0 cannot do without.
 */
export function computing(
  gpu: string | false | null,
  { contextSize, kvType }: { contextSize: number; kvType: 'f16' | 'q8_0' }
): { flashAttention: 'auto' | false; batchSize?: number } {
  if (gpu) return { flashAttention: 'auto' }
  return { flashAttention: kvType === 'f16' ? false : 'auto', batchSize: Math.min(CPU_BATCH, contextSize) }
}

/** What `llama` can have of this machine now, and what there is in `total`, used or not. */
export async function measureMachine(llama: Llama): Promise<MachineOffer & { total: Bytes }> {
  const [ram, vram, backends] = await Promise.all([llama.getRamState(), llama.getVramState(), findBackends(llama)])
  // macOS counts as free only what nobody uses; what it gives on demand is everything that is not wired.
  const free = process.platform === 'darwin' ? ram.total - ram.wired : ram.free
  const limit = process.constrainedMemory() - process.memoryUsage.rss()
  return {
    free: {
      ram: Math.max(0, Math.floor(MARGIN * (limit > 0 ? Math.min(free, limit) : free))),
      vram: Math.max(0, Math.floor(MARGIN * vram.free))
    },
    total: { ram: limit > 0 ? Math.min(ram.total, limit) : ram.total, vram: vram.total },
    unified: vram.unifiedSize > 0,
    gpu: llama.gpu === false ? null : llama.gpu,
    backends
  }
}

/** A driver that misbehaves can be left out: `ORRERY_GPU=off`, or one of the backends by name. */
function gpuChoice(text: string | undefined): 'auto' | Gpu | false {
  switch (text) {
    case 'off':
      return false
    case 'cuda':
    case 'vulkan':
    case 'metal':
      return text
    default:
      return 'auto'
  }
}

async function findBackends(llama: Llama): Promise<Backend[]> {
  const names: Gpu[] = process.platform === 'darwin' ? ['metal'] : ['cuda', 'vulkan']
  const drivers = await getLlamaGpuTypes('supported')
  const devices = llama.gpu === false ? [] : await llama.getGpuDeviceNames()
  const gpus = names.map(async (name): Promise<Backend> => {
    if (llama.gpu === name) return { name, used: true, reason: `Runs on ${devices.join(', ') || 'the GPU'}.` }
    return { name, used: false, reason: await whyNot(name, { driver: drivers.includes(name), used: llama.gpu }) }
  })
  const cpu = `Runs on ${llama.maxThreads} of ${llama.cpuMathCores} cores.`
  return [...(await Promise.all(gpus)), { name: 'cpu', used: true, reason: cpu }]
}

const DRIVERS = {
  cuda: 'No NVIDIA driver with its CUDA libraries was found.',
  vulkan: 'No Vulkan driver (libvulkan) was found.',
  metal: 'Metal needs an Apple chip.'
}

async function whyNot(name: Gpu, { driver, used }: { driver: boolean; used: Llama['gpu'] }): Promise<string> {
  const asked = gpuChoice(process.env.ORRERY_GPU)
  if (asked === false) return 'Disabled by ORRERY_GPU=off.'
  if (asked !== 'auto' && asked !== name) return `Disabled: ORRERY_GPU=${asked} selects another one.`
  if (!driver) return DRIVERS[name]
  if (!isInstalled(name)) return `The ${name} binary for ${process.platform} ${process.arch} is not installed.`
  if (used !== false) return `The faster ${used} is used instead.`
  // There is a driver and a binary, and yet it was not taken: trying it alone tells why.
  return getLlama({ gpu: name, build: 'never', skipDownload: true, progressLogs: false, dryRun: true }).then(
    () => 'Its driver is installed, but reports no device.',
    // The library says no more than that there is none that works.
    () => 'Its driver is installed, but llama.cpp could not use it.'
  )
}

// The library's names for platforms, where they differ from Node's.
const PLATFORMS: Record<string, string> = { darwin: 'mac', win32: 'win' }

/** Whether npm installed the binary: it is left out where the platform, or the person, has no use for it. */
function isInstalled(name: Gpu): boolean {
  const platform = PLATFORMS[process.platform] ?? process.platform
  try {
    // The binaries are dependencies of the library, not of Orrery.
    createRequire(import.meta.resolve('node-llama-cpp')).resolve(`@node-llama-cpp/${platform}-${process.arch}-${name}`)
    return true
  } catch {
    return false
  }
}
