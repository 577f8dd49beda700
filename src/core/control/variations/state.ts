// Concrete state varied: other names, files, ids and numbers, the same in the world, its script, its answers and its checks.

import { parseJson } from '../../text/json.ts'
import type { Json } from '../../tree/ports.ts'
import type { ScenarioFile } from '../../tree/scenario.ts'
import { endCheck } from '../vary/checks.ts'
import { type Concrete, concreteIn } from '../vary/concrete.ts'
import {
  type Original,
  type Tools,
  UnfitAttempt,
  type VariantTake,
  type Variation,
  type VariedScenario
} from '../vary/original.ts'
import { hasWord, inCaseOf, type Renaming, renamed, renamedIn, textsIn, WORD } from '../vary/rename.ts'
import { wordsLike } from '../vary/words.ts'

export const state: Variation = {
  kind: 'state',
  title: 'Other state',
  description: 'Other names, files, ids and numbers, the same everywhere in the world, its actions and its checks.',
  async vary(original, tools) {
    const { file } = original
    if (file.setup.fiction) {
      const fiction = file.setup.fiction.name
      throw new UnfitAttempt(`Its state is the fictional world "${fiction}", which would have to be varied itself.`, {
        never: true
      })
    }
    if (file.setup.folder)
      throw new UnfitAttempt('Its state is a folder of files, which stay as they are.', { never: true })
    const concrete = concreteIn(original)
    if (!concrete.words.length && !concrete.ids.length) {
      throw new UnfitAttempt('Nothing in it is found to be a name, a file, an id or a number that could be another.', {
        never: true
      })
    }
    return make(original, await renamingOf(original, concrete, tools))
  }
}

/** More at once than anybody can follow. */
const MOST_WORDS = 12
/** So that several variations differ in what they vary, and one that cannot be varied does not spoil them all. */
const SHARE = 0.75
const MOST_SHOWN = 5

async function renamingOf(
  original: Original,
  { words, ids }: Concrete,
  { chance, ask }: Tools
): Promise<Renaming & { byModel: number }> {
  const taken = new Set(textsOf(original).flatMap((text) => text.toLowerCase().match(WORD) ?? []))
  const drawn: Concrete['words'] = []
  for (const one of words.slice(0, MOST_WORDS)) if ((await chance.next()) < SHARE) drawn.push(one)
  const chosen = drawn.length || ids.length ? drawn : [await chance.pick(words)]
  const others = new Map<string, string>()
  for (const { word, what } of chosen) {
    const pool = what === 'number' ? await numbersLike(word, chance) : wordsLike(word.length, { name: what === 'name' })
    const free = pool.filter((one) => !taken.has(one))
    if (!free.length) continue
    const other = await chance.pick(free)
    taken.add(other)
    others.set(word, other)
  }
  const shifts = new Map<string, number>()
  for (const prefix of ids) shifts.set(prefix, 1 + Math.floor((await chance.next()) * 80))
  const invented = ask ? await inventedBy(ask, [...others], taken) : new Map<string, string>()
  return { words: new Map([...others, ...invented]), ids: shifts, byModel: invented.size }
}

async function numbersLike(word: string, chance: Tools['chance']): Promise<string[]> {
  const made: string[] = []
  for (let count = 0; count < 4; count++) {
    let digits = ''
    for (let at = 0; at < word.length; at++)
      digits += String(Math.floor((await chance.next()) * (at ? 10 : 9)) + (at ? 0 : 1))
    made.push(digits)
  }
  return made
}

/** The model's words in the place of those of the lists, as far as they can stand there. */
async function inventedBy(
  ask: NonNullable<Tools['ask']>,
  others: [string, string][],
  taken: ReadonlySet<string>
): Promise<Map<string, string>> {
  const asked = others.filter(([word]) => !/^\d/.test(word))
  if (!asked.length) return new Map()
  const properties = Object.fromEntries(asked.map(([word]) => [word, { type: 'string' }]))
  const schema: Json = {
    type: 'object',
    properties,
    required: asked.map(([word]) => word),
    additionalProperties: false
  }
  const answer = await ask({
    system: 'You invent the details of a simulated computer world. Answer with JSON only.',
    prompt: [
      'Each of these words names a person, a file or a thing in a world. Give for each one other word of the same kind,',
      'in lower-case letters, of about the same length. No two may be the same.',
      ...asked.map(([word, other]) => `- ${word}, for example ${other}`)
    ].join('\n'),
    schema
  })
  const used = new Set(others.map(([, other]) => other))
  const read = entriesOf(answer)
  return new Map(
    asked.flatMap(([word]): [string, string][] => {
      const value = read.get(word)
      const other = typeof value === 'string' ? value.trim().toLowerCase() : ''
      if (!/^[a-z]{3,16}$/.test(other) || taken.has(other) || used.has(other)) return []
      used.add(other)
      return [[word, other]]
    })
  )
}

