// A program whose world is seen through a browser: what is done there becomes requests, and its state is that of both.

import type { Domain } from '../../../core/domains/domain.ts'
import { OrreryError } from '../../../core/errors.ts'
import { type BrowserInterface, type CallDone, callIn } from '../../../core/grounds/browser/call.ts'
import { type BrowserAnswer, type BrowserRequest, failedPage, load } from '../../../core/grounds/browser/load.ts'
import { look, styleOf } from '../../../core/grounds/browser/look.ts'
import { BLANK, type BrowserState, newTab, newVisit } from '../../../core/grounds/browser/state.ts'
import { changesBetween } from '../../../core/grounds/programs/changes.ts'
import { responseOf } from '../../../core/grounds/programs/event.ts'
import { PagesView, type ProgramStep } from '../../../core/grounds/programs/program.ts'
import type { Json } from '../../../core/tree/ports.ts'
import type { StateDifference } from '../../../core/tree/program.ts'
import { type Running, type RunningState, stateAfter, stateOf } from './running.ts'

// A state of a world in a browser is that of its program and that of the browser. Threads know the first by its own name.
const programStates = new WeakMap<RunningState, RunningState>()

interface BrowsedState {
  program: Json
  browser: BrowserState
}

// `as`: states are made here.
const browsedIn = (state: RunningState): BrowsedState => state.value() as unknown as BrowsedState

/** A program as its world sees it: through a browser, or by itself. @throws OrreryError engine-failed for a kind of world in which nobody acts in a browser */
export function seenIn({ door, screen, id }: Domain, running: Running, first: string): Running {
  if (door !== 'page') return running
  const { intents, navigation } = screen ?? {}
  if (intents && navigation) return browsing(running, first, { intents, navigation })
  throw new OrreryError('engine-failed', `Nothing in a ${id} world says how a browser is used.`)
}

/**
 * @param by how the agents of the world act in a browser
 * @param first the world's first screen, in the form of which its pages are told; `''`: as the program says
 */
function browsing(running: Running, first: string, by: BrowserInterface): Running {
  const programOf = (state: RunningState): RunningState => programStates.get(state) ?? stateOf(browsedIn(state).program)

  return {
    async init(seed, signal) {
      const begun = await running.init(seed, signal)
      const { start } = await pagesOf(running, begun.state, signal)
      const empty: BrowserState = { tabs: [newTab(newVisit(BLANK, ''))], shown: 0, cookies: [], written: {} }
      const sending = createSending(running, begun.state, [], signal)
      const loaded = await sending.run(load(empty, { url: start }))
      if ('ask' in loaded)
        throw new OrreryError('engine-failed', `The program has no page at ${start}, where its browser begins.`)
      const state = stateOf({ program: sending.state().value(), browser: asJson(loaded.done) })
      programStates.set(state, sending.state())
      return { state, actions: {} }
    },
    async look(state, _door, signal) {
      const { tells } = first.trim() ? {} : await pagesOf(running, programOf(state), signal)
      return { actions: {}, view: look(browsedIn(state).browser, styleOf(first, tells)).text }
    },
    async step(before, event, signal) {
      if (event.door !== 'page') return running.step(before, event, signal)
      const { browser } = browsedIn(before)
      const sending = createSending(running, programOf(before), event.answers ?? [], signal)
      const made = await sending.run<CallDone>(callIn(browser, event.call, { style: styleOf(first), by }))
      if ('ask' in made) return { step: { ask: made.ask }, changes: [], state: before, actions: {} }
      const { text, refused, state: after } = made.done
      const own = changesBetween(asJson(browser), asJson(after), 'the browser').changes
      const changes = [...sending.changes, ...own.map((one) => ({ ...one, at: ['browser', ...one.at] }))]
      const state = changes.length ? stateAfter(before, changes) : before
      programStates.set(state, sending.state())
      return { step: refused ? { error: text } : { answer: text }, changes, state, actions: {} }
    }
  }
}

// `as`: what a browser remembers is plain JSON.
const asJson = (state: BrowserState): Json => state as unknown as Json

async function pagesOf(running: Running, state: RunningState, signal: AbortSignal | undefined): Promise<PagesView> {
  const { view } = await running.look(state, 'page', signal)
  const { data, error } = PagesView.safeParse(view)
  if (data) return data
  const why = view === undefined ? '' : ` (${error?.issues[0]?.path.join('.')}: ${error?.issues[0]?.message})`
  throw new OrreryError(
    'engine-failed',
    `The program of this web world says no first page${why}. Let views.page give {"start": "https://shop.example/"}, or declare pages.`
  )
}

type Asked = NonNullable<ProgramStep['ask']>

/** Lets the program answer requests, one after the other, each on the state that the one before it left. */
function createSending(
  running: Running,
  begun: RunningState,
  answers: readonly Json[],
  signal: AbortSignal | undefined
) {
  let state = begun
  let used = 0
  const changes: StateDifference[] = []

  async function answer(request: BrowserRequest): Promise<BrowserAnswer | { ask: Asked }> {
    const { method, url, headers, body } = request
    const given: Json[] = []
    for (;;) {
      const query = Object.fromEntries(url.searchParams)
      const sent = { door: 'http' as const, method, path: url.pathname, query, headers, body }
      const made = await running.step(state, given.length ? { ...sent, answers: given } : sent, signal)
      const ask = made.step ? made.step.ask : written(request)
      if (!ask) {
        state = made.state
        for (const one of made.changes) changes.push({ ...one, at: ['program', ...one.at] })
        return responseOf(made.step ?? {})
      }
      const said = answers[used]
      if (said === undefined) return { ask }
      used++
      if (!made.step) return { status: 200, headers: { 'content-type': 'text/html' }, body: said, written: true }
      given.push(said)
    }
  }

  return {
    changes,
    state: () => state,
    /** To the end, or to what only the model can answer. */
    async run<Done>(asking: Generator<BrowserRequest, Done, BrowserAnswer>): Promise<{ done: Done } | { ask: Asked }> {
      for (let next = asking.next(); ; ) {
        if (next.done) return { done: next.value }
        const answered = await answer(next.value)
        if ('ask' in answered) return answered
        next = asking.next(answered)
      }
    }
  }
}

/** What the model is asked for where no program knows an address. Without one the browser says that it cannot be reached. */
function written({ method, url }: BrowserRequest): Asked {
  const about = `The whole page at ${url.href.slice(0, 1000)}${method === 'POST' ? ', as it answers a form' : ''}, as HTML without scripts and styles, with a title, a heading and links.`
  return { about, schema: { type: 'string' }, template: failedPage(url, 'ERR_NAME_NOT_RESOLVED') }
}
