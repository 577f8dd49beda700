// The door of StableToolBench, asked as its client asks: `rapidapi.py` posts JSON with a header of its own, its README the same as data.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toolbenchSet } from '../../src/core/domains/tools/toolbench.ts'
import { type Served, serveDoors, shows } from '../doors/served.ts'
import { must } from '../must.ts'

let served: Served
let url = ''
beforeAll(async () => {
  served = await serveDoors(({ action }) => {
    const { name } = action as { name: string }
    if (name.startsWith('querykeywords')) return shows('{"error": "", "response": "[\\"party\\"]"}')
    return shows('{"error": "Message error...", "response": ""}')
  })
  const { secret } = await served.world({
    domain: 'mcp',
    tools: [...toolbenchSet.tools, { name: 'plain', inputSchema: {} }]
  })
  url = `${served.url}/w/${secret}/virtual`
})
afterAll(() => served.close())

const INFO = {
  category: 'Data',
  tool_name: 'Keyword Analysis',
  api_name: 'QueryKeywords',
  strip: 'truncate',
  toolbench_key: ''
}

async function ask(more: object) {
  const headers = { accept: 'application/json', 'content-type': 'application/json', toolbench_key: '' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ ...INFO, ...more }) })
  return { status: answer.status, told: await answer.json() }
}

test('an API is called by its own names or by those of its function', async () => {
  const right = { status: 200, told: { error: '', response: '["party"]' } }
  expect(await ask({ tool_input: '{"q": "ideas"}' })).toEqual(right)
  expect(await ask({ tool_input: { q: 'ideas' }, tool_name: 'keyword_analysis', api_name: 'querykeywords' })).toEqual(
    right
  )
  expect(await ask({ tool_input: '{"q": "ideas"}', api_name: 'querykeywords_for_keyword_analysis' })).toEqual(right)
})

test('what goes wrong is told in `error`, with status 200', async () => {
  expect(await ask({ tool_input: '{not json' })).toEqual({
    status: 200,
    told: { error: 'Tool input parse error...\n', response: '' }
  })
  expect(await ask({ tool_input: '' })).toEqual({
    status: 200,
    told: { error: expect.stringContaining('q'), response: '' }
  })
  expect((await ask({ tool_input: '{}', api_name: 'Nothing' })).told.error).toContain('no API "Nothing"')
  expect(await ask({ tool_input: '{"q": "a"}', api_name: 'SimilarQueries' })).toMatchObject({
    told: { error: 'Message error...', response: '' }
  })
  // Without a user there is nobody to chat with.
  expect((await ask({ tool_input: '{}', api_name: 'chat_with_user' })).told).toMatchObject({
    response: '',
    error: expect.stringMatching(/./)
  })
})

test('a body that lacks a field is 422, as FastAPI has it; another method is 405', async () => {
  const short = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"api_name": "x"}'
  })
  expect([short.status, (await fetch(url)).status]).toEqual([422, 405])
})

test('a user of the world is asked by `chat_with_user`', async () => {
  const { setup } = must((await served.people.call('scenarios.list', {})).find(({ name }) => name === 'airline-desk'))
  const { secret } = await served.world(setup as never)
  url = `${served.url}/w/${secret}/virtual`
  expect(
    (await ask({ api_name: 'chat_with_user', tool_input: { message: 'What is your booking reference?' } })).told
  ).toEqual({
    error: '',
    response: 'My booking reference is QX7L2.'
  })
})
