import { fork } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import { OrreryError } from '../../src/core/errors.ts'
import { Setup } from '../../src/core/tree/model.ts'
import { MIGRATIONS } from '../../src/host/database/migrations.ts'
import { openDatabase } from '../../src/host/database/open.ts'
import { openStore, storeOn } from '../../src/host/database/store.ts'
import { must } from '../must.ts'
import { branchOf, callOf, clock, draftOf, sessionOf, stepAfter, threeSteps } from './records.ts'

// Setups of the first versions hold the cap on an answer that was usual then.
const EARLY = Setup.parse({
  domain: 'terminal',
  initialState: 'A fresh Debian box.',
  sampling: { maxTokens: 2048 }
})

// The clock of these tests stands still at this moment.
const STAMP = '2023-11-14T22-13-20Z'

let home: string
let path: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'orrery-store-'))
  path = join(home, 'orrery.db')
  return () => rmSync(home, { recursive: true })
})

describe('opening', () => {
  test('makes the folder, and finds everything again', async () => {
    path = join(home, 'new', 'folder', 'orrery.db')
    const first = openStore(path, { clock })
    expect(first.notice).toBeNull()
    const steps = await threeSteps(first)
    await first.close()
    const second = openStore(path, { clock })
    expect(second.chain(must(steps[2]).id)).toEqual(steps)
    expect(second.notice).toBeNull()
    await second.close()
  })

  test('syncs every commit to disk', () => {
    const { db, close } = openDatabase(path, { clock })
    const settings = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'].map((name) =>
      db.pragma(name, { simple: true })
    )
    close()
    expect(settings).toEqual(['wal', 2, 1, 100])
  })

  test('leaves only the database behind when closed', () => {
    openStore(path, { clock }).close()
    expect(readdirSync(home).sort()).toEqual(['orrery.db', 'orrery.db-locks'])
    expect(readdirSync(`${path}-locks`)).toEqual(['gate'])
  })

  test('drafts of an opening that is over are interrupted, of one that lives they are not', async () => {
    const living = openStore(path, { clock })
    const main = branchOf('s', 'main')
    await living.createSession(sessionOf('s'), [main])
    living.saveDraft(draftOf(main, 'running'))
    living.saveDraft(draftOf(main, 'stopped', { status: 'cancelled', reason: 'The step was stopped.', updatedAt: 2 }))

    const visitor = openStore(path, { clock })
    expect(visitor.drafts('s').map(({ status }) => status)).toEqual(['cancelled', 'running'])
    const runner = (own: boolean) => [undefined, { process: process.pid, own }]
    expect(visitor.drafts('s').map((draft) => draft.runner)).toEqual(runner(false))
    expect(living.drafts('s').map((draft) => draft.runner)).toEqual(runner(true))
    await visitor.close()
    await living.close()

    const next = openStore(path, { clock })
    expect(next.drafts('s')).toEqual([
      draftOf(main, 'stopped', { status: 'cancelled', reason: 'The step was stopped.', updatedAt: 2 }),
      draftOf(main, 'running', {
        status: 'interrupted',
        reason: 'Orrery was closed or killed while this step was being predicted.',
        updatedAt: clock.now()
      })
    ])
    await next.close()
  })
})

describe('a step that runs elsewhere', () => {
  test('is interrupted as soon as its process has died, and not before, while others have the database open', async () => {
    const store = openStore(path, { clock })
    const child = fork(new URL('./store.child.ts', import.meta.url), [path], { stdio: 'pipe' })
    const slow = () => store.sessions().length > 0 && store.drafts('s').find(({ id }) => id === 'slow')
    await expect.poll(slow).toMatchObject({ status: 'running', runner: { process: child.pid, own: false } })
    const before = store.standing('s').version
    const ended = new Promise((resolve) => child.on('exit', resolve))
    child.kill('SIGKILL')
    await ended
    expect(slow()).toEqual(
      draftOf(store.branch('slow'), 'slow', {
        status: 'interrupted',
        reason: 'Orrery was closed or killed while this step was being predicted.'
      })
    )
    expect(store.standing('s').version).not.toBe(before)
    await store.deleteDraft('slow')
    await store.close()
  })

  test('cannot be deleted, here or there, until it has ended', async () => {
    const living = openStore(path, { clock })
    const main = branchOf('s', 'main')
    await living.createSession(sessionOf('s'), [main])
    living.saveDraft(draftOf(main, 'd'))
    const visitor = openStore(path, { clock })
    const refused = new OrreryError('busy', 'This step is still running. It can be dismissed once it has ended.')
    for (const store of [living, visitor]) await expect(store.deleteDraft('d')).rejects.toThrow(refused)
    living.saveDraft(draftOf(main, 'd', { status: 'failed' }))
    await visitor.deleteDraft('d')
    expect(living.drafts('s')).toEqual([])
    await visitor.close()
    await living.close()
  })
})

