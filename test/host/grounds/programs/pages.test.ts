// Worlds of pages whose program answers: declared data and JavaScript, through the ground as steps come to it.
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { web } from '../../../../src/core/domains/web/index.ts'
import { withChanges } from '../../../../src/core/grounds/programs/changes.ts'
import { makeStep } from '../../../../src/core/tree/history.ts'
import { type Action, type Call, Setup, type Step } from '../../../../src/core/tree/model.ts'
import type { Ground, Json } from '../../../../src/core/tree/ports.ts'
import type { StateDifference } from '../../../../src/core/tree/program.ts'
import { dataProgram } from '../../../../src/host/grounds/programs/data-program.ts'
import { programsGround } from '../../../../src/host/grounds/programs/index.ts'
import { programUse } from '../../../../src/host/grounds/programs/use.ts'
import { turnOptions } from '../../../core/turn-options.ts'
import { must } from '../../../must.ts'

const grounds: Ground[] = []
afterAll(() => Promise.all(grounds.map((ground) => ground.dispose())))

type Written = { text: string; language: 'data' | 'javascript' }

/** A world in which calls are done one after the other. @param model what it writes when it is asked; absent: there is none */
async function world(
  program: Written,
  {
    domain = 'web',
    initialState = '',
    model
  }: { domain?: string; initialState?: string; model?: (context: string) => string } = {}
) {
  const ground = programsGround()
  grounds.push(ground)
  const use = programUse({ ...program, version: 1 })
  const began = Setup.parse({ domain, grounding: 'grounded', initialState, program: use, seed: 7 })
  const setup = { ...began, ...(await must(ground.begin)(began)) }
  const chain: Step[] = []
  const calls = new Map<string, Call>()
  const asked: string[] = []
  const changes: StateDifference[] = []
  const callOf = (step: string) => calls.get(step) ?? null
  return {
    setup,
    asked,
    changes,
    chain,
    async do(written: Action, { by = ground } = {}) {
      const action = typeof written === 'string' ? web.action.parse(written) : written
      const options = turnOptions((question) => {
        asked.push(question.context)
        return model?.(question.context) ?? ''
      })
      const given = { setup, chain: [...chain], callOf, action, instruction: '', ...(!model && { alone: true }) }
      const answer = await by.turn(given, options)
      const step = await makeStep(chain.at(-1)?.id ?? null, action, { text: answer.text })
      await answer.keep(step.id)
      chain.push(step)
      // `as`: what the ground reads of a call.
      calls.set(step.id, { engine: 'program', grounded: answer.grounded, firings: [], setup } as unknown as Call)
      for (const one of answer.grounded.changes ?? []) changes.push(one)
      return answer
    },
    /** The reference in the line of the last page that holds the words. */
    ref(words: string): string {
      const page = chain.at(-1)?.observation.text ?? setup.initialState
      const line = page.split('\n').find((one) => one.includes(words)) ?? ''
      const [, ref, bid] = /\[ref=(\w+)\]|^\s*\[(\w+)\]/.exec(line) ?? []
      return must(ref ?? bid)
    }
  }
}

const shipped = (name: string): Written => ({
  text: readFileSync(`resources/scenarios/programs/${name}.yaml`, 'utf8'),
  language: 'data'
})

const Line = z.object({
  step: z.object({ action: z.string(), observation: z.object({ text: z.string() }) }).optional(),
  call: z.object({ setup: z.object({ initialState: z.string() }) }).optional()
})

describe('the bookshop as tables and pages', () => {
  const lines = readFileSync('resources/samples/web-bookshop.jsonl', 'utf8').trim().split('\n')
  const recorded = lines.map((line) => Line.parse(JSON.parse(line)))
  const steps = recorded.flatMap(({ step }) => step ?? [])

  it('54.3 begins and goes on as the recording of a real Chromium does, in all 23 turns', async () => {
    const shop = await world(shipped('bookshop'))
    expect(shop.setup.initialState).toBe(recorded.flatMap(({ call }) => call?.setup.initialState ?? [])[0])
    for (const { action, observation } of steps) {
      const { text, grounded } = await shop.do(action)
      expect(text, action).toBe(observation.text)
      expect(grounded.origin).toBe('executed')
    }
    expect(shop.asked).toEqual([])
    expect(JSON.stringify(shop.changes).length).toBeLessThan(100_000)
  })

  it('54.4 goes on from what its steps keep, in a process that never saw it', async () => {
    const shop = await world(shipped('bookshop'))
    for (const { action } of steps.slice(0, 14)) await shop.do(action)
    const other = programsGround()
    grounds.push(other)
    for (const { action, observation } of steps.slice(14))
      expect((await shop.do(action, { by: other })).text, action).toBe(observation.text)
  })
})

/** The state of the program after the changes, those of the browser left out. */
function stateAfter({ text }: Written, changes: readonly StateDifference[], within: boolean): Json {
  const own = within
    ? changes.filter(({ at }) => at[0] === 'program').map((one) => ({ ...one, at: one.at.slice(1) }))
    : changes
  return withChanges(dataProgram({ text }).init('7'), own)
}

