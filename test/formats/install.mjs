// Installs the foreign readers that requirements.txt and requirements-bare.txt name: `npm run test:formats` runs this first. Needs
// Python 3.12 or newer and a network the first time; afterwards neither.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { BARE, DONE, program, REQUIREMENTS, VENV } from './venv.mjs'

// Harbor needs it.
const OLDEST = [3, 12]

if (!existsSync(DONE)) {
  const python = findPython()
  if (!python) fail(`No Python ${OLDEST.join('.')} or newer was found. Install one, or name it in ORRERY_PYTHON.`)
  console.error(`Installing the readers of other formats into ${VENV}; this takes a few minutes, once.`)
  rmSync(VENV, { recursive: true, force: true })
  mkdirSync(dirname(VENV), { recursive: true })
  run(python, ['-m', 'venv', VENV])
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
  run(program('python'), [...install, '-r', REQUIREMENTS])
  run(program('python'), [...install, '--no-deps', '-r', BARE])
  writeFileSync(DONE, '')
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

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) fail(`"${command} ${args.join(' ')}" failed${error ? `: ${error.message}` : ''}.`)
}

function fail(why) {
  const line = '='.repeat(80)
  console.error(`\n${line}\nTHE FORMAT TESTS DID NOT RUN: no foreign reader could be installed.\n${why}\n${line}\n`)
  process.exit(1)
}
