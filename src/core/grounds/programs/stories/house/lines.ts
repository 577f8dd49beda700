// What can be done in a house now, line by line.
import type { House } from './data.ts'
import { type HouseState, INVENTORY, isOpen, phaseOf, visible, within } from './state.ts'
import { doorsOf, nameOf } from './words.ts'

/** The lines that a player is likely to want: what can be done with each thing that is seen. */
export function linesOf(house: House, state: HouseState): string[] {
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