it('54.5 a task that is done on pages ends in the state to which tools lead', async () => {
  const program = shipped('inventory')
  const pages = await world(program)
  await pages.do(`click('${pages.ref("link 'rope'")}')`)
  await pages.do(`fill('${pages.ref("spinbutton 'Amount'")}', '5')`)
  await pages.do(`click('${pages.ref("button 'Receive'")}')`)
  await pages.do(`fill('${pages.ref("spinbutton 'Amount'")}', '99')`)
  const refused = await pages.do(`click('${pages.ref("button 'Ship'")}')`)
  expect(refused.text).toContain("StaticText 'There are only 17 of I-1.'")
  await pages.do(`fill('${pages.ref("spinbutton 'Amount'")}', '3')`)
  const last = await pages.do(`click('${pages.ref("button 'Ship'")}')`)
  expect(last.text).toContain('14 in stock at 4.50.')

  const tools = await world(program, { domain: 'mcp' })
  await tools.do({ name: 'receive', arguments: { item: 'I-1', amount: 5 } })
  await tools.do({ name: 'ship', arguments: { item: 'I-1', amount: 99 } })
  await tools.do({ name: 'ship', arguments: { item: 'I-1', amount: 3 } })
  expect(stateAfter(program, pages.changes, true)).toEqual(stateAfter(program, tools.changes, false))
})

// Two sites, a log-in by cookie, a redirect that never ends, data that is no page.
const SITES: Written = {
  language: 'javascript',
  text: `
export const init = () => ({ visits: 0 })
export const views = { page: () => ({ start: 'https://club.example/', tells: 'aria' }) }
const page = (title, body) => ({ answer: { status: 200, headers: { 'content-type': 'text/html' }, body: '<title>' + title + '</title><body><h1>' + title + '</h1>' + body } })
export function step(state, { method, path, headers, body, query }) {
  if (headers.host === 'news.example') return page('News', '<p>' + (headers.cookie || 'no cookie') + '</p>')
  if (headers.host !== 'club.example') return undefined
  const user = /user=(\\w+)/.exec(headers.cookie || '')?.[1]
  if (path === '/') return page('Club', user ? '<p>Hello ' + user + '</p><a href="https://news.example/">News</a>' : '<form method="post" action="/login"><label>Name <input name="name" required></label><label>Password <input type="password" name="secret"></label><button>Log in</button></form>')
  if (path === '/login' && method === 'POST') {
    if (body.secret !== 'oar') return { answer: { status: 403, headers: { 'content-type': 'text/html' }, body: '<title>No</title><h1>Wrong password</h1><a href="/">Again</a>' } }
    return { state: { visits: state.visits + 1 }, answer: { status: 303, headers: { location: '/', 'set-cookie': 'user=' + body.name + '; Path=/; HttpOnly' } } }
  }
  if (path === '/round') return { answer: { status: 302, headers: { location: '/round?n=' + (Number(query.n || 0) + 1) } } }
  if (path === '/data') return { answer: { status: 200, body: { visits: state.visits } } }
  return { answer: { status: 404, headers: { 'content-type': 'text/html' }, body: '<title>404</title><h1>No page here</h1>' } }
}`
}

describe('a program in JavaScript', () => {
  it('54.6 lets in by a cookie, which no other site sees; what is needed is asked for first', async () => {
    const club = await world(SITES)
    expect(club.setup.initialState).toContain('- button "Log in" [ref=e')
    const log = (call: string, more = '') => `{"name": "browser_${call}", "arguments": {${more}}}`
    const on = (words: string) => `"ref": "${club.ref(words)}"`
    // The name is required: the caret goes into it, and no request is made.
    const kept = await club.do(log('click', on('button "Log in"')))
    expect(kept.text).toContain('- textbox "Name" [active] [ref=')
    await club.do(log('type', `${on('textbox "Name"')}, "text": "ada"`))
    await club.do(log('type', `${on('textbox "Password"')}, "text": "wrong", "submit": true`))
    expect(club.chain.at(-1)?.observation.text).toContain('- heading "Wrong password"')
    await club.do(log('navigate_back'))
    await club.do(log('type', `${on('textbox "Password"')}, "text": "oar", "submit": true`))
    expect(club.chain.at(-1)?.observation.text).toContain('Hello ada')
    await club.do(log('click', on('link "News"')))
    expect(club.chain.at(-1)?.observation.text).toContain('no cookie')
    expect((await club.do(log('navigate', '"url": "https://club.example/data"'))).text).toContain('\\"visits\\": 1')
    expect((await club.do(log('navigate', '"url": "https://club.example/nowhere"'))).text).toContain('No page here')
    expect((await club.do(log('navigate', '"url": "https://club.example/round"'))).text).toContain(
      'ERR_TOO_MANY_REDIRECTS'
    )
  })

  it('54.7 an address that no program knows is written by the model once', async () => {
    const club = await world(SITES, {
      model: () =>
        JSON.stringify('<title>Weather</title><h1>Sunny</h1><a href="/week">Week</a><script>alert(1)</script>')
    })
    const go = (url: string) => club.do(`{"name": "browser_navigate", "arguments": {"url": "${url}"}}`)
    const first = await go('https://weather.example/')
    expect(first.text).toContain('- heading "Sunny"')
    expect(first.text).not.toContain('alert')
    expect(first.grounded.origin).toBe('predicted')
    await go('https://club.example/')
    const again = await go('https://weather.example/')
    expect(again.text).toBe(first.text)
    expect(again.grounded.origin).toBe('executed')
    expect(club.asked).toHaveLength(1)
    expect(club.asked[0]).toContain('The whole page at https://weather.example/')
  })

  it('54.7 without a model it cannot be reached', async () => {
    const club = await world(SITES)
    const { text } = await club.do('{"name": "browser_navigate", "arguments": {"url": "https://weather.example/"}}')
    expect(text).toContain('ERR_NAME_NOT_RESOLVED')
  })
})
