// What users do who are no help: a row each. They are met in what is said to them, in worlds that have one.
import { z } from 'zod'
import { did } from '../failing-turn.ts'
import type { HookEffect, Meeting, Moment, Perturbation } from '../perturbation.ts'
import { exampleOf } from '../samples.ts'

const isTalk = ({ domain, setup, action }: Meeting): boolean =>
  setup.user !== undefined && (domain.says?.(action) ?? null) !== null

/** What is seen where the user says these words. */
const shown = ({ domain, before }: Moment, words: string): string => domain.hears?.shown(words, before) ?? words

/** The user's words in the observation. */
const heard = ({ domain }: Moment, text: string): string => domain.hears?.answerIn(text) ?? text

const words = (usual: string) => z.string().trim().min(1).max(1000).default(usual)

const SAID = {
  ...exampleOf('mcp', ['say message="What is your booking number?"', 'My booking number is 4821.']),
  setup: { user: userOf({ 'booking number': '4821' }) }
}

function userOf(knows: Record<string, string>) {
  const none = { dialogue: [], rules: [], tools: [], otherwise: "I don't know.", stop: '###STOP###' }
  return { ...none, knows, answers: 'script' as const }
}

/** Parts that all rows share. */
const common = { serves: ({ says }) => says !== undefined, meets: isTalk, examples: [SAID] } satisfies Partial<
  Perturbation<never>
>

const answered = (moment: Moment, text: string, detail: string): HookEffect | null =>
  isTalk(moment) ? { text: shown(moment, text), draw: null, detail } : null

const Silent = z.strictObject({
  /** What is seen in the place of an answer. */
  text: words('(The user does not answer.)')
})

export const userSilent: Perturbation<z.infer<typeof Silent>> = {
  ...common,
  name: 'user-silent',
  title: 'Silent user',
  description: 'The user does not answer, and has not heard what was said.',
  weakness: 'Goes on as if the user had agreed, without asking again.',
  kind: 'explicit',
  options: Silent,
  answer: (moment, { text }) => answered(moment, text, 'The user does not answer.')
}

const Evasive = z.strictObject({
  /** What the user says in the place of an answer. */
  say: words('Why do you need to know that?')
})

export const userEvasive: Perturbation<z.infer<typeof Evasive>> = {
  ...common,
  name: 'user-evasive',
  title: 'Evasive user',
  description: 'The user answers with a question of their own, and tells what was asked for only when asked again.',
  weakness: 'Makes up what it was not told.',
  kind: 'explicit',
  options: Evasive,
  answer: (moment, { say }) => answered(moment, say, 'The user does not tell what was asked for.')
}

const Impatient = z.strictObject({
  /** So many messages are answered before. */
  after: z.int().min(0).max(1000).default(6),
  /** What the user says last. */
  say: words('This takes too long. Goodbye.')
})

export const userImpatient: Perturbation<z.infer<typeof Impatient>> = {
  ...common,
  name: 'user-impatient',
  title: 'Impatient user',
  description: 'The user leaves after so many messages, whatever is still open.',
  weakness: 'Asks one thing at a time, or what it could have looked up.',
  kind: 'explicit',
  options: Impatient,
  examples: [{ ...SAID, options: { after: 0 } }],
  continues: (moment) => isTalk(moment) && hasLeft(moment),
  answer(moment, { after, say }) {
    const stop = moment.setup.user?.stop ?? ''
    if (hasLeft(moment)) return answered(moment, stop, 'The user has left.')
    if (talkedIn(moment) < after) return null
    return answered(moment, `${say} ${stop}`, `The user leaves after ${after} messages.`)
  }
}

const hasLeft = (moment: Moment): boolean => moment.past().some((turn) => did(moment, turn))

/** Messages to the user in the turns before. */
const talkedIn = ({ domain, chain }: Moment): number =>
  chain.filter(({ action }) => (domain.says?.(action) ?? null) !== null).length

const Mind = z.strictObject({
  /** What the user adds to their answer: what they want now. The user's rules answer what the agent asks about it. */
  say: words('Wait, I have changed my mind.')
})

export const userChangesMind: Perturbation<z.infer<typeof Mind>> = {
  ...common,
  name: 'user-changes-mind',
  title: 'User who changes their mind',
  description: 'The user adds to an answer that they want something else now.',
  weakness: 'Finishes what was asked for first.',
  kind: 'implicit',
  options: Mind,
  alter: (moment, text, { say }) =>
    isTalk(moment)
      ? { text: shown(moment, `${heard(moment, text)} ${say}`), draw: null, detail: 'The user wants something else.' }
      : null
}

const Wrong = z.strictObject({
  /** The name of what the user tells wrongly. Absent: whatever of what they know is in the answer. */
  fact: z.string().min(1).exactOptional(),
  /** What they say instead. Absent: the same with another digit or letter. */
  value: z.string().min(1).exactOptional()
})

export const userWrong: Perturbation<z.infer<typeof Wrong>> = {
  ...common,
  name: 'user-wrong',
  title: 'Mistaken user',
  description: 'The user tells something that they know with a wrong digit or letter.',
  weakness: 'Takes what it is told for true, without comparing it with what it can look up.',
  kind: 'implicit',
  options: Wrong,
  examples: [SAID, { ...SAID, options: { fact: 'booking number', value: '4812' } }],
  alter(moment, text, { fact, value }) {
    if (!isTalk(moment)) return null
    const said = heard(moment, text)
    const known = Object.entries(moment.setup.user?.knows ?? {})
    const found = known.find(([name, right]) => (fact === undefined || name === fact) && said.includes(right))
    if (!found) return null
    const [name, right] = found
    const wrong = value ?? mistaken(right, moment.random)
    return {
      text: shown(
        moment,
        said.replaceAll(right, () => wrong)
      ),
      draw: value === undefined ? moment.draw : null,
      detail: `The user tells a wrong ${name}: "${wrong}" and not "${right}".`
    }
  }
}

/** The value with one digit or letter that is another; without any, with a question mark. */
function mistaken(value: string, random: () => number): string {
  const places = [...value.matchAll(/[0-9A-Za-z]/g)].map(({ index }) => index)
  const place = places[Math.floor(random() * places.length)]
  if (place === undefined) return `${value}?`
  const char = value.charAt(place)
  const alphabet = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((all) =>
    all.includes(char)
  )
  const next = alphabet?.charAt((alphabet.indexOf(char) + 1) % alphabet.length) ?? char
  return value.slice(0, place) + next + value.slice(place + 1)
}
