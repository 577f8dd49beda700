// What a text environment answers: the scene, the actions it admits, reward and whether the episode is over.

import type { Document } from './document.ts'
import { bracketed, bulleted, literalActions } from './scene-actions.ts'
import { goalsFrom } from './scene-goals.ts'
import { readJson } from './value.ts'

type Scene = Extract<Document, { kind: 'scene' }>

/**
 * Reads the form that the templates ask for, and those that text environments and their wrappers use:
 *
 *     You pick up the lamp 1 from the desk 2.
 *
 *     Reward: 0.5
 *     Done: false
 *     Admissible actions: go to bed 1, use lamp 1
 *
 * Also ` [SUCCESS]` at the end (Word2World: done, worth 1), TextWorld's status `-= Kitchen =-0/3` (score and moves), its points, its ends and the score
 * told there, the page that WebShop ends with (done, worth its score), `Your admissible actions of the current situation are: ['a', 'b']`, a list with
 * one action a line, WebShop's clickables and search bar as Python or JSON, ScienceWorld's list of actions and its progress towards its goals, and the JSON object of a gym wrapper. What it does not say is `null` or `[]`; the rest is the scene. Never throws.
 */
export function readScene(text: string): Scene {
  return readWrapped(text) ?? readLines(text)
}

const NUMBER = String.raw`([-+]?\d{1,12}(?:\.\d{1,12})?)`
const REWARD = new RegExp(`^reward\\s*[:=]\\s*${NUMBER}\\.?$`, 'i')
const SCORE = new RegExp(`^score\\s*[:=]\\s*${NUMBER}(?:\\s*/\\s*(\\d{1,12}))?\\.?$`, 'i')
const DONE = /^(?:done|game over|episode done)\s*[:=]\s*(true|false|yes|no|1|0)\.?$/i
const ADMITS =
  /^\W{0,4}(?:your |the )?(?:(?:currently )?(?:admissible|available|valid|possible) (?:actions|commands)|clickables)(?: of the current situation)?\W{0,4}(?: are)?\W{0,2}:(.*)$/i

const SUCCESS = ' [SUCCESS]'

// As TextWorld tells what a step was worth; it counts in words up to twelve.
const GONE = /^your score has just gone (up|down) by (\w{1,12}) points?\.?$/i
const COUNTS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

function pointsIn(line: string): number | null {
  const [, way = '', count = ''] = GONE.exec(line) ?? []
  const counted = COUNTS.indexOf(count.toLowerCase())
  const points = counted < 0 ? Number(count) : counted
  if (!way || !Number.isInteger(points)) return null
  return way.toLowerCase() === 'up' ? points : -points
}

// What TextWorld's status line adds to the heading of a room: score and moves. An unbounded game tells its moves alone.
const STATUS = /^-= .{1,80} =-\s{0,200}(?:(-?\d{1,9})\/)?(\d{1,9})$/
const SCORED =
  /^you (?:have so far )?scored (?:a total of )?(-?\d{1,9})(?: points?| out of a possible (\d{1,9})), in (\d{1,9}) turns?\.$/i
const ENDED = /^\*\*\* (?:the end|you lost!|you have (?:won|died)) \*\*\*$/i

type Told = Omit<Scene, 'kind' | 'text' | 'scene'>

/** What a line of TextWorld's tells, put into `told`; whether it says nothing else. */
function toldByGame(line: string, told: Told): boolean {
  if (ENDED.test(line)) told.done = true
  const [, said, most, turns] = SCORED.exec(line) ?? []
  const [, shown, moves] = STATUS.exec(line) ?? []
  const score = said ?? shown
  if (score !== undefined) told.score = Number(score)
  if (most !== undefined) told.most = Number(most)
  if (moves !== undefined || turns !== undefined) told.moves = Number(moves ?? turns)
  return moves !== undefined
}

const SHOP_SCORE = 'Your score (min 0.0, max 1.0) [SEP]'

