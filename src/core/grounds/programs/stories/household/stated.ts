// A household that a person states in sentences, in the form in which ALFWorld begins: read into data, so that the rules compute it.
import { readJsonAt } from '../../../../observations/documents/value.ts'
import { isObject } from '../../../../text/json.ts'
import type { Json } from '../../../../tree/ports.ts'
import { OPENABLE } from './abilities.ts'
import { CHANGES, Household, type HouseholdChange, kindOf } from './data.ts'

// Every look at a text is linear in it; more than this is no household.
const MOST_TEXT = 20_000
const NAME = /\b([a-z]+ \d{1,3})\b/gi

/** Clauses that say what is to be done or how, and not what is where. */
const OF_RULES =
  /\b(?:reward|tasks?|goal|when|must|should|commands?|actions?|needs?|if|solution|walkthrough|done|player|win)\b|^\s*>/i
const REST_EMPTY = /\b(?:everything|all|the|any) (?:else|others?|other \w+|rest|remaining \w+) (?:is|are) empty\b/i

/**
 * The data of a household (`data.ts`), or `null` for a text that does not begin as ALFWorld does: “you are in the middle of a room … you see a cabinet 1, …”.
 * Contents that are not stated are left to be asked.
 */
export function householdStated(text: string): Json | null {
  if (text.length > MOST_TEXT) return null
  const room = roomIn(text)
  if (!room) return null
  const task = taskIn(text)
  if (task === null) return null
  const listed = placesInJson(text, room.places)
  const contents = listed ?? contentsIn(text.replace(room.sentence, ''), room.places)
  const restEmpty = REST_EMPTY.test(text)
  const seen = new Set(room.places)
  const places: Record<string, Json> = {}
  for (const name of room.places) {
    const { things, open } = contents.get(name) ?? { things: null, open: undefined }
    const own = things?.filter((one) => !seen.has(one)) ?? null
    for (const one of own ?? []) seen.add(one)
    const opens = open ?? (OPENABLE.has(kindOf(name)) ? false : undefined)
    places[name] = { holds: own ?? (restEmpty ? [] : 'ask'), ...(opens !== undefined && { open: opens }) }
  }
  const goal = goalIn(task, new Set([...seen].map(kindOf)))
  const reward = /\breward(?: of)?:? (\d{1,4}(?:\.\d{1,4})?)\b/i.exec(text)?.[1]
  const data = {
    ...{ story: 'household', version: 1, task, places, unknown: /nothing happens/i.test(text) ? 'nothing' : 'model' },
    form: /\bmove [^\n.,]{1,30} to\b|AVAILABLE ACTIONS/i.test(text) ? 'move' : 'put',
    ...(reward !== undefined && Number(reward) > 0 && { reward: Number(reward) })
  }
  // A goal that names what is nowhere is none that the rules can judge.
  const withGoal = { ...data, ...(goal && { goal }) }
  return [withGoal, data].find((one) => Household.safeParse(one).success) ?? null
}

function roomIn(text: string): { sentence: string; places: string[] } | null {
  const from = text.search(/\b(?:looking quickly around|middle of (?:a|the) room)\b/i)
  const sees = from < 0 ? -1 : text.slice(from).search(/\byou see\b/i)
  if (sees < 0) return null
  const start = from + sees
  const end = text.slice(start).search(/[.\n]/)
  const sentence = text.slice(start, end < 0 ? undefined : start + end)
  const places = [...new Set(namesIn(sentence))]
  return places.length ? { sentence, places } : null
}

const namesIn = (text: string): string[] => [...text.matchAll(NAME)].map(([, name = '']) => name.toLowerCase())

function taskIn(text: string): string | null {
  const said = /\b(?:your task is to|task|goal)\b[ \t]*:?[ \t]*([^\n]{3,300})/i.exec(text)?.[1]
  // What stands behind its first sentence is about rewards.
  return said?.trim().split(/\.\s/, 1)[0]?.trim() || null
}

interface StatedPlace {
  /** `null`: nothing is said of them. */
  things: string[] | null
  open: boolean | undefined
}

const HOLDS = ['contains', 'contents', 'holds', 'items', 'objects']

