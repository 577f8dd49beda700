// Where foreign clients of the doors are installed: one Python environment in the user's cache, named by the requirements. Run as a program
// (`npm run test:doors` does) it installs them; needs Python 3.12 or newer and a network the first time, afterwards neither.
//
// ORRERY_DOORS_MINUTES limits it, as CI does: what could not be installed by then, or for want of a Python, is noted, and the tests that
// ask for it are reported as not run. Without the limit that is a failure.
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt')
/** Installed without what they depend on. */
const BARE = join(import.meta.dirname, 'requirements-bare.txt')
const OLDEST = [3, 12] as const
// What a client prints.
const MOST = 16 * 1024 * 1024

// Other requirements are another environment: an old one is never patched.
const wanted = [REQUIREMENTS, BARE].map((file) => readFileSync(file, 'utf8')).join()
const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12)
const cache =
  process.env.XDG_CACHE_HOME || (process.platform === 'win32' && process.env.LOCALAPPDATA) || join(homedir(), '.cache')
const VENV = join(cache, 'orrery-doors', name)
/** Written last: without it the environment is not whole. */
const DONE = join(VENV, 'done')
/** Holds the reason why it is not, where that is allowed. */
const MISSING = join(VENV, 'missing')

const [folder, suffix] = process.platform === 'win32' ? ['Scripts', '.exe'] : ['bin', '']
const program = (of: string) => join(VENV, folder, `${of}${suffix}`)

/** Why the clients are not there, where CI allows that; `null` where they are. @throws Error where nobody installed them */
export function missing(): string | null {
  if (existsSync(DONE)) return null
  if (existsSync(MISSING)) return `Its client is not installed. ${readFileSync(MISSING, 'utf8')}`
  throw new Error('The clients of the doors are not installed. Run: npm run test:doors')
}

/**
 * AgentGym's package as Word2World has it: it is in no index. `ORRERY_AGENTGYM` names a folder that holds `agentenv`; else the revision below is
 * installed from its repository.
 */
const AGENTGYM =
  'https://github.com/X1AOX1A/Word2World/archive/aae3c9bdbf3065b7a698a72da78ddbfc101576ac.zip#subdirectory=AgentGym/agentenv'

/** The folder that AgentGym's clients are in, or why there is none. */
export function agentGymClients(): { folder: string } | { missing: string } {
  const why = missing()
  if (why !== null) return { missing: why }
  const folder = process.env.ORRERY_AGENTGYM ?? join(VENV, 'agentgym')
  if (existsSync(join(folder, 'agentenv', 'envs'))) return { folder }
  return {
    missing:
      'AgentGym is in no package index, and its repository could not be reached. ORRERY_AGENTGYM can name a folder that holds its package agentenv.'
  }
}

/** Runs `clients/NAME.py`, and gives what it prints as JSON. It fails with the client's own words. */
export async function client(name: string, ...args: string[]): Promise<unknown> {
  return JSON.parse(await foreign('python', [join(import.meta.dirname, 'clients', `${name}.py`), ...args]))
}

/** Runs a program that came with the clients, such as `openenv`, and gives what it prints. `more`: variables of its environment. */
export async function foreign(name: string, args: string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  // Their own settings are nobody's business here.
  const env = { ...process.env, HF_HUB_OFFLINE: '1', PYTHONUTF8: '1', NO_COLOR: '1', ...more }
  const { stdout } = await promisify(execFile)(program(name), args, { env, maxBuffer: MOST })
  return stdout
}

function install(): void {
  const minutes = Number(process.env.ORRERY_DOORS_MINUTES ?? Number.POSITIVE_INFINITY)
  if (!(minutes > 0))
    throw new Error(`ORRERY_DOORS_MINUTES is "${process.env.ORRERY_DOORS_MINUTES}"; use a number above 0.`)
  const until = Date.now() + minutes * 60_000
  rmSync(VENV, { recursive: true, force: true })
  mkdirSync(VENV, { recursive: true })
  const why = installed(until) ?? null
  if (why === null) {
    writeFileSync(DONE, '')
    return
  }
  const noted = Number.isFinite(minutes)
  const line = '='.repeat(80)
  console.error(
    `\n${line}\n${noted ? 'TESTS OF DOORS WILL BE REPORTED AS NOT RUN' : 'THE TESTS OF DOORS DID NOT RUN'}: ${why}\n${line}\n`
  )
  if (!noted) process.exit(1)
  writeFileSync(MISSING, why)
}

/** Why it could not; nothing where it could. */
function installed(until: number): string | undefined {
  const python = findPython()
  if (!python) return `No Python ${OLDEST.join('.')} or newer was found. Install one, or name it in ORRERY_PYTHON.`
  console.error(`Installing clients of the doors into ${VENV}; this takes a few minutes, once.`)
  const pip = [program('python'), '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r']
  for (const [command = '', ...args] of [
    [python, '-m', 'venv', VENV],
    [...pip, REQUIREMENTS],
    [...pip, BARE, '--no-deps']
  ]) {
    const timeout = Number.isFinite(until) ? Math.max(1, until - Date.now()) : undefined
    const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout })
    if (status !== 0) return `"${command} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}.`
  }
  const [command = '', ...args] = pip.slice(0, -1)
  // Where its repository cannot be reached, only its own tests do not run, and say so.
  spawnSync(command, [...args, '--no-deps', '--retries', '0', '--target', join(VENV, 'agentgym'), AGENTGYM], {
    stdio: 'inherit',
    timeout: 120_000
  })
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