describe('versions', () => {
  const shipped = (version: number) =>
    readFileSync(new URL(`../fixtures/store/v${version}.sql`, import.meta.url), 'utf8')
  const older = shipped(1)
  // A migration that is yet to come.
  const NEXT = MIGRATIONS.length + 1
  const colour = "ALTER TABLE sessions ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue'"

  test('a database of version 1 opens with all it holds', async () => {
    write(path, older)
    const store = openStore(path, { clock })
    const one = await stepAfter(null, 'ls -la')
    const two = await stepAfter(one, 'echo "it\'s λ"')
    const other = await stepAfter(one, 'pwd')
    const main = branchOf('v1', 'main', { tip: two.id, setup: EARLY })
    const fork = branchOf('v1', 'fork', { tip: other.id, fork: one.id, createdAt: 2, setup: EARLY })

    expect(store.sessions()).toEqual([
      sessionOf('v1', { title: "A world's first version", notes: 'Made by version 1.', updatedAt: clock.now() })
    ])
    expect(store.branches('v1')).toEqual([main, fork])
    expect(store.stepIds('v1').map(store.step)).toEqual([one, two, other])
    expect(store.callIds('v1').map(store.call)).toEqual([
      callOf(one.id, main),
      callOf(two.id, main),
      callOf(other.id, fork, { setup: { ...fork.setup, seed: 3 }, createdAt: 6 })
    ])
    expect(store.drafts('v1').map(({ id, status }) => [id, status])).toEqual([
      ['cancelled', 'cancelled'],
      ['running', 'interrupted']
    ])
    await store.close()
  })

  test('a database of version 2 opens with all it holds', async () => {
    write(path, shipped(2))
    const store = openStore(path, { clock })
    const one = await stepAfter(null, 'ls -la')
    const two = await stepAfter(one, 'echo "it\'s λ"')
    const other = await stepAfter(one, 'pwd')
    const rules = EARLY
    const main = branchOf('v2', 'main', { tip: two.id, setup: { ...rules, compact: true, observationLimit: 1000 } })
    const fork = branchOf('v2', 'fork', { tip: other.id, fork: one.id, createdAt: 2, setup: rules })

    expect(store.branches('v2')).toEqual([main, fork])
    expect(store.stepIds('v2').map(store.step)).toEqual([one, two, other])
    const trace = [
      { text: ' λ', probability: 0.75, top: [{ text: ' λ', probability: 0.75 }] },
      { text: '\ud83d', probability: 0.25, top: [{ text: '"', probability: 0.5 }] }
    ]
    expect(store.callIds('v2').map(store.call)).toEqual([
      callOf(one.id, main),
      callOf(two.id, main, { trace }),
      callOf(other.id, fork, { setup: { ...fork.setup, seed: 3 }, createdAt: 6 })
    ])
    await store.close()
  })

  test('a database of version 3 opens with the tools of its worlds', async () => {
    write(path, shipped(3))
    const store = openStore(path, { clock })
    expect(store.branches('v3').map(({ id, setup }) => [id, setup.tools])).toEqual([
      ['main', []],
      ['fork', [{ name: 'look', inputSchema: { type: 'object' } }]]
    ])
    await store.close()
  })

  test('a database of version 4 opens with what its calls left out, and their prompt packs', async () => {
    write(path, shipped(4))
    const store = openStore(path, { clock })
    const [one, two] = store.chain(store.branch('main').tip)
    const main = store.branch('main')
    expect(store.calls('v4', must(two).id)).toEqual([
      callOf(must(two).id, main, {
        ...{ leftOut: 1, pack: { name: 'mine', hash: 'e'.repeat(64) } },
        trace: must(store.calls('v4', must(two).id)[0]).trace
      })
    ])
    expect(store.calls('v4', must(one).id)).toEqual([callOf(must(one).id, main)])
    expect(store.holdings('v4').leftOut).toBe(true)
    await store.close()
  })

  test('a database of version 5 opens with who closed a thought, and the records that turns were imported from', async () => {
    write(path, shipped(5))
    const store = openStore(path, { clock })
    const [one, two] = store.chain(store.branch('main').tip)
    expect(store.calls('v5', must(one).id).map(({ thoughtEnded }) => thoughtEnded)).toEqual(['budget'])
    expect(store.calls('v5', must(two).id)[0]).not.toHaveProperty('thoughtEnded')
    const asked = { task: 'x/terminal', id: 2, current: '### Turn 2', total: 3 }
    expect(store.calls('v5', must(two).id).map(({ record }) => record)).toEqual([{ prompt: '### Turn 2', asked }])
    expect(store.calls('v5', must(one).id).map(({ record }) => record)).toEqual([undefined])
    await store.close()
  })

  test('a database of version 6 opens with who answers, and what a ground did', async () => {
    write(path, shipped(6))
    const store = openStore(path, { clock })
    const main = store.branch('main')
    const [one] = store.chain(main.tip)
    expect(main.setup.grounding).toBe('grounded')
    expect(store.calls('v6', must(one).id)[0]?.grounded).toMatchObject({
      ground: 'machine',
      origin: 'executed',
      dreams: []
    })
    await store.close()
  })

  test('32.9 a database of version 7 opens with the fiction of a world, and the facts of a call', async () => {
    write(path, shipped(7))
    const store = openStore(path, { clock })
    const main = store.branch('main')
    const [one] = store.chain(main.tip)
    expect(main.setup.fiction).toEqual({ name: 'rivers', hash: '5'.repeat(64) })
    expect(store.calls('v7', must(one).id)[0]?.facts).toEqual(['rivers/Orm'])
    await store.close()
  })

  test('43.1 a database of version 8 opens with the result of a call', async () => {
    write(path, shipped(8))
    const store = openStore(path, { clock })
    const [one] = store.chain(store.branch('main').tip)
    expect(store.calls('v8', must(one).id)[0]?.result).toEqual({ exitCode: 3, ready: true, output: 'Makefile  src' })
    await store.close()
  })

  test('a database of version 9 opens with when unfinished steps began, and who acted', async () => {
    write(path, shipped(9))
    const store = openStore(path, { clock })
    expect(store.drafts('v9').map(({ id, startedAt, agent }) => [id, startedAt, agent])).toEqual([
      ['cancelled', undefined, undefined],
      ['running', 1_699_999_990_000, 'swe-agent']
    ])
    await store.close()
  })

  test('a database of version 10 opens with what a step showed when it was done again', async () => {
    write(path, shipped(10))
    const store = openStore(path, { clock })
    const [one] = store.chain(store.branch('main').tip)
    expect(store.redone('v10')).toEqual(new Map([[must(one).id, 'ls -la\n$ ']]))
    await store.close()
  })

  test('a database of version 11 opens with the program of a world, and what a step changed in its state', async () => {
    write(path, shipped(11))
    const store = openStore(path, { clock })
    const { setup, tip } = store.branch('main')
    expect(setup.program).toMatchObject({ text: 'export const init = () => ({})', asks: 'kept' })
    const calls = store.chain(tip).flatMap(({ id }) => store.calls('v11', id))
    expect(calls.flatMap(({ grounded }) => grounded?.changes ?? [])).toEqual([{ at: ['notes', 'a'], set: 'milk' }])
    await store.close()
  })

  test('a database of version 12 opens without being copied, and no branch of it is an agent’s episode', async () => {
    write(path, shipped(12))
    const store = openStore(path, { clock })
    const { tip } = store.branch('main')
    const calls = store.chain(tip).flatMap(({ id }) => store.calls('v12', id))
    expect(calls.flatMap(({ grounded }) => grounded?.changes ?? [])).toEqual([{ at: ['notes', 'a'], set: 'milk' }])
    expect(store.endedEpisodes({ left: Number.MAX_SAFE_INTEGER, idle: Number.MAX_SAFE_INTEGER })).toEqual([])
    expect(store.notice).toBeNull()
    await store.close()
  })

  test.each(MIGRATIONS.map((_, index) => index + 1))(
    'version %i is still made as it was first shipped',
    async (version) => {
      write(path, shipped(version))
      const first = new Database(path)
      const made = openDatabase(':memory:', { clock, migrations: MIGRATIONS.slice(0, version) })
      expect(schemaOf(made.db)).toEqual(schemaOf(first))
      await first.close()
      made.close()
    }
  )

  test('an older database is copied before it is brought up to date', () => {
    write(path, older)
    const { db, notice, close } = openDatabase(path, { clock, migrations: [...MIGRATIONS, colour] })
    const backup = `${path}.backup-v1-${STAMP}`
    expect(notice).toBe(`The database was upgraded. A copy of the old one is at "${backup}".`)
    expect(db.pragma('user_version', { simple: true })).toBe(NEXT)
    expect(db.prepare('SELECT id, colour FROM sessions').all()).toEqual([{ id: 'v1', colour: 'blue' }])
    close()

    const copy = openDatabase(backup, { clock, migrations: MIGRATIONS.slice(0, 1) })
    expect(copy.db.prepare('SELECT title FROM sessions').pluck().get()).toBe("A world's first version")
    expect(copy.notice).toBeNull()
    copy.close()
  })

  test('a migration that fails leaves the database as it was', () => {
    write(path, older)
    const broken = [...MIGRATIONS, colour, "DELETE FROM steps WHERE preview = 'ls -la'"]
    expect(() => openDatabase(path, { clock, migrations: broken })).toThrow(
      `Migration ${NEXT + 1} of "${path}" left broken references. It was rolled back.`
    )
    const { db, close } = openDatabase(path, { clock, migrations: [...MIGRATIONS, colour] })
    expect(db.pragma('user_version', { simple: true })).toBe(NEXT)
    expect(db.prepare('SELECT count(*) FROM steps').pluck().get()).toBe(3)
    close()
  })

  test('a database that another Orrery has open is not migrated under it', async () => {
    const living = openStore(path, { clock })
    expect(() => openDatabase(path, { clock, migrations: [...MIGRATIONS, colour] })).toThrow(
      new OrreryError(
        'busy',
        `"${path}" must be upgraded, but another Orrery has it open. Close that one, then open this one again.`
      )
    )
    await living.close()
  })

  test('a database of a newer Orrery is refused and not touched', () => {
    write(path, `${older}; PRAGMA user_version = ${NEXT}`)
    const before = readFileSync(path)
    expect(() => openStore(path, { clock })).toThrow(
      new OrreryError(
        'invalid-input',
        `"${path}" was written by a newer Orrery: it is version ${NEXT}, and this Orrery reads up to ${MIGRATIONS.length}. Update Orrery to open it, or set ORRERY_HOME to another folder.`
      )
    )
    expect(readFileSync(path)).toEqual(before)
  })

  test('a database of another program is refused and not touched', () => {
    write(path, 'CREATE TABLE bookmarks (url TEXT)')
    const before = readFileSync(path)
    expect(() => openStore(path, { clock })).toThrow(
      new OrreryError(
        'invalid-input',
        `"${path}" belongs to another program. Move it away, or set ORRERY_HOME to another folder.`
      )
    )
    expect(readFileSync(path)).toEqual(before)
  })
})

