// A household in ALFWorld's sentences, from the places that a recording looked at: the rules are there, what lies where is read.

import { householdStated } from '../../../grounds/programs/stories/household/stated.ts'
import type { Json } from '../../../tree/ports.ts'
import type { SeenRecording } from '../turns.ts'

const NAME = /\b([a-z]+ \d{1,3})\b/g
const SHOWS = /\b(?:on|in) (?:the|it|([a-z]+ \d{1,3}))(?: ([a-z]+ \d{1,3}))?, you see ([^\n.]{1,2000})/i

const namesIn = (text: string): string[] => [...text.toLowerCase().matchAll(NAME)].map(([, name = '']) => name)

/** The data of the household (`stories/household/data.ts`); `null` for a world that is told otherwise. What was never looked at is empty. */
export function householdSeen(recordings: readonly SeenRecording[]): Json | null {
  const [first] = recordings
  if (!first) return null
  const opening = [first.initial, ...first.turns.map(({ text }) => text)].find((text) => /middle of a room/i.test(text))
  if (opening === undefined) return null
  const task = /your task is to:[ \t]*([^\n]{3,300})/i.exec(`${first.initial}\n${first.task ?? ''}`)?.[1] ?? first.task
  const scene = opening
    .split('\n')
    .filter((line) => !/^(?:Reward|Done|Admissible actions|AVAILABLE ACTIONS):/.test(line))
    .join('\n')
  const begun = `${scene.split('\n\n')[0] ?? scene}\n\nYour task is to: ${task ?? 'look around'}`
  const moves = [first.initial, ...first.turns.map(({ text }) => text)].some((text) => /AVAILABLE ACTIONS/.test(text))
  const lines = [...placesSeen(recordings)].map(([place, { open, things }]) => {
    const state = open === undefined ? '' : ` (${open ? 'open' : 'closed'})`
    return `${place}${state}: ${things.join(', ') || 'empty'}`
  })
  const nothing = recordings.some(({ turns }) => turns.some(({ text }) => /^Nothing happens/i.test(text)))
  const rewards = recordings.flatMap(({ turns }) =>
    turns.flatMap(({ text }) => /^Reward: (\d{1,4}(?:\.\d{1,4})?)$/m.exec(text)?.[1] ?? [])
  )
  const reward = rewards.map(Number).find((one) => one > 0)
  const text = [
    begun,
    ...lines,
    'Everything else is empty.',
    ...(nothing ? ['Else nothing happens.'] : []),
    ...(moves ? ['AVAILABLE ACTIONS'] : [])
  ]
  const data = householdStated(text.join('\n'))
  return data === null || reward === undefined ? data : { ...(data as { [name: string]: Json }), reward }
}

interface PlaceSeen {
  /** As it was found first; `undefined` where it cannot be opened. */
  open: boolean | undefined
  things: string[]
}

/** What lay where at the beginning: what was put there meanwhile is not counted. */
function placesSeen(recordings: readonly SeenRecording[]): Map<string, PlaceSeen> {
  const places = new Map<string, PlaceSeen>()
  const whole = new Set<string>()
  for (const { turns } of recordings) {
    const moved = new Set<string>()
    const opened = new Set<string>()
    for (const { label, text } of turns) {
      const said = label.toLowerCase()
      const place = namesIn(said).at(-1)
      const put = /^(?:put|move) ([a-z]+ \d{1,3})/.exec(said)?.[1] ?? /^take ([a-z]+ \d{1,3})/.exec(said)?.[1]
      if (put !== undefined && !/^Nothing happens/i.test(text)) moved.add(put)
      if (place === undefined) continue
      if (/^open /.test(said)) opened.add(place)
      const open = /is closed/.test(text) ? false : /is open/.test(text) ? true : undefined
      const found = places.get(place) ?? { open: undefined, things: [] }
      if (open !== undefined && found.open === undefined) found.open = opened.has(place) ? false : open
      const shown = SHOWS.exec(text)?.[3]
      if (shown !== undefined && !whole.has(place)) {
        whole.add(place)
        found.things = namesIn(shown).filter((one) => !moved.has(one))
      }
      if (open !== undefined || shown !== undefined) places.set(place, found)
    }
  }
  return places
}
