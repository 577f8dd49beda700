// The disk of the emulated machine: jobs of its process in the terms that tools use.
import { bytesIn, writing } from '../../emulator/files.ts'
import type { EmulatorJob, WorkResult } from '../../emulator/protocol.ts'
import { type Disk, type DiskRead, kindAt, quote, type Shelled } from './disk.ts'
import { sessionOver } from './session.ts'
import { type Start, shellOver } from './shell.ts'

/** Does jobs one after the other on the machine, from the state that the ones before left. */
export type DoJobs = (jobs: EmulatorJob[]) => Promise<WorkResult[]>

export function machineDisk(work: DoJobs, root: string): Disk {
  async function one<Did extends WorkResult['did']>(
    job: EmulatorJob & { do: Did }
  ): Promise<Extract<WorkResult, { did: Did }>> {
    const [result] = await work([job])
    if (result?.did !== job.do) throw new Error(`The machine answered a "${job.do}" with a "${result?.did}".`)
    // `did` is what was asked for.
    return result as Extract<WorkResult, { did: Did }>
  }
  const disk: Disk = {
    root,
    state: '/run/swe',
    async read(path): Promise<DiskRead> {
      const result = await one({ do: 'read', path })
      const bytes = bytesIn(result)
      // The guest opens a folder as well, and reads nothing of it.
      if (bytes?.length === 0 && (await kindAt(disk, path)) === 'folder') {
        return { bytes: null, why: 'folder', reason: 'it is a folder' }
      }
      if (bytes) return { bytes }
      const reason = result.error ?? ''
      return { bytes: null, why: WHY[reason] ?? 'other', reason }
    },
    async write(path, bytes, mode) {
      const kept = mode ?? (await modeOf(disk, path))
      const { error } = await one(writing(path, bytes, kept))
      return error
    },
    run: (script) => one({ do: 'run', script }),
    shell: (command, options) => commandOver(disk, command, options)
  }
  return disk
}

/** `Disk.shell` over `Disk.run`: in the shell that lives on, or in one of its own. */
export function commandOver(
  disk: Pick<Disk, 'run' | 'root' | 'state' | 'session'>,
  command: string,
  options: Start = {}
): Promise<Shelled> {
  if (disk.session === undefined) return shellOver(disk, command, options)
  const { timeoutSeconds } = options
  return sessionOver(disk, command, { name: disk.session, ...(timeoutSeconds !== undefined && { timeoutSeconds }) })
}

async function modeOf(disk: Disk, path: string): Promise<number> {
  const { status, output } = await disk.run(`stat -Lc %a -- ${quote(path)} 2>/dev/null`)
  return status === 0 ? Number.parseInt(output, 8) : 0o644
}

const WHY: Record<string, 'missing' | 'folder' | 'inside'> = {
  'there is no such file': 'missing',
  'a part of the path is a file': 'inside',
  'it is a folder': 'folder'
}
