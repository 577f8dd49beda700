// A world whose program has a machine beside it: one tree of files for both, and steps that are done again come to the same.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeStep } from '../../../../src/core/tree/history.ts'
import { type Action, Call, Setup, type Step } from '../../../../src/core/tree/model.ts'
import type { GroundAsked } from '../../../../src/core/tree/ports.ts'
import { machineGround } from '../../../../src/host/grounds/machine/index.ts'
import { besideMachine } from '../../../../src/host/grounds/programs/beside-machine.ts'
import { programsGround } from '../../../../src/host/grounds/programs/index.ts'
import { programUse } from '../../../../src/host/grounds/programs/use.ts'
import { createWorldPrograms } from '../../../../src/host/grounds/programs/world-programs.ts'
import { turnOptions } from '../../../core/turn-options.ts'
import { must } from '../../../must.ts'
import { image, WHY } from '../emulator/image.ts'

const home = process.env.ORRERY_GROUND_HOME ?? join(tmpdir(), `orrery-ground-${process.getuid?.() ?? ''}`)
const resources = join(import.meta.dirname, '..', '..', '..', '..', 'resources')

const DESK = `# ${process.pid}
version: 1
tables:
  papers:
    columns: { path: text key, text: text, size: integer }
    rows: [{ path: a.txt, text: "one\\n" }, { path: deep/b.txt, text: "two\\n" }, { path: .hidden, text: x }]
verbs:
  write:
    input: { path: { type: text, required: true }, text: { type: text, required: true } }
    do: [{ create: papers, set: { path: path, text: text } }]
  drop: { delete: papers }
  read: { get: papers }
machine: { home: /home/ada, files: papers, tools: [run_shell_command, write_file] }
`
const program = programUse({ language: 'data', version: 1, text: DESK })
const setup = Setup.parse({ domain: 'mcp', grounding: 'executed', program })
const call = (name: string, given: Record<string, Action> = {}): Action => ({ name, arguments: given })
const run = (command: string) => call('run_shell_command', { command })

const programs = createWorldPrograms()
const machine = image && machineGround({ home, resources })
const ground = besideMachine(programsGround({ programs }), machine ?? null, programs)
afterAll(async () => {
  await ground.dispose()
  await machine?.dispose()
})

/** @param keeping states of the machine are kept, and not made again by each next step */
async function play(actions: Action[], keeping = true) {
  const chain: Step[] = []
  const calls = new Map<string, Call>()
  const past = () => ({ setup, chain: [...chain], callOf: (step: string) => calls.get(step) ?? null })
  for (const action of actions) {
    const asked: GroundAsked = { ...past(), action, instruction: '', alone: true }
    const { text, result, grounded, keep } = await ground.turn(asked, turnOptions())
    const step = await makeStep(chain.at(-1)?.id ?? null, action, { text })
    calls.set(
      step.id,
      Call.parse({
        ...{ id: step.id, step: step.id, session: 's', branch: 'b', engine: 'x', model: { name: 'none', hash: null } },
        ...{ seed: 0, setup, template: 'standard', instruction: '', firings: [], raw: '', thinking: '', warnings: [] },
        ...{ createdAt: 0, tokens: { prompt: 0, cached: 0, generated: 0 }, ms: { first: 0, total: 0 }, grounded },
        ...(result && { result })
      })
    )
    chain.push(step)
    if (keeping) await keep(step.id)
  }
  return { texts: chain.map(({ observation }) => observation.text), chain, calls, past }
}

const ACTIONS = [
  call('write', { path: 'c.txt', text: 'three' }),
  run('cat a.txt deep/b.txt c.txt; ls -A; tr a-z A-Z < a.txt > made.txt; rm deep/b.txt; printf "\\377" > raw.bin'),
  call('read', { path: 'made.txt' }),
  call('read', { path: 'deep/b.txt' }),
  call('drop', { path: 'a.txt' }),
  call('read', { path: 'raw.bin' }),
  run('ls; cat raw.bin | od -An -tx1; mkdir .own; echo mine > .own/x'),
  call('write_file', { file_path: 'd.md', content: 'four' }),
  run('cat d.md .own/x'),
  call('write_file', { file_path: 'x' })
]

it('60.1 the shell has the files of the program, and the program those of the shell', async () => {
  if (!image) throw new Error(WHY)
  const { texts, past, calls, chain } = await play(ACTIONS)
  expect(texts[1]).toContain('Stdout: one\ntwo\nthreea.txt\nc.txt\ndeep\nStderr: (empty)')
  expect(JSON.parse(texts[2] ?? '')).toMatchObject({ path: 'made.txt', text: 'ONE\n' })
  expect(texts[3]).toBe('There is no paper deep/b.txt.')
  expect(JSON.parse(texts[5] ?? '').text).toBe('data:application/octet-stream;base64,/w==')
  expect(texts[6]).toContain('Stdout: c.txt\ndeep\nmade.txt\nraw.bin\n ff\n')
  expect(texts[8]).toContain('Stdout: fourmine\n')
  expect(texts[9]).toContain('Invalid arguments for tool write_file')
  const [wrote, ran] = chain.map(({ id }) => calls.get(id)?.grounded)
  expect([wrote?.ground, ran?.ground, ran?.origin, ran?.over]).toEqual(['program', 'machine', 'executed', undefined])
  expect(ran?.brought?.map((one) => one.do === 'write' && one.path)).toEqual([
    ...['/home/ada/a.txt', '/home/ada/deep/b.txt', '/home/ada/c.txt']
  ])
  expect(ran?.found).toEqual({
    'deep/b.txt': null,
    'deep/': '',
    'made.txt': 'ONE\n',
    'raw.bin': 'data:application/octet-stream;base64,/w=='
  })
  // A file is asked of the program where it has it, of the machine else, also after program steps alone.
  expect(await ground.file?.(past(), '/home/ada/d.md')).toBe('four')
  expect(await ground.file?.(past(), '/home/ada/.own/x')).toBe('mine\n')
  expect(await ground.file?.(past(), '/home/ada/a.txt')).toBeNull()
  const kept = await ground.kept?.(past())
  expect(kept).toMatchObject({ tables: { papers: [{ path: '.hidden' }, {}, {}, {}, {}, { path: 'd.md' }] } })
}, 120_000)

it('60.2 a machine whose states are gone comes to the same', async () => {
  if (!image) throw new Error(WHY)
  const kept = await play(ACTIONS)
  expect((await play(ACTIONS, false)).texts).toEqual(kept.texts)
}, 240_000)

it('60.1 the tools of both are listed, those of the machine for its folder', async () => {
  const begun = must(await ground.begin?.(setup))
  expect(begun.tools.map(({ name }) => name)).toEqual(['write', 'drop', 'read', 'write_file', 'run_shell_command'])
  expect(JSON.stringify(begun.tools)).toContain('absolute or from /home/ada.')
})

it('what the machine would be asked without its image is refused with the reason, and the program goes on', async () => {
  const alone = besideMachine(programsGround({ programs }), null, programs)
  const asked = { setup, chain: [], callOf: () => null, instruction: '', alone: true }
  await expect(alone.turn({ ...asked, action: run('ls') }, turnOptions())).rejects.toThrow('the image of the machine')
  expect((await alone.turn({ ...asked, action: call('read', { path: 'a.txt' }) }, turnOptions())).text).toContain('one')
})