/** Places as keys of a JSON object, by what they hold; `null` where there is none. */
function placesInJson(text: string, places: readonly string[]): Map<string, StatedPlace> | null {
  const from = text.search(/\{\s*"/)
  const read = readJsonAt(text, from)?.value
  const objects = isObject(read) ? [read, ...Object.values(read).filter(isObject)] : []
  const stated = objects.find((one) => places.some((name) => Object.hasOwn(one, name)))
  if (!stated) return null
  return new Map(
    Object.entries(stated).map(([name, value]) => {
      const place = isObject(value) ? value : {}
      const list = Array.isArray(value) ? value : HOLDS.map((key) => place[key]).find(Array.isArray)
      const things = list?.filter((one) => typeof one === 'string').flatMap(namesIn) ?? null
      const said = place.open ?? (typeof place.closed === 'boolean' ? !place.closed : place.state)
      const open = typeof said === 'boolean' ? said : said === 'closed' ? false : said === 'open' ? true : undefined
      return [name.toLowerCase(), { things, open }]
    })
  )
}

function contentsIn(text: string, places: readonly string[]): Map<string, StatedPlace> {
  const found = new Map<string, StatedPlace>()
  const at = (name: string): StatedPlace => {
    const one = found.get(name) ?? { things: null, open: undefined }
    found.set(name, one)
    return one
  }
  const isPlace = new Set(places)
  // A place that a line names alone holds what the next lines list.
  let heading: string | null = null
  for (const clause of text.split(/[\n;]|\.(?:\s|$)/)) {
    const names = namesIn(clause)
    const here = names.filter((name) => isPlace.has(name))
    if (OF_RULES.test(clause)) continue
    if (!here.length) {
      const things = at(heading ?? '').things
      if (heading !== null && names.length) at(heading).things = [...(things ?? []), ...names]
      if (heading !== null && /\b(?:nothing|empty)\b/i.test(clause)) at(heading).things = things ?? []
      continue
    }
    heading = here.at(-1) ?? null
    const open = /\bclosed\b|\bshut\b/i.test(clause) ? false : /\bopen(?:ed)?\b/i.test(clause) ? true : undefined
    if (open !== undefined) for (const name of here) at(name).open = open
    if (/\b(?:nothing|empty)\b/i.test(clause)) for (const name of here) at(name).things ??= []
    give(names, here)
  }
  found.delete('')
  return found

  /** Things go to the place before them; to the one behind where the clause begins with things. */
  function give(names: readonly string[], here: readonly string[]): void {
    const leads = isPlace.has(names[0] ?? '')
    let place = here[0] ?? ''
    const waiting: string[] = []
    for (const name of names) {
      if (isPlace.has(name)) {
        place = name
        if (!leads) at(place).things = [...(at(place).things ?? []), ...waiting.splice(0)]
      } else if (leads) at(place).things = [...(at(place).things ?? []), name]
      else waiting.push(name)
    }
    if (waiting.length) at(place).things = [...(at(place).things ?? []), ...waiting]
  }
}

const CHANGE_WORDS: Readonly<Record<string, HouseholdChange>> = {
  ...{ cool: 'cool', cooled: 'cool', cold: 'cool', chilled: 'cool', chill: 'cool' },
  ...{ hot: 'hot', heat: 'hot', heated: 'hot', warm: 'hot', microwave: 'hot' },
  ...{ clean: 'clean', cleaned: 'clean', wash: 'clean', washed: 'clean', rinse: 'clean' },
  ...{ slice: 'sliced', sliced: 'sliced' }
}
const COUNTS: Readonly<Record<string, number>> = { two: 2, both: 2, three: 3 }
const FILLERS = new Set('a an the some one of your my any piece'.split(' '))
const WITH = new Set('in on into onto inside to at'.split(' '))

/** What a task asks for, in the templates of ALFWorld and near them; `null` for words that say it otherwise. */
function goalIn(task: string, kinds: ReadonlySet<string>): Json | null {
  const words = task
    .toLowerCase()
    .replace('in/on', 'in')
    .split(/[^a-z0-9]/)
    .filter((word) => word && !FILLERS.has(word))
  const nameAt = (at: number): string | null => {
    const word = words[at]
    if (word === undefined || !/^[a-z]+$/.test(word)) return null
    const kind = !kinds.has(word) && word.endsWith('s') && kinds.has(word.slice(0, -1)) ? word.slice(0, -1) : word
    return /^\d{1,3}$/.test(words[at + 1] ?? '') ? `${kind} ${words[at + 1]}` : kind
  }
  const lamp = words.findIndex((word) => word === 'under' || word === 'with')
  const look = words.findIndex((word) => word === 'look' || word === 'examine')
  if (look >= 0 && lamp > look) {
    const thing = nameAt(words[look + 1] === 'at' ? look + 2 : look + 1)
    const under = nameAt(lamp + 1)
    return thing && under ? { look: thing, under } : null
  }
  const put = words.findIndex((word) => word === 'put' || word === 'place' || word === 'move')
  const to = words.findIndex((word, at) => at > put && WITH.has(word))
  if (put < 0 || to < 0) return null
  const isPart = (word: string | undefined): boolean =>
    word !== undefined && (Object.hasOwn(CHANGE_WORDS, word) || Object.hasOwn(COUNTS, word))
  let thing = put + 1
  if (words[thing] === 'it' || words[thing] === 'them') thing = words[0] === 'find' || words[0] === 'take' ? 1 : 0
  while (isPart(words[thing])) thing++
  const [what, where] = [nameAt(thing), nameAt(to + 1)]
  if (!what || !where || WITH.has(what)) return null
  const before = words.slice(0, to)
  const is = before.map((word) => (Object.hasOwn(CHANGE_WORDS, word) ? CHANGE_WORDS[word] : undefined)).find(Boolean)
  const count = before.map((word) => (Object.hasOwn(COUNTS, word) ? COUNTS[word] : undefined)).find(Boolean)
  return { put: what, in: where, ...(is && CHANGES.includes(is) && { is }), ...(count !== undefined && { count }) }
}
