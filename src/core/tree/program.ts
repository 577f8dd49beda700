// The program of a world as its setup holds it, and how a step changed the state of one.
import { z } from 'zod'
import { JsonValue } from '../text/json.ts'
import { JsonPath } from './conditions.ts'

// A program of a thousand lines has 50 kB; a Z-machine story has up to 512 kB, in base64. It travels with every export of its world.
export const MOST_PROGRAM = 700_000

/** Who answers what a program asks: the model, after what was answered before; what was answered before alone; nobody. Then the program's template does. */
const AsksWhom = z.enum(['model', 'kept', 'template'])

/**
 * `data`: tables and verbs, or a story, in YAML or JSON. `pddl`: a domain and a problem, or a game in ALFWorld's form. `z-machine`: a
 * story's file (.z3, .z5, .z8) in base64.
 */
const ProgramLanguage = z.enum(['javascript', 'data', 'pddl', 'z-machine'])
export type ProgramLanguage = z.infer<typeof ProgramLanguage>

// Every other file of a program is JavaScript.
const DATA = /\.(?:ya?ml|json)$/i
const PDDL = /\.(?:pddl|tw-pddl|twl2?)$/i
const STORY = /\.z[3458]$/i

/** What a program is written in, by the name of its file. */
export const programLanguage = (file: string): ProgramLanguage =>
  STORY.test(file) ? 'z-machine' : PDDL.test(file) ? 'pddl' : DATA.test(file) ? 'data' : 'javascript'

/** Whether what is written in it is read and not run: rules of our own compute it, and what is wrong is known by line. */
export const isData = (language: ProgramLanguage): language is 'data' | 'pddl' =>
  language === 'data' || language === 'pddl'

export const MOST_TEST_ACTIONS = 1000

/** What a program has to come to after some actions, from the beginning of its world and without a model. */
export const ProgramTest = z.strictObject({
  name: z.string().min(1).max(200),
  /** As the world's domain has them, or lines as a person would type them. */
  actions: z.array(JsonValue).min(1).max(MOST_TEST_ACTIONS),
  /** What stands for a model's answers, by the question. Of other questions the program's template does. */
  answers: z.record(z.string(), JsonValue).exactOptional(),
  /** All that the last action shows. */
  observation: z.string().exactOptional(),
  /** Values of the state after it, by JSONPath; `null` also stands for nothing. */
  state: z.record(JsonPath, JsonValue).exactOptional()
})
export type ProgramTest = z.infer<typeof ProgramTest>

// Paths are told with slashes, and none leads upwards.
const FileName = z
  .string()
  .max(200)
  .regex(
    /^\w[\w.-]*(?:\/\w[\w.-]*)*$/,
    'the name of a file has letters, digits, dots and dashes, and / between folders'
  )

/** The other files of a program, by their paths from its own folder: what code imports, or further parts of the same data. */
export const ProgramFiles = z
  .record(FileName, z.string())
  .refine((files) => Object.keys(files).length <= 50, 'a program has at most 50 other files')
  .refine(
    (files) => Object.values(files).reduce((sum, text) => sum + text.length, 0) <= MOST_PROGRAM,
    `all files of a program have at most ${MOST_PROGRAM} characters`
  )
export type ProgramFiles = z.infer<typeof ProgramFiles>

/** A program of a world. It is part of the world: a changed one makes a new branch. */
export const ProgramUse = z.strictObject({
  language: ProgramLanguage,
  /** Of the contract that it was written for (`grounds/programs/program.ts`). */
  version: z.literal(1),
  text: z.string().min(1).max(MOST_PROGRAM),
  files: ProgramFiles.exactOptional(),
  /** SHA-256 of the text, or of the text and its files. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Absent: `model`. */
  asks: AsksWhom.exactOptional(),
  /** They come with the program, and no step depends on them. */
  tests: z.array(ProgramTest).max(200).exactOptional()
})
export type ProgramUse = z.infer<typeof ProgramUse>

/** A program as it is written down: its hash follows from its text. */
export const ProgramChoice = ProgramUse.extend({
  language: ProgramUse.shape.language.default('javascript'),
  version: ProgramUse.shape.version.default(1),
  hash: ProgramUse.shape.hash.exactOptional()
})
export type ProgramChoice = z.infer<typeof ProgramChoice>

const Key = z.union([z.string().refine((key) => key !== '__proto__', 'no key is named __proto__'), z.int().min(0)])
const at = z.array(Key).max(100)

/** One change of a state, at a path from its root: a value set, a key dropped, or items of a list replaced by others. */
export const StateDifference = z.union([
  z.strictObject({ at, set: JsonValue }),
  z.strictObject({ at, drop: z.literal(true) }),
  z.strictObject({ at, from: z.int().min(0), drop: z.int().min(0), insert: z.array(JsonValue) })
])
export type StateDifference = z.infer<typeof StateDifference>
