// What can be asked of a turn: conditions over its action, its observation and the world's state, and what hangs on them (triggers, checks).
import { z } from 'zod'
import { JsonValue } from '../text/json.ts'
import { MOST_PATTERN, PatternText, TextMatch } from '../text/match.ts'

/** What a JSON value must be like: all of these. Without any: it is there. */
const Value = {
  is: JsonValue.exactOptional(),
  contains: z.string().exactOptional(),
  matches: PatternText.exactOptional(),
  least: z.number().exactOptional(),
  most: z.number().exactOptional(),
  /** Whether it is there at all. */
  exists: z.boolean().exactOptional(),
  /** How many values the path names. */
  count: z.int().min(0).exactOptional()
}

export type ValueMatch = z.infer<z.ZodObject<typeof Value>>

/** A JSONPath (RFC 9535): `$.items[0].id`. */
export const JsonPath = z.string().startsWith('$', 'a JSONPath begins with $, e.g. $.items[0].id').max(MOST_PATTERN)

/** A thing on a screen, by all that is given. */
export const NodeMatch = z.strictObject({
  role: z.string().exactOptional(),
  /** Its name or text. */
  text: TextMatch.exactOptional(),
  value: TextMatch.exactOptional(),
  /** In ARIA's words: `{checked: true}`. */
  states: z.record(z.string(), z.union([z.boolean(), z.string()])).exactOptional()
})
export type NodeMatch = z.infer<typeof NodeMatch>

/** A turn seen from another one: `-1` is the one before, `1` the world's first. */
const TurnRef = z.int().refine((turn) => turn !== 0, 'turns count from 1; -1 is the turn before')

/**
 * A condition on one turn of a world. A condition that cannot be decided (no JSON where a value of it is asked for, no machine where a
 * file is) does not hold.
 */
export type Condition =
  | { action: TextMatch }
  | { tool: string }
  | ({ argument: string } & ValueMatch)
  | { observation: TextMatch }
  | { printed: TextMatch }
  | ({ json: string } & ValueMatch)
  | { screen: NodeMatch; count?: number; least?: number; most?: number }
  | ({ state: string } & ValueMatch)
  | ({ program: string } & ValueMatch)
  | { file: string; text?: TextMatch; exists?: boolean }
  | { told: string }
  | { fired: string }
  | { error: boolean }
  | { turn: number; holds: Condition }
  | { earlier: Condition }
  | { same: 'observation' | 'action' | (string & {}); as: number }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | { script: string }
  | { rubric: string }

// More than anybody writes by hand; each is looked at on every turn.
const MOST_PARTS = 50
// A page of code.
const LONGEST_SCRIPT = 10_000
// As much as a judge can hold against a run in one answer.
const LONGEST_RUBRIC = 2000

export const Condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    /** The action in one line, as the timeline shows it. */
    z.strictObject({ action: TextMatch }),
    /** The tool that is called: `*` stands for any characters, `?` for one. */
    z.strictObject({ tool: z.string().min(1) }),
    /** A part of the action's JSON. */
    z.strictObject({ argument: JsonPath, ...Value }),
    z.strictObject({ observation: TextMatch }),
    /** What was printed, without the line that was typed and the prompt; the observation where nothing is shown again. */
    z.strictObject({ printed: TextMatch }),
    /** A part of the observation's JSON. */
    z.strictObject({ json: JsonPath, ...Value }),
    /** Things on the observation's screen; without a number: at least one. */
    z.strictObject({
      screen: NodeMatch,
      count: z.int().min(0).exactOptional(),
      least: z.int().min(0).exactOptional(),
      most: z.int().min(0).exactOptional()
    }),
    /** A part of the folded state after the turn. */
    z.strictObject({ state: JsonPath, ...Value }),
    /** A part of what the world's program keeps after the turn. */
    z.strictObject({ program: JsonPath, ...Value }),
    /** A file of the machine after the turn. */
    z.strictObject({
      file: z.string().startsWith('/', 'a path from the root'),
      text: TextMatch.exactOptional(),
      exists: z.boolean().exactOptional()
    }),
    /** Words or a phrase of what the user of the world is told or asked in the turn, whatever the case. */
    z.strictObject({ told: z.string().trim().min(1).max(MOST_PATTERN) }),
    /** A perturbation took part in the turn, by its id or name; `*` for any. */
    z.strictObject({ fired: z.string().min(1) }),
    /** Whether the observation tells of a failure. */
    z.strictObject({ error: z.boolean() }),
    z.strictObject({ turn: TurnRef, holds: Condition }),
    /** It held of a turn before this one. */
    z.strictObject({ earlier: Condition }),
    /** What is the same in this turn as in another: its observation, its action, or a JSONPath into its observation. */
    z.strictObject({ same: z.union([z.enum(['observation', 'action']), JsonPath]), as: TurnRef }),
    z.strictObject({ all: z.array(Condition).max(MOST_PARTS) }),
    z.strictObject({ any: z.array(Condition).max(MOST_PARTS) }),
    z.strictObject({ not: Condition }),
    /** JavaScript in a sandbox without input, output or a clock: the body of a function of `turn` and `turns` that returns a boolean. */
    z.strictObject({ script: z.string().min(1).max(LONGEST_SCRIPT) }),
    /** What a judge is asked of the whole run at its end: the whole of a check's `expect`, and nowhere else. */
    z.strictObject({ rubric: z.string().trim().min(1).max(LONGEST_RUBRIC) })
  ])
)

