// An instruction out of a recording (Qwen-AgentWorld, 6.1.2): the initial state, a summary of what the environment holds, and a control for each
// turn that withholds what comes later, while the recorded walk still solves the task; with the end state that is required.
import { z } from 'zod'
import { findDomain } from '../domains/index.ts'
import { labelOf } from '../domains/label.ts'
import { printedIn } from '../faults/holds.ts'
import { stringsIn } from '../grounds/fiction/leak.ts'
import { readJson } from '../observations/documents/value.ts'
import { unmarked } from '../tree/cut.ts'
import type { Branch, Step } from '../tree/model.ts'
import { keyLines } from './key-lines.ts'
import { cutMiddle } from './told-turns.ts'

/** Which part of an instruction came from where, and why where it is not what was asked for. */
export const InducedPart = z.strictObject({
  part: z.enum(['state', 'summary', 'controls', 'end']),
  by: z.enum(['recording', 'template', 'model']),
  note: z.string()
})
export type InducedPart = z.infer<typeof InducedPart>

/** What one turn has to show for the walk to go on, and what it must not show yet. */
export interface TurnControl {
  turn: number
  shows: string[]
  withholds: string[]
}

export interface Induced {
  state: string
  summary: string
  /** Of turns that show or withhold something. */
  turns: { turn: number; instruction: string }[]
  end: string
  parts: InducedPart[]
}

type Walk = Pick<Branch, 'setup'> & { chain: readonly Step[] }

// Of each turn in a summary: enough for a record, little of a page.
const MOST_SUMMED = 400
// More values than a model keeps in mind in one turn.
const MOST_VALUES = 12
const LONGEST_VALUE = 60

/** What each turn of the walk shows and withholds. A value counts where a later action, or the end, needs it and nothing told it before. */
export function controlsOf({ setup, chain }: Walk): TurnControl[] {
  const texts = chain.map(({ observation }) => unmarked(observation.text))
  const told = [setup.task ?? '', setup.initialState]
  const first = new Map<string, number>()
  for (const [index, { action }] of chain.entries()) {
    for (const value of valuesIn(action)) {
      if (first.has(value) || told.some((text) => has(text, value))) continue
      const at = texts.findIndex((text, turn) => turn < index && has(text, value))
      if (at >= 0) first.set(value, at)
      else told.push(value)
    }
  }
  return chain.map((_, index) => {
    const values = [...first]
    return {
      turn: index + 1,
      shows: values.flatMap(([value, at]) => (at === index ? [value] : [])).slice(0, MOST_VALUES),
      withholds: values.flatMap(([value, at]) => (at > index ? [value] : [])).slice(0, MOST_VALUES)
    }
  })
}

/** The first value that the walk needs and that no turn before shows without withholding it; `null` where it can be walked. */
export function unsolved({ setup, chain }: Walk, controls: readonly TurnControl[]): string | null {
  for (const { turn, shows, withholds } of controls) {
    const both = shows.find((value) => withholds.includes(value))
    if (both !== undefined) return `turn ${turn} is to show and to withhold "${both}"`
  }
  for (const { turn, shows } of controlsOf({ setup, chain })) {
    const lost = shows.find((value) => controls.find((one) => one.turn === turn)?.withholds.includes(value))
    if (lost !== undefined) return `turn ${turn} withholds "${lost}", which a later action needs`
  }
  return null
}

/** @throws Error for a walk without turns, which says nothing of a world */
export function induced(walk: Walk): Induced {
  const { setup, chain } = walk
  const domain = findDomain(setup.domain)
  const texts = chain.map(({ observation }) => unmarked(observation.text))
  const labels = chain.map(({ action }, index) => labelOf(domain, action, texts[index - 1] ?? setup.initialState))
  const seen = texts.map((text, index) => `- ${labels[index]}: ${cutMiddle(text.trim(), MOST_SUMMED)}`)
  const stated = setup.initialState.trim()
  // What was typed is shown whether it succeeds or not.
  const printed = printedIn({ domain, setup, chain, turn: chain.length, past: () => [] })
  const [goal = cutMiddle((texts.at(-1) ?? '').trim(), MOST_SUMMED)] = keyLines(printed)
  return {
    state: stated || `Before the first action this is known:\n${seen[0] ?? ''}`,
    summary: `What actions show in this environment, as it was recorded:\n${seen.join('\n')}`,
    turns: controlsOf(walk).flatMap((control) => {
      const instruction = controlTold(control)
      return instruction ? [{ turn: control.turn, instruction }] : []
    }),
    end: `Answer each action with what it asks for and nothing more. The task is done when an answer shows: ${goal}`,
    parts: [
      {
        part: 'state',
        by: stated ? 'recording' : 'template',
        note: stated ? '' : 'The recording has no initial state.'
      },
      { part: 'summary', by: 'template', note: '' },
      { part: 'controls', by: 'template', note: '' },
      { part: 'end', by: 'template', note: '' }
    ]
  }
}

