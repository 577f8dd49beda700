// Programs of worlds: reading one, the state that it keeps, what a changed one would answer and change, and its tests.
import { z } from 'zod'
import { JsonValue } from '../text/json.ts'
import { Setup, StepId } from '../tree/model.ts'
import { MOST_PROGRAM, ProgramChoice, ProgramTest, ProgramUse, StateDifference } from '../tree/program.ts'

/** What is wrong with a program, and where: lines and columns count from 1. */
const ProgramFault = z.strictObject({
  line: z.int(),
  column: z.int(),
  reason: z.string(),
  /** Absent: the program's own text. */
  file: z.string().exactOptional()
})

export const programCalls = {
  /** A text as the program of a world, tried once in its sandbox; `null` where something is wrong with it. */
  'programs.read': {
    input: ProgramChoice.pick({ language: true, text: true, files: true }).extend({
      text: z.string().max(MOST_PROGRAM)
    }),
    output: z.strictObject({ program: ProgramUse.nullable(), problems: z.array(ProgramFault) })
  },
  /** What computes a branch keeps after a step, `null` before the first; `null` where nothing computes it that can be shown. */
  'programs.state': {
    input: z.strictObject({ branch: z.string(), at: StepId.nullable() }),
    output: z
      .strictObject({
        /** The program that answers from here on; `null`: the rules are Orrery's own. */
        program: ProgramUse.nullable(),
        /** What answers, in a person's words. */
        title: z.string(),
        /** What the world states, for rules of Orrery's own: pages, tables. A program has it in its text. */
        stated: z.record(z.string(), JsonValue),
        state: z.record(z.string(), JsonValue),
        /** Parts of both that are too large to be shown, by their names, with their characters as JSON. */
        leftOut: z.record(z.string(), z.int())
      })
      .nullable()
  },
  /** What an action would come to under another program, in the state that the branch has at a step. Nothing is kept and no model is asked. */
  'programs.try': {
    input: z.strictObject({
      branch: z.string(),
      at: StepId.nullable(),
      program: ProgramChoice,
      /** As a person would type it. */
      action: z.string().min(1).max(100_000)
    }),
    output: z.strictObject({
      /** `null` where the model would answer, or the program fails. */
      shown: z.string().nullable(),
      changes: z.array(StateDifference),
      problem: z.string().exactOptional()
    })
  },
  /**
   * Which rules ran in each step up to one, of the steps that the branch's program computed. Nothing is kept, and no model is asked.
   * Of a story, the parts of its data that made an answer what it is: where a line was said, what it named, what it was worth.
   */
  'programs.trace': {
    input: z.strictObject({
      branch: z.string(),
      at: StepId.nullable(),
      /** Of a program in JavaScript: its text and files with probes, whose `step` answers `{ran, step}`. */
      probes: ProgramChoice.pick({ text: true, files: true }).nullable()
    }),
    output: z.strictObject({
      /** Parts of declared data, with their lines; `null`: the probes count their own. */
      rules: z
        .array(z.strictObject({ name: z.string(), file: z.string().exactOptional(), line: z.int(), lastLine: z.int() }))
        .nullable(),
      /** By their places among the rules or probes. */
      turns: z.array(z.strictObject({ turn: z.int(), ran: z.array(z.int()) }))
    })
  },
  /**
   * A step as a test: the actions that led to it, what it showed and what it changed, and what the model answered on the way.
   * @throws invalid-input for a step that the program did not answer, and for more actions than a test may have
   */
  'programs.testOf': { input: z.strictObject({ branch: z.string(), at: StepId }), output: ProgramTest }
}

export const programStreams = {
  /**
   * The shortest plan of a world in PDDL from a step to its goal, the cheapest where the problem asks for that. Nothing is kept.
   * @throws invalid-input for a branch whose program is not in PDDL
   */
  'programs.plan': {
    input: z.strictObject({ branch: z.string(), at: StepId.nullable() }),
    event: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('progress'), states: z.int() }),
      /** Always last. */
      z.strictObject({
        type: z.literal('done'),
        /** Actions as the world takes them; `[]` where the goal is reached, `null` where none was found. */
        lines: z.array(z.string()).nullable(),
        /** `none`: there is none; `most`: none was found in so many states. */
        why: z.enum(['none', 'most']).exactOptional(),
        cost: z.number(),
        /** How many were looked at. */
        states: z.int()
      })
    ])
  },
  /**
   * A step that the program left to the model as a rule of it, with a test, by the model in use or by the step alone: one event. It was held against
   * all steps before; nothing is kept.
   * @throws invalid-input for a step that the program answered, and where no rule holds
   */
  'programs.rule': {
    input: z.strictObject({ branch: z.string(), at: StepId, by: z.enum(['model', 'rules']).default('rules') }),
    event: z.strictObject({
      program: ProgramUse,
      test: ProgramTest,
      by: z.enum(['model', 'rules']),
      /** Why a rule of the model was not taken. */
      note: z.string().nullable()
    })
  },
  /** The history of a branch from its beginning under another program; ends at the first step that comes out otherwise. Nothing is kept. */
  'programs.preview': {
    input: z.strictObject({ branch: z.string(), at: StepId.nullable(), program: ProgramChoice }),
    event: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('progress'), done: z.int(), total: z.int() }),
      /** Always last. `null`: every step comes out the same. */
      z.strictObject({
        type: z.literal('done'),
        total: z.int(),
        difference: z
          .strictObject({
            turn: z.int(),
            /** The action in one line. */
            label: z.string(),
            stored: z.string(),
            /** `null` where the model would answer, or the program fails. */
            shown: z.string().nullable(),
            problem: z.string().exactOptional()
          })
          .nullable()
      })
    ])
  },
  /** The tests of the setup's program, in their order, each in a world of its own. No model is asked and nothing is kept. */
  'programs.test': {
    input: z.strictObject({ setup: Setup }),
    event: z.strictObject({
      /** Its place among the tests, from 0. */
      index: z.int(),
      name: z.string(),
      passed: z.boolean(),
      /** What is otherwise: `observation`, or a JSONPath into the state. */
      differences: z.array(z.strictObject({ of: z.string(), expected: z.string(), shown: z.string() })),
      /** Why it could not be played to its end. */
      problem: z.string().exactOptional()
    })
  }
}
