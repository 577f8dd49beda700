// The sentences in which ScienceWorld shows rooms and things.
import type { House } from './data.ts'
import { type HouseState, INVENTORY, inside, isOpen, phaseOf, temperatureOf } from './state.ts'

/** What a thing is called now: water that froze is ice. */
export function nameOf(house: House, state: HouseState, name: string): string {
  const rules = house.things[name]
  const phase = rules && phaseOf(state, name, rules)
  return (phase && rules?.substance?.[phase]) || name
}

const article = (name: string): string => (/^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`)

/** `a glass cup (containing nothing)`, `a stove, which is turned off. On the stove is: nothing.` */
export function shown(house: House, state: HouseState, name: string): string {
  const rules = house.things[name]
  const now = state.things[name]
  const called = nameOf(house, state, name)
  if (!rules || !now) return article(name)
  if (rules.substance) return `a substance called ${called}`
  const first = [
    article(called),
    ...(now.on === undefined ? [] : [`, which is turned ${now.on ? 'on' : 'off'}`]),
    ...(rules.measures
      ? [`, currently reading a temperature of ${Math.round(temperatureOf(state, name))} degrees celsius`]
      : [])
  ].join('')
  if (now.open === undefined && rules.holds === undefined) return first
  const held = inside(state, name).map((one) => shown(house, state, one))
  const all = held.length ? held.join(', ') : 'nothing'
  if (now.open !== undefined) {
    return now.open
      ? `${first}. The ${name} door is open. In the ${name} is: ${all}.`
      : `${first}. The ${name} door is closed. `
  }
  if (!rules.fixed && rules.holds === 'in') return `${first} (containing ${all})`
  return `${first}. ${rules.holds === 'on' ? 'On' : 'In'} the ${name} is: ${all}.`
}

export function roomShown(house: House, state: HouseState): string {
  const { room } = state
  const outside = house.rooms[room]?.outside ?? false
  const things = inside(state, room).map((one) => shown(house, state, one))
  const doors = doorsOf(house, room).map(
    ({ to, at }) => `A door to the ${to} (that is ${state.doors.includes(at) ? 'open' : 'closed'})`
  )
  return [
    outside
      ? `This outside location is called the ${room}. Here you see: `
      : `This room is called the ${room}. In it, you see: `,
    ...['the agent', 'a substance called air', ...things].map((one) => `\t${one}`),
    'You also see:',
    ...doors.map((one) => `\t${one}`)
  ].join('\n')
}

export const inventoryShown = (house: House, state: HouseState): string =>
  ['In your inventory, you see:', ...inside(state, INVENTORY).map((one) => `\t${shown(house, state, one)}`)].join('\n')

export function lookedIn(house: House, state: HouseState, name: string): string {
  if (!isOpen(house, state, name)) return `The ${nameOf(house, state, name)} isn't open, so you can't see inside.`
  const held = inside(state, name).map((one) => `\t${shown(house, state, one)}`)
  return held.length ? [`Inside the ${name} is: `, ...held].join('\n') : `There is nothing in the ${name}.`
}

/** The doors of a room, with where they lead. */
export function doorsOf({ doors }: House, room: string): { to: string; at: number }[] {
  return doors.flatMap(({ between: [one, other] }, at) =>
    one === room ? [{ to: other, at }] : other === room ? [{ to: one, at }] : []
  )
}
