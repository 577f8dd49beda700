// A browser whose sites are functions of the test.
import { intents } from '../../../../src/core/domains/web/intents.ts'
import { navigationOf } from '../../../../src/core/domains/web/navigation.ts'
import { type CallDone, callIn } from '../../../../src/core/grounds/browser/call.ts'
import { type BrowserAnswer, type BrowserRequest, load } from '../../../../src/core/grounds/browser/load.ts'
import { look, type PageStyle, USUAL_STYLE } from '../../../../src/core/grounds/browser/look.ts'
import { BLANK, type BrowserState, newTab, newVisit } from '../../../../src/core/grounds/browser/state.ts'

type Serve = (request: BrowserRequest) => BrowserAnswer | string

/** @param serve gives an answer, or the HTML of a page that is there */
export function browserOf(start: string, serve: Serve, style: PageStyle = USUAL_STYLE) {
  const requests: string[] = []
  function run<Done>(asking: Generator<BrowserRequest, Done, BrowserAnswer>): Done {
    let next = asking.next()
    while (!next.done) {
      const { method, url } = next.value
      requests.push(`${method} ${url.href}`)
      const answer = serve(next.value)
      next = asking.next(
        typeof answer === 'string' ? { status: 200, headers: { 'content-type': 'text/html' }, body: answer } : answer
      )
    }
    return next.value
  }
  const empty: BrowserState = { tabs: [newTab(newVisit(BLANK, ''))], shown: 0, cookies: [], written: {} }
  let state = run(load(empty, { url: start }))
  return {
    requests,
    state: () => state,
    text: () => look(state, style).text,
    do(call: string): CallDone {
      const done = run(callIn(state, call, { style, by: { intents, navigation: navigationOf } }))
      state = done.state
      return done
    },
    /** The reference of the first thing whose line holds the words. */
    ref(words: string): string {
      const line =
        look(state, style)
          .text.split('\n')
          .find((one) => one.includes(words)) ?? ''
      const found = /\[(\d+)\]|\[ref=(e\d+)\]/.exec(line)
      if (!found) throw new Error(`Nothing on the page is ${words}:\n${look(state, style).text}`)
      return found[1] ?? found[2] ?? ''
    }
  }
}
