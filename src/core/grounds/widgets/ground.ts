// The ground of screens: what widgets do by themselves on any screen that is read and written exactly. What a button means is the model's.
import { findDomain } from '../../domains/index.ts'
import type { Intent } from '../../domains/intents.ts'
import type { Screen } from '../../observations/screens/screen.ts'
import type { ModelAnswer } from '../../tree/ground.ts'
import type { Action, Setup } from '../../tree/model.ts'
import type { Ground, GroundAsked, ModelQuestion, TurnOptions } from '../../tree/ports.ts'
import { createPlainGround } from '../plain.ts'
import { routeBy } from '../rule.ts'
import { changedScreen, changeQuestion } from './change.ts'
import { decide, decideAsked } from './decide.ts'
import { edited } from './edit.ts'
import { next } from './next.ts'
import { ruleOf, type WidgetRuleName } from './rules.ts'
import { bare, lastRef, type ScreenState, type ScreenWorld, screenOf } from './state.ts'
import { NOT_TAUGHT } from './taught.ts'

const GROUND = 'widgets'

/** @param hash SHA-256 of what the rules are */
export function createWidgets({ hash }: { hash: string }): Ground {
  return createPlainGround<ScreenWorld, ScreenState>({
    id: GROUND,
    title: 'Widgets',
    hash,
    usual: () => true,
    world({ domain, initialState }: Setup) {
      const by = findDomain(domain).screen?.intents
      return by ? { key: `${domain} ${initialState}`, read: () => ({ by, first: initialState }) } : null
    },
    serves: ({ first }) => screenOf(first) !== null,
    inside: ({ first }, { page, visits, at, opened }) => ({
      stated: { first },
      state: { page, visits: [...visits], at, opened: Object.fromEntries(opened) }
    }),
    begin: ({ by, first }) => ({
      ...{ over: null, uncertain: null, diverged: [] },
      ...{
        turns: 0,
        page: bare(by, first),
        caret: null,
        clipboard: null,
        focus: null,
        start: null,
        keepsLabels: false,
        loaded: [bare(by, first)],
        visits: [bare(by, first)],
        firsts: [bare(by, first)],
        last: lastRef(bare(by, first)),
        at: 0,
        opened: new Map(),
        openers: [],
        modal: null,
        fronts: new Map(),
        earlier: [],
        taught: NOT_TAUGHT
      }
    }),
    apply(world, state, past) {
      const decided = decide(world, state, past.step.action)
      const { action, observation } = past.step
      const executed = past.call?.grounded?.origin === 'executed'
      const after = next(world, state, { action, text: observation.text, decided, executed })
      return {
        state: after,
        shown: executed && 'text' in decided && decided.text !== null ? said(world, state, action, decided.text) : null
      }
    },
    showed: ({ step, altered }, shown) => altered || step.observation.text === shown,
    route: (world, state, asked) => routeBy(ruleOf(decideAsked(world, state, asked).rule)),
    async answer(world, state, asked, options) {
      const decided = decideAsked(world, state, asked)
      const route = routeBy(ruleOf(decided.rule))
      const dreams: ModelAnswer[] = []
      let shown: string
      if ('refusal' in decided) shown = world.by.refuse(asked.action, decided.refusal, decided.stays)
      else if (decided.text !== null) shown = said(world, state, asked.action, decided.text)
      else shown = await predicted(world, state, { ...asked, rule: decided.rule, dreams }, options)
      const after = next(world, state, { action: asked.action, text: shown, decided, executed: dreams.length === 0 })
      return { text: shown, route, dreams, state: after }
    }
  })
}

/** A screen with what the interface says of the action. */
function said({ by, first }: ScreenWorld, state: ScreenState, action: Action, page: string): string {
  const screen = screenOf(state.page)
  return (screen && by.saying?.with(page, { call: action, screen, first })) ?? page
}

/** The screen that the model gives: what the action changes on the one before, or a whole one. */
async function predicted(
  world: ScreenWorld,
  state: ScreenState,
  { action, rule, dreams }: GroundAsked & { rule: WidgetRuleName; dreams: ModelAnswer[] },
  { askModel, asksChanges }: TurnOptions
): Promise<string> {
  const { by } = world
  const { page } = state
  const screen = asksChanges && rule !== 'instruction' ? screenOf(page) : null
  const target = screen && targetHere(screen, by.read(action, screen))
  const question = screen && target !== null ? changeQuestion(screen, { mayOpen: asksChanges === 'or-page' }) : null
  const ask = async (more: Pick<ModelQuestion, 'context' | 'json' | 'schema'>) => {
    const text = await askModel({ rule, action, ...more })
    dreams.push({ of: String(action), rule, text, effects: [] })
    return text
  }
  if (screen && target !== null && question) {
    const answer = await ask({ ...question, json: true })
    const pressed = edited(screen, page, { focus: target }) ?? page
    const changed = changedScreen(screenOf(pressed) ?? screen, pressed, answer)
    if (changed !== null) return said(world, state, action, changed)
  }
  return ask({ context: '' })
}

/** The thing that an action presses on this screen; `null` for links and addresses, which lead to another, and for all else. */
function targetHere({ nodes }: Screen, intents: Intent[] | null): number | null {
  const [intent, ...more] = intents ?? []
  if (intent?.do !== 'click' || intent.long || more.length || typeof intent.at === 'string' || !('node' in intent.at))
    return null
  return nodes[intent.at.node]?.role === 'link' ? null : intent.at.node
}