describe('damage', () => {
  test('a file that is no database is set aside with its log, and said so', async () => {
    const junk = 'This was never a database. '.repeat(500)
    for (const [n, aside] of [`${path}.corrupt-${STAMP}`, `${path}.corrupt-${STAMP}-2`].entries()) {
      writeFileSync(path, `${junk}${n}`)
      writeFileSync(`${path}-wal`, `log ${n}`)
      const store = openStore(path, { clock })
      expect(store.notice).toBe(
        `The database could not be read. It was renamed, unchanged, to "${aside}", and Orrery started with an empty one. ` +
          `To recover your worlds, close Orrery and restore a backup to "${path}", or repair the renamed file: ` +
          `sqlite3 "${aside}" .recover | sqlite3 "${path}"`
      )
      expect(store.sessions()).toEqual([])
      await store.createSession(sessionOf('s'), [branchOf('s', 'main')])
      await store.close()
      expect(readFileSync(aside, 'utf8')).toBe(`${junk}${n}`)
      expect(readFileSync(`${aside}-wal`, 'utf8')).toBe(`log ${n}`)
    }
  })

  test('a database cut short is set aside as it is', async () => {
    const first = openStore(path, { clock })
    await threeSteps(first)
    await first.close()
    truncateSync(path, statSync(path).size - 5000)
    const before = readFileSync(path)
    const store = openStore(path, { clock })
    expect(store.sessions()).toEqual([])
    await store.close()
    expect(readFileSync(`${path}.corrupt-${STAMP}`)).toEqual(before)
  })

  test('a damaged file that another Orrery has open stays where it is', async () => {
    const living = openStore(path, { clock })
    await living.createSession(sessionOf('s'), [branchOf('s', 'main')])
    rmSync(`${path}-wal`)
    rmSync(`${path}-shm`)
    writeFileSync(path, 'junk'.repeat(3000))
    expect(() => openStore(path, { clock })).toThrow(
      new OrreryError(
        'database-corrupt',
        `The database "${path}" is damaged and open in another Orrery. Close that one, then open this one again.`
      )
    )
    expect(existsSync(`${path}.corrupt-${STAMP}`)).toBe(false)
    await living.close()
  })

  test('damage met later names the file and what to do', async () => {
    const first = openStore(path, { clock })
    const [one] = await threeSteps(first)
    await first.close()
    const opened = openDatabase(path, { clock })
    const store = storeOn(opened, { clock })
    // The page that holds the steps turns to zeros under the open database.
    const page = Number(opened.db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'steps'").pluck().get())
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill(0, (page - 1) * 4096, page * 4096))
    expect(() => store.step(must(one).id)).toThrow(
      new OrreryError(
        'database-corrupt',
        `Part of the database "${path}" is damaged. Export the worlds that still open. Then close Orrery and move that file away, or repair it with: sqlite3 "${path}" .recover | sqlite3 repaired.db`
      )
    )
    expect(store.sessions().map(({ id }) => id)).toEqual(['s'])
    await store.close()
  })
})

