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

/** What is typed into a field, and where the keyboard is, are no part of what it is. */
const plain = (line) => {
  const known = plains.get(line)
  if (known !== undefined) return known
  const made = clean(line)
    .replace(/\[(?:[a-z]*\d+|ref=\w+)\]|UI element \d+:|"(?:index|bbox_pixels|bounds|bbox)": (?:\d+|"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\w+\([^)]*\))/g, '')
    .trim()
  plains.set(line, made)
  return made
}
const plains = new Map()

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
  const core = bare(before)
  if (after === core) return 'same'
  if (after.endsWith(core) && after.length - core.length < 400) {
    const said = after.slice(0, after.length - core.length)
    return 'above ' + (ref === null ? said : said.split(ref).join('\u0001'))
  }
  return 'to ' + (addressOf(after) ?? screens.indexOf(after))
}

const depthOf = (line) => line.length - line.trimStart().length

/** The screen around a field: what stands before it, the field with what is in it, and what comes after. */
function fieldIn(text, line) {
  const lines = text.split('\n')
  const at = lines.indexOf(line)
  let end = at + 1
  while (end < lines.length && lines[end].trim() !== '' && depthOf(lines[end]) > depthOf(line)) end++
  return { before: lines.slice(0, at), field: lines.slice(at, end), after: lines.slice(end) }
}

/** Of a field that was filled, how it reads then, with places for its number, its name and what was typed. */
function editOf(before, after, aim) {
  const typed = typedIn(aim)
  if (aim.line === null || !typed) return null
  const old = fieldIn(bare(before), aim.line)
  const lines = after.split('\n')
  const line = lines.find((one) => plain(one) === aim.node && depthOf(one) === depthOf(aim.line))
  if (line === undefined) return null
  const fresh = fieldIn(after, line)
  const rest = ({ before, after }) => unfocused([...before, '', ...after].join('\n'))
  if (rest(old) !== rest(fresh)) return null
  const indent = aim.line.slice(0, depthOf(aim.line))
  const places = [[typed, '\u0002'], ['•'.repeat(typed.length), '\u0004'], [nameIn(aim.line), '\u0005']]
  let said = fresh.field.map((one) => one.slice(indent.length)).join('\n')
  said = said.split('[' + aim.ref + ']').join('\u0001').split('[ref=' + aim.ref + ']').join('\u0006')
  for (const [part, mark] of places) if (part) said = said.split(part).join(mark)
  return /[\u0002\u0004]/.test(said) ? said : null
}

/** The screen with the field filled as others were. */
function filled(text, aim, edit, typed) {
  const { before, after } = fieldIn(text, aim.line)
  const indent = aim.line.slice(0, depthOf(aim.line))
  const marks = { 1: '[' + aim.ref + ']', 2: typed, 4: '•'.repeat(typed.length), 5: nameIn(aim.line) ?? '', 6: '[ref=' + aim.ref + ']' }
  const said = edit.replace(/[\u0001\u0002\u0004-\u0006]/g, (mark) => marks[mark.charCodeAt(0)])
  return [...before.map(unfocused), ...said.split('\n').map((one) => indent + one), ...after.map(unfocused)].join('\n')
}

// The first line of a tree is the page itself, and says nothing of what on it has the keyboard.
const unfocused = (text) => {
  if (!text.includes(', focused') && !text.includes(' [active]')) return text
  return text
    .split('\n')
    .map((line) => (line.startsWith('RootWebArea') ? line : line.replace(/, focused\b| \[active\]/, '')))
    .join('\n')
}

/** The same screen with the keyboard in the first field that has to be filled and is not: a form is not sent before. null where none is. */
function heldBack(text, aim) {
  if (!/^button\b/.test(aim.node ?? '')) return null
  const lines = unfocused(bare(text)).split('\n')
  const at = lines.findIndex((line) => /textbox/.test(line) && line.endsWith(', required') && !line.includes(" value='"))
  if (at < 0) return null
  return lines.with(at, lines[at].replace(/, required$/, ', focused, required')).join('\n')
}
const nameIn = (line) => /'([^']+)'|"([^"]+)"/.exec(line)?.slice(1).find(Boolean) ?? null

