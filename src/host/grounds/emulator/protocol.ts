// What the machine's process and its client say to each other. Bytes travel as they are.
import { z } from 'zod'
import { CODES, OrreryError } from '../../../core/errors.ts'

/** The cause of an error: the guest needed more than its budget of instructions or time, and nothing else is wrong with it. */
export const OVER_BUDGET = 'over budget'

const Content = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** One thing for the machine to do. */
const Job = z.discriminatedUnion('do', [
  /**
   * Keys at the console, each with the seconds that are waited; `until`: no longer than until the shell reads the next command. `goesOn`: they
   * belong to the action before, whose whole text is shown. `hidden`: a command of the host's own, of which only the next prompt shows.
   */
  z.object({
    do: z.literal('type'),
    keys: z.array(
      z.object({ keystrokes: z.string(), duration: z.number().min(0), until: z.literal('prompt').optional() })
    ),
    goesOn: z.boolean().optional(),
    hidden: z.boolean().optional()
  }),
  /** Time passes; what the console shows meanwhile is drawn with the next keys. */
  z.object({ do: z.literal('pause'), seconds: z.number().min(0) }),
  /** A command and what it wrote are drawn at the prompt, as if it had been typed there. */
  z.object({ do: z.literal('draw'), command: z.string(), output: z.string() }),
  /** A script for /bin/sh, as root, beside the console. */
  z.object({ do: z.literal('run'), script: z.string() }),
  /** A file, with the folders to it. */
  z.object({ do: z.literal('write'), path: z.string(), mode: z.int(), content: Content }),
  z.object({ do: z.literal('read'), path: z.string() }),
  /** From here on the processor's random numbers are others. `chance`: 32 bits. */
  z.object({ do: z.literal('seed'), chance: z.int() })
])
export type EmulatorJob = z.infer<typeof Job>

const Result = z.discriminatedUnion('did', [
  z.object({
    did: z.literal('type'),
    /** What a terminal agent is shown: from the line that the action began on to the end; where that line is gone, the screen. */
    text: z.string(),
    /** Whether the shell shows its prompt: if not, a program has the console. */
    atPrompt: z.boolean(),
    /** Exit status of the last command that ended, and the folder after it; `null` when none ended. */
    status: z.int().nullable(),
    cwd: z.string().nullable(),
    fullScreen: z.boolean(),
    /** What the commands of the action wrote, without prompt and echo. */
    output: z.string(),
    /** The shell reads the next command. */
    ready: z.boolean(),
    /** The world's own shell ended; its status is not known, and the machine began another one. */
    restarted: z.boolean()
  }),
  z.object({ did: z.literal('pause') }),
  /** `null`: no shell waits at its prompt, and nothing was drawn. */
  z.object({ did: z.literal('draw'), text: z.string().nullable() }),
  z.object({ did: z.literal('run'), status: z.int(), output: z.string() }),
  z.object({ did: z.literal('seed') }),
  z.object({ did: z.literal('write'), error: z.string().nullable() }),
  z.object({ did: z.literal('read'), content: Content.nullable(), error: z.string().nullable() })
])
export type WorkResult = z.infer<typeof Result>

const Done = z.object({
  /** In the order of the jobs. */
  results: z.array(Result),
  /** Nanoseconds of the guest and instructions since power-on. */
  ns: z.number(),
  instructions: z.number()
})
export type EmulatorResult = z.infer<typeof Done>

const id = z.string()

export const ToMachine = z.discriminatedUnion('type', [
  /** `folder`: the image's files. `data`: where states are kept; `cache`: where disk and snapshot are; `most`: bytes of states. */
  z.object({ type: z.literal('open'), id, folder: z.string(), data: z.string(), cache: z.string(), most: z.number() }),
  z.object({
    ...{ type: z.literal('work'), id, from: z.string().nullable(), to: z.string().nullable(), jobs: z.array(Job) },
    passing: z.literal(true).exactOptional()
  }),
  z.object({ type: z.literal('has'), id, keys: z.array(z.string()) }),
  z.object({ type: z.literal('rename'), id, from: z.string(), to: z.string() }),
  z.object({ type: z.literal('cancel'), id })
])
export type ToMachine = z.infer<typeof ToMachine>

export const FromMachine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), id, what: z.string(), done: z.number(), total: z.number() }),
  /** `hash`: of the image and the emulator; states of another hash are of another machine. */
  z.object({ type: z.literal('opened'), id, hash: z.string() }),
  z.object({ type: z.literal('done'), id, done: Done }),
  z.object({ type: z.literal('had'), id, has: z.array(z.boolean()) }),
  z.object({ type: z.literal('renamed'), id }),
  z.object({
    type: z.literal('error'),
    id,
    code: z.enum(CODES),
    message: z.string(),
    cause: z.literal(OVER_BUDGET).exactOptional()
  })
])
export type FromMachine = z.infer<typeof FromMachine>

export const isOverBudget = (error: unknown): boolean => error instanceof OrreryError && error.cause === OVER_BUDGET
