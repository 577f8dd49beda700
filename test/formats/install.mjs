// Installs the foreign readers that requirements.txt and requirements-bare.txt name: `npm run test:formats` runs this first. Needs
// Python 3.12 or newer and a network the first time; afterwards neither.
//
// ORRERY_FORMATS_MINUTES limits it, as CI does: what could not be installed by then, or for want of a Python, is noted, and the tests that
// ask for it are reported as not run. Without the limit that is a failure.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { BARE, DONE, LIGHT, MISSING, program, REQUIREMENTS, VENV } from './venv.mjs'

// Harbor needs it.
const OLDEST = [3, 12]
// What reads casts and ATIF: 46 MB, installed first, so that it is there when the time runs out.
const LIGHT_READERS = [
  [REQUIREMENTS, ['asciinema', 'atif']],
  [BARE, ['harbor']]
]

const minutes = Number(process.env.ORRERY_FORMATS_MINUTES ?? Number.POSITIVE_INFINITY)
if (!(minutes > 0))
  fail(`ORRERY_FORMATS_MINUTES is "${process.env.ORRERY_FORMATS_MINUTES}"; expected a number above 0.`)
const until = Date.now() + minutes * 60_000

if (!existsSync(DONE)) install()

function install() {
  rmSync(VENV, { recursive: true, force: true })
  mkdirSync(VENV, { recursive: true })
  const python = findPython()
  if (!python)
    return fail(`No Python ${OLDEST.join('.')} or newer was found. Install one, or name it in ORRERY_PYTHON.`, true)
  console.error(`Installing the readers of other formats into ${VENV}; this takes about five minutes, once.`)
  const pip = [program('python'), '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
  const light = LIGHT_READERS.map(([file, names]) => pinned(file, names))
  const inTime =
    run(python, '-m', 'venv', VENV) &&
    run(...pip, ...light[0]) &&
    run(...pip, '--no-deps', ...light[1]) &&
    done(LIGHT) &&
    run(...pip, '-r', REQUIREMENTS) &&
    run(...pip, '--no-deps', '-r', BARE) &&
    done(DONE)
  if (!inTime) fail(`Installing them took longer than ${minutes} minutes.`, true)
}

function done(file) {
  writeFileSync(file, '')
  return true
}

/** Lines of a requirements file. */
function pinned(file, names) {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/)
  return names.map((name) => lines.find((line) => line.startsWith(`${name}==`)))
}

function findPython() {
  const pyenv = join(process.env.PYENV_ROOT || join(homedir(), '.pyenv'), 'versions')
  const kept = existsSync(pyenv) ? readdirSync(pyenv).map((version) => join(pyenv, version, 'bin', 'python')) : []
  const asked = process.env.ORRERY_PYTHON
  const names = asked ? [asked] : ['python3.12', 'python3.13', 'python3', 'python', ...kept]
  return names.find((name) => {
    const { stdout = '' } = spawnSync(name, ['-c', 'import sys; print(*sys.version_info[:2])'], { encoding: 'utf8' })
    const [major = 0, minor = 0] = (stdout ?? '').trim().split(' ').map(Number)
    return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
  })
}

/** Whether it ended before the time did. */
function run(command, ...args) {
  const left = until - Date.now()
  if (left <= 0) return false
  const timeout = Number.isFinite(left) ? left : undefined
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout })
  if (error?.code === 'ETIMEDOUT') return false
  if (status !== 0) fail(`"${command} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}.`)
  return true
}

/** Ends with an error, or where a limit was set and `allowed` notes the reason for the tests to give. */
function fail(why, allowed = false) {
  const noted = allowed && Number.isFinite(minutes)
  const rest = existsSync(LIGHT)
    ? 'Only the readers of casts and of ATIF are installed.'
    : 'No foreign reader could be installed.'
  const line = '='.repeat(80)
  const what = noted ? 'FORMAT TESTS WILL BE REPORTED AS NOT RUN' : 'THE FORMAT TESTS DID NOT RUN'
  console.error(`\n${line}\n${what}: ${rest}\n${why}\n${line}\n`)
  if (!noted) process.exit(1)
  writeFileSync(MISSING, why)
}
