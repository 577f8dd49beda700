// A user who follows a script, or says again what was recorded. What they say depends on the messages that they heard and on nothing
// else, so every branch and every replay comes to the same.

import { isObject, parseJson } from '../../text/json.ts'
import { hasWords } from '../../text/words.ts'
import type { Json } from '../../tree/ports.ts'
import { USER_PLACE, type UserRule, type UserUse } from '../../tree/user.ts'

/** What the user does with a message. */
export interface UserTurn {
  /** Their words, with places that only a tool's answer fills in. */
  say: string
  does: UserRule['does'] | null
  /** They say nothing after this any more. */
  ends: boolean
}

/** What the user does with the last of the messages; `null` where they have left before. @param messages all that they heard, oldest first */
export function turnOf(user: UserUse, messages: readonly string[]): UserTurn | null {
  return user.answers === 'recorded' ? recordedTurn(user, messages.length) : scriptedTurn(user, messages)
}

/** The answer to the message of this number, from 1. */
function recordedTurn({ dialogue }: UserUse, number: number): UserTurn | null {
  const say = dialogue[number - 1]
  return say === undefined ? null : { say, does: null, ends: number === dialogue.length }
}

function scriptedTurn(user: UserUse, messages: readonly string[]): UserTurn | null {
  const past: Past = { used: new Map(), told: new Set() }
  let turn: UserTurn | null = null
  for (const message of messages) {
    if (turn?.ends) return null
    turn = answerTo(user, message, past)
  }
  return turn
}

/** What the messages so far have come to. */
interface Past {
  used: Map<UserRule, number>
  /** Names of facts. */
  told: Set<string>
}

/** Adds the answer to the past. */
function answerTo(user: UserUse, message: string, { used, told }: Past): UserTurn {
  const asked = rulesFor(user, message, used)
  const places = new Set(asked.flatMap(({ say }) => [...say.matchAll(USER_PLACE)].map(([, name]) => name)))
  const wanted = Object.keys(user.knows).filter((name) => !places.has(name) && hasWords(message, spoken(name)))
  const fresh = wanted.filter((name) => !told.has(name))
  // An agent that repeats a fact does not ask for it. Where there is nothing else to say, it does.
  const facts = asked.length ? fresh : wanted
  const rules = asked.length || facts.length ? asked : ruleForAny(user, used)
  for (const rule of rules) used.set(rule, (used.get(rule) ?? 0) + 1)
  for (const name of [...places, ...facts]) if (name !== undefined) told.add(name)
  const words = [...rules.map(({ say }) => say), ...facts.map((name) => `My ${spoken(name)} is {${name}}.`)]
  const last = rules.at(-1)
  return {
    say: filled(words.join(' ') || user.otherwise, user.knows),
    does: last?.does ?? null,
    ends: last?.ends ?? false
  }
}

/** All rules that the message asks for, up to the first that does something or is the last. */
function rulesFor(user: UserUse, message: string, used: Past['used']): UserRule[] {
  const asked = openRules(user, used).filter((rule) => rule.asked?.some((words) => hasWords(message, words)))
  const end = asked.findIndex(({ does, ends }) => does || ends)
  return end < 0 ? asked : asked.slice(0, end + 1)
}

/** The first rule that stands for any message; none where there is none. */
const ruleForAny = (user: UserUse, used: Past['used']): UserRule[] =>
  openRules(user, used)
    .filter(({ asked }) => asked === undefined)
    .slice(0, 1)

const openRules = ({ rules }: UserUse, used: Past['used']): UserRule[] =>
  rules.filter((rule) => {
    const isUsedUp = rule.times !== undefined && (used.get(rule) ?? 0) >= rule.times
    const isReady = rule.after === undefined || rules.some((one) => one.id === rule.after && used.has(one))
    return !isUsedUp && isReady
  })

const spoken = (name: string): string => name.replaceAll('_', ' ')

/** The text with what the user knows in its places; others stay. */
const filled = (text: string, knows: Readonly<Record<string, string>>): string =>
  text.replaceAll(USER_PLACE, (place, name: string) => (Object.hasOwn(knows, name) ? String(knows[name]) : place))

/** The text with a tool's answer in its places; a value that is not there is `…`, as a person would leave it open. */
export function withResult(text: string, result: string): string {
  return text.replaceAll(USER_PLACE, (place, name: string) => {
    if (name === 'result') return result
    return name.startsWith('result.') ? valueIn(result, name.split('.').slice(1)) : place
  })
}

function valueIn(result: string, path: readonly string[]): string {
  let value: unknown
  try {
    value = parseJson(result)
  } catch {
    return '…'
  }
  for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  if (value === undefined) return '…'
  // `as`: a part of JSON that was read.
  return typeof value === 'string' ? value : JSON.stringify(value as Json)
}
