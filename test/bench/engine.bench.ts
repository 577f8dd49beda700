// `orrery bench --quick` over two tiny models, one of them hybrid. They compute next to nothing: look at the tokens that were read
// again and the answers that differ, not at speeds. Real figures come from `orrery bench` on a real model.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { writeTalkative } from '../fixtures/talkative.ts'
import { runBench } from './engine/run.ts'

export const llama = () => run('llama')
export const hybrid = () => run('qwen35moe')

async function run(architecture: 'llama' | 'qwen35moe') {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'))
  const path = join(folder, 'tiny.gguf')
  writeTalkative(path, architecture)
  try {
    const model = { path, name: `tiny ${architecture}`, hash: 'tiny', template: 'small' as const }
    return z
      .json()
      .parse(await runBench(model, { quick: true, signal: new AbortController().signal, onProgress: () => {} }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
