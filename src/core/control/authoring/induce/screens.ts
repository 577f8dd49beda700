// Screens as rules: where each link, button and key led, from pages, phones and desktops alike. What nothing shown bears out is asked of the model.
import type { SeenRecording } from '../turns.ts'

// As much as a program may have, with room for its rules.
const MOST_TEXTS = 600_000

/** @returns a program in JavaScript that tells its screens itself; `null` where nothing was shown, or more than a program holds */
export function screensSeen(recordings: readonly SeenRecording[], door: 'page' | 'phone' | 'desktop'): string | null {
  const places = new Map<string, number>()
  const placeOf = (text: string): number => {
    const known = places.get(text) ?? places.size
    places.set(text, known)
    return known
  }
  const walks = recordings.map(({ initial, turns }) => ({
    from: placeOf(initial),
    turns: turns.map(({ action, text }): [string, number] => [
      typeof action === 'string' ? action : JSON.stringify(action),
      placeOf(text)
    ])
  }))
  const texts = [...places.keys()]
  const size = texts.reduce((sum, text) => sum + text.length, 0)
  if (!walks.some(({ turns }) => turns.length) || size > MOST_TEXTS) return null
  return `// Induced from a recording: the screens that were seen, and what was done between them. The rules below are read from both.
const screens = ${JSON.stringify(texts, null, 1)}
const walks = ${JSON.stringify(walks)}
const door = '${door}'
${RULES}`
}

