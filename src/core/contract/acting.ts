// How an agent acts in its world: tools, commands of a shell, keystrokes.
import { z } from 'zod'
import { Previewed } from '../control/agents/previewed.ts'
import { JsonValue } from '../text/json.ts'
import { StepId } from '../tree/model.ts'
import { Observed, Visitor } from './agents.ts'
import { AGENTS } from './entry.ts'

export const actingStreams = {
  /** One call of a tool by an agent: one step. Calls of a link are answered one after the other. */
  'agent.act': {
    audience: AGENTS,
    input: Visitor.extend({
      tool: z.string(),
      arguments: z.record(z.string(), JsonValue).default({}),
      /** It is waited for to its end, however long the link's budget is. */
      whole: z.boolean().default(false),
      /** It comes through another door of a world that a program computes; `tool` and `arguments` are as `bodyCall` makes them. */
      body: z.enum(['text', 'http']).exactOptional()
    }),
    event: z.discriminatedUnion('type', [
      /** `characters`: UTF-16 units of the answer so far; 0 while the step waits, or while a model loads or reads. */
      z.strictObject({ type: z.literal('progress'), characters: z.int() }),
      /** Always last. */
      Observed.extend({ type: z.literal('observed') })
    ])
  },
  /** What the call of a tool would come to, on a branch of its own: the agent's does not move. @throws busy when no preview is left here */
  'agent.preview': {
    audience: AGENTS,
    input: Visitor.extend({ tool: z.string(), arguments: z.record(z.string(), JsonValue).default({}) }),
    event: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('progress'), characters: z.int() }),
      /** Always last. */
      Previewed.extend({ type: z.literal('previewed') })
    ])
  },
  /** A command of a shell, in worlds that have one: what it printed and how it ended. */
  'agent.run': {
    audience: AGENTS,
    input: Visitor.extend({
      command: z.string().min(1),
      /** The command runs already: these keys are for it, in the place of typing it; `''` waits. Only where the shell takes keystrokes. */
      keys: z.string().exactOptional(),
      /** How long to wait for its end, in the world's own time; as long as is usual there when left out. */
      seconds: z.number().min(0).max(3600).exactOptional(),
      /**
       * Where commands are computed: the shell that lives on, by its name, or a shell of its own beside all of them. A predicted world has one
       * shell, or one for each command.
       */
      session: z.string().max(200).exactOptional(),
      /** That shell is a new one, under a name of its own, which the answer tells. */
      fresh: z.literal(true).exactOptional(),
      beside: z.literal(true).exactOptional(),
      /** Where commands are computed: a command that bash cannot parse is not typed, and `misspelt` says what is wrong with it. */
      checked: z.literal(true).exactOptional(),
      /** Whether the exit code is wanted: the world may have to be asked for it in a turn that is not kept. */
      code: z.boolean().default(true)
    }),
    event: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('progress'), characters: z.int() }),
      /**
       * Always last. `by`: who said the exit code: `known` to what executed the command; else it is a guess, from the observation's text, or from
       * a turn that is not kept, which was executed or predicted. `null` where it is not known.
       */
      z.strictObject({
        type: z.literal('ran'),
        /** All that it printed. */
        output: z.string(),
        /** The same by stream; `null` where the world does not tell them apart. */
        streams: z.strictObject({ stdout: z.string(), stderr: z.string() }).nullable(),
        exitCode: z.int().nullable(),
        by: z.enum(['known', 'observation', 'executed', 'predicted']).nullable(),
        /** The command has not ended, or was ended because it took too long. */
        running: z.boolean(),
        /** The output and the end are read off the text of a model, or of a step whose text was changed: a guess. */
        guessed: z.boolean(),
        /** A shell reads the next command; `null` where nobody knows. */
        ready: z.boolean().nullable(),
        /** The shell ended, and another one is in its place. */
        restarted: z.boolean(),
        /** The shell that lives on, where the command ran in one. */
        session: z.string().nullable(),
        /** What of the output is not here, in a sentence; `''`: nothing. */
        note: z.string(),
        /** What the shell says against a command that is none; nothing was done. */
        misspelt: z.string().nullable(),
        /** `null` where no step was made. */
        step: StepId.nullable()
      })
    ])
  },
  /** Keystrokes for the program in front, in worlds whose shell takes them: what is on the screen then. `C-c` and its like by themselves. */
  'agent.keys': {
    audience: AGENTS,
    input: Visitor.extend({ keys: z.array(z.string()).min(1), seconds: z.number().min(0).max(3600).default(1) }),
    event: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('progress'), characters: z.int() }),
      /** Always last. */
      Observed.extend({ type: z.literal('observed') })
    ])
  }
}
