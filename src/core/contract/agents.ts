// What an agent may ask for beside acting: what its world is, and to begin anew.
import { z } from 'zod'
import { ShownScreen } from '../domains/shown.ts'
import { JsonValue } from '../text/json.ts'
import { Verdict } from '../tree/conditions.ts'
import { StepId, Tool } from '../tree/model.ts'
import { Origin } from '../tree/origin.ts'
import { AGENTS, None } from './entry.ts'

/** How an agent names itself with each call: its link, the way it came, and its own name. */
export const Visitor = z.strictObject({
  link: z.string().max(200),
  door: z.string().max(40),
  client: z.string().max(200).default(''),
  /** What it thought before it acts, where it tells. */
  thought: z.string().max(100_000).exactOptional(),
  /** What it expects of its action, where it tells: a text, or JSON with the fields that it names. */
  expects: JsonValue.exactOptional()
})
export type Visitor = z.infer<typeof Visitor>

/** How an episode begins. A task begins in a world of its own, whatever `at` says. */
const Begin = { seed: z.int().min(0).exactOptional(), task: z.string().max(200).exactOptional() }

/** What an agent sees of its action. */
export const Observed = z.strictObject({
  text: z.string(),
  ...ShownScreen.shape,
  /** It has not ended: a tool that waits shows the rest. */
  running: z.boolean(),
  /** The action says that the task is done (`true`) or cannot be (`false`). */
  done: z.boolean().nullable(),
  /** What the step was worth; `null` where nothing tells. */
  reward: z.number().nullable(),
  /** The episode is over: by the world or the action, or because the scenario's patience is. */
  ended: z.enum(['terminated', 'truncated']).nullable(),
  /** What the scenario's checks say of the world now; `null` where there are none. */
  verdict: Verdict.nullable(),
  /** `null` where no step was made. */
  step: StepId.nullable(),
  origin: Origin.nullable(),
  /** A real server answered (`links.passThrough`). */
  passed: z.literal(true).exactOptional(),
  /** The tool that the call has made, in a world that makes tools as they are called. */
  made: Tool.exactOptional()
})
export type Observed = z.infer<typeof Observed>

export const agentCalls = {
  /** Nothing, where the link is one. @throws forbidden */
  'agent.check': { audience: AGENTS, input: Visitor, output: None },
  /** What an agent is told of its world. */
  'agent.world': {
    audience: AGENTS,
    input: Visitor,
    output: z.strictObject({
      title: z.string(),
      domain: z.string(),
      /** What is to be achieved; `null` where the world does not say. */
      task: z.string().nullable(),
      tools: z.array(Tool),
      /** A call of a tool that is not listed may add it to the list. */
      makes: z.boolean(),
      /**
       * Commands of a shell can be run (`agent.run`); `null`: not here. `keeps`: what one leaves is there for the next. `keys`: programs in
       * front take keystrokes (`agent.keys`). `computed`: they are executed, so that every byte of what they print counts; else predicted.
       * `shows`: characters of output that are shown whole, about.
       */
      shell: z
        .strictObject({ keeps: z.boolean(), keys: z.boolean(), computed: z.boolean(), shows: z.int() })
        .nullable(),
      /** The tool, and its argument, that takes what a person would type here; `null` where actions are no lines of text. */
      line: z.strictObject({ tool: z.string(), argument: z.string() }).nullable(),
      forks: z.boolean(),
      /** The same seed and actions give the same world. `false`: a model answers that may draw otherwise. */
      seeded: z.boolean(),
      previews: z.int(),
      steps: z.int(),
      /** The task and the rules that are meant for agents, in words; `''` for none. */
      instructions: z.string()
    })
  },
  /** What is there now. */
  'agent.look': { audience: AGENTS, input: Visitor, output: z.strictObject({ text: z.string() }) },
  /** The tasks that can be begun: scenarios, or what the link leads to where it names none. */
  'agent.tasks': {
    audience: AGENTS,
    input: Visitor,
    output: z.array(
      z.strictObject({ name: z.string(), title: z.string(), domain: z.string(), task: z.string().nullable() })
    )
  },
  /** Begins anew where the link began, on a branch of its own; or a task, named as in `agent.tasks`. */
  'agent.restart': {
    audience: AGENTS,
    input: Visitor.extend(Begin),
    output: z.strictObject({ text: z.string() })
  },
  /** Another link, to a branch of its own from here or from where this link began. */
  'agent.fork': {
    audience: AGENTS,
    input: Visitor.extend({ at: z.enum(['here', 'start']).default('here'), ...Begin }),
    output: z.strictObject({ link: z.string(), text: z.string() })
  },
  /** Gives back a link that an agent made. */
  'agent.leave': { audience: AGENTS, input: Visitor, output: None }
}
