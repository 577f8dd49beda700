// A text world as rules with a before and an after, from turns: what an action comes to hangs on where one is and on what was last done to the
// thing that it names. Sentences that several things share become one rule with a place for the thing.
import { readScene } from '../../../observations/documents/scene.ts'
import type { Json } from '../../../tree/ports.ts'
import type { SeenRecording } from '../turns.ts'

interface Answer {
  text: string
  reward: number | null
  done: boolean | null
  admissible: string[] | null
}

interface Learned {
  /** By `action|place|last change of the thing`, then with fewer of them. */
  exact: { [key: string]: Json }
  /** By verb: the sentence with `*` for what the action names. */
  shapes: { [verb: string]: Json }
  start: string
}

const LOOKS = /^(?:look|examine|inventory|read|x|l|i|help|wait|search)\b/

/** What is read of a scene for the next action: the place that it names. The same function stands in the program. */
const placeIn = (action: string, text: string, place: string): string => {
  const heading = /^-= ([^\n]{1,80}?) =-/.exec(text)
  if (heading?.[1] !== undefined) return heading[1]
  const room = /\b(?:move to|arrive at|called) (?:the )?([a-z]+(?: [a-z0-9]+)?)/.exec(text)
  return room?.[1] ?? (/^(?:go|north|south|east|west|up|down)\b/.test(action) ? action : place)
}

const spoken = (line: string): string => line.toLowerCase().split(/\s/).filter(Boolean).join(' ')

const thingsIn = (action: string): string => action.split(' ').slice(1).join(' ')

/** @returns a program in JavaScript; `null` where nothing was shown */
export function wordsSeen(recordings: readonly SeenRecording[], told: { admissible: boolean }): string | null {
  const learned: Learned = { exact: {}, shapes: {}, start: recordings[0]?.initial ?? '' }
  const shapes = new Map<string, Set<string>>()
  const counts = new Map<string, Set<string>>()
  for (const { turns, initial } of recordings) {
    let place = placeIn('', initial, '')
    const last: Record<string, string> = {}
    for (const { label, text } of turns) {
      const action = spoken(label)
      const scene = readScene(text)
      // Where no actions are listed the whole text is told as it was: its last lines say rewards and ends.
      const answer: Answer = told.admissible
        ? {
            text: scene.scene,
            reward: scene.reward,
            done: scene.done,
            admissible: scene.admissible.length ? scene.admissible : null
          }
        : { text, reward: null, done: null, admissible: null }
      const thing = thingsIn(action)
      for (const key of keysOf(action, place, last[thing] ?? '')) learned.exact[key] = answer as unknown as Json
      const verb = action.split(' ')[0] ?? ''
      if (thing) {
        const shape = scene.scene.split(thing).join('*')
        shapes.set(verb, (shapes.get(verb) ?? new Set()).add(shape))
        counts.set(verb, (counts.get(verb) ?? new Set()).add(thing))
      }
      place = placeIn(action, scene.scene, place)
      if (thing && !LOOKS.test(action)) last[thing] = action
    }
  }
  for (const [verb, all] of shapes) {
    const [only] = all
    if (all.size === 1 && only !== undefined && (counts.get(verb)?.size ?? 0) > 1) learned.shapes[verb] = only
  }
  if (!Object.keys(learned.exact).length) return null
  return code(learned)
}

const keysOf = (action: string, place: string, last: string): string[] => [
  `${action}|${place}|${last}`,
  `${action}|${place}`,
  action
]

/** The program's own text is the same for every world; what was learned is data in it. */
function code(learned: Learned): string {
  const sorted = (all: { [key: string]: Json }) =>
    Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
  const data = { exact: sorted(learned.exact), shapes: sorted(learned.shapes), start: learned.start }
  return `// Induced from a recording: what each action came to, by where one is and by what was last done to the thing that it names.
const learned = ${JSON.stringify(data, null, 1)}

const placeIn = (action, text, place) => {
  const heading = /^-= ([^\\n]{1,80}?) =-/.exec(text)
  if (heading) return heading[1]
  const room = /\\b(?:move to|arrive at|called) (?:the )?([a-z]+(?: [a-z0-9]+)?)/.exec(text)
  if (room) return room[1]
  return /^(?:go|north|south|east|west|up|down)\\b/.test(action) ? action : place
}
const LOOKS = ${String(LOOKS)}
const spoken = (line) => line.toLowerCase().split(/\\s/).filter(Boolean).join(' ')

export const init = () => ({ place: placeIn('', learned.start, ''), last: {}, commands: null })

export const actions = (state) => (state.commands ? { commands: state.commands } : {})

export const views = { text: () => learned.start }

export function step(state, event) {
  if (event.door !== 'text') return undefined
  const action = spoken(event.text)
  const thing = action.split(' ').slice(1).join(' ')
  const verb = action.split(' ')[0]
  const keys = [action + '|' + state.place + '|' + (state.last[thing] ?? ''), action + '|' + state.place, action]
  const key = keys.find((one) => Object.hasOwn(learned.exact, one))
  const shape = Object.hasOwn(learned.shapes, verb) && thing ? learned.shapes[verb] : undefined
  if (key === undefined && shape === undefined) return undefined
  const known = key === undefined ? { text: shape.split('*').join(thing), reward: null, done: null, admissible: state.commands } : learned.exact[key]
  const last = thing && !LOOKS.test(action) ? { ...state.last, [thing]: action } : state.last
  const next = { place: placeIn(action, known.text, state.place), last, commands: known.admissible }
  return {
    state: next,
    answer: known.text,
    ...(known.reward !== null && { reward: known.reward }),
    ...(known.done !== null && { done: known.done })
  }
}
`
}
