// What a phone and a desktop do alike with the pages of their apps.
import { attribute, closest, collapsed, type PageElement, textIn } from '../../observations/pages/document.ts'
import { type BrowserAnswer, type BrowserRequest, load } from './load.ts'
import { type BrowserState, visitOf } from './state.ts'

/** What is done in a browser, with the requests that it takes. */
export type Browsing = Generator<BrowserRequest, BrowserState | { state: BrowserState }, BrowserAnswer>

interface Relayed {
  browser: BrowserState
  /** A form was sent. */
  posted: boolean
  /** The last one; `null` where nothing was asked. */
  answer: BrowserAnswer | null
}

/**
 * Passes on what a page asks for.
 * @param by `sent`: a request as it goes out. `own`: what the device answers itself; `null` for nothing. `onAnswer`: is told of each answer
 */
export function* relayed(
  asking: Browsing,
  {
    sent = (request) => request,
    own = () => null,
    onAnswer
  }: {
    sent?(request: BrowserRequest): BrowserRequest
    own?(request: BrowserRequest): BrowserAnswer | null
    onAnswer?(answer: BrowserAnswer): void
  } = {}
): Generator<BrowserRequest, Relayed, BrowserAnswer> {
  let posted = false
  let answer: BrowserAnswer | null = null
  let next = asking.next()
  while (!next.done) {
    posted ||= next.value.method === 'POST'
    answer = own(next.value) ?? (yield sent(next.value))
    onAnswer?.(answer)
    next = asking.next(answer)
  }
  return { browser: 'state' in next.value ? next.value.state : next.value, posted, answer }
}

/** The page in front as the world is now; what was typed stays where it is the same, and a page that is answered no more stays as it was. */
export function* shownAnew<S extends { browser: BrowserState }>(
  before: S,
  within: (
    doing: (browser: BrowserState) => Browsing,
    onAnswer: (answer: BrowserAnswer) => void
  ) => Generator<BrowserRequest, S, BrowserAnswer>
): Generator<BrowserRequest, S, BrowserAnswer> {
  const { url, html } = visitOf(before.browser)
  let status = 200
  const after = yield* within(
    (browser) => load(browser, { url, replaces: true }),
    (answer) => {
      status = answer.status
    }
  )
  return status >= 400 || visitOf(after.browser).html === html ? before : after
}

/** The list that an option is in, and what the option is called; `null` for other elements. */
export function optionIn(element: PageElement): { select: PageElement | null; name: string } | null {
  if (element.tag !== 'option') return null
  const name = attribute(element, 'label') || collapsed(textIn(element))
  return { select: closest(element, ({ tag }) => tag === 'select'), name }
}

/** Where a link on a page leads; `null` for other elements and for what is no address. */
export function linkFrom(element: PageElement, url: string): URL | null {
  const href = element.tag === 'a' ? attribute(element, 'href').trim() : ''
  return href && URL.canParse(href, url) ? new URL(href, url) : null
}
