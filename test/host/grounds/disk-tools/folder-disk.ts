// A disk over a folder of the host's, for tests: the same scripts that the machine's guest runs, by the host's own programs.
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, realpath, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Disk } from '../../../../src/host/grounds/disk-tools/disk/disk.ts'
import { commandOver } from '../../../../src/host/grounds/disk-tools/disk/machine-disk.ts'

const WHY: Record<string, 'missing' | 'folder' | 'inside'> = { ENOENT: 'missing', ENOTDIR: 'inside', EISDIR: 'folder' }

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

interface FileOf {
  text?: string
  base64?: string
  /** Seconds since it was changed. */
  age?: number
}

/** On a host with several processors nothing comes before every other program: what reads along is waited for. */
const onHost = (script: string): string =>
  script.replaceAll('chrt -f 1 ', '').replace('\necho $?\n', '\ncode=$?; sleep 0.1; echo $code\n')

/** A new folder with these files; `remove` deletes it. */
export async function folderDisk(
  files: Record<string, FileOf>,
  { git = false } = {}
): Promise<Disk & { remove(): Promise<void> }> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'orrery-swe-')))
  const state = await realpath(await mkdtemp(join(tmpdir(), 'orrery-state-')))
  for (const [path, { text = '', base64, age = 0 }] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), base64 === undefined ? text : Buffer.from(base64, 'base64'))
    const time = Date.now() / 1000 - age
    await utimes(join(root, path), time, time)
  }
  const disk: Disk & { remove(): Promise<void> } = {
    root,
    state,
    async read(path) {
      try {
        return { bytes: await readFile(path) }
      } catch (error) {
        return { bytes: null, why: WHY[codeOf(error)] ?? 'other', reason: codeOf(error) }
      }
    },
    async write(path, bytes, mode) {
      try {
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, bytes, mode === undefined ? {} : { mode })
        return null
      } catch (error) {
        return codeOf(error)
      }
    },
    async run(script) {
      const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', script], { cwd: '/', maxBuffer: 2 ** 26 })
      return { status: status ?? 1, output: stdout.toString() + stderr.toString() }
    },
    shell: (command, options) => commandOver({ ...disk, run: (script) => disk.run(onHost(script)) }, command, options),
    async remove() {
      await rm(root, { recursive: true })
      await rm(state, { recursive: true })
    }
  }
  if (git) {
    await disk.run(
      `cd '${root}' && git init -q -b main && git config user.name Ada && git config user.email ada@example.org`
    )
  }
  return disk
}