function controlTold({ shows, withholds }: TurnControl): string {
  const list = (values: string[]) => values.map((value) => JSON.stringify(value)).join(', ')
  const parts = [
    shows.length > 0 && `The answer shows ${list(shows)}.`,
    withholds.length > 0 && `It does not show ${list(withholds)} yet: only a later action does.`
  ]
  return parts.filter(Boolean).join(' ')
}

const Written = z.object({
  summary: z.string().min(1).max(8000),
  controls: z.array(z.object({ turn: z.int(), instruction: z.string().min(1).max(2000) })).max(1000),
  end: z.string().min(1).max(2000)
})

/** What a model is asked to write better. Its schema is JSON's. */
export const inductionQuestion = (walk: Walk, made: Induced, seed: number) => ({
  system:
    'You write instructions for a simulator of an environment, from a recorded walk through it. Keep every value that is quoted exactly as it is. Invent nothing.',
  prompt: [
    `The task: ${walk.setup.task ?? 'none was given'}`,
    `The initial state: ${cutMiddle(made.state, 4000)}`,
    made.summary.slice(0, 12_000),
    `Controls by turn, which withhold what comes later:\n${made.turns.map(({ turn, instruction }) => `${turn}: ${instruction}`).join('\n')}`,
    `The end: ${made.end}`,
    'Write "summary": what this environment holds, as a description without turns. Write "controls": for each of these turns the same in your words, with the same quoted values. Write "end": the state that is required at the end.'
  ].join('\n\n'),
  schema: z.json().parse(z.toJSONSchema(Written)),
  seed
})

/** Takes over what a model wrote, part by part; a part that loses a value stays as it was, and says why. */
export function written(walk: Walk, made: Induced, answer: string): Induced {
  const read = Written.safeParse(readJson(answer)?.value)
  const instead = (why: string) => made.parts.map((one) => (one.part === 'state' ? one : { ...one, note: why }))
  if (!read.success) return { ...made, parts: instead('The model gave no answer that can be read.') }
  const { summary, controls, end } = read.data
  const byTurn = new Map(controls.map(({ turn, instruction }) => [turn, instruction]))
  const all = controlsOf(walk).filter(({ shows, withholds }) => shows.length + withholds.length > 0)
  const lost = all.find(({ turn, shows, withholds }) =>
    [...shows, ...withholds].some((value) => !has(byTurn.get(turn) ?? '', value))
  )
  const goal = /shows: (.*)$/s.exec(made.end)?.[1] ?? ''
  const keepsEnd = has(end, goal)
  return {
    ...made,
    summary,
    turns: lost ? made.turns : all.map(({ turn }) => ({ turn, instruction: byTurn.get(turn) ?? '' })),
    end: keepsEnd ? end : made.end,
    parts: made.parts.map((one) => {
      if (one.part === 'summary') return { ...one, by: 'model' as const }
      if (one.part === 'controls')
        return lost
          ? { ...one, note: `The model lost a value of turn ${lost.turn}.` }
          : { ...one, by: 'model' as const }
      if (one.part === 'end')
        return keepsEnd
          ? { ...one, by: 'model' as const }
          : { ...one, note: 'The model lost the line that ends the task.' }
      return one
    })
  }
}

/** Words of an action that name something: with a figure, or longer than words of grammar are. */
function valuesIn(action: Step['action']): string[] {
  const words = stringsIn(action).flatMap((text) =>
    text.length <= LONGEST_VALUE && text.length > 2 ? [text] : text.split(/\s+/)
  )
  const plain = words.map(bared)
  return [...new Set(plain)].filter(
    (word) => word.length > 2 && word.length <= LONGEST_VALUE && /[\p{N}\p{L}]/u.test(word)
  )
}

/** Without what is neither letter nor figure at its ends; a path begins with its slash. */
function bared(word: string): string {
  const signs = [...word]
  const from = signs.findIndex((sign) => /[\p{L}\p{N}/]/u.test(sign))
  const to = signs.findLastIndex((sign) => /[\p{L}\p{N}]/u.test(sign))
  return from < 0 ? '' : signs.slice(from, to + 1).join('')
}

const has = (text: string, value: string): boolean => value !== '' && text.toLowerCase().includes(value.toLowerCase())
