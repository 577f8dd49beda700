// The program `node` that lies beside the image's disk (`image/node`): it goes on from a node that has started and was kept, which the host gives to
// the machine when the first node of a world asks for it.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { OrreryError } from '../../../core/errors.ts'
import { bytesIn, writing } from '../emulator/files.ts'
import type { EmulatorJob, MachineClient } from '../emulator-client.ts'
import { answerJob } from './asking.ts'

// Beside the image's disk, and in the machine (`image/node/kept.h`).
const PROGRAM = 'node'
const KEPT = 'node.kept.zst'
const KEPT_THERE = '/run/node/kept'
const PLACE = `cd /usr/lib/node
if [ -x /usr/bin/node ]; then mv /usr/bin/node . && mv start /usr/bin/node && mkdir -m 1777 /run/node; else rm start; fi
`

/** The name under which the program asks. */
export const NODE_ASKS = 'kept node'

/** Puts the program into a machine of the image in `folder`; nothing where the image comes without it. */
export function nodeJobs(folder: string): EmulatorJob[] {
  const program = join(folder, PROGRAM)
  if (!existsSync(program)) return []
  return [writing('/usr/lib/node/start', readFileSync(program), 0o755), { do: 'run', script: PLACE }]
}

/** Gives it the kept node. */
export function keptNodeJobs(folder: string): EmulatorJob[] {
  const kept = join(folder, KEPT)
  return existsSync(kept) ? [writing(KEPT_THERE, zstdDecompressSync(readFileSync(kept)))] : []
}

/** The answer to the program: without a kept node it makes one. */
export function keptNodeAnswer(folder: string): EmulatorJob[] {
  const jobs = keptNodeJobs(folder)
  return [...jobs, answerJob({ out: '', err: '', status: jobs.length ? 0 : 1, session: false })]
}

/** The state of a machine with the program, which worlds begin from. `null`: they begin from the first prompt. */
export function nodeState(client: MachineClient): {
  key: string | null
  ready(signal: AbortSignal): Promise<string | null>
} {
  const jobs = nodeJobs(client.folder)
  if (!jobs.length) return { key: null, ready: async () => null }
  const hash = createHash('sha256').update(PLACE)
  for (const name of [PROGRAM, KEPT].map((name) => join(client.folder, name)))
    if (existsSync(name)) hash.update(readFileSync(name))
  const key = `node ${hash.digest('hex').slice(0, 16)}`
  return {
    key,
    async ready(signal) {
      const [has] = await client.has([key], { signal })
      if (!has) await client.work({ from: null, to: key, jobs }, { signal })
      return key
    }
  }
}

/** Starts a node in a machine and puts it, kept, beside the disk. @returns bytes. @throws OrreryError engine-failed where it cannot be kept */
export async function shipNode(
  client: MachineClient,
  asking: { signal?: AbortSignal | undefined } = {}
): Promise<number> {
  // Nobody answers the program: it makes one.
  const script =
    'mkdir -p /run/dream; (while [ ! -e /run/dream/ask ]; do sleep 0.1; done; echo "x 1 0 0" > /run/dream/answer) & node -e 0'
  const jobs: EmulatorJob[] = [...nodeJobs(client.folder), { do: 'run', script }, { do: 'read', path: KEPT_THERE }]
  const bytes = bytesIn((await client.work({ from: null, to: null, jobs }, asking)).results.at(-1))
  if (!bytes) throw new OrreryError('engine-failed', 'The machine could not keep a node that has started.')
  const packed = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 19 } })
  writeFileSync(join(client.folder, KEPT), packed)
  return packed.length
}
