// Whether a model fits, asked before it is loaded: a machine that swaps is worse than a refusal.
import { InsufficientMemoryError, type Llama } from 'node-llama-cpp'
import { OrreryError } from '../../core/errors.ts'

/** Bytes a model takes, and the context (in tokens) that `cache` is for. */
export interface Need {
  weights: number
  cache: number
  context: number
}

/** Bytes a model may take: RAM that can be had without swapping, within the container's limit, and the GPU's own. */
export async function measureFree(llama: Llama): Promise<number> {
  const [ram, vram] = await Promise.all([llama.getRamState(), llama.getVramState()])
  // macOS counts as free only what nobody uses; what it gives on demand is everything that is not wired.
  const free = process.platform === 'darwin' ? ram.total - ram.wired : ram.free
  const limit = process.constrainedMemory() - process.memoryUsage.rss()
  // Unified memory is RAM already counted.
  const separate = vram.unifiedSize > 0 ? 0 : vram.free
  return Math.min(free, limit > 0 ? limit : free) + separate
}

/** The refusal, with the numbers. `free` in bytes. */
export function tooBig(name: string, need: Need, free: number, cause?: unknown): OrreryError {
  const total = gigabytes(need.weights + need.cache)
  const parts = `${gigabytes(need.weights)} of weights and ${gigabytes(need.cache)} for a context of ${need.context} tokens`
  return new OrreryError(
    'model-too-big',
    `Model "${name}" needs ${total} of memory (${parts}); ${gigabytes(free)} is free. Close other programs, lower the context size (ORRERY_CONTEXT), or choose a smaller model or quantization.`,
    { cause }
  )
}

/** Whether a load failed for want of memory. `reason`: what llama.cpp said. */
export function isMemory(error: unknown, reason: string): boolean {
  return error instanceof InsufficientMemoryError || /alloc|out of memory/i.test(reason)
}

function gigabytes(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e9).toFixed(2)} GB` : `${(bytes / 1e9).toFixed(1)} GB`
}
