// Asking a format's own reader what it reads in a file: never ours.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished, TestRunner } from 'vitest'
import { DONE, LIGHT, MISSING, program } from './venv.mjs'

const run = promisify(execFile)
// What a reader prints of a file.
const MOST = 64 * 1024 * 1024

// All that the readers of casts and ATIF import is installed first.
const LIGHT_READERS = ['asciinema', 'trajectory']

/** What `readers/NAME.py` prints as JSON about the file or folder at `path`. It fails with the reader's own words. */
export async function read(name: string, path: string): Promise<unknown> {
  need(name)
  const { stdout } = await start('python', [join(import.meta.dirname, 'readers', `${name}.py`), path])
  return JSON.parse(stdout)
}

/** Runs a program that came with the readers, such as `asciinema`. */
export async function foreign(name: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  need(name)
  return start(name, args)
}

/** Skips the running test, with the reason, where the reader could not be installed and CI allows that. */
function need(reader: string): void {
  if (existsSync(DONE) || (existsSync(LIGHT) && LIGHT_READERS.includes(reader))) return
  if (!existsSync(MISSING)) throw new Error('The readers of other formats are not installed. Run: npm run test:formats')
  TestRunner.getCurrentTest()?.context.skip(`Its reader is not installed. ${readFileSync(MISSING, 'utf8')}`)
}

function start(name: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  // Their own settings and the network are nobody's business here.
  const env = { ...process.env, HF_HUB_OFFLINE: '1', HF_DATASETS_OFFLINE: '1', PYTHONUTF8: '1', NO_COLOR: '1' }
  return run(program(name), args, { env, maxBuffer: MOST })
}

/** A file of this name with this content, gone after the test. */
export async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-formats-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
