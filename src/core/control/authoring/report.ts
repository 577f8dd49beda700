// A world that is written: what it is written from, what each turn of the work came to, and how it did on turns that were held back.
import { z } from 'zod'
import { JsonValue } from '../../text/json.ts'
import { Tool } from '../../tree/model.ts'
import { ProgramChoice } from '../../tree/program.ts'
import { WrittenTest } from './roles.ts'

export const AuthorMode = z.enum(['full', 'direct', 'single', 'best-of'])
export type AuthorMode = z.infer<typeof AuthorMode>

/** The roles of Agent2World (3.1); `single`: one agent in the place of all of them. */
export const AuthorRole = z.enum(['researcher', 'developer', 'unit', 'play', 'single'])
export type AuthorRole = z.infer<typeof AuthorRole>

export const LeftOutRole = z.enum(['researcher', 'unit', 'play'])

export const AuthorOptions = z.strictObject({
  /** What the world is to be called; a file's name. */
  name: z.string().regex(/^[a-z][a-z\d-]{0,79}$/, 'small letters, digits and "-"'),
  /** Recorded worlds of this data folder; of each the first branch, unless one is named. */
  worlds: z
    .array(z.strictObject({ session: z.string(), branch: z.string().exactOptional() }))
    .max(1000)
    .default([]),
  /** What a person says of the world, and files that they give, each with its name before it. */
  description: z.string().max(200_000).default(''),
  /** Tools of a world of which there is no recording. */
  tools: z.array(Tool).default([]),
  /** The kind of world, where no recording says it. */
  domain: z.string().exactOptional(),
  /** The share of each recording's turns, at its end, that is held back. */
  hold: z.number().min(0).max(0.9).default(0.3),
  /** `rules`: no model is asked. */
  by: z.enum(['rules', 'model']).default('rules'),
  /** The model in use answers the held-back turns too, as a world's model does. */
  modelScore: z.boolean().default(false),
  mode: AuthorMode.default('full'),
  /** Programs that are written apart from each other in the mode `best-of`. */
  best: z.int().min(1).max(32).default(1),
  without: z.array(LeftOutRole).default([]),
  /** The most turns of a role in a row (Agent2World, 4.2). */
  steps: z.int().min(1).max(50).default(10),
  /** How often the program is written again after its tests; absent: 2 of data, 3 of code (Agent2World, 4.2). */
  refinements: z.int().min(0).max(10).exactOptional(),
  /** The most tokens of one answer. */
  maxTokens: z.int().min(64).max(32_768).default(4096),
  seed: z.int().min(0).default(0)
})
export type AuthorOptions = z.infer<typeof AuthorOptions>

/**
 * What is wrong with an answer, as Agent2World (appendix F) counts errors of code: `signature` no rule takes the action; `schema` another form of
 * answer; `dynamics` other values; `chance` another answer when it is played again; `judgement` refused and not, or another reward or end;
 * `invariant` the program fails.
 */
export const ErrorClass = z.enum(['signature', 'schema', 'dynamics', 'chance', 'judgement', 'invariant'])
export type ErrorClass = z.infer<typeof ErrorClass>

const Errors = z.partialRecord(ErrorClass, z.int())

/** How a program did on turns. `right`: exact after the domain's normalisation, or near (1e-3 of each number). */
export const AuthorScore = z.strictObject({
  turns: z.int(),
  right: z.int(),
  exact: z.int(),
  /** Turns whose scene is right whatever it was worth, of text worlds; and those whose reward and end are right. */
  scenes: z.int().exactOptional(),
  worths: z.int().exactOptional(),
  /** Turns that it answers at all. */
  answered: z.int(),
  /** Mean F1 of JSON values, where the truth is JSON. */
  values: z.number().exactOptional(),
  errors: Errors
})
export type AuthorScore = z.infer<typeof AuthorScore>

/** One program that was tried: how it came to be, and how it did on the turns that are shown. */
export const TriedProgram = z.strictObject({
  /** `tables`, `household`, … of induction, `developer 2` of a model. */
  by: z.string(),
  program: ProgramChoice,
  /** On turns that are shown; `null` where there are none. */
  shown: AuthorScore.nullable(),
  /** Of the last of these turns, by a program that the same way made of the ones before: what it is chosen by. Absent: no rule made it. */
  ahead: AuthorScore.exactOptional(),
  /** Why it cannot begin. */
  problem: z.string().exactOptional()
})
export type TriedProgram = z.infer<typeof TriedProgram>

const Failed = z.strictObject({ name: z.string(), why: z.string() })
const Tested = z.strictObject({ passed: z.int(), failed: z.array(Failed) })

