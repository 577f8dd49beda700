// Records sessions of a real Debian shell. A session's file is its own script: the observations in it are replaced.
//   test/grounds/record/root.sh ROOT
//   node test/grounds/record/record.ts ROOT FILE...            records
//   node test/grounds/record/record.ts ROOT --check FILE...    records again and lists the determined turns that differ
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Session } from '../session.ts'
import { Terminal } from './terminal.ts'

// A recorder mostly waits.
const AT_ONCE = 3

const [root, ...rest] = process.argv.slice(2)
const check = rest[0] === '--check'
const files = check ? rest.slice(1) : rest
if (!root || files.length === 0) throw new Error('Name the root file system and the sessions: record.ts ROOT FILE...')

let differences = 0
const waiting = [...files]
await Promise.all(Array.from({ length: AT_ONCE }, work))
if (check) console.log(`${differences} turns differ`)
process.exitCode = check && differences > 0 ? 1 : 0

async function work() {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const session = Session.parse(JSON.parse(readFileSync(file, 'utf8')))
    const seen = await record(session)
    if (check) compare(session, seen)
    else {
      const turns = session.turns.map((turn, index) => ({ ...turn, observation: seen[index] }))
      writeFileSync(file, `${JSON.stringify({ ...session, turns }, null, 1)}\n`)
    }
  }
}

function compare(session: Session, seen: string[]) {
  for (const [index, turn] of session.turns.entries()) {
    if (!turn.determined || turn.observation === seen[index]) continue
    differences++
    console.log(`--- ${session.name}, turn ${index + 1}\n${turn.observation}\n--- now\n${seen[index]}`)
  }
}

async function record(session: Session): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'record-'))
  const terminal = new Terminal(folder)
  try {
    await terminal.open(root ?? '')
    const seen: string[] = []
    for (const { action } of session.turns) seen.push(await terminal.act(action))
    return seen
  } finally {
    await terminal.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
