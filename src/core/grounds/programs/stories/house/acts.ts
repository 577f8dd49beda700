// What is done with one thing of a house, or with one and another, in the sentences of ScienceWorld.
import type { TellerAnswer } from '../teller.ts'
import { type House, mayHold } from './data.ts'
import { changed, type HouseState, INVENTORY, inside, isOpen, phaseOf, temperatureOf, within } from './state.ts'
import { lookedIn, nameOf, shown } from './words.ts'

const LIQUID =
  "You can't pick up a liquid directly. Try pouring it from one container to another, or dunking empty containers into containers filled with the liquid."

type Done = TellerAnswer<HouseState>

export const ONE: Readonly<Record<string, (house: House, state: HouseState, thing: string) => Done>> = {
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
  mix: mixed,
  eat: (house, state, thing) => ({ text: `The ${nameOf(house, state, thing)} is not edible.` }),
  flush: () => ({ text: "It's not clear how to flush that." }),
  read: ({ things }, _, thing) => ({ text: things[thing]?.text ?? "It's not clear how to read that." })
}

export const TWO: Readonly<Record<string, (house: House, state: HouseState, thing: string, other: string) => Done>> = {
  'move ': moved,
  'pour ': pouredInto,
  'use ': (house, state, tool, other) => {
    if (!house.things[tool]?.measures) return { text: `I'm not sure how to use the ${tool}.` }
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

/** What is told of mixing: nothing here reacts with anything. */
function mixed(house: House, state: HouseState, thing: string): Done {
  const held = inside(state, thing)
  if (!held.length) return { text: 'That container is empty, so there are no items to mix.' }
  if (held.length === 1) return { text: `There is only one thing (${nameOf(house, state, held[0] ?? '')})` }
  return { text: `Mixing the contents of the ${thing} does not appear to produce anything new.` }
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
    if (!isOpen(house, state, to)) return { text: `That can't be moved there, because the ${to} isn't open.` }
  }
  if (to === INVENTORY && state.things[thing]?.at === to)
    return { text: 'That object already appears to be in the inventory.' }
  return { text: `You move the ${called} to the ${to}.`, state: changed(state, thing, { at: to }) }
}

function pouredInto(house: House, state: HouseState, thing: string, to: string): Done {
  const rules = house.things[thing]
  const called = nameOf(house, state, thing)
  if (!rules || rules.fixed) return { text: `The ${called} is not moveable.` }
  if (thing === to || within(state, to, thing)) return { text: "You can't move something into itself." }
  if (!isOpen(house, state, to)) return { text: `That can't be moved there, because the ${to} isn't open.` }
  if (mayHold(rules)) {
    if (!isOpen(house, state, thing)) return { text: `The ${thing} can't be poured out, because it's not open.` }
    const held = inside(state, thing)
    const after = held.reduce((before, one) => changed(before, one, { at: to }), state)
    return { text: `You pour the contents of the ${thing} into the ${to}.`, state: after }
  }
  const phase = phaseOf(state, thing, rules)
  if (phase === 'gas') return { text: "You can't pour a gas directly. " }
  if (phase !== 'liquid') return { text: "I'm not sure how to pour a solid. " }
  return { text: `You pour the ${called} into the ${to}.`, state: changed(state, thing, { at: to }) }
}
