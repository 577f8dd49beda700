// The rules of a household, and the sentences of ALFWorld for what they come to (its grammar of answers, alfred.twl2).
import type { Teller, TellerAnswer } from '../teller.ts'
import { BECOMES, DONE_AT, KNIVES, LAMPS } from './abilities.ts'
import { afterDeed, contentsAsk, deedAsk, shownBy, withContents } from './ask.ts'
import { type Household, type HouseholdChange, isOf, kindOf } from './data.ts'
import type { HouseholdState, Receptacle } from './state.ts'
import { HELP, looked, room, seenAt } from './words.ts'

const NOTHING = 'Nothing happens.'

export function householdTeller(data: Household): Teller<HouseholdState> {
  const places = Object.fromEntries(
    Object.entries(data.places).map(([name, place]): [string, Receptacle] => [
      name,
      {
        ...(place.holds === 'ask' ? { holds: [], unseen: true } : { holds: [...place.holds] }),
        ...('open' in place && place.open !== undefined && { open: place.open })
      }
    ])
  )
  const moves = data.form === 'move'
  const withLines = (text: string, state: HouseholdState): string =>
    moves ? `${text}\nAVAILABLE ACTIONS: ${linesOf(data, state).join(',')}` : text
  return {
    over: ({ done }) => done,
    begin: () => ({ at: null, held: null, places, became: {}, done: false }),
    opening: (state) => withLines(`${room(state)}${moves ? '\n' : '\n\n'}Your task is to: ${data.task}`, state),
    lines: (state) => linesOf(data, state),
    tell(before, line, answers) {
      const place = before.done ? null : shownBy(before, line)
      if (place !== null && !answers.length) return { ask: contentsAsk(data, before, place) }
      const state = place === null ? before : withContents(before, place, answers[0])
      const meant = state.done ? null : actionOf(data, state, line)
      if (!meant && data.unknown === 'model' && !state.done && !KNOWN.has(verbOf(line))) {
        const [said] = answers
        if (said === undefined) return { ask: deedAsk(data, state, line) }
        return told({ ...afterDeed(state, said), by: [['unknown']] })
      }
      return told(meant ? { ...meant(), by: placesBy(state, line) } : { text: NOTHING })

      function told({
        text,
        state: after = state,
        by = []
      }: TellerAnswer<HouseholdState>): TellerAnswer<HouseholdState> {
        if (after === before) return { text: withLines(text, state), by }
        const done = !state.done && reached(data, after)
        const next = done ? { ...after, done } : after
        const all = done ? [...by, ['goal']] : by
        return { text: withLines(text, next), state: next, by: all, ...(done && { reward: data.reward, done }) }
      }
    }
  }
}

const ANYWHERE = /^(?:look|inventory|help)$/

/** The places that a line names, else the one where it is done. */
function placesBy({ at, places }: HouseholdState, line: string): PropertyKey[][] {
  const said = ` ${line.toLowerCase()} `
  const named = Object.keys(places).filter((place) => said.includes(` ${place} `))
  if (!named.length && at !== null && !ANYWHERE.test(said.trim())) named.push(at)
  return named.map((place) => ['places', place])
}

const KNOWN: ReadonlySet<string> = new Set(
  'clean close cool examine go heat help inventory look move open put slice take use'.split(' ')
)

const verbOf = (line: string): string => line.trim().toLowerCase().split(' ', 1)[0] ?? ''

type Action = () => TellerAnswer<HouseholdState>

/** Every line that does something now, with what it does. */
function actionsOf(data: Household, state: HouseholdState): Map<string, Action> {
  const actions = new Map<string, Action>()
  const { at, held } = state
  const place = at === null ? null : (state.places[at] ?? null)
  for (const name of Object.keys(state.places)) {
    if (name !== at) actions.set(`go to ${name}`, () => arrive(state, name))
  }
  if (at !== null && place) {
    actions.set(`examine ${at}`, () => ({ text: seenAt(state, at) }))
    if (place.open === false) actions.set(`open ${at}`, () => opened(state, at, true))
    if (place.open === true) actions.set(`close ${at}`, () => opened(state, at, false))
    if (place.open !== false) reachable(data, state, at, place, actions)
    if (held !== null) change(data, state, at, held, actions)
  }
  if (held !== null) actions.set(`examine ${held}`, () => ({ text: looked(state, held) }))
  actions.set('inventory', () => ({
    text: held === null ? 'You are not carrying anything.' : `You are carrying: a ${held}.`
  }))
  actions.set('look', () => ({ text: room(state) }))
  if (data.form === 'move') actions.set('help', () => ({ text: HELP }))
  return actions
}

const actionOf = (data: Household, state: HouseholdState, line: string): Action | null =>
  actionsOf(data, state).get(line.toLowerCase()) ?? null

function linesOf(data: Household, state: HouseholdState): string[] {
  return state.done ? [] : [...actionsOf(data, state).keys()].sort()
}

