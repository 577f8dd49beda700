// What can be done in a house, and what it comes to, in the sentences of ScienceWorld.
import type { Teller, TellerAnswer } from '../teller.ts'
import { ONE, TWO } from './acts.ts'
import type { Goal, House } from './data.ts'
import { linesOf } from './lines.ts'
import { atWork, begin, type HouseState, INVENTORY, phaseOf, roomOf, tick, visible } from './state.ts'
import { doorsOf, inventoryShown, nameOf, roomShown } from './words.ts'

const UNKNOWN = 'No known action matches that input.'
const WAIT = 10

export function houseTeller(house: House): Teller<HouseState> {
  return {
    begin: () => begin(house),
    opening: (state) => `${house.task}\n\n${roomShown(house, state)}`,
    over: ({ done }) => done,
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
      const by = [
        ...(done.by ?? []),
        ...atWork(house, done.state ?? state, after).map((name) => ['things', name]),
        ...reached.map((at) => ['goals', at])
      ]
      return {
        ...{ text: done.text, state: { ...after, reached: all, done: over }, by },
        ...(reward !== 0 && { reward }),
        ...(over && { done: true })
      }
    }
  }
}

type Done = TellerAnswer<HouseState> & { wait?: number }

const ALONE: Readonly<Record<string, (house: House, state: HouseState) => Done>> = {
  'look around': (house, state) => ({ text: roomShown(house, state) }),
  look: (house, state) => ({ text: roomShown(house, state) }),
  inventory: (house, state) => ({ text: inventoryShown(house, state) }),
  task: ({ task }) => ({ text: `Task description:\n${task}` }),
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
  ['mix ', 'mix'],
  ['eat ', 'eat'],
  ['flush ', 'flush'],
  ['teleport to ', 'teleport'],
  ['go to ', 'go to']
]

function act(house: House, state: HouseState, line: string): Done | null {
  const alone = Object.hasOwn(ALONE, line) ? ALONE[line] : undefined
  if (alone) return alone(house, state)
  const [beginning, verb] = VERBS.find(([one]) => line.startsWith(one)) ?? []
  if (beginning !== undefined && verb !== undefined) {
    const meant = line.slice(beginning.length).trim()
    if (verb === 'go to') return gone(house, state, meant)
    if (verb === 'teleport') return teleported(house, state, meant)
    const door = doorMeant(house, state, meant)
    if (door && (verb === 'open' || verb === 'close')) return doorMoved(state, door, verb === 'open')
    const thing = thingMeant(house, state, meant)
    return thing === null ? null : byThings(ONE[verb]?.(house, state, thing), thing)
  }
  return actOnTwo(house, state, line)
}

const byThings = (done: Done | undefined, ...names: string[]): Done | null =>
  done ? { ...done, by: names.map((name) => ['things', name]) } : null

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
      if (thing && other) return byThings(TWO[verb]?.(house, state, thing, other), thing, other)
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
  const by = [['doors', at]]
  if (is === open) return { text: `The door is already ${open ? 'open' : 'closed'}.`, by }
  const doors = open ? [...state.doors, at].sort((a, b) => a - b) : state.doors.filter((one) => one !== at)
  return { text: `The door is now ${open ? 'open' : 'closed'}.`, state: { ...state, doors }, by }
}

function gone(house: House, state: HouseState, meant: string): Done | null {
  const door = doorsOf(house, state.room).find(({ to }) => to === meant) ?? doorMeant(house, state, meant)
  if (!door) return null
  const by = [['doors', door.at]]
  if (!state.doors.includes(door.at)) return { text: 'The door is not open.', by }
  return { text: `You move to the ${door.to}.`, state: { ...state, room: door.to }, by }
}

function teleported(house: House, state: HouseState, meant: string): Done | null {
  if (!house.teleports || !Object.hasOwn(house.rooms, meant)) return null
  return { text: `You teleport to the ${meant}.`, state: { ...state, room: meant } }
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
