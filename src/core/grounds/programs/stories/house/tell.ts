// What can be done in a house, and what it comes to, in the sentences of ScienceWorld.
import type { Teller, Told } from '../teller.ts'
import { type Goal, type House, mayHold } from './data.ts'
import {
  begin,
  changed,
  type HouseState,
  INVENTORY,
  inside,
  isOpen,
  phaseOf,
  roomOf,
  temperatureOf,
  tick,
  visible
} from './state.ts'
import { doorsOf, inventoryShown, lookedIn, nameOf, roomShown, shown } from './words.ts'

const UNKNOWN = 'No known action matches that input.'
const LIQUID =
  "You can't pick up a liquid directly.  Try pouring it from one container to another, or dunking empty containers into containers filled with the liquid."
const WAIT = 10

export function houseTeller(house: House): Teller<HouseState> {
  return {
    begin: () => begin(house),
    opening: (state) => `${house.task}\n\n${roomShown(house, state)}`,
    lines: (state) => (state.done ? [] : linesOf(house, state)),
    tell(state, line) {
      if (state.done) return { text: UNKNOWN }
      const done = act(house, state, line.toLowerCase())
      // Time goes by with everything that is done, and does not with what nobody understands.
      if (!done) return { text: UNKNOWN }
      let after = done.state ?? state
      for (let left = done.wait ?? 1; left > 0; left--) after = tick(house, after)
      const reached = house.goals.flatMap((goal, at) =>
        !after.reached.includes(at) && holds(house, after, goal) ? [at] : []
      )
      const all = [...after.reached, ...reached]
      const over = all.length === house.goals.length
      const reward = reached.reduce((sum, at) => sum + (house.goals[at]?.points ?? 0), 0)
      return {
        ...{ text: done.text, state: { ...after, reached: all, done: over } },
        ...(reward !== 0 && { reward }),
        ...(over && { done: true })
      }
    }
  }
}

type Done = Told<HouseState> & { wait?: number }

const ALONE: Readonly<Record<string, (house: House, state: HouseState) => Done>> = {
  'look around': (house, state) => ({ text: roomShown(house, state) }),
  look: (house, state) => ({ text: roomShown(house, state) }),
  inventory: (house, state) => ({ text: inventoryShown(house, state) }),
  task: ({ task }) => ({ text: `Task Description:\n${task}` }),
  wait: () => ({ text: `You decide to wait for ${WAIT} iterations.`, wait: WAIT }),
  wait1: () => ({ text: 'You decide to wait for 1 iterations.' })
}

/** Longer beginnings first, so that `look in` is not `look`. */
const VERBS: readonly (readonly [beginning: string, verb: string])[] = [
  ['look at ', 'look at'],
  ['examine ', 'look at'],
  ['look in ', 'look in'],
  ['pick up ', 'pick up'],
  ['take ', 'pick up'],
  ['put down ', 'put down'],
  ['drop ', 'put down'],
  ['turn on ', 'activate'],
  ['activate ', 'activate'],
  ['turn off ', 'deactivate'],
  ['deactivate ', 'deactivate'],
  ['focus on ', 'focus on'],
  ['open ', 'open'],
  ['close ', 'close'],
  ['read ', 'read'],
  ['go to ', 'go to']
]

function act(house: House, state: HouseState, line: string): Done | null {
  const alone = Object.hasOwn(ALONE, line) ? ALONE[line] : undefined
  if (alone) return alone(house, state)
  const [beginning, verb] = VERBS.find(([one]) => line.startsWith(one)) ?? []
  if (beginning !== undefined && verb !== undefined) {
    const meant = line.slice(beginning.length).trim()
    if (verb === 'go to') return gone(house, state, meant)
    const door = doorMeant(house, state, meant)
    if (door && (verb === 'open' || verb === 'close')) return doorMoved(state, door, verb === 'open')
    const thing = thingMeant(house, state, meant)
    return thing === null ? null : (ONE[verb]?.(house, state, thing) ?? null)
  }
  return actOnTwo(house, state, line)
}

function actOnTwo(house: House, state: HouseState, line: string): Done | null {
  const pairs: readonly (readonly [verb: string, between: string[]])[] = [
    ['move ', [' to ']],
    ['pour ', [' into ', ' in ']],
    ['use ', [' on ']]
  ]
  for (const [verb, between] of pairs) {
    if (!line.startsWith(verb)) continue
    for (const word of between) {
      const at = line.lastIndexOf(word)
      const [thing, other] =
        at < 0
          ? []
          : [line.slice(verb.length, at), line.slice(at + word.length)].map((one) => thingMeant(house, state, one))
      if (thing && other) return TWO[verb]?.(house, state, thing, other) ?? null
    }
  }
  return null
}