describe('refusals', () => {
  test('a full disk loses nothing, and the step can be taken again', async () => {
    const opened = openDatabase(path, { clock })
    const store = storeOn(opened, { clock })
    const [, , three] = await threeSteps(store)
    const main = store.branch('main')
    store.saveDraft(draftOf(main, 'd'))
    // SQLite itself says SQLITE_FULL when the file may not grow.
    const pages = opened.db.pragma('page_count', { simple: true })
    opened.db.pragma(`max_page_count = ${pages}`)
    const step = await stepAfter(must(three), 'x'.repeat(100_000))
    const commit = {
      step,
      call: callOf(step.id, main),
      branch: 'main',
      expected: must(three).id,
      fork: null,
      draft: 'd'
    }
    await expect(store.commit(commit)).rejects.toThrow(
      new OrreryError(
        'disk-full',
        `The disk is full, so "${path}" could not be written. Saved data is safe; only the last change was not saved. ` +
          'Free space on that disk (unused models are the largest files Orrery keeps), then try again.'
      )
    )
    expect([store.branch('main'), store.stepIds('s').map(store.step).length, store.drafts('s').length]).toEqual([
      main,
      3,
      1
    ])

    opened.db.pragma('max_page_count = 4294967294')
    await store.commit(commit)
    expect([store.branch('main').tip, store.stepIds('s').map(store.step).length, store.drafts('s')]).toEqual([
      step.id,
      4,
      []
    ])
    await store.close()
  })

  test('a database that may only be read says so', async () => {
    openStore(path, { clock }).close()
    const opened = openDatabase(path, { clock })
    opened.db.pragma('query_only = ON')
    const store = storeOn(opened, { clock })
    await expect(store.createSession(sessionOf('s'), [])).rejects.toThrow(
      new OrreryError(
        'forbidden',
        `Orrery cannot write "${path}" (SQLITE_READONLY). It must be a writable file in a writable folder: change the permissions, or set ORRERY_HOME to another folder.`
      )
    )
    await store.close()
  })

  test('a file in the place of its folder is named', () => {
    writeFileSync(join(home, 'file'), '')
    path = join(home, 'file', 'orrery.db')
    expect(() => openStore(path, { clock })).toThrow(
      new OrreryError(
        'forbidden',
        `Orrery cannot write "${path}" (ENOTDIR). It must be a writable file in a writable folder: change the permissions, or set ORRERY_HOME to another folder.`
      )
    )
  })
})

function schemaOf(db: Database.Database): unknown[] {
  return db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all()
}

function write(file: string, sql: string): void {
  const db = new Database(file)
  db.exec(sql)
  db.close()
}
