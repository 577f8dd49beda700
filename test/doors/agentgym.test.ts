// AgentGym's four clients that Word2World collects with, as they are published, each in a world of its kind.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { must } from '../must.ts'
import { agentGymClients, client } from './environment.ts'
import { type RlWorlds, rlWorlds } from './rl-worlds.ts'

let worlds: RlWorlds
beforeAll(async () => {
  worlds = await rlWorlds()
})
afterAll(() => worlds.close())

interface Played {
  seen: string
  steps: [string, number, boolean][]
}

/** @param actions default: the scenario's own walk */
async function play(kind: string, scenario: string, actions?: string[]): Promise<Played> {
  const row = must((await worlds.people.call('scenarios.list', {})).find(({ name }) => name === scenario))
  const link = await worlds.link(row.setup, { tasks: [scenario] })
  const url = link.url(kind === 'webshop' ? 'agentgym/webshop' : 'agentgym')
  const folder = agentGymClients()
  return (await client(
    'agentgym_real',
    'folder' in folder ? folder.folder : '',
    kind,
    url,
    '0',
    ...(actions ?? row.actions ?? []).map(String)
  )) as Played
}

beforeEach(({ skip }) => {
  const found = agentGymClients()
  if ('missing' in found) skip(found.missing)
})

test('ALFWorld: it is told what can be done, moves things as AgentGym has it, and an action that is none changes nothing', async () => {
  const { seen, steps } = await play('alfworld', 'household-lamp')
  expect(seen).toMatch(/Your task is to: .*\nAVAILABLE ACTIONS: .*,help,inventory,look$/s)
  expect(steps.map(([state]) => state).join('\n')).toMatch(/^Nothing happens\./m)
  expect(steps.at(-1)?.slice(1)).toEqual([1, true])
  const before = steps.slice(0, -1).map(([, reward, done]) => [reward, done])
  expect(before.every(([reward, done]) => reward === 0 && done === false)).toBe(true)
})

test('WebShop: it lists what can be searched and clicked, and the purchase is worth what it is', async () => {
  const { seen, steps } = await play('webshop', 'shop')
  // The page, and what its client lists below it.
  expect(seen).toMatch(
    /^WebShop \[SEP\] Instruction: \[SEP\] Find me [^\n]* \[SEP\] Search\n\nYour admissible actions .*'search\[<your query>\]',\n\]\.$/s
  )
  expect(steps[1]?.[0]).toContain("'click[back to search]',")
  const [state, reward, done] = steps.at(-1) ?? []
  expect([state, reward, done]).toEqual([expect.stringContaining('Thank you for shopping with us!'), 1, true])
})

test('ScienceWorld: its task comes first, and its score adds up', async () => {
  const { seen, steps } = await play('sciworld', 'house')
  expect(seen).toMatch(/^\s*Your task is to boil water\..*This room is called the hallway\./s)
  expect(steps[1]?.[0]).not.toBe('')
  expect(steps.at(-1)?.slice(1)).toEqual([100, true])
})

test('TextWorld: what is won at the end is worth 100', async () => {
  const { seen, steps } = await play('textworld', 'lamp', ['look', 'take lamp'])
  expect(seen).toMatch(/You are in a room\..*AVAILABLE ACTIONS: look, take lamp$/s)
  expect(steps.map(([, ...worth]) => worth)).toEqual([
    [0, false],
    [100, true]
  ])
})
