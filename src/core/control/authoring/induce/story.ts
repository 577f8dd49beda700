// A story as rules with before and after: where one is, what is carried, what was last done to a thing. What no like turn bears out is asked of the model.
import type { SeenRecording } from '../turns.ts'

// As much as a program may have, with room for its rules.
const MOST_TEXTS = 600_000

/** @returns a program in JavaScript; `null` where nothing was shown, or more than a program holds */
export function storySeen(recordings: readonly SeenRecording[]): string | null {
  const walks = recordings.map(({ initial, turns }) => ({
    start: initial,
    turns: turns.map(({ label, text }): [string, string] => [label, text])
  }))
  const count = countIn(walks)
  if (count)
    for (const { turns } of walks)
      for (const [at, turn] of turns.entries())
        turn[1] = turn[1].split(wordsOf(count, at + 1)).join(count.before + NUMBER)
  const told = JSON.stringify(walks, null, 1)
  if (!walks.some(({ turns }) => turns.length) || told.length > MOST_TEXTS) return null
  return `// Induced from a recording: what was done and told. The rules below are read from it.\nconst walks = ${told}\nconst count = ${JSON.stringify(count)}\n${RULES}`
}

// Stands for the number of the turn.
const NUMBER = '\u0003'

/** The words before a number that grows by one each turn, and how far it is ahead of the turns. */
interface TurnCount {
  before: string
  ahead: number
}

const wordsOf = ({ before, ahead }: TurnCount, turn: number): string => before + (turn + ahead)

/** The count that each text tells: a step, a move, a clock by the turn. `null` where there is none. */
function countIn(walks: readonly { turns: readonly [string, string][] }[]): TurnCount | null {
  const [[, first] = ['', ''], ...rest] = walks[0]?.turns ?? []
  if (rest.length < 4) return null
  const found = [...first.matchAll(/([A-Za-z]{1,20}[^A-Za-z0-9]{1,3})(\d{1,5})(?!\d)/g)].map(
    ([, before = '', number]): TurnCount => ({ before, ahead: Number(number) - 1 })
  )
  const tells = (one: TurnCount, text: string, turn: number) =>
    text
      .split(one.before)
      .slice(1)
      .every((after) => Number.parseInt(after, 10) === turn + one.ahead)
  return (
    found.find((one) =>
      walks.every(({ turns }) => turns.every(([, text], at) => text.includes(one.before) && tells(one, text, at + 1)))
    ) ?? null
  )
}