/** The thing that words name among those that are seen: `cup`, `cup in inventory`, `substance in pot`. */
function thingMeant(house: House, state: HouseState, words: string): string | null {
  const meant = words.trim()
  const seen = visible(house, state)
  const place = meant.lastIndexOf(' in ')
  const [what, where] = place < 0 ? [meant, null] : [meant.slice(0, place), meant.slice(place + 4)]
  const fits = (name: string): boolean => {
    const isNamed = name === what || nameOf(house, state, name) === what
    return isNamed || (what === 'substance' && house.things[name]?.substance !== undefined)
  }
  return seen.find((name) => fits(name) && (where === null || state.things[name]?.at === where)) ?? null
}

function doorMeant(house: House, state: HouseState, words: string) {
  const doors = doorsOf(house, state.room)
  if (words === 'door' && doors.length === 1) return doors[0] ?? null
  return doors.find(({ to }) => words === `door to ${to}` || words === `${to} door`) ?? null
}

function doorMoved(state: HouseState, { at }: { at: number }, open: boolean): Done {
  const is = state.doors.includes(at)
  if (is === open) return { text: `The door is already ${open ? 'open' : 'closed'}.` }
  const doors = open ? [...state.doors, at].sort((a, b) => a - b) : state.doors.filter((one) => one !== at)
  return { text: `The door is now ${open ? 'open' : 'closed'}.`, state: { ...state, doors } }
}

function gone(house: House, state: HouseState, meant: string): Done | null {
  const door = doorsOf(house, state.room).find(({ to }) => to === meant) ?? doorMeant(house, state, meant)
  if (!door) return Object.hasOwn(house.rooms, meant) ? { text: "It's not clear how to get there from here." } : null
  if (!state.doors.includes(door.at)) return { text: 'The door is not open.' }
  return { text: `You move to the ${door.to}.`, state: { ...state, room: door.to } }
}

const ONE: Readonly<Record<string, (house: House, state: HouseState, thing: string) => Done>> = {
  'look at': (house, state, thing) => ({ text: shown(house, state, thing) }),
  'look in': (house, state, thing) => ({ text: lookedIn(house, state, thing) }),
  'pick up': (house, state, thing) => moved(house, state, thing, INVENTORY),
  'put down': (house, state, thing) =>
    state.things[thing]?.at === INVENTORY
      ? moved(house, state, thing, state.room)
      : { text: 'That object does not appear to be in the inventory.' },
  activate: (house, state, thing) => turned(house, state, thing, true),
  deactivate: (house, state, thing) => turned(house, state, thing, false),
  'focus on': (house, state, thing) => ({
    text: `You focus on the ${nameOf(house, state, thing)}.`,
    state: { ...state, focus: thing }
  }),
  open: (house, state, thing) => opened(house, state, thing, true),
  close: (house, state, thing) => opened(house, state, thing, false),
  read: ({ things }, _, thing) => ({ text: things[thing]?.text ?? `The ${thing} has nothing on it to read.` })
}

const TWO: Readonly<Record<string, (house: House, state: HouseState, thing: string, other: string) => Done>> = {
  'move ': moved,
  'pour ': pouredInto,
  'use ': (house, state, tool, other) => {
    if (!house.things[tool]?.measures)
      return { text: `I'm not sure how to use the ${tool} on the ${nameOf(house, state, other)}.` }
    const degrees = Math.round(temperatureOf(state, other))
    return {
      text: `the ${tool} measures a temperature of ${degrees} degrees celsius`,
      state: { ...state, measured: [...new Set([...state.measured, other])] }
    }
  }
}

function turned({ things: rules }: House, state: HouseState, thing: string, on: boolean): Done {
  const word = on ? 'activated' : 'deactivated'
  if (rules[thing]?.on === undefined) return { text: `The ${thing} is not something that can be ${word}.` }
  if (state.things[thing]?.on === on) return { text: `The ${thing} is already ${word}.` }
  return { text: `The ${thing} is now ${word}.`, state: changed(state, thing, { on }) }
}

function opened({ things: rules }: House, state: HouseState, thing: string, open: boolean): Done {
  if (rules[thing]?.open === undefined) return { text: `The ${thing} is not ${open ? 'openable' : 'closeable'}.` }
  if (state.things[thing]?.open === open) return { text: `The ${thing} is already ${open ? 'open' : 'closed'}.` }
  return { text: `The ${thing} is now ${open ? 'open' : 'closed'}.`, state: changed(state, thing, { open }) }
}

