// Starts Orrery on data folders in which something odd stands where a file belongs, and prints a line of JSON about what came of it.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Handlers } from '../../src/core/contract/index.ts'
import { toWire } from '../../src/core/errors.ts'
import { createHost } from '../../src/host/host.ts'
import { bridgeClient } from '../../src/renderer/store/client.ts'
import { mountBridge } from '../contract/direct.ts'
import { scripted, tagged } from '../core/acting.ts'

export interface Outcome {
  name: string
  /** `told`: opened, with words about it. `refused`: not opened, with words. */
  came: 'opened' | 'told' | 'refused'
  words: string
  wrong: string[]
}

const RESOURCES = join(import.meta.dirname, '..', '..', 'resources')
const PLACES = [
  ...['orrery.db', 'orrery.db-wal', 'orrery.db-shm', 'orrery.db-journal', 'orrery.db-locks', 'orrery.db-locks/gate'],
  ...['settings.json', 'templates', 'templates/pack', 'templates/pack/terminal/system_prompt.txt'],
  ...['models', 'models/hashes.json', 'models/some.gguf']
]
/** Each makes something odd at the path; what it returns takes it away again where removing the folder does not. */
const KINDS: Record<string, (path: string) => unknown> = {
  pipe: (path) => execFileSync('mkfifo', [path]),
  folder: (path) => mkdirSync(path),
  socket: async (path) => {
    const server = createServer().listen(path)
    await once(server, 'listening')
    return () => server.close()
  },
  device: (path) => symlinkSync('/dev/zero', path),
  terminal: (path) => symlinkSync('/dev/tty', path),
  loop: (path) => symlinkSync(path, path),
  'link to nothing': (path) => symlinkSync(`${path}-nowhere`, path),
  'file of noise': (path) => writeFileSync(path, Buffer.alloc(5000, 0xfe)),
  'file of a terabyte': (path) => {
    writeFileSync(path, '')
    truncateSync(path, 2 ** 40)
  }
}

for (const place of PLACES) {
  for (const [kind, make] of Object.entries(KINDS)) {
    const name = `${kind} as ${place}`
    writeSync(1, `${JSON.stringify({ name })}\n`)
    const home = mkdtempSync(join(tmpdir(), 'orrery-odd-'))
    mkdirSync(dirname(join(home, place)), { recursive: true })
    const undo = await make(join(home, place))
    writeSync(1, `${JSON.stringify(await meet(home, name))}\n`)
    if (typeof undo === 'function') undo()
    rmSync(home, { recursive: true, force: true })
  }
}

async function meet(home: string, name: string): Promise<Outcome> {
  const wrong: string[] = []
  const note = (error: unknown) => {
    const { code, message } = toWire(error)
    if (code === 'internal') wrong.push(message)
    return message
  }
  const before = existsSync(home) ? readdirSync(home, { recursive: true }).length : 0
  const { engine } = scripted(() => [tagged('out')])
  let host: Handlers
  try {
    host = await createHost({ home, resources: RESOURCES, engine })
  } catch (error) {
    const words = note(error)
    // What is not opened is left as it is; only the folder of locks and its gate are made before.
    const more = readdirSync(home, { recursive: true }).length - before
    if (more > 2) wrong.push(`${more} files were made`)
    return { name, came: 'refused', words, wrong }
  }
  try {
    const client = bridgeClient(mountBridge(host))
    await client.call('models.list', {}).catch(note)
    await client.call('prompts.list', {}).catch(note)
    await client.call('app.configure', { idleMinutes: 5 }).catch(note)
    await client.call('models.info', { model: join(home, 'models', 'some.gguf') }).catch(note)
    const files = [{ path: 'terminal/system_prompt.txt', text: 'You are a terminal.' }]
    await client.call('prompts.import', { name: 'mine', files }).catch(note)
    const { session, branch } = await client.call('worlds.create', { setup: { domain: 'terminal' } })
    const input = { session: session.id, branch: branch.id, action: [{ keystrokes: 'ls\n', duration: 1 }] }
    for await (const event of client.stream('steps.run', input)) if (event.type === 'failed') note(event.error)
    const { notice } = await client.call('app.info', {})
    return { name, came: notice ? 'told' : 'opened', words: notice ?? '', wrong }
  } catch (error) {
    return { name, came: 'told', words: note(error), wrong }
  } finally {
    await host.dispose()
  }
}
