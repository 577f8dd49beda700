// The sentences in which ALFWorld shows a household (its grammar of answers, `alfred.twl2`).
import { listed } from '../teller.ts'
import { LAMPS, VESSELS } from './abilities.ts'
import { kindOf } from './data.ts'
import type { HouseholdState } from './state.ts'

export function seenAt({ places }: HouseholdState, name: string): string {
  const { open, holds } = places[name] ?? { holds: [] }
  if (open === undefined) return `On the ${name}, you see ${listed(holds)}.`
  return open ? `The ${name} is open. In it, you see ${listed(holds)}.` : `The ${name} is closed.`
}

export function room({ at, places }: HouseholdState): string {
  if (at !== null) return `You are facing the ${at}. Next to it, you see nothing.`
  const seen = listed(Object.keys(places))
  return `You are in the middle of a room. Looking quickly around you, you see ${seen}.`
}

/** As the grammar orders it: what holds others, then warmth, clean, a lamp, sliced. */
export function looked({ became: of }: HouseholdState, thing: string): string {
  const own = of[thing] ?? []
  if (VESSELS.has(kindOf(thing))) return `This is a normal ${thing}. In it, you see nothing.`
  const has = (change: string) => own.includes(change)
  const warmth = has('hot') ? 'hot' : has('cool') ? 'cool' : ''
  const words = [warmth, has('clean') ? 'clean' : ''].filter(Boolean).join(' and ')
  if (has('sliced')) return `This is a ${words ? `${words} ` : ''}sliced ${thing}.`
  if (words === 'cool') return `This is a cold ${thing}.`
  if (!words && LAMPS.has(kindOf(thing))) return `This ${thing} is ${has('on') ? 'on' : 'off'}.`
  return words ? `This is a ${words} ${thing}.` : `There's nothing special about ${thing}.`
}

export const HELP = `
Available commands:
  look:                             look around your current location
  inventory:                        check your current inventory
  go to (receptacle):               move to a receptacle
  open (receptacle):                open a receptacle
  close (receptacle):               close a receptacle
  take (object) from (receptacle):  take an object from a receptacle
  move (object) to (receptacle):  place an object in or on a receptacle
  examine (something):              examine a receptacle or an object
  use (object):                     use an object
  heat (object) with (receptacle):  heat an object using a receptacle
  clean (object) with (receptacle): clean an object using a receptacle
  cool (object) with (receptacle):  cool an object using a receptacle
  slice (object) with (object):     slice an object using a sharp object
`
