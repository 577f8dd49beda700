// Callers that want out through a coding agent's tools: every tool of every set with hostile paths, patterns, sizes and shell injections, in a
// work tree full of planted links, while the host's processes, files, sockets and memory are watched.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Handlers } from '../../src/core/contract/index.ts'
import { codingSets } from '../../src/core/domains/swe/sets.ts'
import { codingTools } from '../../src/core/domains/swe/tools.ts'
import { Setup, type Step, type StepEvent, type StepId, StepInput, Tool } from '../../src/core/tree/model.ts'
import { forkMachine, type SpawnMachine } from '../../src/host/grounds/emulator-client.ts'
import { machineFolders } from '../../src/host/grounds/emulator-image.ts'
import { createHost } from '../../src/host/host.ts'
import { scripted } from '../core/acting.ts'
import { image, WHY } from '../host/grounds/emulator/image.ts'
import { must } from '../must.ts'
import { watch } from './watching.ts'

const [claudeCodeTools = [], qwenCliTools = []] = codingSets.map(({ tools }) => tools)

const root = join(import.meta.dirname, '..', '..')
const resources = join(root, 'resources')
const MARK = `escaped-swe-${process.pid}`
// The machine's own 256 MB, its pages beside them, what an attack sends, and Node.
const MOST_BYTES = 1.5 * 2 ** 30
// Instructions of one job: more than any call here needs that ends, fewer than the usual 8e9.
const ORRERY_MACHINE_BUDGET = '3e9'

const object = (properties: Record<string, unknown>, required: string[]) => ({ type: 'object', properties, required })
const string = { type: 'string' }
const editorTools = [
  Tool.parse({
    name: 'str_replace_editor',
    inputSchema: object(
      {
        command: { type: 'string', enum: ['view', 'create', 'str_replace', 'insert', 'undo_edit'] },
        ...{ path: string, file_text: string, old_str: string, new_str: string, insert_line: { type: 'integer' } },
        view_range: { type: 'array', items: { type: 'integer' } }
      },
      ['command', 'path']
    )
  }),
  Tool.parse({ name: 'bash', inputSchema: object({ command: string }, ['command']) })
]
/** The four sets, with what runs a command in each. */
const SETS: [name: string, tools: Tool[], shell: string][] = [
  ['Orrery', codingTools, 'run_shell_command'],
  ['Claude Code', claudeCodeTools, 'Bash'],
  ['Qwen CLI', qwenCliTools, 'run_shell_command'],
  ['str_replace_editor', editorTools, 'bash']
]

let home: string
let host: Handlers
const started: ReturnType<typeof forkMachine>[] = []

beforeAll(async () => {
  if (!image) return
  home = await mkdtemp(join(tmpdir(), 'orrery-swe-attack-'))
  const { engine } = scripted(() => {
    throw new Error('A model was asked.')
  })
  const spawnMachine: SpawnMachine = (folders) => {
    started.push(forkMachine(folders, { ORRERY_MACHINE_BUDGET }))
    return must(started.at(-1))
  }
  host = await createHost({ home, resources, engine, spawnMachine })
})
afterAll(async () => {
  await host?.dispose()
  if (home) await rm(home, { recursive: true, force: true })
})
beforeEach((context) => {
  if (!image) context.skip(WHY)
  if (process.platform !== 'linux') context.skip('THE HOST WAS NOT WATCHED: only Linux shows what its processes do')
})

const call = (name: string, given: unknown): Step['action'] => ({ name, arguments: given as Step['action'] })

// Links to everything that is not in the work tree, and what never ends when it is read.
const PLANT = `mkdir -p src && printf 'def f():\\n    return 1\\n' > src/a.py
ln -s / all; ln -s ../../../../.. up; ln -s /proc/1/root proc; ln -s /etc/shadow shadow; ln -s loop loop; ln -s ${root} host
ln -s /dev/zero zero; mkfifo pipe; ln -s /dev/vda disk; ln -s /tmp/${MARK} out
touch -- '-rf' '--help' '$(touch injected)' '\`touch injected\`' "a'b" 'a"b' $'new\\nline'`

async function open(tools: Tool[], shell: string) {
  const initialState = 'Repository /srv/app, the working directory.\n\nREADME.md\n    An app.'
  const setup = Setup.parse({
    domain: 'swe',
    grounding: 'executed',
    tools: tools === codingTools ? [] : tools,
    initialState
  })
  const { session, branch } = await host.calls['worlds.create']({ setup })
  async function step(action: Step['action'], from: StepId | null) {
    const input = StepInput.parse({ session: session.id, branch: branch.id, action, from })
    let last: StepEvent | undefined
    for await (const event of host.streams['steps.run'](input, { signal: new AbortController().signal })) last = event
    if (last?.type === 'committed') return { id: last.step.id, text: last.step.observation.text }
    if (last?.type === 'failed') return { id: null, text: `${last.error.code}: ${last.error.message}` }
    throw new Error('A step has no end.')
  }
  const planted = await step(call(shell, { command: PLANT }), null)
  if (planted.id === null) throw new Error(planted.text)
  const first = planted.id
  const sane = call(shell, { command: 'cat src/a.py; ls | wc -l' })
  const { text: before } = await step(sane, first)

  /** The calls one after the other, each in the state that the one before left. @returns their texts, and the last state */
  async function attack(actions: Step['action'][]): Promise<{ texts: string[]; last: StepId }> {
    const end = watch([process.pid, ...started.flatMap(({ pid }) => pid ?? [])])
    const texts: string[] = []
    let last = first
    for (const action of actions) {
      const began = performance.now()
      const { id, text } = await step(action, last)
      if (process.env.ORRERY_FIGURES)
        process.stderr.write(
          `${Math.round(performance.now() - began)} ${JSON.stringify(action).slice(0, 110)} => ${text.slice(0, 90)}\n`
        )
      texts.push(text)
      last = id ?? last
    }
    for (const [pid, { children, written, read, sockets, peak }] of end()) {
      expect([...children].filter((child) => child && !/grounds.emulator.process\.ts/.test(child))).toEqual([])
      const folders = [home, machineFolders(home).cache]
      const outside = (path: string) =>
        !folders.some((folder) => path.startsWith(folder)) && !/node_modules|\/#\d+ \(deleted\)$/.test(path)
      expect([...written].filter(outside)).toEqual([])
      expect([...sockets]).toEqual([])
      expect(peak).toBeLessThan(MOST_BYTES)
      const own = (path: string) => path.startsWith(root) || path.startsWith('/proc/')
      if (pid !== process.pid) expect([...read].filter((path) => outside(path) && !own(path))).toEqual([])
    }
    for (const folder of [tmpdir(), home, root, '/', '/srv', homedir(), process.cwd()]) {
      expect(existsSync(join(folder, MARK)), folder).toBe(false)
    }
    for (const text of texts) expect(text.slice(0, 100_000)).not.toMatch(SECRETS)
    expect(texts.filter((text) => /^internal/.test(text))).toEqual([])
    expect((await step(sane, first)).text).toBe(before)
    return { texts, last }
  }
  return { step, attack, first }
}