function reachable(
  data: Household,
  state: HouseholdState,
  at: string,
  place: Receptacle,
  actions: Map<string, Action>
): void {
  const { held } = state
  for (const thing of place.holds) {
    actions.set(`examine ${thing}`, () => ({ text: looked(state, thing) }))
    if (LAMPS.has(kindOf(thing))) actions.set(`use ${thing}`, () => toggled(state, thing))
    else if (held === null) actions.set(`take ${thing} from ${at}`, () => taken(state, thing, at))
    if (held !== null && KNIVES.has(kindOf(held)) && isOpenTo(state, thing, 'sliced')) {
      actions.set(`slice ${thing} with ${held}`, () => ({
        text: `You sliced the ${thing} with the ${held}.`,
        state: became(state, thing, ['sliced'], [])
      }))
    }
  }
  if (held === null) return
  if (data.form === 'move') {
    actions.set(`move ${held} to ${at}`, () => put(state, held, at, `You move the ${held} to the ${at}.`))
  } else {
    actions.set(`put ${held} in/on ${at}`, () => put(state, held, at, `You put the ${held} in/on the ${at}.`))
  }
}

const isOpenTo = ({ became: of }: HouseholdState, thing: string, change: HouseholdChange): boolean =>
  BECOMES[change].has(kindOf(thing)) && !(change === 'sliced' && of[thing]?.includes('sliced'))

const VERBS = { cool: 'cool', hot: 'heat', clean: 'clean' } as const

function change(data: Household, state: HouseholdState, at: string, held: string, actions: Map<string, Action>): void {
  const place = data.places[at]
  const own = place && 'does' in place ? place.does : undefined
  for (const change of ['cool', 'hot', 'clean'] as const) {
    if (!(own ? own.includes(change) : DONE_AT[change].has(kindOf(at))) || !isOpenTo(state, held, change)) continue
    const verb = VERBS[change]
    const ends = change === 'cool' ? ['hot'] : change === 'hot' ? ['cool'] : []
    actions.set(`${verb} ${held} with ${at}`, () => ({
      text: `You ${verb} the ${held} using the ${at}.`,
      state: became(state, held, [change], ends)
    }))
  }
}

function became(state: HouseholdState, thing: string, added: string[], ended: string[]): HouseholdState {
  const before = (state.became[thing] ?? []).filter((one) => !ended.includes(one) && !added.includes(one))
  return { ...state, became: { ...state.became, [thing]: [...before, ...added] } }
}

const withPlace = (state: HouseholdState, name: string, place: Receptacle): HouseholdState => ({
  ...state,
  places: { ...state.places, [name]: place }
})

function arrive(state: HouseholdState, name: string): TellerAnswer<HouseholdState> {
  return { text: `You arrive at ${name}. ${seenAt(state, name)}`, state: { ...state, at: name } }
}

function opened(state: HouseholdState, name: string, open: boolean): TellerAnswer<HouseholdState> {
  const place = state.places[name] ?? { holds: [] }
  const after = withPlace(state, name, { ...place, open })
  return { text: open ? `You open the ${name}. ${seenAt(after, name)}` : `You close the ${name}.`, state: after }
}

function taken(state: HouseholdState, thing: string, at: string): TellerAnswer<HouseholdState> {
  const place = state.places[at] ?? { holds: [] }
  const after = withPlace(state, at, { ...place, holds: place.holds.filter((one) => one !== thing) })
  return { text: `You pick up the ${thing} from the ${at}.`, state: { ...after, held: thing } }
}

function put(state: HouseholdState, thing: string, at: string, text: string): TellerAnswer<HouseholdState> {
  const place = state.places[at] ?? { holds: [] }
  return { text, state: { ...withPlace(state, at, { ...place, holds: [...place.holds, thing] }), held: null } }
}

/** ALFWorld remembers that a lamp was used: it is never off again. */
function toggled(state: HouseholdState, lamp: string): TellerAnswer<HouseholdState> {
  return { text: `You turn on the ${lamp}.`, state: became(state, lamp, ['on'], []) }
}

function reached({ goal }: Household, state: HouseholdState): boolean {
  if (!goal) return false
  const is = (thing: string, change: string) => state.became[thing]?.includes(change) ?? false
  if ('look' in goal) {
    const here = state.at === null ? [] : (state.places[state.at]?.holds ?? [])
    return (
      state.held !== null && isOf(state.held, goal.look) && here.some((one) => isOf(one, goal.under) && is(one, 'on'))
    )
  }
  const there = Object.entries(state.places).flatMap(([name, { holds }]) => (isOf(name, goal.in) ? [holds] : []))
  // All of them in the same place.
  return there.some(
    (holds) =>
      holds.filter((one) => isOf(one, goal.put) && (goal.is === undefined || is(one, goal.is))).length >= goal.count
  )
}
