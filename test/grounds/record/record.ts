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
if (differences > 0) process.exitCode = 1

async function work() {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const session = Session.parse(JSON.parse(readFileSync(file, 'utf8')))
    const seen = await record(session)
    if (!seen) continue
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

/** `null`: it could not be recorded to its end, as when the shell itself ended. */
async function record(session: Session): Promise<string[] | null> {
  const folder = mkdtempSync(join(tmpdir(), 'record-'))
  const terminal = new Terminal(folder)
  const seen: string[] = []
  try {
    await terminal.open(root ?? '')
    for (const { action } of session.turns) seen.push(await terminal.act(action))
    await terminal.close()
    return seen
  } catch (error) {
    process.exitCode = 1
    console.log(`--- ${session.name}, turn ${seen.length + 1} could not be recorded: ${String(error)}`)
    return null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
