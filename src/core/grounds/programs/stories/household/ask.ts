// What a household leaves to the model: what a place holds that nothing was said of, and what a verb does that no rule knows.
import { z } from 'zod'
import type { Json } from '../../../../tree/ports.ts'
import type { TellerAnswer, TellerAsk } from '../teller.ts'
import { CHANGES, type Household } from './data.ts'
import type { HouseholdState } from './state.ts'

// Of the names that are told to the model, in characters.
const MOST_NAMES = 2500
const NAME = /^[a-z]+ \d{1,3}$/

/** The place whose contents the line would show, where they are not known; else `null`. */
export function shownBy({ at, places }: HouseholdState, line: string): string | null {
  const said = line.trim().toLowerCase()
  const verb = ['go to ', 'open ', 'examine '].find((one) => said.startsWith(one))
  const name = verb === undefined ? '' : said.slice(verb.length)
  const place = Object.hasOwn(places, name) ? places[name] : undefined
  if (!place?.unseen || (verb === 'go to ' ? at === name : at !== name)) return null
  const isShut = place.open === false
  return (verb === 'open ') === isShut ? name : null
}

export function contentsAsk({ task }: Household, state: HouseholdState, place: string): TellerAsk['ask'] {
  const where = state.places[place]?.open === undefined ? 'on' : 'in'
  return {
    about: `What is ${where} the ${place} of this household? Each thing is a kind in small letters and a number, such as "mug 1". The task of the player: ${task} Named so far: ${named(state)}`,
    schema: { type: 'array', items: { type: 'string', pattern: NAME.source }, maxItems: 12 },
    template: []
  }
}

/** @param answer names; those that are elsewhere already are left out */
export function withContents(state: HouseholdState, place: string, answer: Json | undefined): HouseholdState {
  const known = new Set(names(state))
  const { unseen: _, ...seen } = state.places[place] ?? { holds: [] }
  const said = z.array(z.string()).safeParse(answer).data ?? []
  const holds = [...new Set(said)].filter((name) => NAME.test(name) && !known.has(name))
  return { ...state, places: { ...state.places, [place]: { ...seen, holds } } }
}

export function deedAsk(data: Household, state: HouseholdState, line: string): TellerAsk['ask'] {
  const now = { at: state.at, held: state.held, places: state.places, became: state.became }
  return {
    about: `The player of a household game types "${line.slice(0, 200)}". What is the answer, in the game's short sentences ("Nothing happens." where it makes no sense), and which things does it move or change? Task: ${data.task} State: ${JSON.stringify(now).slice(0, MOST_NAMES)}`,
    schema: {
      type: 'object',
      properties: {
        text: { type: 'string' },
        moved: { type: 'array', items: pair('to', 'a place, "inventory" or "gone"') },
        became: { type: 'array', items: pair('is', CHANGES.join(', ')) }
      },
      required: ['text', 'moved', 'became']
    },
    template: { text: 'Nothing happens.', moved: [], became: [] }
  }
}

const pair = (key: string, description: string) => ({
  type: 'object',
  properties: { thing: { type: 'string' }, [key]: { type: 'string', description } },
  required: ['thing', key]
})

const Deed = z.object({
  text: z.string(),
  moved: z.array(z.object({ thing: z.string(), to: z.string() })),
  became: z.array(z.object({ thing: z.string(), is: z.string() }))
})

/** What the answer says of things that are there is so from now on. */
export function afterDeed(state: HouseholdState, answer: Json): TellerAnswer<HouseholdState> {
  const { data } = Deed.safeParse(answer)
  if (!data) return { text: 'Nothing happens.' }
  const there = new Set(names(state).filter((name) => !Object.hasOwn(state.places, name)))
  const after = structuredClone(state)
  for (const { thing, to } of data.moved) {
    const place = Object.hasOwn(after.places, to) ? after.places[to] : undefined
    if (!there.has(thing) || (!place && to !== 'inventory' && to !== 'gone')) continue
    if (to === 'inventory' && after.held !== null) continue
    if (after.held === thing) after.held = null
    for (const one of Object.values(after.places)) one.holds = one.holds.filter((name) => name !== thing)
    if (to === 'inventory') after.held = thing
    place?.holds.push(thing)
  }
  for (const { thing, is } of data.became) {
    if (there.has(thing)) after.became[thing] = [...new Set([...(after.became[thing] ?? []), is])]
  }
  return { text: data.text, state: after }
}

const names = ({ places, held }: HouseholdState): string[] => [
  ...Object.entries(places).flatMap(([name, { holds }]) => [name, ...holds]),
  ...(held === null ? [] : [held])
]

const named = (state: HouseholdState): string => names(state).join(', ').slice(0, MOST_NAMES)
