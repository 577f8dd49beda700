// A call of an agent's interface, done in a browser whose pages a program answers.
import type { Intent, Intents, Target } from '../../domains/intents.ts'
import type { Navigation } from '../../domains/navigation.ts'
import { act, navigate, type PageIntent } from './act.ts'
import type { BrowserAnswer, BrowserRequest } from './load.ts'
import { type Look, look, type PageStyle } from './look.ts'
import type { BrowserState } from './state.ts'

/** How an agent's interface asks for things, and how it refuses. */
export interface BrowserInterface {
  intents: Intents<string>
  navigation(call: string): Navigation | null
}

export interface CallDone {
  state: BrowserState
  /** What is seen: the page, or how the interface refuses. */
  text: string
  refused: boolean
}

/** Asks for the requests that the call leads to, and comes to what is seen then. A call that asks for nothing only looks. */
export function* callIn(
  before: BrowserState,
  call: string,
  { style, by }: { style: PageStyle; by: BrowserInterface }
): Generator<BrowserRequest, CallDone, BrowserAnswer> {
  const navigation = by.navigation(call)
  if (navigation) return seen(yield* navigate(before, navigation), style)
  const now = look(before, style)
  const asked = by.intents.read(call, now.screen) ?? []
  const { state, refusal } = yield* act(
    now.state,
    asked.map((intent) => onPage(intent, now))
  )
  if (!refusal) return seen(state, style)
  return { state: now.state, text: by.intents.refuse(call, refusal, now.text), refused: true }
}

function seen(state: BrowserState, style: PageStyle): CallDone {
  const { text, state: after } = look(state, style)
  return { state: after, text, refused: false }
}

/** The same of an element of the page, whatever the screen numbers it as. */
function onPage(intent: Intent, { elements }: Look): PageIntent {
  if (!('at' in intent)) return intent
  const onElement = (at: Target) => {
    if (at === 'focus' || 'missing' in at) return at
    const element = elements[at.node]
    return element === null || element === undefined ? { missing: '' } : { element }
  }
  return { ...intent, at: onElement(intent.at), ...('to' in intent && { to: onElement(intent.to) }) } as PageIntent
}