/** One answer of the model, and what came of it. */
export const AskedTurn = z.strictObject({
  did: z.literal('asked'),
  role: AuthorRole,
  /** Refinements that were begun, from 0; the turn within the role, from 1; of programs that are written apart which, from 0. */
  round: z.int(),
  step: z.int(),
  writer: z.int(),
  /** The whole answer, and what the role is told back. */
  said: z.string(),
  told: z.string(),
  /** The program as it stands where this turn wrote one that begins. */
  program: ProgramChoice.nullable(),
  /** How it does on the turns that are shown, and the tests that there are. */
  shown: AuthorScore.nullable(),
  tested: Tested.nullable(),
  tests: z.array(WrittenTest).nullable(),
  notes: z.string().nullable(),
  /** The play tester's verdict. */
  passes: z.boolean().nullable(),
  /** The role has ended. */
  over: z.boolean(),
  tokens: z.strictObject({ prompt: z.int(), generated: z.int() }),
  /** Of `ms` those until the model had answered; the rest is what was done with the answer. Absent in turns of earlier versions. */
  modelMs: z.int().exactOptional(),
  ms: z.int()
})
export type AskedTurn = z.infer<typeof AskedTurn>

const Shown = z.strictObject({ turn: z.int(), shows: z.string() })

/** One job of the work, as it is kept. */
export const AuthorTurn = z.discriminatedUnion('did', [
  /** Programs that rules made of the recordings. */
  z.strictObject({ did: z.literal('induced'), attempts: z.array(TriedProgram) }),
  /** Held-back turns played by a program, a look-up, the model. */
  z.strictObject({
    did: z.literal('scored'),
    /** The program that is left, the first of the loop and what induction left; `null` where none begins. */
    program: AuthorScore.nullable(),
    first: AuthorScore.nullable(),
    induced: AuthorScore.nullable(),
    lookup: AuthorScore.nullable(),
    model: AuthorScore.nullable(),
    /** Turns of the first recording in which the program shows what was recorded, and what it shows. */
    checks: z.array(Shown),
    /** Held-back turns in which the last program is right and the first is not, both or neither, and the first alone. */
    against: z.strictObject({ win: z.int(), tie: z.int(), loss: z.int() }).nullable()
  }),
  AskedTurn,
  /** The work was over before this turn. */
  z.strictObject({ did: z.literal('nothing') })
])
export type AuthorTurn = z.infer<typeof AuthorTurn>

export const AuthorReport = z.strictObject({
  name: z.string(),
  title: z.string(),
  /** What it was written from, in words. */
  source: z.string(),
  /** What the scenario of the world says beside its program, and what is done in it: the first recording, as far as it is shown. */
  setup: z.strictObject({ task: z.string().exactOptional() }),
  actions: z.array(JsonValue),
  checks: z.array(Shown),
  domain: z.string(),
  mode: z.string(),
  /** Turns of all recordings; shown to whoever writes; held back; held back and told by what was given, so not counted. */
  turns: z.strictObject({ all: z.int(), shown: z.int(), held: z.int(), told: z.int(), repeated: z.int() }),
  attempts: z.array(TriedProgram.omit({ program: true })),
  /** Which of the attempts is left; `null` where no program begins. */
  chosen: z.string().nullable(),
  program: ProgramChoice.nullable(),
  shown: AuthorScore.nullable(),
  held: z.strictObject({
    program: AuthorScore.nullable(),
    induced: AuthorScore.nullable(),
    first: AuthorScore.nullable(),
    lookup: AuthorScore.nullable(),
    model: AuthorScore.nullable(),
    against: z.strictObject({ win: z.int(), tie: z.int(), loss: z.int() }).nullable()
  }),
  /** Of each round of the loop, the errors of its program on shown turns. */
  rounds: z.array(z.strictObject({ by: z.string(), shown: AuthorScore.nullable(), tested: Tested.nullable() })),
  /** The tests that the unit tester wrote, of the program that is left; `null` where nobody wrote one. */
  tested: Tested.nullable(),
  /** What stays unknown, as the researcher says. */
  unknown: z.array(z.string()),
  /** Turns of a model, by role, with what they took. */
  spent: z.array(
    z.strictObject({
      ...{ role: AuthorRole, turns: z.int(), prompt: z.int(), generated: z.int(), ms: z.int() },
      modelMs: z.int().exactOptional()
    })
  ),
  /** Rows for training: conversations that led somewhere, and pairs of refinements. */
  training: z.strictObject({ rows: z.array(JsonValue), pairs: z.array(JsonValue) }),
  /** What the work came to, in a line. Never "done" for a program that fails. */
  label: z.string()
})
export type AuthorReport = z.infer<typeof AuthorReport>
