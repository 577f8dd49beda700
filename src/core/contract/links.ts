// Links: the way of one agent into one world.
import { z } from 'zod'
import { RunJudge } from '../control/ask-judge.ts'
import { Expected } from '../control/expectations.ts'
import { StepId } from '../tree/model.ts'
import { AnsweredBy } from '../tree/origin.ts'
import { Empty, None } from './entry.ts'
import { ToolServer } from './tools.ts'

/** A world's door for agents: whoever knows its secret acts on its branch, and nothing else. */
export const Link = z.strictObject({
  id: z.string(),
  /** Unguessable; the last but one part of the addresses that agents are given. */
  secret: z.string(),
  session: z.string(),
  /** Where its agent acts; another one after a restart. */
  branch: z.string(),
  title: z.string(),
  createdAt: z.int(),
  /** Where a restart begins: the tip of the branch when the link was made. */
  start: StepId.nullable(),
  /** Agents may make links of their own, to branches from where they are. */
  forks: z.boolean(),
  /** Previews that an agent has for each step; 0: none. */
  previews: z.int().min(0).max(100),
  /** Milliseconds after which a call that still runs says so, where the world allows it; `null`: never. */
  budget: z.int().min(100).max(600_000).nullable(),
  /** The link whose agent made it; `null` for those that people made. */
  parent: z.string().nullable(),
  /** The scenario that its world is made from: its checks tell the reward, its `stop` ends an episode. */
  scenario: z.string().nullable().default(null),
  /** Scenarios that its agent may begin as tasks, each in a world of its own. */
  tasks: z.array(z.string()).max(1000).default([])
})
export type Link = z.infer<typeof Link>

/** The real server that answers some of the tools of a link. */
const Passed = z.strictObject({ server: z.string(), tools: z.array(z.string()) })

/** A link as people see it. */
const LinkRow = Link.extend({
  /** By the rules of the branch that its agent is on. */
  answers: AnsweredBy,
  /** Its agent waits: a person has stopped it, or acts in its place. */
  paused: z.boolean(),
  /** Which tools a real server answers; `null`: the world answers all. */
  passed: Passed.nullable(),
  /** The doors that lead into its world, by name, as `DoorsStatus.doors` lists them. */
  doors: z.array(z.string()),
  /** Calls since Orrery was started. */
  calls: z.int(),
  /** Who used it, the newest first. */
  clients: z.array(z.strictObject({ door: z.string(), name: z.string(), lastAt: z.int(), calls: z.int() }))
})
export type LinkRow = z.infer<typeof LinkRow>

export const linkCalls = {
  'links.list': { input: Empty, output: z.array(LinkRow) },
  /** A way in for agents to this branch, from its tip on. */
  'links.create': {
    input: z.strictObject({
      session: z.string(),
      branch: z.string(),
      title: z.string().min(1).max(200).optional(),
      forks: z.boolean().default(false),
      previews: Link.shape.previews.default(0),
      scenario: Link.shape.scenario,
      tasks: Link.shape.tasks,
      // Below the shortest time-out of a client.
      budget: Link.shape.budget.default(4000),
      /** `false`: it ends with this process, and no other one knows it. */
      kept: z.boolean().default(true)
    }),
    output: LinkRow
  },
  /**
   * How right the agents on this branch were about what they said that they expect; `null` where none said it. `judge` is asked once for
   * each: without it, only what can be compared by rule is. @throws OrreryError for a judge that cannot be opened
   */
  'links.expected': {
    input: z.strictObject({ session: z.string(), branch: z.string(), judge: RunJudge.exactOptional() }),
    output: Expected.nullable()
  },
  /** Ends its calls and forgets it, and the links that its agent made. Worlds stay. */
  'links.revoke': { input: z.strictObject({ id: z.string() }), output: None },
  /** A paused agent's calls wait. `step`: lets one of them through. */
  'links.pause': {
    input: z.strictObject({ id: z.string(), paused: z.boolean(), step: z.boolean().default(false) }),
    output: LinkRow
  },
  /** Its agent goes on at the tip of this branch of the same world, under that branch's rules; calls that wait do too. */
  'links.move': { input: z.strictObject({ id: z.string(), branch: z.string() }), output: LinkRow }
}

export const linkStreams = {
  /**
   * From now on a real MCP server answers these tools of a link, until the link or this process ends. It is started or reached as `tools.ask`
   * does it. All other tools stay simulated, and so do forks and previews.
   * @throws OrreryError invalid-input for a tool that is not in both the world and the server, and for a link that makes forks
   */
  'links.passThrough': {
    input: z.strictObject({ id: z.string(), tools: z.array(z.string()).min(1).max(100), server: ToolServer }),
    event: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('confirm'), text: z.string() }),
      z.strictObject({ type: z.literal('progress'), text: z.string() }),
      /** Always last. */
      z.strictObject({ type: z.literal('passing'), link: LinkRow })
    ])
  }
}
