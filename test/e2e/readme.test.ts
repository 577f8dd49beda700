// Runs every command in the shell blocks of README.md and docs exactly as written, but for one that test/model/shipped.test.ts runs. CI and
// start.test.ts cover npm's own scripts.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nameOf, readAll, resultsIn, WITH_MODEL } from '../host/control/runs/shipped.ts'

const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
const lines = ['README.md', ...pages.map((name) => join('docs', name))]
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^```sh\n(.*?)^```/gms)])
  .flatMap(([, block = '']) => block.split('\n').filter((line) => line && !line.startsWith('#')))
const isOrrery = (line: string) => line.includes('npm run -s orrery -- ')
const isServe = (line: string) => line.endsWith('orrery -- serve')
const commands = [...new Set(lines.filter(isOrrery))]
// Data folders of the two parts of a run.
const PARTS = ['out/part1', 'out/part2']
const home = mkdtempSync(join(tmpdir(), 'orrery-readme-'))

// What is tested is the commands. An answer that runs to the usual 2,048 tokens takes a minute of a slow core.
beforeAll(async () => {
  for (const part of [...PARTS, 'out/all', 'out/rows']) rmSync(part, { recursive: true, force: true })
  const { code, out } = await run('npm run -s orrery -- model set orrery-lwm-135m --max-tokens 32')
  expect({ code, out }).toMatchObject({ code: 0 })
})
afterAll(() => rmSync(home, { recursive: true }))

function start(command: string): ChildProcess {
  // A group of its own, so that ending the shell ends npm and Orrery with it.
  // As a user has it: new worlds are grounded where that fits.
  const env = { ...process.env, ORRERY_HOME: home, ORRERY_GROUNDING: '' }
  return spawn('bash', ['-c', command], { env, detached: true })
}

function run(command: string): Promise<{ code: number | null; out: string }> {
  return new Promise((resolve) => {
    const child = start(command)
    let out = ''
    child.stdout?.on('data', (data: Buffer) => (out += data))
    child.stderr?.on('data', (data: Buffer) => (out += data))
    child.on('close', (code) => resolve({ code, out }))
  })
}

describe('README.md and docs', () => {
  it('show commands of Orrery, and npm scripts', () => {
    expect(commands.length).toBeGreaterThan(10)
    expect(commands).toContain(WITH_MODEL)
    for (const part of PARTS) expect(commands.join('\n')).toContain(`ORRERY_HOME=${part} `)
    const others = lines.filter((line) => !isOrrery(line))
    expect(others.filter((line) => !/^npm (install|start|test|run) ?/.test(line))).toEqual([])
  })

  it.each(commands.filter((command) => !isServe(command) && command !== WITH_MODEL))('%s', async (command) => {
    const { code, out } = await run(command)
    // The smallest model may end its turn without a word: a failed step, said as such.
    if (code === 1 && command.includes(' step ')) expect(out).toContain('no-output')
    else expect({ code, out }).toMatchObject({ code: 0 })
    // What follows the dollar is the shell's.
    const [, , said = ''] = /^echo (['"])(?:\$ )?(.*?)\1/.exec(command) ?? []
    if (command.includes('--print prompt')) expect(out).toContain(said)
    if (said.includes('print(6*7)')) expect(out).toContain('\n42\n')
    if (command.includes(' eval ')) expect(out).toMatch(/word F1/i)
    // What is computed varies by the seed, and says so.
    if (command.includes(' --samples ')) expect(out).toContain('differ by their seeds alone')
  })

  it('each shipped scenario passes with its fault and without it, by what is recorded or computed alone', () => {
    const judged = readAll('scenarios').filter(({ checks }) => checks.length > 0)
    const faulty = judged.filter(({ setup }) => setup.perturbations.length > 0)
    const names = new Set(judged.map(({ name }) => name))
    const results = PARTS.flatMap(resultsIn).filter(({ scenario }) => names.has(scenario))
    expect(results).toHaveLength(judged.length + faulty.length)
    const odd = results.filter(({ verdict, determinism }) => verdict !== 'pass' || determinism !== 'exact')
    expect(odd.map((result) => [nameOf(result), result.verdict, result.why])).toEqual([])
    const idle = results.flatMap((result) => result.fired.filter(({ count }) => !count).map(() => nameOf(result)))
    expect(idle).toEqual([])
  })

  it('the shipped scenarios come to byte-identical worlds in other data folders', () => {
    // A step is named by its content and by the step before it.
    const shipped = new Set(readAll('scenarios').map(({ name }) => name))
    const worlds = (folders: string[]) => {
      const results = folders.flatMap(resultsIn).filter(({ scenario }) => shipped.has(scenario))
      return new Set(results.map((result) => `${nameOf(result)}: ${result.tip}`))
    }
    expect(worlds(PARTS)).toEqual(worlds([home]))
    expect(worlds(PARTS).size).toBeGreaterThan(shipped.size)
  })

  it('serve prints a link for one browser and stops on SIGTERM', async () => {
    const child = start(commands.find(isServe) ?? '')
    const link = await new Promise<string>((resolve, reject) => {
      let out = ''
      child.stdout?.on('data', (data: Buffer) => {
        out += data
        const found = /http:\/\/127\.0\.0\.1:\d+\/\?code=\S+/.exec(out)
        if (found) resolve(found[0])
      })
      child.on('close', (code) => reject(new Error(`serve ended with ${code}: ${out}`)))
    })
    expect((await fetch(link)).status).toBe(200)
    const closed = new Promise((resolve) => child.on('close', resolve))
    process.kill(-(child.pid ?? 0), 'SIGTERM')
    await closed
    await expect(fetch(link)).rejects.toThrow()
  })
})