const typedIn = ({ rest }) => {
  const said = /(?:"text":"|"value":"|,\s*")((?:[^"\\]|\\.)*)"|,\s*'([^']*)'/.exec(rest)
  return said?.[1] ?? said?.[2] ?? null
}
const clean = (line) => unfocused(line.replace(/ value='[^']*'/, ''))

const add = (to, key, value) => {
  to[key] ??= {}
  to[key][value] = (to[key][value] ?? 0) + 1
}
/** The one thing that it always came to; null where it came to several. */
const only = (found, least = 1) => {
  const all = Object.entries(found ?? {})
  return all.length === 1 && all[0][1] >= least ? all[0][0] : null
}

/** What the walks bear out. The program is read anew for everything that is asked of it, and only a step asks for this. */
function learnt() {
  const rules = { exact: {}, nodes: {}, verbs: {}, edits: {}, back: { right: 0, wrong: 0 }, held: { right: 0, wrong: 0 } }
  for (const { from, turns } of walks) {
    let at = from
    const visited = [addressOf(screens[from])]
    let changes = 0
    for (const [call, place] of turns) {
      const { aim, came, edit, held, quiet, key, address } = turnRead(at, call, place)
      add(rules.exact, key(changes), String(place))
      if (edit) for (const key of [aim.node, roleOf(aim.node)]) add(rules.edits, aim.verb + ' ' + key, edit)
      if (aim.node !== null) add(rules.nodes, aim.verb + ' ' + aim.node, came)
      else add(rules.verbs, aim.verb + (aim.ref === null ? ' ' + aim.rest : ' missing'), came)
      if (held !== null) rules.held[screens[place] === held ? 'right' : 'wrong']++
      if (isBack(aim.verb, aim.rest) && visited.length > 1) rules.back[address === visited.at(-2) ? 'right' : 'wrong']++
      move(visited, address, isBack(aim.verb, aim.rest))
      if (!quiet && edit === null) changes++
      at = place
    }
  }
  return rules
}

const turnsRead = new Map()

/** What a turn shows of the thing that it aims at. The same turn is read once. */
function turnRead(from, call, to) {
  const key = from + ' ' + to + ' ' + call
  const known = turnsRead.get(key)
  if (known) return known
  const [before, after] = [screens[from], screens[to]]
  const aim = aimOf(call, before)
  const came = cameTo(before, after, aim)
  const edit = came.startsWith('to ') ? editOf(before, after, aim) : null
  const made = {
    ...{ aim, came, edit, held: heldBack(before, aim), quiet: isQuiet(before, after, aim) },
    ...{ key: exactly(from, call, aim), address: addressOf(after) }
  }
  turnsRead.set(key, made)
  return made
}

/** What was done on this screen; where links and going back lead depends on what was changed since. */
function exactly(at, call, aim) {
  const leads = addressOf(screens[at] ?? '') !== null && (isLink(aim.node) || isBack(aim.verb, aim.rest))
  return (changes) => at + ' ' + call + (leads ? ' ' + changes : '')
}

/** Nothing behind the screens is changed by it. */
function isQuiet(before, after, aim) {
  return unfocused(bare(after)) === unfocused(bare(before)) || isLink(aim.node) || isBack(aim.verb, aim.rest) || aim.node === null
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
  const isEdit = editOf(state.text, text, aim) !== null
  const changes = state.changes + (isEdit || isQuiet(state.text, text, aim) ? 0 : 1)
  const visited = [...state.visited]
  move(visited, address, isBack(aim.verb, aim.rest))
  // A page that is opened again has empty fields: what was typed since is no part of it.
  const isTyped = isEdit || (!isLink(aim.node) && unfocused(bare(text)) === unfocused(bare(state.text)))
  const pages = address === null || isTyped ? state.pages : { ...state.pages, [address]: { text, at: changes } }
  return { state: { text, pages, visited: visited.slice(-50), changes }, answer: text }
}

/** A page as it was last seen, unless something was changed since. */
const pageAt = ({ pages, changes }, address) => (address !== null && pages[address]?.at === changes ? bare(pages[address].text) : null)
/** Without the error that stands above the screen. */
function bare(text) {
  const end = text.startsWith('Error from previous action:') ? text.indexOf('\n\n') : -1
  return end < 0 ? text : text.slice(end + 2)
}

function knownAfter(state, call, aim) {
  const rules = learnt()
  const seen = only(rules.exact[exactly(screens.indexOf(state.text), call, aim)(state.changes)])
  if (seen !== null) return screens[Number(seen)]
  if (isBack(aim.verb, aim.rest)) return rules.back.right > rules.back.wrong ? pageAt(state, state.visited.at(-2) ?? null) : null
  if (rules.held.right > rules.held.wrong) {
    const held = heldBack(state.text, aim)
    if (held !== null) return held
  }
  const came = aim.node === null ? only(rules.verbs[aim.verb + (aim.ref === null ? ' ' + aim.rest : ' missing')]) : only(rules.nodes[aim.verb + ' ' + aim.node])
  if (came === 'same') return bare(state.text)
  if (came?.startsWith('above ')) return came.slice(6).split('\u0001').join(aim.ref ?? '') + bare(state.text)
  const edit = only(rules.edits[aim.verb + ' ' + aim.node]) ?? only(rules.edits[aim.verb + ' ' + roleOf(aim.node)])
  const typed = typedIn(aim)
  if (edit !== null && typed && aim.line !== null) return filled(bare(state.text), aim, edit, typed)
  if (isLink(aim.node)) return pageAt(state, came?.startsWith('to http') ? came.slice(3) : addressIn(aim.node))
  // Without addresses a screen is believed where it came twice, from wherever it was gone to.
  const place = only(rules.nodes[aim.verb + ' ' + (aim.node ?? '')], 2)
  return place !== null && /^to \d+$/.test(place) ? screens[Number(place.slice(3))] : null
}
`