/** What only this computer could have said. */
const SECRETS = new RegExp(
  `\\b${hostname().replace(/[^\w]/g, '\\$&')}\\b|"allowScripts"|ORRERY_GROUNDING|NODE_COMPILE_CACHE`
)

/** A value of this schema in which every text is `hostile`. */
function filled(schema: unknown, hostile: string, number: number): unknown {
  const { type, items, properties, enum: one } = Object(schema)
  if (Array.isArray(one)) return one[0]
  if (type === 'array') return [filled(items, hostile, number)]
  if (type === 'object') return given(properties, hostile, number)
  if (type === 'boolean') return true
  return type === 'number' || type === 'integer' ? number : hostile
}
const given = (properties: unknown, hostile: string, number: number): Record<string, unknown> =>
  Object.fromEntries(Object.entries(Object(properties)).map(([key, one]) => [key, filled(one, hostile, number)]))

/**
 * Every tool with `hostile` for every text, and with `path` for its paths where one is given: what comes after a path that is there is
 * otherwise never reached. The editor with each of its commands; not the shell, which runs what it is told.
 */
function everyTool(
  tools: Tool[],
  shell: string,
  hostile: string,
  { number = 1, path }: { number?: number; path?: string } = {}
): Step['action'][] {
  const at = (key: string, value: unknown) =>
    path !== undefined && /path/.test(key) && value === hostile ? path : value
  return tools
    .filter(({ name }) => name !== shell && !/web|memory|todo/i.test(name))
    .flatMap(({ name, inputSchema: { properties } }) => {
      const all = Object.entries(given(properties, hostile, number)).map(([key, value]) => [key, at(key, value)])
      const commands: unknown = Object(Object(properties).command).enum
      return (Array.isArray(commands) ? commands : [undefined]).map((command) =>
        call(name, { ...Object.fromEntries(all), ...(command !== undefined && { command }) })
      )
    })
}
const FILE = '/srv/app/src/a.py'

const RUNS = `touch /tmp/${MARK} /srv/app/injected`
const INJECTIONS = [`'; ${RUNS}; '\0'; ${RUNS} #`, `"; $(${RUNS}) \`${RUNS}\`\n${RUNS}\n-exec sh -c "${RUNS}" ;`]
const PATHS = [join(root, 'package.json'), '/srv/app/host/package.json', 'all/proc/1/environ', '/srv/app/out']
const PATTERNS = [`(a+)+$${'{a,b}'.repeat(30)}`, `${'**/'.repeat(60)}x`, `[(?=${'x'.repeat(200_000)}`]

describe.each(SETS)('the tools of %s', (_, tools, shell) => {
  let world: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    if (image) world = await open(tools, shell)
  })

  test('reach nothing of the host by hostile paths and planted links', async () => {
    await world.attack(PATHS.flatMap((path) => everyTool(tools, shell, path)))
  })

  test('are bounded by hostile patterns, numbers, sizes and files without end', async () => {
    await world.attack(PATTERNS.flatMap((pattern) => everyTool(tools, shell, pattern, { number: 1e15, path: FILE })))
    await world.attack(['zero', 'pipe'].flatMap((name) => everyTool(tools, shell, `/srv/app/${name}`, { number: -1 })))
    await world.attack(everyTool(tools, shell, 'y'.repeat(3_000_000), { path: '/srv/app/src/new.py' }))
  })

  test('what is said in their arguments is no command, and what is said to the shell runs in the guest', async () => {
    const { texts: said, last } = await world.attack(INJECTIONS.flatMap((text) => everyTool(tools, shell, text)))
    expect(said.filter((text) => /^(?:sh|bash|\/bin\/\w+): /m.test(text))).toEqual([])
    const find = `find / -xdev '(' -name ${MARK} -o -name injected ')' | wc -l`
    expect((await world.step(call(shell, { command: find }), last)).text).toMatch(/^(?:(?:Output|Stdout): )?0$/m)
    const { texts } = await world.attack([
      call(shell, { command: `${RUNS}; ls /tmp/${MARK}; cat /etc/hostname` }),
      call(shell, { command: `cat host/package.json all${join(root, 'package.json')}; ls ${home} ${homedir()}/.ssh` })
    ])
    expect(texts[0]).toContain(`/tmp/${MARK}\nbox`)
    expect(texts[1]).toContain('No such file or directory')
  })
})
