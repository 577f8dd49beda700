// Eight terminals at once, with seeds of their own: `kills COUNT` kills their host and its machines at random points and looks for steps that were told
// and are lost; `same COUNT` runs them so many times in folders of their own and compares every byte.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { NewSetup } from '../../src/core/tree/model.ts'
import { createHost } from '../../src/host/host.ts'
import { data } from '../host/grounds/emulator/image.ts'

const WORLDS = 8
const CHANCE = [
  'echo $RANDOM; head -c 6 /dev/urandom | xxd -p',
  'date +%s.%N; mktemp -u',
  `python3 -c 'import os, random; print(os.urandom(6).hex(), random.random())'`,
  'sh -c "echo pid \\$\\$"; ls -la',
  'cat /proc/sys/kernel/random/uuid'
]
const resources = join(import.meta.dirname, '..', '..', 'resources')
process.env.ORRERY_MACHINE_CACHE ??= data

type Host = Awaited<ReturnType<typeof createHost>>

async function step(host: Host, at: { session: string; branch: string }, line: string): Promise<string> {
  const action = [{ keystrokes: `${line}\n`, duration: 1, until: 'prompt' }]
  const signal = new AbortController().signal
  for await (const event of host.streams['steps.run']({ ...at, action, instruction: '', trace: false }, { signal })) {
    if (event.type === 'failed') throw new Error(event.error.message)
    if (event.type === 'committed') return event.step.observation.text
  }
  throw new Error('The step told nothing.')
}

/** The worlds of the folder, made where they are missing, in the order of their seeds. */
async function worldsIn(host: Host) {
  const made = (await host.calls['worlds.list']({})).map(({ id }) => id)
  for (let seed = made.length; seed < WORLDS; seed++) {
    const initialState = `A Debian 12 machine, hostname w${seed}, user dev.\n\ndev@w${seed}:~$ `
    const setup = NewSetup.parse({ domain: 'terminal', grounding: 'executed', seed, initialState })
    await host.calls['worlds.create']({ setup })
  }
  const all = (await host.calls['worlds.list']({})).map(({ id }) => id)
  const opened = await Promise.all(all.map((session) => host.calls['worlds.open']({ session })))
  return opened
    .flatMap(({ branches }) => branches.slice(0, 1))
    .map(({ id: branch, session, setup }) => ({ session, branch, seed: setup.seed }))
    .sort((a, b) => a.seed - b.seed)
}

/** Goes on in all worlds until it is killed: each step adds a line to a file and tells how many there are. */
async function goOn(home: string): Promise<void> {
  const host = await createHost({ home, resources })
  await Promise.all(
    (await worldsIn(host)).map(async ({ seed, ...at }) => {
      for (;;) {
        const text = await step(host, at, 'echo x >> log; wc -l < log')
        const rows = await host.calls['steps.list'](at)
        process.stdout.write(
          `${JSON.stringify({ seed, lines: Number(/\n(\d+)\n/.exec(text)?.[1]), steps: rows.length })}\n`
        )
      }
    })
  )
}

async function kills(count: number): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'orrery-kills-'))
  const told = new Map<number, number>()
  let acknowledged = 0
  let wrong = 0
  try {
    for (let kill = 0; kill < count; kill++) {
      const child: ChildProcess = spawn(process.execPath, [import.meta.filename, 'go-on', home], {
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit']
      })
      const ended = new Promise((resolve) => child.on('exit', resolve))
      const first = Promise.withResolvers<void>()
      const lines = createInterface({ input: child.stdout ?? process.stdin })
      lines.on('line', (line) => {
        // `as`: written above.
        const { seed, lines: seen, steps } = JSON.parse(line) as Record<'seed' | 'lines' | 'steps', number>
        const before = told.get(seed) ?? 0
        // A step may have been committed and not told.
        if (seen !== steps || steps <= before || steps > before + 2) {
          wrong++
          console.log(`WRONG: world ${seed} shows ${seen} lines after ${steps} steps; ${before} were told.`)
        }
        told.set(seed, steps)
        acknowledged++
        first.resolve()
      })
      await Promise.race([first.promise, ended])
      await sleep(Math.random() * 3000)
      // With its machines.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
      await ended
      console.log(`${kill + 1} kills, ${acknowledged} steps told, ${wrong} wrong.`)
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function same(count: number): Promise<void> {
  const runs: string[][] = []
  for (let run = 0; run < count; run++) {
    const home = mkdtempSync(join(tmpdir(), 'orrery-same-'))
    const host = await createHost({ home, resources })
    runs.push(
      await Promise.all(
        (await worldsIn(host)).map(async ({ seed: _, ...at }) => {
          let shown = ''
          for (const line of CHANCE) shown += await step(host, at, line)
          return shown
        })
      )
    )
    await host.dispose()
    rmSync(home, { recursive: true, force: true })
    const equal = runs.every((one) => JSON.stringify(one) === JSON.stringify(runs[0]))
    console.log(
      `run ${run + 1}: ${equal ? 'the same' : 'OTHER'} bytes; ${new Set(runs.at(-1)).size} of ${WORLDS} worlds differ from each other`
    )
  }
}

const [what, given = ''] = process.argv.slice(2)
if (what === 'go-on') await goOn(given)
else if (what === 'kills') await kills(Number(given))
else if (what === 'same') await same(Number(given))
else console.log('node test/grounds/many.ts kills COUNT | same COUNT')
