// What is said when memory does not suffice: the refusal before loading, and the failure of what was tried all the same.
import { InsufficientMemoryError } from 'node-llama-cpp'
import type { Fit } from '../../core/contract/fit.ts'
import { OrreryError } from '../../core/errors.ts'
import { shortage, waysOut } from '../models/gguf/best-load.ts'

/** The refusal, or the failure, with the numbers. */
export function tooBig(name: string, fit: Fit, { unified }: { unified: boolean }, cause?: unknown): OrreryError {
  return new OrreryError('model-too-big', `Model "${name}" ${shortage(fit, unified)}; ${waysOut(fit)}.`, { cause })
}

/** Whether something failed for want of memory. `reason`: what llama.cpp said. */
export function isMemory(error: unknown, reason: string): boolean {
  return error instanceof InsufficientMemoryError || /alloc|out of (device )?memory|insufficient memory/i.test(reason)
}
