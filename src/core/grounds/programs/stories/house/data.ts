// A house for small experiments as data: rooms with doors, things with what they are, and what is to be reached.
import { z } from 'zod'

const Name = z.string().regex(/^[a-z][a-z0-9]*(?: [a-z0-9]+){0,4}$/, 'a name is a few small words, such as "metal pot"')
const Degrees = z.number().min(-273).max(5000)

// Each thing can be moved to each other, and every line that can be said is listed after every turn.
const MOST_THINGS = 200
const MOST_ROOMS = 100

const Thing = z.strictObject({
  /** A room, or what it is in or on. */
  at: Name,
  /** It cannot be carried. */
  fixed: z.boolean().default(false),
  /** Others can be in it; given where it can be opened and closed. */
  open: z.boolean().exactOptional(),
  /** Others can be in it (`in`) or on it (`on`) at any time. */
  holds: z.enum(['in', 'on']).exactOptional(),
  /** Given where it can be turned on and off. */
  on: z.boolean().exactOptional(),
  /** The temperature of what is in or on it: of what can be turned on, while it is on. */
  brings: Degrees.exactOptional(),
  /** What flows into open vessels in it while it is on. */
  pours: Name.exactOptional(),
  /** It measures temperatures. */
  measures: z.boolean().exactOptional(),
  /** A material that melts and boils; its names as solid, liquid and gas. */
  substance: z.strictObject({ solid: Name, liquid: Name, gas: Name, melts: Degrees, boils: Degrees }).exactOptional(),
  temperature: Degrees.exactOptional(),
  /** What is written on it. */
  text: z.string().min(1).max(2000).exactOptional()
})
export type Thing = z.infer<typeof Thing>

const Goal = z.union([
  z.strictObject({ focus: Name, points: z.number() }),
  z.strictObject({ have: Name, points: z.number() }),
  z.strictObject({ reach: Name, points: z.number() }),
  z.strictObject({ turnOn: Name, points: z.number() }),
  z.strictObject({ measure: Name, points: z.number() }),
  z.strictObject({ put: Name, into: Name, points: z.number() }),
  z.strictObject({ become: z.enum(['solid', 'liquid', 'gas']), thing: Name, points: z.number() })
])
export type Goal = z.infer<typeof Goal>

export const House = z
  .strictObject({
    story: z.literal('house'),
    version: z.literal(1),
    /** The whole sentence. */
    task: z.string().min(1).max(1000),
    start: Name,
    /** Whether `teleport to` takes one to any room, as a simplification of ScienceWorld does. */
    teleports: z.boolean().default(false),
    rooms: z.record(Name, z.strictObject({ outside: z.boolean().default(false), temperature: Degrees.default(10) })),
    /** Between two rooms. */
    doors: z
      .array(z.strictObject({ between: z.tuple([Name, Name]), open: z.boolean().default(false) }))
      .max(1000)
      .default([]),
    things: z.record(Name, Thing),
    /** In any order. The story ends when all are reached. */
    goals: z.array(Goal).min(1)
  })
  .superRefine((house, context) => {
    const wrong = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
    const { rooms, things, doors, start, goals } = house
    if (Object.keys(rooms).length > MOST_ROOMS) wrong(['rooms'], `a house has at most ${MOST_ROOMS} rooms`)
    if (Object.keys(things).length > MOST_THINGS) wrong(['things'], `a house has at most ${MOST_THINGS} things`)
    const isPlace = (name: string) => Object.hasOwn(rooms, name) || Object.hasOwn(things, name)
    if (!Object.hasOwn(rooms, start)) wrong(['start'], `there is no room "${start}"`)
    for (const [name, { at, pours }] of Object.entries(things)) {
      if (Object.hasOwn(rooms, name)) wrong(['things', name], `there is a room "${name}" too`)
      if (!isPlace(at)) wrong(['things', name, 'at'], `there is no "${at}"`)
      else if (isWithin(things, name)) wrong(['things', name, 'at'], 'it would be inside of itself')
      else if (Object.hasOwn(things, at) && !mayHold(things[at]))
        wrong(['things', name, 'at'], `nothing can be in "${at}"`)
      if (pours !== undefined && !things[pours]?.substance)
        wrong(['things', name, 'pours'], `"${pours}" is no substance`)
    }
    for (const [at, { between }] of doors.entries()) {
      for (const room of between) if (!Object.hasOwn(rooms, room)) wrong(['doors', at], `there is no room "${room}"`)
    }
    for (const [at, goal] of goals.entries()) {
      const { points: _, become: __, ...names } = { become: '', ...goal }
      for (const name of Object.values(names)) if (!isPlace(name)) wrong(['goals', at], `there is no "${name}"`)
    }
  })
export type House = z.infer<typeof House>

export const mayHold = (thing: Pick<Thing, 'open' | 'holds'> | undefined): boolean =>
  thing !== undefined && (thing.open !== undefined || thing.holds !== undefined)

function isWithin(things: House['things'], name: string): boolean {
  let at = things[name]?.at
  for (let steps = 0; at !== undefined && Object.hasOwn(things, at); steps++) {
    if (at === name || steps > 50) return true
    at = things[at]?.at
  }
  return false
}
