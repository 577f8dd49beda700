import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { main } from '../../src/host/commands/cli.ts'
import { createHost } from '../../src/host/host.ts'
import { recorded } from './control/runs/recorded.ts'

let folder = ''
const before = process.env.ORRERY_HOME
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-scenario-'))
  process.env.ORRERY_HOME = join(folder, 'home')
})
afterEach(() => {
  if (before === undefined) delete process.env.ORRERY_HOME
  else process.env.ORRERY_HOME = before
  rmSync(folder, { recursive: true, force: true })
})

async function orrery(argv: string[], stdin = ''): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const io = {
    stdin: (async function* () {
      yield stdin
    })(),
    stdout: {
      write(text: string | Uint8Array) {
        out += String(text)
      }
    },
    stderr: {
      write(text: string) {
        err += text
      }
    }
  }
  const code = await main(argv, io, { open: (options) => createHost({ ...options, tempo: 0 }) })
  return { code, out, err }
}

function own(name: string, text: string): string {
  const path = join(folder, 'home/scenarios', name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return path
}
const YAML =
  'name: mine\ntitle: Mine\ndescription: ""\nsetup:\n  domain: terminal\n  initialState: "box$ "\n  recording: git-repair\n'

describe('orrery scenario', () => {
  it('lists scenarios, with own ones marked and broken ones on stderr', async () => {
    own('mine.yaml', YAML)
    const bad = own('bad.yaml', 'name: bad\n')
    const { code, out, err } = await orrery(['scenario', 'list', '--domain', 'terminal'])
    expect(code).toBe(0)
    expect(out).toMatch(/^debian +terminal +\S/m)
    expect(out).toMatch(/^mine +terminal +recorded +yours +Mine$/m)
    expect(out).not.toContain('android')
    expect(err).toContain(`${bad}:1:1: "setup" is missing`)
    const [worlds, judged] = out.split('With checks, for `orrery run`:\n')
    expect(worlds).toMatch(/^Worlds to start from:\n/)
    expect(worlds).toMatch(/^mine /m)
    expect(worlds).not.toMatch(/^shell-disk-full /m)
    expect(judged).toMatch(/^shell-disk-full /m)
    expect(await orrery(['scenario', 'list', '--domain', 'termnal'])).toMatchObject({
      ...{ code: 1, out: '' },
      err: expect.stringMatching(/There is no domain "termnal".*terminal/)
    })
    const { scenarios, broken } = JSON.parse((await orrery(['scenario', 'list', '--json'])).out)
    expect(scenarios).toContainEqual(expect.objectContaining({ name: 'mine', own: true }))
    expect(broken).toMatchObject([{ name: 'bad', own: true }])
  })

  it('shows, deletes, and names the near miss', async () => {
    const path = own('mine.yaml', YAML)
    expect(await orrery(['scenario', 'show', 'mine'])).toEqual({ code: 0, out: YAML, err: '' })
    expect(await orrery(['scenario', 'show', 'mnie'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('"mine"')
    })
    expect(await orrery(['scenario', 'delete', 'mine'])).toMatchObject({ code: 0, out: 'Deleted "mine".\n' })
    expect(existsSync(path)).toBe(false)
    expect((await orrery(['scenario', 'delete', 'debian'])).err).toContain('comes with Orrery')
  })

  it('validates files: 0 when all are in order, 1 with every problem as file:line:column', async () => {
    const good = own('mine.yaml', `${YAML}matrix: {seeds: [1, 2]}\n`)
    expect(await orrery(['scenario', 'validate', good])).toMatchObject({ code: 0, out: `${good}: ok, 2 variants\n` })
    const bad = own('bad.yaml', YAML.replace('domain:', 'domian:'))
    const none = join(folder, 'none.yaml')
    const { code, out } = await orrery(['scenario', 'validate', good, bad, none])
    expect(code).toBe(1)
    expect(out).toContain(`${bad}:5:3: There is no "domian" here. Did you mean "domain"?`)
    expect(out).toContain(`${none}:1:1: There is no file`)
    const { problems } = JSON.parse((await orrery(['scenario', 'validate', bad, '--json'])).out)
    expect(problems).toContainEqual(expect.objectContaining({ file: bad, line: 5, column: 3 }))
  })

  it('prints the schema that is published', async () => {
    const { out } = await orrery(['scenario', 'schema'])
    expect(out).toBe(readFileSync(join(import.meta.dirname, '../../docs/scenario.schema.json'), 'utf8'))
  })

  it('starts a world from an own one in YAML, saves it, and runs what was saved by its name', async () => {
    const { actions, setup } = recorded() as { actions: unknown[]; setup: { initialState: string } }
    own('mine.json', JSON.stringify(recorded({ name: 'mine' })))
    own('mine.json', JSON.stringify({ ...recorded({ name: 'mine' }), actions: undefined }))
    const step = await orrery(['step', '--scenario', 'mine', '--json'], JSON.stringify(actions[0]))
    expect(step).toMatchObject({ code: 0 })
    const [world] = JSON.parse((await orrery(['sessions', 'list', '--json'])).out)
    const printed = await orrery(['scenario', 'save', world.id, '--name', 'kept', '--print'])
    expect(printed.out).toMatch(/^name: kept\n/)
    const saved = await orrery(['scenario', 'save', world.id, '--name', 'kept', '--title', 'Kept'])
    expect(saved.out).toContain('Run it: orrery run kept')
    expect(readFileSync(join(folder, 'home/scenarios/kept.yaml'), 'utf8')).toContain(setup.initialState.split('\n')[0])
    expect(await orrery(['scenario', 'save', world.id, '--name', 'kept'])).toMatchObject({ code: 1 })
    expect(await orrery(['scenario', 'save', world.id, '--name', 'kept', '--force'])).toMatchObject({ code: 0 })
    expect(await orrery(['run', 'kept'])).toMatchObject({ code: 0, out: expect.stringContaining('1 passed') })
    expect(await orrery(['run', 'nothing-like-it'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no scenario "nothing-like-it"')
    })
  })

  it.each(['mcp-files', 'mcp-memory'])(
    'a wrong call that was recorded is meant so, and no fault of the file: %s',
    async (name) => {
      const { out } = await orrery(['scenario', 'save', '--recording', name, '--print'])
      expect(out).toMatch(
        /name: the wrong call of turn \d+ is refused\n {4}axis: Err\n {4}at: \d+\n {4}expect:\n {6}error: true/
      )
      const file = own(`${name}.yaml`, out)
      expect(await orrery(['scenario', 'validate', file])).toMatchObject({ code: 0, err: '' })
    }
  )

  it('a recording that comes with Orrery is saved with its instruction', async () => {
    const saved = await orrery(['scenario', 'save', '--recording', 'mcp-files', '--induce', '--name', 'told'])
    expect([saved.code, saved.out]).toEqual([0, expect.stringContaining('Saved "told"')])
    expect(saved.err).toContain('summary: by template')
    const text = readFileSync(join(folder, 'home/scenarios/told.yaml'), 'utf8')
    expect(text).toContain('grounding: model')
    expect(text).toContain('hidden: ')
    for (const wrong of [['save'], ['save', 'x', '--recording', 'mcp-files']])
      expect((await orrery(['scenario', ...wrong])).err).toContain('one of both')
    expect((await orrery(['scenario', 'save', '--recording', 'nothing'])).err).toContain(
      'no sample recording "nothing"'
    )
  })

  it('31.9 a folder leaves out files that are parts', async () => {
    own('_part.yaml', 'title: A part')
    own('mine.json', JSON.stringify(recorded({ name: 'mine' })))
    expect(await orrery(['run', join(folder, 'home/scenarios')])).toMatchObject({ code: 0 })
  })
})
