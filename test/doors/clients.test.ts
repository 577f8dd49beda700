// Clients of MCP and of OpenAI's API that other people wrote, in Python: what they see of a world and of the loaded model.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { client, missing } from './environment.ts'
import { type Served, serveDoors, shows } from './served.ts'

const WEATHER = {
  name: 'get_weather',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  outputSchema: { type: 'object', properties: { sky: { type: 'string' } }, required: ['sky'] }
}
const SKY = '{"sky": "clear over Oslo"}'

let served: Served
let url = ''
beforeAll(async () => {
  served = await serveDoors(({ action, messages }) => {
    if (action !== null) return shows(SKY)
    return messages[0]?.role === 'system' ? '{"tool_calls": [{"name": "sum", "arguments": {"of": [2, 2]}}]}' : 'Four.'
  })
  const { secret } = await served.world({ domain: 'mcp', tools: [WEATHER as never] })
  url = `${served.url}/w/${secret}/mcp`
})
afterAll(() => served.close())

test('the Python MCP client lists and calls tools, and hears progress', async ({ skip }) => {
  const why = missing()
  if (why) skip(why)
  expect(await client('mcp_calls', url, 'get_weather', '{"city": "Oslo"}')).toEqual({
    ...{ protocol: '2025-11-25', tools: ['get_weather'], text: [SKY], structured: { sky: 'clear over Oslo' } },
    ...{ error: false, progress: true, wrong: true }
  })
})

test('an agent of the OpenAI Agents SDK acts in a world', async ({ skip }) => {
  const why = missing()
  if (why) skip(why)
  const { said } = (await client('agents_sdk', url, 'get_weather', '{"city": "Oslo"}')) as { said: string }
  expect(said).toContain('clear over Oslo')
})

test('OpenAI’s Python client asks the loaded model', async ({ skip }) => {
  const why = missing()
  if (why) skip(why)
  expect(await client('openai_chat', `${served.url}/v1`, served.key, 'scripted')).toEqual({
    ...{ models: ['scripted'], whole: 'Four.', tokens: true, streamed: 'Four.' },
    ...{ called: [['sum', { of: [2, 2] }]], reason: 'tool_calls', refused: [401, 400] }
  })
})

test('StableToolBench’s requests are answered in its form', async ({ skip }) => {
  const why = missing()
  if (why) skip(why)
  const { secret } = await served.world({
    domain: 'mcp',
    tools: [{ ...WEATHER, name: 'querykeywords_for_keyword_analysis' } as never]
  })
  expect(await client('toolbench_http', `${served.url}/w/${secret}/virtual`, '{"city": "Oslo"}', '{')).toEqual([
    ['', SKY],
    ['Tool input parse error...\n', '']
  ])
})
