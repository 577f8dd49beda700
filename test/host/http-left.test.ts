// Requests that a world's program leaves open: the model answers them with a response, and without one nobody does.
import { afterAll, expect, it } from 'vitest'
import { type Served, serveDoors } from '../doors/served.ts'

const PROGRAM = `
export const init = () => ({ asked: 0 })
export const actions = () => ({ tools: [] })
export const views = { tools: (state) => state, http: (state) => state }
export const step = (state, { door, path }) => {
  if (door !== 'http' || path !== '/count') return undefined
  return { state: { asked: state.asked + 1 }, answer: { status: 200, body: { asked: state.asked + 1 } } }
}`

const open: Served[] = []
afterAll(() => Promise.all(open.map((one) => one.close())))

async function world(grounding: 'grounded' | 'executed', answer: (prompt: string) => string) {
  const served = await serveDoors(({ messages }) => answer(JSON.stringify(messages)))
  open.push(served)
  const program = { language: 'javascript', version: 1, text: PROGRAM }
  const { secret, session, branch } = await served.world({ domain: 'mcp', grounding, program } as never)
  const get = async (path: string) => {
    const answer = await fetch(`${served.url}/w/${secret}/http${path}`)
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
  const origins = async () => {
    const steps = await served.people.call('steps.list', { session, branch })
    const calls = await Promise.all(steps.map(({ id }) => served.people.call('steps.get', { session, step: id })))
    return calls.map(({ calls: [call] }) => call?.grounded?.origin)
  }
  return { get, origins }
}

it('31 the model is told that it is a request, and its response goes out with status, type and body', async () => {
  const prompts: string[] = []
  const { get, origins } = await world('grounded', (prompt) => {
    prompts.push(prompt)
    return 'HTTP/1.1 418 I am a teapot\ncontent-type: application/json\n\n{"tea": true}'
  })
  expect(await get('/count')).toMatchObject({ status: 200, text: '{\n  "asked": 1\n}' })
  expect(await get('/tea')).toEqual({ status: 418, type: 'application/json', text: '{"tea": true}' })
  expect(prompts).toHaveLength(1)
  expect(prompts[0]).toContain('This is a request to the HTTP API of this world.')
  expect(await get('/count')).toMatchObject({ status: 200, text: '{\n  "asked": 2\n}' })
  expect(await origins()).toEqual(['executed', 'predicted', 'executed'])
})

it('31 what a model answers in its own words is the body of a response', async () => {
  const { get } = await world('grounded', () => 'Tea is ready.')
  expect(await get('/tea')).toEqual({ status: 200, type: 'text/plain; charset=utf-8', text: 'Tea is ready.' })
})

it('31 where nobody may answer the request fails with the reason, and is no step', async () => {
  const { get, origins } = await world('executed', () => {
    throw new Error('no model is asked here')
  })
  const answer = await get('/tea')
  expect([answer.status, JSON.parse(answer.text)]).toEqual([501, { error: expect.stringMatching(/^.{20,}\.$/) }])
  expect(await get('/count')).toMatchObject({ status: 200, text: '{\n  "asked": 1\n}' })
  expect(await origins()).toEqual(['executed'])
})
