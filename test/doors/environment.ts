// The Python clients that come in by the doors: one virtual environment in the user's cache, made by `npm run test:doors` once (it runs this
// file first). Needs Python 3.12 or newer and a network the first time; afterwards neither.
//
// ORRERY_DOORS_MINUTES limits it, as CI does: what could not be installed by then, or for want of a Python, is noted, and the tests that ask
// for it are reported as not run. Without the limit that is a failure.
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const HERE = import.meta.dirname
const ROOT = join(HERE, '../..')
const [FULL, BARE] = ['requirements.txt', 'requirements-bare.txt'].map((name) => join(HERE, name)) as [string, string]

// Harbor needs it.
const OLDEST = [3, 12] as const

// Other requirements are another environment: an old one is never patched.
const hash = createHash('sha256').update(readFileSync(FULL)).update(readFileSync(BARE)).digest('hex').slice(0, 12)
const windows = process.platform === 'win32'
const cache = process.env.XDG_CACHE_HOME || (windows && process.env.LOCALAPPDATA) || join(homedir(), '.cache')
const VENV = join(cache, 'orrery-doors', hash)
const DONE = join(VENV, 'done')
const MISSING = join(VENV, 'missing')
const program = (name: string) => join(VENV, windows ? 'Scripts' : 'bin', windows ? `${name}.exe` : name)

const run = promisify(execFile)

/**
 * What `clients/NAME.py` prints as JSON. The classes in resources/agents are on its path. It fails with the client's own words.
 * @param skip of the running test: called with the reason where the environment could not be made and CI allows that
 */
export async function client(name: string, args: string[], { skip }: { skip(note: string): void }): Promise<unknown> {
  if (!existsSync(DONE)) {
    if (!existsSync(MISSING)) throw new Error('The clients are not installed. Run: npm run test:doors')
    skip(`Its client is not installed. ${readFileSync(MISSING, 'utf8')}`)
  }
  // Their own settings and the network are nobody's business here.
  const env = {
    ...process.env,
    PYTHONPATH: join(ROOT, 'resources/agents'),
    PYTHONUTF8: '1',
    NO_COLOR: '1',
    MSWEA_SILENT_STARTUP: '1',
    MSWEA_GLOBAL_CONFIG_DIR: join(VENV, 'mini'),
    LITELLM_LOCAL_MODEL_COST_MAP: 'True'
  }
  const { stdout } = await run(program('python'), [join(HERE, 'clients', `${name}.py`), ...args], { env })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

function install(): void {
  const minutes = Number(process.env.ORRERY_DOORS_MINUTES ?? Number.POSITIVE_INFINITY)
  const until = Date.now() + minutes * 60_000
  rmSync(VENV, { recursive: true, force: true })
  mkdirSync(VENV, { recursive: true })
  const step = (command: string, ...args: string[]): string | null => {
    const left = until - Date.now()
    if (left <= 0) return `Installing them took longer than ${minutes} minutes.`
    const timeout = Number.isFinite(left) ? left : undefined
    const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout })
    return status === 0 ? null : `"${command} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}.`
  }
  const python = findPython()
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
  if (python) console.error(`Installing the clients of the doors into ${VENV}; this takes about three minutes, once.`)
  const why = python
    ? (step(python, '-m', 'venv', VENV) ??
      step(program('python'), ...pip, '-r', FULL) ??
      step(program('python'), ...pip, '--no-deps', '-r', BARE))
    : `No Python ${OLDEST.join('.')} or newer was found. Install one, or name it in ORRERY_PYTHON.`
  if (why === null) return writeFileSync(DONE, '')
  const line = '='.repeat(80)
  const allowed = Number.isFinite(minutes)
  const what = allowed ? 'TESTS OF THE DOORS WILL BE REPORTED AS NOT RUN' : 'THE TESTS OF THE DOORS DID NOT RUN'
  console.error(`\n${line}\n${what}: the Python clients could not be installed.\n${why}\n${line}\n`)
  if (!allowed) process.exit(1)
  writeFileSync(MISSING, why)
}

function findPython(): string | undefined {
  const pyenv = join(process.env.PYENV_ROOT || join(homedir(), '.pyenv'), 'versions')
  const kept = existsSync(pyenv) ? readdirSync(pyenv).map((version) => join(pyenv, version, 'bin', 'python')) : []
  const asked = process.env.ORRERY_PYTHON
  const names = asked ? [asked] : ['python3.12', 'python3.13', 'python3', 'python', ...kept]
  return names.find((name) => {
    const { stdout } = spawnSync(name, ['-c', 'import sys; print(*sys.version_info[:2])'], { encoding: 'utf8' })
    const [major = 0, minor = 0] = (stdout ?? '').trim().split(' ').map(Number)
    return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
  })
}

if (import.meta.main && !existsSync(DONE)) install()
