// What the engine process takes of the machine.
import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Bench, Opened } from './bench.ts'
import type { Raw } from './raw.ts'
import type { Absolute } from './report.ts'

/**
 * Bytes of the model file, the process now and once it was `loaded` (`engineBytes`), and the keys and values of one context; what the platform
 * does not tell is left out.
 */
export async function memoryOf(
  { model }: Bench,
  ours: Opened,
  { facts }: Raw,
  { loaded }: { loaded: number | null }
): Promise<Record<string, Absolute>> {
  const resident = await engineBytes(ours)
  return {
    modelFile: { title: 'Model file', value: (await stat(model.path)).size, unit: 'bytes' },
    ...(loaded !== null && {
      engineLoaded: { title: 'Engine process once loaded, mapped model file included', value: loaded, unit: 'bytes' }
    }),
    ...(resident !== null && {
      engineMemory: { title: 'Engine process with a long history', value: resident, unit: 'bytes' }
    }),
    cacheEstimate: {
      title: `Keys and values of one context of ${facts.contextSize} tokens, estimated`,
      value: facts.cache,
      unit: 'bytes'
    }
  }
}

/** Resident bytes of the engine process; `null` where the platform does not tell. */
export async function engineBytes({ pid }: Opened): Promise<number | null> {
  return pid === undefined ? null : residentBytes(pid)
}

/** Resident bytes of a process; `null` where neither /proc nor ps tells. */
export async function residentBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmRSS:\s*(\d+) kB/m.exec(status) ?? []
  if (kilobytes) return Number(kilobytes) * 1024
  const said = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => null)
  const number = Number(said?.stdout.trim())
  return number > 0 ? number * 1024 : null
}