/** What the purchase was worth, on the page that WebShop ends with. */
function purchaseIn(row: string): number | null {
  const at = row.trimStart().startsWith('Thank you for shopping with us!') ? row.indexOf(SHOP_SCORE) : -1
  const worth = at < 0 ? Number.NaN : Number.parseFloat(row.slice(at + SHOP_SCORE.length, at + SHOP_SCORE.length + 20))
  return Number.isNaN(worth) ? null : worth
}

function readLines(text: string): Scene {
  const succeeded = text.trimEnd().endsWith(SUCCESS)
  const told: Told = succeeded
    ? { admissible: [], reward: 1, done: true }
    : { admissible: [], reward: null, done: null }
  const plainly = succeeded ? text.trimEnd().slice(0, -SUCCESS.length) : text
  const rows = plainly.replace(/\r\n?/g, '\n').split('\n')
  const kept: string[] = []
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? ''
    // A line this long is prose, or a list of actions; only the latter is looked at whole.
    const line = row.trim().slice(0, 200)
    const plain = line.replace(/\*\*|__/g, '').trim()
    const reward = REWARD.exec(plain)?.[1]
    const [, score, most] = SCORE.exec(plain) ?? []
    const done = DONE.exec(plain)?.[1]
    const admits = ADMITS.exec(line)
    const points = pointsIn(line)
    const purchase = purchaseIn(row)
    const listedGoals = goalsFrom(rows, at)
    if (listedGoals) {
      told.goals = listedGoals.goals
      at = listedGoals.last
      continue
    }
    if (points !== null) told.reward = points
    if (purchase !== null) Object.assign(told, { reward: purchase, done: true })
    if (reward !== undefined) told.reward = Number(reward)
    else if (score !== undefined)
      Object.assign(told, { score: Number(score), ...(most !== undefined && { most: Number(most) }) })
    else if (toldByGame(line, told)) {
      const room = line.slice(0, line.lastIndexOf('=-') + 2)
      if (!kept.some((one) => one.trim() === room)) kept.push(room)
    } else if (done !== undefined) told.done = /true|yes|1/i.test(done)
    else if (admits) {
      const rest = row
        .trim()
        .slice(admits[0].length - (admits[1]?.length ?? 0))
        .trim()
        .replace(/^(?:\*\*|__)\s*/, '')
      const listed = literalActions(rest)
      const list = rest ? bracketed(rows, at, rest) : bulleted(rows, at + 1)
      const clicked = /clickables/i.test(admits[0]) && !rest.startsWith('{')
      told.admissible = listed ?? list.actions.map((action) => (clicked ? `click[${action}]` : action))
      at = listed ? at : list.last
    } else if (/^\{\s*["']has_search_bar["']/.test(line)) told.admissible = literalActions(row.trim()) ?? []
    else kept.push(row)
  }
  return {
    kind: 'scene',
    text,
    scene: kept
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    ...told
  }
}

/** What a gym wrapper returns, as a JSON object. */
function readWrapped(text: string): Scene | null {
  const value = readJson(text)?.value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const given: Record<string, unknown> = { ...value }
  const scene = [given.observation, given.obs, given.feedback, given.state].find((one) => typeof one === 'string')
  if (scene === undefined) return null
  const inner = readLines(scene)
  const listed = [given.admissible_commands, given.admissible_actions, given.available_actions].find(Array.isArray)
  const actions: unknown[] | undefined =
    listed ?? literalActions(JSON.stringify(given.available_actions ?? '')) ?? undefined
  return {
    ...inner,
    text,
    admissible: actions?.filter((one) => typeof one === 'string') ?? inner.admissible,
    reward: typeof given.reward === 'number' ? given.reward : inner.reward,
    ...(typeof given.score === 'number' && { score: given.score }),
    done: typeof given.done === 'boolean' ? given.done : inner.done
  }
}