function entriesOf(answer: string): Map<string, unknown> {
  try {
    return new Map(Object.entries(Object(parseJson(answer))))
  } catch {
    // What is no JSON invents nothing.
    return new Map()
  }
}

function make(original: Original, renaming: Renaming & { byModel: number }): VariedScenario {
  const rename = (take: VariantTake): VariantTake => ({
    ...take,
    answers: take.answers.map(({ action, observation }) => ({
      action: renamedIn(action, renaming),
      observation: renamed(observation, renaming)
    })),
    last: renamed(take.last, renaming)
  })
  const [first, ...rest] = original.takes
  const takes: VariedScenario['takes'] = [rename(first), ...rest.map(rename)]
  const mixed = (take: VariantTake, index: number): VariantTake => ({
    ...take,
    answers: take.answers.map(({ action }, at) => ({
      action,
      observation: original.takes[index]?.answers[at]?.observation ?? ''
    }))
  })
  const [head, ...tail] = takes
  const differs = takes.some(
    (take, index) => take.last !== original.takes[index]?.last || visible(take, original.takes[index])
  )
  const how = howOf(original, renaming)
  if (!differs) throw new UnfitAttempt('The world never shows what would be varied.', { how })
  const { setup, actions, reactions, checks, turns, tries } = original.file
  const { recording: _, ...rules } = setup
  const varied: ScenarioFile = {
    ...original.file,
    setup: {
      ...renamedIn(rules, renaming),
      // Ids of a domain and a template and limits are no state of the world, so a word in them is not renamed.
      ...{ domain: setup.domain, template: setup.template, seed: setup.seed, observationLimit: setup.observationLimit },
      ...(setup.sampling && { sampling: setup.sampling }),
      perturbations: setup.perturbations.map((use) => ({
        ...use,
        options: renamedIn(use.options, renaming),
        ...(use.when && { when: renamedIn(use.when, renaming) })
      })),
      // A recording knows the original's state only.
      recording: null,
      ...(setup.recording !== null && { grounding: 'model' as const })
    },
    ...(actions && { actions: renamedIn(actions, renaming) }),
    reactions: renamedIn(reactions, renaming),
    turns: renamedIn(turns, renaming),
    tries: renamedIn(tries, renaming),
    checks: [
      ...checks.map((check) => ({
        ...check,
        expect: renamedIn(check.expect, renaming),
        ...(check.when && { when: renamedIn(check.when, renaming) })
      })),
      ...shows(original, takes, renaming),
      ...endCheck(takes, { ...setup, initialState: renamed(setup.initialState, renaming) })
    ]
  }
  return { file: varied, takes, how, wrong: [mixed(head, 0), ...tail.map((take, index) => mixed(take, index + 1))] }
}

const visible = (take: VariantTake, other: VariantTake | undefined): boolean =>
  take.answers.some(({ observation }, at) => observation !== other?.answers[at]?.observation)

/** That the world shows the new state where it showed the old one. */
function shows(original: Original, takes: VariedScenario['takes'], { words }: Renaming): ScenarioFile['checks'] {
  const seen = (take: VariantTake, word: string) => take.answers.some(({ observation }) => hasWord(observation, word))
  return [...words]
    .filter(
      ([word, other]) => original.takes.every((take) => seen(take, word)) && takes.every((take) => seen(take, other))
    )
    .slice(0, MOST_SHOWN)
    .flatMap(([, other]) => {
      const forms = [...new Set(takes.map((take) => formOf(take, other)))]
      const [form] = forms
      if (form === undefined || forms.length > 1) return []
      return [
        {
          name: `${form} is shown`,
          axis: 'LC' as const,
          at: 'some' as const,
          expect: { observation: form },
          baseline: true
        }
      ]
    })
}

/** The word as it is first written in the take's answers. */
function formOf({ answers }: VariantTake, word: string): string | undefined {
  for (const { observation } of answers) {
    const found = (observation.match(WORD) ?? []).find((one) => one.toLowerCase() === word)
    if (found !== undefined) return found
  }
  return undefined
}

function howOf(original: Original, { words, ids, byModel }: Renaming & { byModel: number }): string {
  const inText = new Map(
    textsOf(original).flatMap((text) => (text.match(WORD) ?? []).map((word) => [word.toLowerCase(), word]))
  )
  const pairs = [...words].map(([word, other]) => {
    const shown = inText.get(word) ?? word
    return `${shown} → ${inCaseOf(shown, other)}`
  })
  const shifted = [...ids].map(([prefix, by]) => `${prefix}-n → ${prefix}-(n+${by})`)
  return [...pairs, ...shifted, ...(byModel ? [`${byModel} invented by the model`] : [])].join(', ')
}

const textsOf = ({ file, takes }: Original): string[] => textsIn([file, takes])
