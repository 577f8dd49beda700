// Asking a format's own reader what it reads in a file: never ours.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)
const PYTHON = process.env.ORRERY_FORMATS_VENV
  ? join(process.env.ORRERY_FORMATS_VENV, 'bin/python')
  : join(homedir(), '.cache/orrery-test/formats/bin/python')
// What a reader prints of a file.
const MOST = 64 * 1024 * 1024

/** What `readers/NAME.py` prints as JSON about the file or folder at `path`. It fails with the reader's own words. */
export async function read(name: string, path: string): Promise<unknown> {
  if (!existsSync(PYTHON)) throw new Error('The readers of other formats are not installed. Run: npm run test:formats')
  // Their own settings and the network are nobody's business here.
  const env = { ...process.env, HF_HUB_OFFLINE: '1', HF_DATASETS_OFFLINE: '1', PYTHONUTF8: '1', NO_COLOR: '1' }
  const script = join(import.meta.dirname, 'readers', `${name}.py`)
  const { stdout } = await run(PYTHON, [script, path], { env, maxBuffer: MOST })
  return JSON.parse(stdout)
}

/** A file of this name with this content, gone after the test. */
export async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-formats-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
