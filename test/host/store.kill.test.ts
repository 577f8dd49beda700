import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openStore } from '../../src/host/database/store.ts'
import { must } from '../must.ts'
import { clock } from './records.ts'

const ROUNDS = 6

test('killed at any moment, a process loses no commit it reported, and its draft is interrupted', async () => {
  const home = mkdtempSync(join(tmpdir(), 'orrery-kill-'))
  const path = join(home, 'orrery.db')
  let child: ChildProcess | null = null
  try {
    let held: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { reported, running } = start(path)
      child = running
      await once(must(running.stdout), 'data')
      // Opened beside the living process: its drafts are its own business.
      expect((await look(path)).slow).toBe('running')

      const delay = Math.random() * 120
      await new Promise((resolve) => setTimeout(resolve, delay))
      running.kill('SIGKILL')
      await once(running, 'close')

      const { chain, slow, statuses, integrity } = await look(path)
      const ids = reported()
      const killed = `killed ${delay.toFixed(1)} ms after the first commit of round ${round}`
      expect(chain.slice(0, held.length + ids.length), killed).toEqual([...held, ...ids])
      // At most the one commit between its return and its report.
      expect(chain.length - held.length - ids.length, killed).toBeLessThanOrEqual(1)
      expect({ slow, integrity, running: statuses.includes('running') }, killed).toEqual({
        slow: 'interrupted',
        integrity: 'ok',
        running: false
      })
      held = chain
    }
    expect(held.length).toBeGreaterThan(ROUNDS)
  } finally {
    child?.kill('SIGKILL')
    rmSync(home, { recursive: true })
  }
}, 60_000)

function start(path: string): { running: ChildProcess; reported: () => string[] } {
  const script = fileURLToPath(new URL('store.child.ts', import.meta.url))
  const running = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  running.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8')
  })
  return { running, reported: () => text.split('\n').slice(0, -1) }
}

async function look(path: string) {
  const store = openStore(path, { clock })
  const { tip } = store.branch('main')
  const drafts = store.drafts('s')
  const seen = {
    chain: store.chain(tip).map(({ id }) => id),
    slow: drafts.find(({ id }) => id === 'slow')?.status,
    statuses: drafts.map(({ status }) => status)
  }
  await store.close()
  const db = new Database(path)
  const integrity = db.pragma('integrity_check', { simple: true })
  db.close()
  return { ...seen, integrity }
}