const RULES = String.raw`
const NO = /\b(?:can't|cannot|can not|don't|do not|isn't|is not|aren't|won't|already|nothing happens|no such|not here|unable|locked|there is no|see no|no verb|not understand|what do you|you need|have nothing|nothing to|too heavy|which)\b/i
const TAKES = /^(?:take|get|grab|pick|pick up|carry|catch)$/
const PUTS = /^(?:drop|put|place|leave|insert|put down|move|give|throw)$/
const WAYS = /^(?:n|s|e|w|u|d|ne|nw|se|sw|north|south|east|west|up|down|in|out|northeast|northwest|southeast|southwest|enter|exit|leave)$/
const LOOKS = /^(?:look|l|examine|x|read|inventory|i|wait|z|search|listen|smell|help|score)$/
const TWO = /^(?:pick up|put down|look at|look in|look under|go to|turn on|turn off|switch on|switch off|move to|talk to)\b/
const BETWEEN = / (?:with|from|in\/on|into|onto|in|on|to|at|using|under) /

function readAction(line) {
  const said = line.toLowerCase().split(/\s+/).filter(Boolean).join(' ').replace(/[.!]$/, '')
  const verb = TWO.exec(said)?.[0] ?? said.split(' ')[0]
  const rest = said.slice(verb.length).trim()
  const [thing = '', second = ''] = rest.split(BETWEEN).map((part) => part.replace(/^(?:the|a|an|some) /, '').trim())
  const far = /^(?:go to|walk|go|travel|head|run|move to)$/.test(verb) ? rest.replace(/^(?:to )?(?:the |a )?/, '') : ''
  const way = WAYS.test(said) ? said : WAYS.test(far) ? far : far ? 'to ' + far : null
  return { said, verb, thing, second, way }
}

/** The place that a text is headed with, or names. */
function placeIn(text) {
  const heading = headingOf(text)
  if (heading !== null) return heading
  return /\b(?:you are in|you're in|you enter|you are now in|you arrive at|move to|called) (?:the |a |an )?([a-z]+(?: [a-z0-9]+)?)/i.exec(text)?.[1]?.toLowerCase() ?? null
}

/** The line of its own over a place that is described. */
function headingOf(text) {
  const status = /^-= ([^\n]{1,80}?) =-/m.exec(text)
  if (status) return status[1]
  const [first, ...more] = text.trim().split('\n')
  return more.length && /^[A-Z][^.!?:"]{1,40}$/.test(first.trim()) ? first.trim() : null
}

const begin = (start) => ({ place: placeIn(start) ?? '', seen: { [placeIn(start) ?? '']: start }, at: {}, last: {}, lastAt: {}, turns: 0 })

/** What is kept under a name: a thing may be called "constructor". */
const own = (of, name) => (of !== undefined && Object.hasOwn(of, name) ? of[name] : undefined)

/** Whether it is carried, here, elsewhere, or not known. */
function whereIs(state, thing) {
  if (!thing) return '-'
  const at = own(state.at, thing)
  if (at !== undefined) return at === 'held' ? 'held' : at === state.place ? 'here' : own(state.at, at) !== undefined || at.startsWith('in ') ? (own(state.lastAt, at.slice(3)) === state.place ? 'within' : 'away') : 'away'
  return (own(state.seen, state.place) ?? '').toLowerCase().includes(thing) ? 'here' : 'unseen'
}

/** What is otherwise in a place than in the beginning. */
const signOf = (state, place) =>
  [
    ...Object.entries(state.at).filter(([, at]) => at === place).map(([thing]) => '+' + thing),
    ...Object.entries(state.at).filter(([thing, at]) => at !== place && own(state.from, thing) === place).map(([thing]) => '-' + thing),
    ...Object.entries(state.last).filter(([thing]) => own(state.lastAt, thing) === place && own(state.at, thing) === undefined).map(([thing, verb]) => thing + ':' + verb)
  ]
    .sort()
    .join(',')
const carried = (state) => Object.keys(state.at).filter((thing) => state.at[thing] === 'held').join(',')

/** The state after an action that was answered so. */
function after(state, action, text) {
  return { ...afterwards(state, action, text), turns: state.turns + 1 }
}

function afterwards(state, action, text) {
  const { verb, thing, second, way } = action
  const refused = NO.test(text.slice(0, 200))
  const place = placeIn(text)
  const next = { ...state, seen: { ...state.seen } }
  if (headingOf(text) !== null) next.place = headingOf(text)
  else if (way?.startsWith('to ') && !refused) next.place = way.slice(3)
  else if (place !== null && (way !== null || /^(?:go|enter|look|l|walk)/.test(verb))) next.place = place
  if (place !== null || /^(?:look|l)$/.test(verb)) next.seen[next.place] = text
  if (refused || !thing || way !== null || LOOKS.test(verb)) return next
  if (TAKES.test(verb)) {
    next.from = { ...state.from, [thing]: own(state.from, thing) ?? state.place }
    next.at = without(state.at, thing, 'held')
  } else if (PUTS.test(verb)) {
    next.from = { ...state.from, [thing]: own(state.from, thing) ?? state.place }
    next.at = without(state.at, thing, second ? 'in ' + second : state.place)
  }
  next.last = { ...state.last, [thing]: verb }
  next.lastAt = { ...state.lastAt, [thing]: state.place, ...(second && !own(state.lastAt, second) && { [second]: state.place }) }
  return next
}

function without(at, thing, place) {
  const { [thing]: _, ...rest } = at
  return { ...rest, [thing]: place }
}

/** How like a turn must be: in all that is known of it; then in what was done to the thing and where it is. */
function likeness(state, action) {
  const { said, verb, thing, second, way } = action
  const to = way === null ? null : way.startsWith('to ') ? way.slice(3) : (ways[state.place + '|' + way] ?? null)
  const things = [thing, second].filter(Boolean).map((one) => one + ' ' + whereIs(state, one) + ' ' + (own(state.last, one) ?? '')).join(';')
  if (way !== null) return { exact: to === null ? 'way ' + state.place + ' ' + way : 'at ' + to + ' ' + signOf(state, to) }
  if (/^(?:look|l)(?: around)?$/.test(said)) return { exact: 'at ' + state.place + ' ' + signOf(state, state.place) }
  if (/^(?:inventory|i)$/.test(said)) return { exact: 'carried ' + carried(state) }
  const around = thing ? things : signOf(state, state.place) + ' ' + carried(state)
  const like = [thing, second].filter(Boolean).map((one) => whereIs(state, one) + ' ' + (own(state.last, one) ?? '')).join(';')
  return {
    exact: said + ' ' + state.place + ' ' + around,
    ...(thing && { near: said + ' ' + things, like: verb + ' ' + (second ? '# ' : '') + like, verb: verb + (second ? ' #' : '') })
  }
}

const shaped = (text, { thing, second }) => {
  let made = text
  if (thing) made = made.split(thing).join('\u0001')
  if (second) made = made.split(second).join('\u0002')
  return made
}
const told = (shape, { thing, second }) => shape.split('\u0001').join(thing).split('\u0002').join(second)

// Where each way leads, as it was gone.
const ways = {}
for (const { start, turns } of walks) {
  let state = begin(start)
  for (const [line, text] of turns) {
    const action = readAction(line)
    const next = after(state, action, text)
    if (action.way !== null && next.place !== state.place) ways[state.place + '|' + action.way] = next.place
    state = next
  }
}

const rules = { exact: Object.create(null), near: Object.create(null), like: Object.create(null), verb: Object.create(null) }
function keep(of, key, text, thing) {
  of[key] ??= { texts: [], things: [] }
  if (!of[key].texts.includes(text)) of[key].texts.push(text)
  if (!of[key].things.includes(thing)) of[key].things.push(thing)
}
for (const { start, turns } of walks) {
  let state = begin(start)
  for (const [line, text] of turns) {
    const action = readAction(line)
    const { exact, near, like, verb } = likeness(state, action)
    if (verb) keep(rules.verb, verb, shaped(text, action), action.thing)
    keep(rules.exact, exact, text, action.thing)
    if (near) keep(rules.near, near, text, action.thing)
    if (like) keep(rules.like, like, shaped(text, action), action.thing)
    state = after(state, action, text)
  }
}

const only = (found, things = 1) => (found?.texts.length === 1 && found.things.length >= things ? found.texts[0] : null)

export const init = () => begin(walks[0].start)
export const views = { text: () => walks[0].start }

export function step(state, event) {
  if (event.door !== 'text') return undefined
  const action = readAction(event.text)
  const { exact, near, like, verb } = likeness(state, action)
  // What can be done next is told with a turn, and no shape has it. One shape for three things, however they stood, is the verb's own.
  const shapes = like ? [only(rules.like[like], 2), only(rules.verb[verb], 3)] : []
  const shape = shapes.find((one) => one !== null && !/admissible|available actions/i.test(one)) ?? null
  const known = only(rules.exact[exact]) ?? (near ? only(rules.near[near]) : null) ?? (shape === null ? null : told(shape, action))
  if (known === null && !event.answers)
    return { ask: { about: 'What the story tells after "' + event.text.slice(0, 200) + '", in the form of what it told before.', schema: { type: 'string' } } }
  const now = count ? count.before + (state.turns + 1 + count.ahead) : ''
  const shown = known ?? String(event.answers[0])
  const kept = count && known === null ? shown.split(now).join(count.before + '\u0003') : shown
  return { state: after(state, action, kept), answer: count ? kept.split('\u0003').join(String(state.turns + 1 + count.ahead)) : shown }
}
`
