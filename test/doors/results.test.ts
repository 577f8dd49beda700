// Every MCP world that ships, through the official clients in Python and TypeScript: field by field what the server run directly answers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clients } from '../grounds/mcp/clients.ts'
import { comparableResult } from '../grounds/mcp/comparable.ts'
import { shipped, shippedSetup } from '../grounds/mcp/shipped.ts'
import { answersOf, type Given, givenOf } from '../grounds/mcp/wire.ts'
import { image, WHY } from '../host/grounds/emulator/image.ts'
import { recording } from '../host/grounds/mcp-worlds.ts'
import { client, missing } from './environment.ts'
import { type Served, serveDoors, shows } from './served.ts'

let served: Served
beforeAll(async () => {
  served = await serveDoors(() => shows('none'))
})
afterAll(() => served.close())

test.for(Object.keys(shipped))('%s, through three clients', async (name, { skip }) => {
  if (/git|sqlite|time/.test(name) && !image) skip(WHY)
  const why = missing()
  const { calls } = recording(name)
  const right = answersOf(calls).map(comparableResult)
  const url = async () => `${served.url}/w/${(await served.world(shippedSetup(name))).secret}/mcp`
  for (const ask of Object.values(clients)) {
    expect((await ask(new URL(await url()), calls)).given.map(comparableResult)).toEqual(right)
  }
  if (why) skip(why)
  const all = calls.map(({ action }) => action)
  const { given } = (await client('mcp_results', await url(), JSON.stringify(all))) as { given: Given[] }
  const told = await Promise.all(given.map((one) => ('code' in one ? givenOf(() => Promise.reject(one)) : one)))
  expect(told.map(comparableResult)).toEqual(right)
})
