// Three worlds for reinforcement-learning clients: one told in words, a machine's terminal, a web page. A script answers for the model.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallInput } from '../../src/core/contract/index.ts'
import { NewSetup } from '../../src/core/tree/model.ts'
import type { Json } from '../../src/core/tree/ports.ts'
import { createHost } from '../../src/host/host.ts'
import { bridgeClient } from '../../src/renderer/store/client.ts'
import { mountBridge } from '../contract/direct.ts'
import { scripted, tagged } from '../core/acting.ts'
import { must } from '../must.ts'

const ROOM = `A room with a lamp. Task: take the lamp. Reward 1, then it is over.

Scene:
You are in a room. There is a lamp. Your task is to take the lamp.

Admissible actions: look, take lamp`

const PAGE = `URL: https://mugs.example/
RootWebArea 'Mugs', focused
\t[11] link 'Basket', clickable`

export const SETUPS = {
  text: { domain: 'textenv', initialState: ROOM, grounding: 'model' },
  terminal: {
    domain: 'terminal',
    initialState: 'A Debian 12 machine, hostname moor, user dev.\n\ndev@moor:~$ ',
    grounding: 'executed'
  },
  web: { domain: 'web', initialState: PAGE, grounding: 'model' }
} as const

/** What the model says of an action: the same each time. */
function answer(action: Json): string {
  const said = String(action)
  if (said === 'take lamp') return 'You take the lamp.\n\nReward: 1\nDone: true\nAdmissible actions:'
  if (said.startsWith('click')) return PAGE.replace('Mugs', 'Basket')
  if (typeof action !== 'string') return 'root@box:~# '
  return 'Nothing happens.\n\nReward: 0\nDone: false\nAdmissible actions: look, take lamp'
}

const FIND_A = {
  name: 'find-a',
  title: 'Write a file',
  description: '',
  setup: { ...SETUPS.terminal, task: 'Make the file a.txt with the word yes in it.' },
  stop: { turns: 3 },
  checks: [{ name: 'it is there', expect: { file: '/home/dev/a.txt', text: 'yes' } }]
}

const SCENARIOS = [FIND_A, { name: 'lamp', title: 'The lamp', description: '', setup: SETUPS.text }]

type Links = Partial<CallInput<'links.create'>>

export interface RlWorlds {
  home: string
  host: Awaited<ReturnType<typeof createHost>>
  people: ReturnType<typeof bridgeClient>
  /** A world with a link that allows forks, and the address of one of its doors. */
  link(setup: { domain: string }, options?: Links): Promise<{ id: string; session: string; url(door: string): string }>
  close(): Promise<void>
}

export async function rlWorlds(): Promise<RlWorlds> {
  const home = mkdtempSync(join(tmpdir(), 'orrery-rl-'))
  mkdirSync(join(home, 'scenarios'))
  for (const one of SCENARIOS) writeFileSync(join(home, 'scenarios', `${one.name}.json`), JSON.stringify(one))
  const { engine } = scripted(({ action }) => [tagged(answer(action))])
  const resources = join(import.meta.dirname, '../../resources')
  const host = await createHost({ home, resources, engine })
  const people = bridgeClient(mountBridge(host))
  const { url } = await people.call('doors.open', {})
  return {
    ...{ home, host, people },
    async link(setup, options = {}) {
      const { session, branch } = await host.calls['worlds.create']({ setup: NewSetup.parse(setup) })
      const made = { session: session.id, branch: branch.id, forks: true, ...options }
      const { id, secret } = await people.call('links.create', made)
      return { id, session: session.id, url: (door) => `${must(url)}/w/${secret}/${door}` }
    },
    async close() {
      await host.dispose()
      rmSync(home, { recursive: true })
    }
  }
}