const RULES = String.raw`
const { parse } = JSON
export const views = { [door]: () => screens[walks[0].from] }

/** The address of a page; phones and desktops tell none. */
const addressOf = (text) => /^(?:- )?(?:Page )?URL: (\S+)/m.exec(text)?.[1] ?? null

/** What an action aims at: the line of the thing that it names, without numbers that are given anew on each screen. */
function aimOf(call, text) {
  let verb = call
  let ref = null
  let rest = ''
  let line = null
  const points = /^([\w.]+)\(\s*(?:x\s*=\s*)?(\d+)\s*,\s*(?:y\s*=\s*)?(\d+)/.exec(call)
  const named = /^([\w.]+)\((?:\s*(?:"([^"]*)"|'([^']*)'))?([^]*)\)$/.exec(call)
  if (call.startsWith('{')) {
    const { name, action_type, action, arguments: given, params, ...own } = parse(call)
    const { ref: by, index, bid, element, ...more } = given ?? params ?? own
    verb = String(name ?? action_type ?? action)
    ref = by ?? index ?? bid ?? null
    rest = JSON.stringify(more)
  } else if (points) {
    verb = points[1]
    ref = points[2] + ',' + points[3]
    line = rowAt(text, Number(points[2]), Number(points[3]))
  } else if (named) {
    verb = named[1]
    ref = named[2] ?? named[3] ?? null
    rest = named[4]
  }
  if (line === null && ref !== null) {
    const marks = ['[' + ref + ']', '[ref=' + ref + ']', 'UI element ' + ref + ':']
    line = text.split('\n').find((one) => marks.some((mark) => one.includes(mark))) ?? null
  }
  return { verb, ref: ref === null ? null : String(ref), rest, line, node: line === null ? null : plain(line) }
}

const plain = (line) =>
  line
    .replace(/\[(?:[a-z]*\d+|ref=\w+)\]|UI element \d+:|"(?:index|bbox_pixels|bounds|bbox)": (?:\d+|"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\w+\([^)]*\))/g, '')
    .trim()

/** The smallest row of a table of a desktop that holds a point. */
function rowAt(text, x, y) {
  let best = null
  for (const row of text.split('\n')) {
    const place = /\((\d+), (\d+)\)\t\((\d+), (\d+)\)/.exec(row)
    if (!place) continue
    const [left, top, width, height] = place.slice(1).map(Number)
    if (x < left || y < top || x > left + width || y > top + height) continue
    if (!best || width * height <= best.size) best = { row, size: width * height }
  }
  return best?.row ?? null
}

const isBack = (verb, rest) => /back/i.test(verb) || (/button|press/i.test(verb) && /back/i.test(rest))
const isLink = (node) => node !== null && /^(?:- )?link\b|"role": "link"/.test(node)
const addressIn = (node) => /\burl='([^']+)'/.exec(node ?? '')?.[1] ?? null

/** What an action came to, by the screen before it. */
function cameTo(before, after, { ref }) {
  if (after === before) return 'same'
  const core = before.replace(/^Error from previous action:[^\n]*\n\n/, '')
  if (after === core) return 'same'
  if (after.endsWith(core) && after.length - core.length < 400) {
    const said = after.slice(0, after.length - core.length)
    return 'above ' + (ref === null ? said : said.split(ref).join('\u0001'))
  }
  return 'to ' + (addressOf(after) ?? screens.indexOf(after))
}

/** Of a field that was filled, how its line reads then: what comes behind the line, with a place for what was typed. */
function editOf(before, after, aim) {
  if (aim.line === null) return null
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  if (old.length !== fresh.length) return null
  const at = old.map((line, index) => (line === fresh[index] ? -1 : index)).filter((index) => index >= 0)
  const typed = typedIn(aim)
  if (at.length !== 1 || old[at[0]] !== aim.line || typed === null || !fresh[at[0]].includes(typed)) return null
  return [clean(aim.line), fresh[at[0]].split(typed).join('\u0002')].map((line) => line.split(aim.ref ?? '\u0003').join('\u0001'))
}

const typedIn = ({ rest }) => {
  const said = /(?:"text":"|"value":"|,\s*")((?:[^"\\]|\\.)*)"|,\s*'([^']*)'/.exec(rest)
  return said?.[1] ?? said?.[2] ?? null
}
const clean = (line) => line.replace(/ value='[^']*'/, '')

const rules = { exact: {}, nodes: {}, verbs: {}, edits: {}, back: { right: 0, wrong: 0 } }
const add = (to, key, value) => {
  to[key] ??= {}
  to[key][value] = (to[key][value] ?? 0) + 1
}
/** The one thing that it always came to; null where it came to several. */
const only = (found, least = 1) => {
  const all = Object.entries(found ?? {})
  return all.length === 1 && all[0][1] >= least ? all[0][0] : null
}

for (const { from, turns } of walks) {
  let before = screens[from]
  const visited = [addressOf(before)]
  for (const [call, place] of turns) {
    const after = screens[place]
    const aim = aimOf(call, before)
    const came = cameTo(before, after, aim)
    add(rules.exact, screens.indexOf(before) + ' ' + call, String(place))
    const edit = came.startsWith('to ') ? editOf(before, after, aim) : null
    if (edit) add(rules.edits, aim.verb + ' ' + roleOf(aim.node), edit[1].slice(edit[0].length))
    if (aim.node !== null) add(rules.nodes, aim.verb + ' ' + aim.node, came)
    else add(rules.verbs, aim.verb + (aim.ref === null ? ' ' + aim.rest : ' missing'), came)
    if (isBack(aim.verb, aim.rest) && visited.length > 1) rules.back[addressOf(after) === visited.at(-2) ? 'right' : 'wrong']++
    move(visited, addressOf(after), isBack(aim.verb, aim.rest))
    before = after
  }
}

function roleOf(node) {
  return (node ?? '').split(' ')[0]
}

function move(visited, address, back) {
  if (back && visited.length > 1 && visited.at(-2) === address) visited.pop()
  else if (address !== visited.at(-1)) visited.push(address)
}

const begun = screens[walks[0].from]
export const init = () => ({ text: begun, pages: { [addressOf(begun) ?? '']: { text: begun, at: 0 } }, visited: [addressOf(begun)], changes: 0 })

export function step(state, event) {
  if (event.door !== door) return undefined
  const aim = aimOf(event.call, state.text)
  const known = knownAfter(state, event.call, aim)
  if (known === null && !event.answers)
    return { ask: { about: 'The whole screen after ' + event.call.slice(0, 300) + ', in the form of the screens before it.', schema: { type: 'string' } } }
  const text = known ?? String(event.answers[0])
  const address = addressOf(text)
  const quiet = text === state.text || isLink(aim.node) || isBack(aim.verb, aim.rest) || aim.node === null
  const changes = state.changes + (quiet ? 0 : 1)
  const visited = [...state.visited]
  move(visited, address, isBack(aim.verb, aim.rest))
  const pages = address === null ? state.pages : { ...state.pages, [address]: { text, at: changes } }
  return { state: { text, pages, visited: visited.slice(-50), changes }, answer: text }
}

/** A page as it was last seen, unless something was changed since. */
const pageAt = ({ pages, changes }, address) => (address !== null && pages[address]?.at === changes ? bare(pages[address].text) : null)
const bare = (text) => text.replace(/^Error from previous action:[^\n]*\n\n/, '')

function knownAfter(state, call, aim) {
  const seen = only(rules.exact[screens.indexOf(state.text) + ' ' + call])
  if (seen !== null) return screens[Number(seen)]
  if (isBack(aim.verb, aim.rest)) return rules.back.right > rules.back.wrong ? pageAt(state, state.visited.at(-2) ?? null) : null
  const came = aim.node === null ? only(rules.verbs[aim.verb + (aim.ref === null ? ' ' + aim.rest : ' missing')]) : only(rules.nodes[aim.verb + ' ' + aim.node])
  if (came === 'same') return bare(state.text)
  if (came?.startsWith('above ')) return came.slice(6).split('\u0001').join(aim.ref ?? '') + bare(state.text)
  const edit = only(rules.edits[aim.verb + ' ' + roleOf(aim.node)])
  const typed = typedIn(aim)
  if (edit !== null && typed !== null && aim.line !== null)
    return bare(state.text).split(aim.line).join(clean(aim.line) + edit.split('\u0002').join(typed).split('\u0001').join(aim.ref ?? ''))
  if (isLink(aim.node)) return pageAt(state, came?.startsWith('to http') ? came.slice(3) : addressIn(aim.node))
  // Without addresses a screen is believed where it came twice, from wherever it was gone to.
  const place = only(rules.nodes[aim.verb + ' ' + (aim.node ?? '')], 2)
  return place !== null && /^to \d+$/.test(place) ? screens[Number(place.slice(3))] : null
}
`
