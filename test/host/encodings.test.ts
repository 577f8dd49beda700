// Files that people give, in the encodings that Windows' own programs write: case app-settings-with-bom, app-utf16-import.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSettings } from '../../src/host/data/settings.ts'
import { zipped } from '../../src/host/formats/zip.ts'
import { readFacts } from '../../src/host/grounds/facts/import.ts'
import { orrery, ownHome } from './command-line.ts'

let here = ownHome()
beforeEach(() => {
  here = ownHome()
  return () => here.remove()
})
afterEach(() => {
  process.exitCode = undefined
})

const ENCODINGS = {
  'UTF-8 with a mark': (text: string) => Buffer.from(`\uFEFF${text}`),
  UTF16LE: (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  UTF16BE: (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
}
type Saved = (text: string) => Buffer
const unmarked: Saved = (text) => Buffer.from(text, 'utf16le')
const all = Object.entries(ENCODINGS)

function file(name: string, bytes: Uint8Array): string {
  const path = join(here.folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, bytes)
  return path
}

const MODEL = join('nowhere', 'model.gguf')
const SETTINGS = `${JSON.stringify({ models: [MODEL], idleMinutes: 5 })}\r\n`
const CAST = [
  '{"version": 2, "width": 80, "height": 24, "title": "日本語"}',
  '[0.1, "o", "$ "]',
  '[0.5, "i", "l"]',
  '[0.5, "o", "l"]',
  '[0.6, "i", "s\\r"]',
  '[0.6, "o", "s\\r\\n"]',
  '[1.0, "o", "a.txt\\r\\n$ "]'
].join('\r\n')
const TOOLS = JSON.stringify([{ name: 'größe', description: 'Ж', inputSchema: { type: 'object', properties: {} } }])
const SCENARIO =
  'name: mine\r\ntitle: Größe\r\ndescription: ""\r\nsetup:\r\n  domain: terminal\r\n  initialState: "box$ "\r\n  recording: git-repair\r\n'
const OPENAPI = `openapi: 3.0.0
info: { title: Größen, version: '1' }
paths:
  /size:
    get:
      operationId: size
      parameters: [{ $ref: 'other.yaml#/one' }]
      responses: { '200': { description: ok } }
`
const OTHER = 'one: { name: größe, in: query, schema: { type: string } }\n'

describe.each(all)('%s', (_, saved: Saved) => {
  test('settings are read, not set aside', async () => {
    mkdirSync(here.home)
    writeFileSync(join(here.home, 'settings.json'), saved(SETTINGS))
    const settings = openSettings(here.home)
    expect(settings.read()).toMatchObject({ models: [MODEL], idleMinutes: 5 })
    expect(settings.notice()).toBe(null)
    settings.update((now) => ({ ...now, idleMinutes: 6 }))
    expect(JSON.parse(readFileSync(join(here.home, 'settings.json'), 'utf8'))).toMatchObject({ idleMinutes: 6 })
    expect(existsSync(join(here.home, 'settings.json.broken'))).toBe(false)
  })

  test('imports are read: a file, what comes on stdin, what is in a folder or a zip', async () => {
    const plain = await orrery(['import', file('plain.cast', Buffer.from(CAST)), '--dry-run', '--json'])
    const { worlds } = JSON.parse(plain.out)
    expect(worlds).toMatchObject([{ title: '日本語', domain: 'terminal', steps: 1 }])
    const zip: Uint8Array[] = []
    async function* parts() {
      yield { file: 'inside.cast' }
      yield new Uint8Array(saved(CAST))
    }
    for await (const piece of zipped(parts())) zip.push(piece)
    const given = [
      file('a.cast', saved(CAST)),
      file('folder/b.cast', saved(CAST)).replace(/[^/\\]*$/, ''),
      file('c.zip', Buffer.concat(zip))
    ]
    for (const path of given) {
      const { code, out } = await orrery(['import', path, '--dry-run', '--json'])
      const read = JSON.parse(out)
      expect([code, read.problems, read.worlds.map((world: { id: string }) => world.id)]).toEqual([
        0,
        [],
        [worlds[0].id]
      ])
    }
    const { out } = await orrery(['import', '-', '--dry-run', '--json'], saved(CAST))
    expect(JSON.parse(out).worlds).toMatchObject([{ id: worlds[0].id }])
  })

  test('definitions of tools, and the documents that an OpenAPI document refers to', async () => {
    const plain = await orrery(['tools', file('plain.json', Buffer.from(TOOLS)), '--json'])
    expect(plain).toMatchObject({ code: 0 })
    expect(await orrery(['tools', file('tools.json', saved(TOOLS)), '--json'])).toEqual(plain)
    expect(await orrery(['tools', '-', '--json'], saved(TOOLS))).toEqual(plain)
    file('plain/other.yaml', Buffer.from(OTHER))
    file('saved/other.yaml', saved(OTHER))
    const api = await orrery(['tools', file('plain/api.yaml', Buffer.from(OPENAPI)), '--json'])
    expect(api.out).toContain('größe')
    expect(await orrery(['tools', file('saved/api.yaml', saved(OPENAPI)), '--json'])).toEqual(api)
  })

  test('scenarios, those that are included too', async () => {
    const alone = file('scenario.yaml', saved(SCENARIO))
    expect(await orrery(['scenario', 'validate', alone])).toMatchObject({ code: 0 })
    const outer = file('outer.yaml', saved('include: [scenario.yaml]\r\ntitle: Länge\r\n'))
    expect(await orrery(['scenario', 'validate', outer])).toMatchObject({ code: 0 })
  })

  test('prompts of a pack', async () => {
    const text = 'You are a terminal. Größe: {{initial_state}}'
    for (const [name, bytes] of [
      ['plain', Buffer.from(text)],
      ['saved', saved(text)]
    ] as const)
      file(`${name}/terminal/system_prompt.txt`, bytes)
    const plain = await orrery(['templates', 'check', join(here.folder, 'plain')])
    const read = await orrery(['templates', 'check', join(here.folder, 'saved')])
    expect(read).toEqual(plain)
    await orrery(['templates', 'import', join(here.folder, 'saved'), '--name', 'mine'])
    const kept = join(here.home, 'templates/mine/terminal/system_prompt.txt')
    expect(readFileSync(kept, 'utf8')).toBe(text)
  })

  test('facts of a fiction', () => {
    const csv = 'name,size\r\nÄgir,1\r\n日本,2\r\n'
    const read = readFacts({ name: 'a.csv', bytes: saved(csv) })
    expect(read).toEqual(readFacts({ name: 'a.csv', bytes: Buffer.from(csv) }))
  })
})

describe('UTF-16 without a mark', () => {
  test('is said, and costs no other file', async () => {
    const alone = await orrery(['import', file('in/a.cast', unmarked(CAST))])
    expect(alone).toEqual({
      code: 1,
      out: '',
      err: 'orrery: "a.cast" is UTF-16 without a byte order mark. Save it as UTF-8, then try again. (invalid-input)\n'
    })
    file('in/b.cast', Buffer.from(CAST))
    const { code, out } = await orrery(['import', join(here.folder, 'in'), '--json'])
    const { worlds, problems } = JSON.parse(out)
    expect([code, worlds.length, problems]).toEqual([
      0,
      1,
      [
        {
          file: 'in/a.cast',
          line: null,
          reason: '"in/a.cast" is UTF-16 without a byte order mark. Save it as UTF-8, then try again.'
        }
      ]
    ])
  })

  test('of tools, scenarios and facts too', async () => {
    const words = 'is UTF-16 without a byte order mark. Save it as UTF-8, then try again.'
    const [tools, scenario] = [file('tools.json', unmarked(TOOLS)), file('s.yaml', unmarked(SCENARIO))]
    expect((await orrery(['tools', tools])).err).toBe(`orrery: "${tools}" ${words} (invalid-input)\n`)
    expect((await orrery(['scenario', 'validate', scenario])).out).toBe(`${scenario}:1:1: "${scenario}" ${words}\n`)
    expect(() => readFacts({ name: 'a.csv', bytes: unmarked('name,size\nA,1\n') })).toThrow(`a.csv ${words}`)
  })

  test('of settings: they are set aside, with the reason', () => {
    mkdirSync(here.home)
    writeFileSync(join(here.home, 'settings.json'), unmarked(SETTINGS))
    const settings = openSettings(here.home)
    expect(settings.read().models).toEqual([])
    expect(settings.notice()).toContain('is UTF-16 without a byte order mark. Save it as UTF-8, then try again.')
    expect(readFileSync(join(here.home, 'settings.json.broken'))).toEqual(unmarked(SETTINGS))
  })
})
