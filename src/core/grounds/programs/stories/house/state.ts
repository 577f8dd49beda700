// Where everything is in a house, how warm it is, and what time does to it.
import { type House, mayHold, type Thing } from './data.ts'

export const INVENTORY = 'inventory'

/** What can change of a thing. */
type Now = { at: string; open?: boolean; on?: boolean; temperature?: number }

/** Plain JSON. */
export type HouseState = {
  room: string
  things: { [name: string]: Now }
  /** Doors that are open, by number. */
  doors: number[]
  focus: string | null
  /** What the thermometer was used on. */
  measured: string[]
  /** The goals that were reached, by number. */
  reached: number[]
  done: boolean
}

export type Phase = 'solid' | 'liquid' | 'gas'

// What a thing has that says nothing else, and degrees that it changes in one step.
const USUAL = 10
const BY_DEVICE = 15
const BY_AIR = 1

export function begin({ start, things, rooms, doors }: House): HouseState {
  return {
    room: start,
    things: Object.fromEntries(
      Object.entries(things).map(([name, { at, open, on, temperature }]): [string, Now] => [
        name,
        {
          ...{ at, temperature: temperature ?? rooms[at]?.temperature ?? USUAL },
          ...(open !== undefined && { open }),
          ...(on !== undefined && { on })
        }
      ])
    ),
    doors: doors.flatMap(({ open }, at) => (open ? [at] : [])),
    ...{ focus: null, measured: [], reached: [], done: false }
  }
}

export const inside = ({ things }: HouseState, place: string): string[] =>
  Object.entries(things).flatMap(([name, { at }]) => (at === place ? [name] : []))

/** The room, or the inventory, that a thing is in at last. */
export function roomOf(state: HouseState, name: string): string {
  let at = state.things[name]?.at ?? ''
  while (Object.hasOwn(state.things, at)) at = state.things[at]?.at ?? ''
  return at
}

export const isOpen = ({ things: rules }: House, { things }: HouseState, name: string): boolean =>
  mayHold(rules[name]) && things[name]?.open !== false

/** Everything in the room and the inventory that nothing closed hides. */
export function visible(house: House, state: HouseState): string[] {
  const found: string[] = []
  const open = [...inside(state, INVENTORY), ...inside(state, state.room)].reverse()
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    found.push(name)
    if (isOpen(house, state, name)) for (const one of inside(state, name).reverse()) open.push(one)
  }
  return found
}

export const temperatureOf = ({ things }: HouseState, name: string): number => things[name]?.temperature ?? USUAL

export function phaseOf(state: HouseState, name: string, { substance }: Thing): Phase | null {
  if (!substance) return null
  const degrees = temperatureOf(state, name)
  return degrees < substance.melts ? 'solid' : degrees < substance.boils ? 'liquid' : 'gas'
}

export const changed = (state: HouseState, name: string, now: Partial<Now>): HouseState => ({
  ...state,
  things: { ...state.things, [name]: { ...(state.things[name] ?? { at: '' }), ...now } }
})

/** One step of time: what pours flows, and everything warms or cools towards what is around it. */
export function tick(house: House, before: HouseState): HouseState {
  const state = poured(house, before)
  const things = Object.fromEntries(
    Object.entries(state.things).map(([name, now]): [string, Now] => {
      const own = temperatureOf(state, name)
      const around = warmthAround(house, state, name)
      const most = around.device ? BY_DEVICE : BY_AIR
      const by = Math.max(-most, Math.min(most, around.degrees - own))
      return [name, by === 0 ? now : { ...now, temperature: own + by }]
    })
  )
  return { ...state, things }
}

function warmthAround(house: House, state: HouseState, name: string): { degrees: number; device: boolean } {
  let at = state.things[name]?.at ?? ''
  for (; Object.hasOwn(state.things, at); at = state.things[at]?.at ?? '') {
    const rules = house.things[at]
    if (rules?.brings !== undefined && state.things[at]?.on !== false) return { degrees: rules.brings, device: true }
  }
  return { degrees: house.rooms[at === INVENTORY ? state.room : at]?.temperature ?? USUAL, device: false }
}

/** A vessel in a sink that is on is filled, where there is nothing in it. */
function poured(house: House, state: HouseState): HouseState {
  let after = state
  for (const [name, { pours }] of Object.entries(house.things)) {
    if (pours === undefined || !state.things[name]?.on) continue
    const vessel = inside(after, name).find((one) => isOpen(house, after, one) && !inside(after, one).length)
    if (vessel !== undefined) after = changed(after, pours, { at: vessel, temperature: USUAL })
  }
  return after
}

/** What warmed, cooled or filled something in it between two states. */
export const atWork = ({ things }: House, before: HouseState, after: HouseState): string[] =>
  Object.keys(things).filter((name) => {
    if (things[name]?.brings === undefined && things[name]?.pours === undefined) return false
    return Object.entries(after.things).some(([one, now]) => {
      if (one === name || !within(after, one, name) || after.things[name]?.on === false) return false
      return now.temperature !== before.things[one]?.temperature
    })
  })

/** Whether the place is the thing, or somewhere in it. */
export function within(state: HouseState, place: string, thing: string): boolean {
  for (let at: string | undefined = place; at !== undefined; at = state.things[at]?.at) if (at === thing) return true
  return false
}