/** @param to a thing, a room, or the inventory */
function moved(house: House, state: HouseState, thing: string, to: string): Done {
  const rules = house.things[thing]
  const called = nameOf(house, state, thing)
  if (!rules || rules.fixed) return { text: `The ${called} is not moveable.` }
  if (thing === to || within(state, to, thing)) return { text: "You can't move something into itself." }
  const phase = phaseOf(state, thing, rules)
  if (phase === 'liquid') return { text: LIQUID }
  if (phase === 'gas') return { text: "You can't pick up a gas directly." }
  if (Object.hasOwn(state.things, to)) {
    if (!mayHold(house.things[to])) return { text: "That can't be moved there." }
    if (!isOpen(house, state, to)) return { text: `That can't be moved there, because the ${to} isn't open.` }
  }
  if (to === INVENTORY && state.things[thing]?.at === to)
    return { text: 'That object already appears to be in the inventory.' }
  return { text: `You move the ${called} to the ${to}.`, state: changed(state, thing, { at: to }) }
}

/** Whether the place is the thing, or somewhere in it. */
function within(state: HouseState, place: string, thing: string): boolean {
  for (let at: string | undefined = place; at !== undefined; at = state.things[at]?.at) if (at === thing) return true
  return false
}

function pouredInto(house: House, state: HouseState, thing: string, to: string): Done {
  const rules = house.things[thing]
  const called = nameOf(house, state, thing)
  if (!rules || rules.fixed) return { text: `The ${called} is not moveable.` }
  if (thing === to || within(state, to, thing)) return { text: "You can't move something into itself." }
  if (!mayHold(house.things[to])) return { text: "That can't be moved there, because it's not a container." }
  if (!isOpen(house, state, to)) return { text: `That can't be moved there, because the ${to} isn't open.` }
  if (mayHold(rules)) {
    if (!isOpen(house, state, thing)) return { text: `The ${thing} can't be poured out, because it's not open.` }
    const held = inside(state, thing)
    if (!held.length) return { text: `The ${thing} is empty, so there's nothing to pour.` }
    const after = held.reduce((before, one) => changed(before, one, { at: to }), state)
    return { text: `You pour the contents of the ${thing} into the ${to}.`, state: after }
  }
  const phase = phaseOf(state, thing, rules)
  if (phase === 'gas') return { text: "You can't pour a gas directly. " }
  if (phase !== 'liquid') return { text: "I'm not sure how to pour a solid. " }
  return { text: `You pour the ${called} into the ${to}.`, state: changed(state, thing, { at: to }) }
}

function holds(house: House, state: HouseState, goal: Goal): boolean {
  if ('focus' in goal) return state.focus === goal.focus
  if ('have' in goal) return roomOf(state, goal.have) === INVENTORY
  if ('reach' in goal) return state.room === goal.reach
  if ('turnOn' in goal) return state.things[goal.turnOn]?.on === true
  if ('measure' in goal) return state.measured.includes(goal.measure)
  if ('put' in goal) return state.things[goal.put]?.at === goal.into
  const rules = house.things[goal.thing]
  return rules !== undefined && phaseOf(state, goal.thing, rules) === goal.become
}

/** The lines that a player is likely to want: what can be done with each thing that is seen. */
function linesOf(house: House, state: HouseState): string[] {
  const seen = visible(house, state)
  const lines = ['look around', 'inventory', 'task', 'wait', 'wait1']
  for (const { to, at } of doorsOf(house, state.room)) {
    lines.push(state.doors.includes(at) ? `close door to ${to}` : `open door to ${to}`)
    if (state.doors.includes(at)) lines.push(`go to ${to}`)
  }
  const tool = seen.find((name) => house.things[name]?.measures)
  for (const name of seen) {
    const rules = house.things[name]
    const now = state.things[name]
    const called = nameOf(house, state, name)
    if (!rules || !now) continue
    lines.push(`look at ${called}`, `focus on ${called}`)
    if (now.open !== undefined) lines.push(`${now.open ? 'close' : 'open'} ${name}`)
    if (now.on !== undefined) lines.push(`${now.on ? 'deactivate' : 'activate'} ${name}`)
    if (isOpen(house, state, name)) lines.push(`look in ${name}`)
    if (rules.text !== undefined) lines.push(`read ${name}`)
    if (tool !== undefined && name !== tool) lines.push(`use ${tool} on ${called}`)
    const phase = phaseOf(state, name, rules)
    if (rules.fixed || phase === 'liquid' || phase === 'gas') continue
    lines.push(now.at === INVENTORY ? `put down ${called}` : `pick up ${called}`)
    const places = seen.filter(
      (place) => place !== now.at && isOpen(house, state, place) && !within(state, place, name)
    )
    for (const place of places) lines.push(`move ${called} to ${place}`)
  }
  return [...new Set(lines)]
}
