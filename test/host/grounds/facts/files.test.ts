// Files of facts, on disk and from outside.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FictionSpec } from '../../../../src/core/tree/fiction.ts'
import { main } from '../../../../src/host/commands/cli.ts'
import { readFacts } from '../../../../src/host/grounds/facts/import.ts'
import { createFictions, problemsOf } from '../../../../src/host/grounds/facts/index.ts'
import { createHost } from '../../../../src/host/host.ts'
import { scripted } from '../../../core/acting.ts'

const resources = join(import.meta.dirname, '../../../../resources')
let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-fictions-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

async function database(sql: string): Promise<Uint8Array> {
  const path = join(home, 'made.db')
  const db = new Database(path)
  db.exec(sql)
  db.close()
  return readFile(path)
}

describe('a SQLite database', () => {
  it('gives its plain tables', async () => {
    const bytes = await database(`CREATE TABLE rivers (name TEXT, km INTEGER, twice AS (km * 2));
      INSERT INTO rivers VALUES ('Orm', 12), ('Vel', NULL);
      CREATE VIEW endless AS WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n;
      CREATE VIRTUAL TABLE words USING fts5 (word);`)
    const tables = readFacts({ name: 'made.db', bytes })
    expect(tables.find(({ name }) => name === 'rivers')).toEqual({
      ...{
        name: 'rivers',
        header: ['name', 'km'],
        rows: [
          ['Orm', 12],
          ['Vel', null]
        ]
      }
    })
    expect(tables.map(({ name }) => name)).not.toContain('endless')
    expect(tables.map(({ name }) => name)).not.toContain('words')
  })

  it('is refused where it is damaged, holds what is no fact, or is none', async () => {
    const bytes = await database("CREATE TABLE a (b); INSERT INTO a VALUES (x'00ff')")
    expect(() => readFacts({ name: 'x.db', bytes })).toThrow(
      'x.db: table "a", row 1, column "b": binary data is not a fact.'
    )
    const damaged = Uint8Array.from(bytes).fill(255, 100, 2000)
    expect(() => readFacts({ name: 'x.db', bytes: damaged })).toThrow('x.db cannot be read as a SQLite database')
    expect(() => readFacts({ name: 'x.bin', bytes: Uint8Array.from([1, 0, 255]) })).toThrow(
      'x.bin is neither a SQLite database nor text in UTF-8.'
    )
    expect(() => readFacts({ name: 'x.csv', bytes: new TextEncoder().encode(`a\n${'y'.repeat(5000)}`) })).toThrow(
      'x.csv, row 2, column "a"'
    )
  })
})

describe('those that ship with Orrery', () => {
  it('fit their specifications, and come back when they are deleted', () => {
    const fictions = createFictions({ home, resources })
    const all = fictions.list()
    expect(all.map(({ name }) => name)).toEqual(['kestrel-lighthouses', 'marathons-2031', 'skerry-helpdesk'])
    for (const { name } of all) {
      expect(problemsOf(fictions.get(name))).toEqual([])
      expect(FictionSpec.safeParse(fictions.get(name).spec).success).toBe(true)
    }
    fictions.delete('marathons-2031')
    expect(fictions.list()).toEqual(all)
  })

  it('are listed, imported, checked, generated and shown on the command line', async () => {
    await writeFile(join(home, 'rivers.csv'), 'name,km\nOrm,412\nVel,8\n')
    const { engine } = scripted(() => ['{"rows": [{"name": "Tay", "km": 9}]}'])
    const run = async (...argv: string[]) => {
      let out = ''
      let err = ''
      const io = {
        stdin: (async function* () {})(),
        stdout: { write: (text: string | Uint8Array) => (out += String(text)) },
        stderr: { write: (text: string) => (err += text) }
      }
      const code = await main(['fiction', ...argv], io, {
        open: (options) => createHost({ ...options, home: join(home, 'data'), resources, engine }),
        signal: new AbortController().signal
      })
      return { code, out: out || err }
    }
    expect(await run('import', join(home, 'rivers.csv'), '--name', 'rivers', '--date', '2031-05-01')).toEqual({
      code: 0,
      out: 'Imported "rivers": 2 rivers.\n'
    })
    expect((await run('list')).out).toContain('rivers')
    expect(await run('check', 'rivers', '--answer', '412 km')).toEqual({
      code: 0,
      out: 'The answer is shown by https://rivers.example/rivers/Orm\nThe answer is shown by Orm\nEvery row of "rivers" fits.\n'
    })
    expect((await run('generate', 'rivers', '--rows', '3')).out).toContain('Added 1 rows to "rivers"; 0 were dropped.')
    expect((await run('show', 'rivers', '--table', 'rivers')).out).toBe(
      '{"name":"Orm","km":412}\n{"name":"Vel","km":8}\n{"name":"Tay","km":9}\n'
    )
    const csv = join(home, 'out.csv')
    expect((await run('export', 'rivers', '--table', 'rivers', '--out', csv)).out).toBe(`Wrote ${csv}\n`)
    expect(await readFile(csv, 'utf8')).toBe('name,km\nOrm,412\nVel,8\nTay,9\n')
    const database = join(home, 'out.db')
    await run('export', 'rivers', '--out', database)
    await run('import', database, '--name', 'again')
    expect((await run('show', 'again')).out).toBe((await run('show', 'rivers')).out)
    expect((await run('delete', 'rivers')).code).toBe(0)
    expect((await run('show', 'rivers')).out).toContain('There is no fictional world "rivers".')
  })
})
