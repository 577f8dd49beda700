// Intent rephrased: the same task in other words, and what is searched for in other words where nothing hangs on them.
import { findDomain } from '../../domains/index.ts'
import { isObject, parseJson } from '../../text/json.ts'
import { canonical } from '../../tree/history.ts'
import type { Action } from '../../tree/model.ts'
import { endCheck } from '../vary/checks.ts'
import { goalOf } from '../vary/goal.ts'
import {
  type Original,
  type Tools,
  UnfitAttempt,
  type VariantTake,
  type Variation,
  type VariedScenario
} from '../vary/original.ts'

export const intent: Variation = {
  kind: 'intent',
  title: 'Other words',
  description: 'The same task in other words; queries of searches are worded otherwise too.',
  async vary(original, tools) {
    const { file } = original
    const before = file.setup.task ?? goalOf(file)
    const task = tools.ask ? await byModel(before, tools.ask) : await byRules(before, tools.chance)
    const lost = concreteWords(before).filter((word) => !task.includes(word))
    const how = `task: “${shortened(task)}”`
    if (lost.length)
      throw new UnfitAttempt(`The new words say nothing of ${lost.map((word) => `"${word}"`).join(', ')}.`, { how })
    if (task === before) throw new UnfitAttempt('The new words are the old ones.', { how })
    const worded = (await tools.chance.next()) < HALF ? reworded(original) : original
    const { takes } = worded
    const more = worded === original ? '' : ', queries in other words'
    const { setup, checks, ...rest } = worded.file
    return {
      file: { ...rest, setup: { ...setup, task }, checks: [...checks, ...endCheck(takes, setup)] },
      takes,
      how: how + more
    }
  }
}

const HALF = 0.5
const SHOWN = 80
const shortened = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

/** `{}` stands for the task, `{lower}` for it within a sentence. */
const FRAMES = [
  'Please {lower}',
  'Your task: {lower}',
  'I need your help with this: {lower}',
  'Could you do the following? {}',
  'A colleague asks for this: {lower}',
  'What is to be done: {lower}',
  'When you have a moment: {lower}',
  'Goal: {lower}'
]

/** What a sentence may begin with, each by others. */
const VERBS: [string, string[]][] = [
  ['Find', ['Look up', 'Find out', 'Determine']],
  ['Create', ['Make', 'Set up', 'Add']],
  ['List', ['Show', 'Name', 'Enumerate']],
  ['Delete', ['Remove', 'Get rid of']],
  ['Open', ['Go to', 'Bring up']],
  ['Read', ['Look at', 'Go through']],
  ['Write', ['Put down', 'Note']],
  ['Change', ['Update', 'Edit']],
  ['Buy', ['Purchase', 'Order']],
  ['Send', ['Pass on', 'Dispatch']],
  ['Check', ['Verify', 'Make sure of']],
  ['Fix', ['Repair', 'Correct']],
  ['Turn', ['Switch']],
  ['Tell', ['Say', 'State']]
]

async function byRules(task: string, chance: Tools['chance']): Promise<string> {
  const found = VERBS.find(([verb]) => task.startsWith(`${verb} `))
  const other = found && (await chance.next()) < HALF ? await chance.pick(found[1]) : null
  const text = found && other !== null ? other + task.slice(found[0].length) : task
  const frame = await chance.pick(FRAMES)
  return frame.replace(/\{(?:lower)?\}/g, (mark) => (mark === '{}' ? text : lowered(text)))
}

/** A first word that is an ordinary one begins no sentence any more. */
const lowered = (text: string): string =>
  /^[A-Z][a-z]*(?:\s|$)/.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text

// A task of a few sentences.
const LONGEST = 1000

async function byModel(task: string, ask: NonNullable<Tools['ask']>): Promise<string> {
  const answer = await ask({
    system: 'You rephrase tasks. Names, numbers and file names stay exactly as they are. Answer with JSON only.',
    prompt: `Say this task in other words, as another person would ask for it:\n${task}`,
    schema: {
      type: 'object',
      properties: { task: { type: 'string', minLength: 1, maxLength: LONGEST } },
      required: ['task'],
      additionalProperties: false
    }
  })
  const text = taskIn(answer).trim()
  if (!text) throw new UnfitAttempt('The model gave no task.')
  if (text.length > LONGEST || text.length > 4 * task.length + 100) {
    throw new UnfitAttempt('The model made a task that is many times as long.', { how: `task: “${shortened(text)}”` })
  }
  return text
}

function taskIn(answer: string): string {
  try {
    const value: unknown = parseJson(answer)
    return isObject(value) && typeof value.task === 'string' ? value.task : ''
  } catch {
    // Said below: the model gave no task.
    return ''
  }
}

/** What must stay: words with digits or capitals within a sentence, file names, and what stands in quotes. */
function concreteWords(task: string): string[] {
  const pieces = task.split(/\s/)
  const words = pieces.flatMap((piece, index) => {
    const word = bare(piece)
    const begins = index === 0 || /[.!?:]$/.test(pieces[index - 1] ?? '')
    return /\d|[\w]\.\w|\/|_/.test(word) || (!begins && /^\p{Lu}/u.test(word)) ? [word] : []
  })
  return [...new Set(words)]
}

/** Without what stands around it: quotes, brackets, commas. */
function bare(piece: string): string {
  const characters = [...piece]
  const isPart = (one: string) => /[\p{L}\p{N}]/u.test(one)
  return characters.slice(Math.max(0, characters.findIndex(isPart)), characters.findLastIndex(isPart) + 1).join('')
}

/** Words of a query that find nothing by themselves. */
const LITTLE = new Set('a an the of in on at for to and is are was were what which who how does do'.split(' '))

/** The original with its queries as people type them: without little words, in lower case. The answers are those to the same questions. */
function reworded(original: Original): Original {
  const { file, takes } = original
  const domain = findDomain(file.setup.domain)
  if (!file.actions) return original
  const worded = new Map<string, Action>()
  const actions = file.actions.map((action) => {
    const read =
      typeof action === 'string' ? domain.fromText(action, file.setup as Parameters<typeof domain.fromText>[1]) : action
    const other = withQueries(read)
    if (canonical(other) === canonical(read)) return action
    worded.set(canonical(read), other)
    return other
  })
  if (!worded.size) return original
  const take = (one: VariantTake): VariantTake => ({
    ...one,
    answers: one.answers.map(({ action, observation }) => ({
      action: worded.get(canonical(action)) ?? action,
      observation
    }))
  })
  const [first, ...rest] = takes
  const { recording, ...setup } = file.setup
  const after: VariedScenario['takes'] = [take(first), ...rest.map(take)]
  // A recording knows the old words only.
  const rules = { ...setup, recording: null, ...(recording !== null && { grounding: 'model' as const }) }
  return { ...original, file: { ...file, setup: rules, actions }, takes: after }
}

const QUERY = /^(?:query|queries|q)$/

function withQueries(value: Action): Action {
  if (Array.isArray(value)) return value.map(withQueries)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]): [string, Action] => {
      if (!QUERY.test(key)) return [key, withQueries(one as Action)]
      if (Array.isArray(one)) return [key, one.map((each) => (typeof each === 'string' ? asTyped(each) : each))]
      return [key, typeof one === 'string' ? asTyped(one) : (one as Action)]
    })
  )
}

function asTyped(query: string): string {
  const words = query.split(' ').filter((word) => !LITTLE.has(word.toLowerCase()))
  return words.length ? words.join(' ').toLowerCase() : query
}
