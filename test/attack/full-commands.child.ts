// Fills the disk that the data folder is on, and tells what each command says then. Arguments: the data folder, a folder on another disk, how.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { orrery } from '../host/command-line.ts'

const [home = '', elsewhere = '', how = ''] = process.argv.slice(2)
process.env.ORRERY_HOME = home

const cast = (word: string) =>
  [
    '{"version": 2, "width": 80, "height": 24}',
    '[0.1, "o", "$ "]',
    `[0.5, "i", "echo ${word}\\r"]`,
    `[0.6, "o", "echo ${word}\\r\\n${word}\\r\\n$ "]`
  ].join('\n')

async function main(): Promise<unknown> {
  const worlds: string[] = []
  for (const word of how === 'new' ? [] : ['one', 'two']) {
    writeFileSync(join(elsewhere, `${word}.cast`), cast(word))
    const { out } = await orrery(['import', join(elsewhere, `${word}.cast`), '--title', word])
    worlds.push(out.trim())
  }
  mkdirSync(join(home, 'models'), { recursive: true, mode: 0o700 })
  writeFileSync(join(home, 'models', 'small.gguf'), Buffer.alloc(64 * 1024))
  writeFileSync(join(elsewhere, 'one.cast'), cast('one'))
  // An older Orrery held nothing back.
  if (how === 'none') rmSync(join(home, 'reserve'))
  if (how === 'readonly') {
    // Killed with a change in the log alone.
    const change = "UPDATE sessions SET title = 'second' WHERE title = 'two'"
    const text = `new (require('better-sqlite3'))(process.argv[1]).prepare(process.argv[2]).run(); process.kill(process.pid, 9)`
    spawnSync(process.execPath, ['-e', text, join(home, 'orrery.db'), change])
    rmSync(join(home, 'orrery.db-shm'))
    execFileSync('mount', ['-o', 'remount,ro', dirname(home)])
  }
  const [one = 'none', two = 'none'] = worlds
  const commands: Record<string, string[]> = {
    sessions: ['sessions'],
    show: ['sessions', 'show', two],
    export: ['export', '--all', '-o', join(elsewhere, 'all.jsonl')],
    models: ['model', 'list'],
    import: ['import', join(elsewhere, 'one.cast'), '--title', 'three', '--format', 'asciicast'],
    delete: ['sessions', 'delete', one],
    left: ['sessions'],
    free: ['model', 'delete', join(home, 'models', 'small.gguf')]
  }
  const said: Record<string, unknown> = {}
  for (const [name, argv] of Object.entries(commands)) {
    // Every byte that a command gave back is taken again.
    if (how !== 'readonly') fill()
    said[name] = await orrery(argv)
  }
  return { worlds, said, files: readdirSync(home).sort() }
}

let filler = 0
function fill(): void {
  for (const size of [64 * 1024, 1024, 1]) {
    try {
      const text = Buffer.alloc(size, 'x')
      for (;;) writeFileSync(join(dirname(home), `filler-${filler}`), text, { flag: 'a' })
    } catch {
      // Nothing more of this size fits.
    }
  }
  filler++
}

main().then((said) => writeSync(1, JSON.stringify(said)))