const Turns = z.union([z.int().min(1), z.array(z.int().min(1)).min(1)])

/**
 * When a perturbation may take part: everything that is given must hold. `tool`, `action` and `observation` say which turns are counted;
 * without them all are.
 */
export const Trigger = z.strictObject({
  tool: z.string().min(1).exactOptional(),
  action: TextMatch.exactOptional(),
  /** Of this turn, and so only for perturbations that change what was observed. */
  observation: TextMatch.exactOptional(),
  /** The world's turn, 1 being the first. */
  turn: Turns.exactOptional(),
  /** Which of the turns that are counted. */
  call: Turns.exactOptional(),
  /** Every nth of the turns that are counted. */
  every: z.int().min(1).exactOptional(),
  /** 0 to 1. The draw depends on the world's seed, the perturbation's name and the turn. */
  probability: z.number().min(0).max(1).exactOptional(),
  /** Only after this perturbation took part in an earlier turn: its id, or its name. */
  after: z.string().min(1).exactOptional(),
  /** Only while this held of the turn before. */
  while: Condition.exactOptional(),
  /** Once it took part, it does so in so many counted turns in a row. */
  for: z.int().min(1).exactOptional(),
  /** At most so many times in all. */
  times: z.int().min(1).exactOptional()
})
export type Trigger = z.infer<typeof Trigger>

/** The paper's axes: whether the world does what it was told (Ctrl), how errors are dealt with (Err), and whether it holds over many turns (LC). */
export const Axis = z.enum(['Ctrl', 'Err', 'LC'])
export type Axis = z.infer<typeof Axis>

/** What a scenario expects of its run. */
export const Check = z.strictObject({
  name: z.string().min(1),
  axis: Axis.default('Ctrl'),
  /** Which turns are looked at: the last, all, at least one, or that turn. */
  at: z.union([z.enum(['end', 'every', 'some']), TurnRef]).default('end'),
  /** Only turns of which this holds. Where none is, the check is inconclusive. */
  when: Condition.exactOptional(),
  expect: Condition,
  /** Whether it also holds without any fault. Default: not where it is about errors (`Err`). */
  baseline: z.boolean().exactOptional()
})
export type Check = z.infer<typeof Check>

/** `inconclusive`: it could not be decided, or what it is about never happened. */
export const Verdict = z.enum(['pass', 'fail', 'inconclusive'])
export type Verdict = z.infer<typeof Verdict>

/**
 * Actions that are previewed before they are taken. What `before` asks of the action is asked of the one that is about to be taken;
 * everything else of the turn before it. Where it cannot be decided, a preview is demanded.
 */
export const Gate = z.strictObject({
  before: Condition,
  /** Previews that an agent has: for each step, or, where success is needed, for the whole episode. */
  previews: z.int().min(0).max(100).default(4),
  /** `preview` (default): the agent asks for one itself. `success`: the world makes one, and takes the action only if it predicts success. */
  needs: z.enum(['preview', 'success']).exactOptional(),
  /** What a predicted turn has to show to be a success. Default: the world's own errors, exit codes and rewards. */
  success: Condition.exactOptional(),
  /** The model predicts, also what the world would compute or has recorded. */
  by: z.literal('model').exactOptional(),
  /** What becomes of the action once the previews of the episode are used up; default: it is taken. */
  spent: z.enum(['act', 'refuse']).exactOptional()
})
export type Gate = z.infer<typeof Gate>

/** The judge that is meant by whatever model answers in the world. */
export const IN_USE = 'in-use'

/** Who judges the rubrics of a scenario and what its agent expected. */
export const JudgeChoice = z.strictObject({
  /** A model of this machine by its id or path, the model in use by its name, or `in-use` for whatever answers in the world. */
  model: z.string().min(1),
  /** Votes for each question; the majority decides. */
  votes: z
    .int()
    .min(1)
    .max(15)
    .refine((votes) => votes % 2 === 1, 'an even number of votes may have no majority; take an odd one')
    .default(3)
})
export type JudgeChoice = z.infer<typeof JudgeChoice>

/** What ends a run, whatever comes first. */
export const Stop = z.strictObject({
  /** So many turns. */
  turns: z.int().min(1).max(10_000).default(50),
  seconds: z.number().positive().exactOptional(),
  /** Tokens generated in all. */
  tokens: z.int().min(1).exactOptional(),
  /** Of the turn that was just taken. */
  when: Condition.exactOptional()
})
export type Stop = z.infer<typeof Stop>

/** What ended a run. `agent`: it said that it has finished. `gave-up`: it gave no more turns that can be used. */
export const Stopped = z.enum(['actions', 'turns', 'seconds', 'tokens', 'condition', 'agent', 'gave-up', 'failed'])
