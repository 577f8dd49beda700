// The texts of a world of PDDL: files of a domain, a problem and perhaps of words, or one game in ALFWorld's form (`game.tw-pddl`).
import { z } from 'zod'
import { OrreryError } from '../../../errors.ts'
import { sentenceOf } from '../../../text/issues.ts'
import { parseJson } from '../../../text/json.ts'
import type { ProgramUse } from '../../../tree/program.ts'
import { type Grammar, readGrammar } from './grammar.ts'
import { placeIn } from './lisp.ts'
import { type PddlFault, type PddlText, readPddl } from './read.ts'
import type { PddlWorld } from './world.ts'

/** ALFWorld's file, with what else may stand in it. */
const Game = z.looseObject({
  pddl_domain: z.string(),
  pddl_problem: z.string(),
  grammar: z.string().optional(),
  /** Lines that reach the goal. */
  walkthrough: z.array(z.string()).nullish(),
  solvable: z.boolean().nullish()
})

export interface PddlGame {
  world: PddlWorld
  /** `null`: the world is told in plain sentences. */
  grammar: Grammar | null
  /** `null`: the files say none. */
  walkthrough: string[] | null
}

const GRAMMAR = /\.twl2?$/i

/** @returns the game, or everything that is wrong with its texts */
export function readGame({ text, files = {} }: Pick<ProgramUse, 'text' | 'files'>): {
  game: PddlGame | null
  faults: PddlFault[]
} {
  if (text.trimStart().startsWith('{')) return fromJson(text)
  const texts: PddlText[] = [{ file: undefined, text }]
  const words: PddlText[] = []
  for (const [file, one] of Object.entries(files)) (GRAMMAR.test(file) ? words : texts).push({ file, text: one })
  return made(texts, words[0] ?? null, null)
}

function fromJson(text: string): ReturnType<typeof readGame> {
  const wrong = (message: string) => ({
    game: null,
    faults: [{ file: undefined, at: { line: 1, column: 1 }, message }]
  })
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof OrreryError)) throw error
    return wrong(`This game is not JSON: ${error.message}`)
  }
  const { data, error } = Game.safeParse(value)
  if (!data) return wrong(`This is no game of ALFWorld's form: ${sentenceOf(error, { value, schema: Game })}`)
  const texts = [
    { file: 'pddl_domain', text: data.pddl_domain },
    { file: 'pddl_problem', text: data.pddl_problem }
  ]
  const words = data.grammar?.trim() ? { file: 'grammar', text: data.grammar } : null
  return made(texts, words, data.walkthrough ?? null)
}

function made(
  texts: readonly PddlText[],
  words: PddlText | null,
  walkthrough: string[] | null
): ReturnType<typeof readGame> {
  const { world, faults } = readPddl(texts)
  const told = [...faults]
  const grammar = words
    ? readGrammar(
        words.text,
        (at, message) => void told.push({ file: words.file, at: placeIn(words.text, at), message })
      )
    : null
  return { game: world && !told.length ? { world, grammar, walkthrough } : null, faults: told }
}
