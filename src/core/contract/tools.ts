// Definitions of tools, from a text or from an MCP server.
import { z } from 'zod'
import { FictionUse } from '../tree/fiction.ts'
import { Tool } from '../tree/model.ts'
import { DefinitionsText } from './files.ts'

/** An MCP server to be asked: a program to start, or an address. */
export const ToolServer = z.union([
  z.strictObject({
    command: z.string().min(1),
    args: z.array(z.string()).default([]),
    /** Beside the few variables that every program needs; Orrery's own are not handed on. */
    env: z.record(z.string(), z.string()).default({}),
    /** Folder it is started in; default: the one Orrery runs in. */
    cwd: z.string().min(1).optional()
  }),
  z.strictObject({
    url: z.url({ protocol: /^https?$/, error: 'an address begins with http:// or https://' }),
    headers: z.record(z.string(), z.string()).default({})
  })
])
export type ToolServer = z.input<typeof ToolServer>

/** Tools, and in a sentence each what could not be taken. */
const ReadTools = z.strictObject({ tools: z.array(Tool), problems: z.array(z.string()) })

export const toolCalls = {
  /**
   * Tool definitions in a text: JSON of any usual shape, or an OpenAPI document as JSON or YAML. `files` came with the text, called `name`:
   * the document refers to them. All paths start from one folder.
   */
  'tools.read': {
    input: z.strictObject({
      text: DefinitionsText,
      name: z.string().max(1000).default(''),
      files: z
        .array(z.strictObject({ path: z.string().max(1000), text: DefinitionsText }))
        .max(500)
        .default([])
    }),
    output: ReadTools
  },
  /** What each tool of such a world takes of every prompt: characters, and tokens where a loaded model counts. */
  'tools.cost': {
    input: z.strictObject({
      domain: z.string(),
      template: z.string().default('auto'),
      tools: z.array(Tool),
      hideOutputSchemas: z.boolean().default(false)
    }),
    output: z.strictObject({ characters: z.array(z.int()), tokens: z.array(z.int()).nullable() })
  },
  /** Tables and verbs that tools seem to want, as declared data to be edited. Rows come from tables in the initial state and from a fictional world. */
  'tools.declare': {
    input: z.strictObject({
      tools: z.array(Tool),
      initialState: z.string().default(''),
      fiction: FictionUse.pick({ name: true, hash: true }).exactOptional()
    }),
    output: z.strictObject({
      /** `null` where no tool keeps rows. */
      yaml: z.string().nullable(),
      tables: z.array(z.strictObject({ one: z.string(), verbs: z.array(z.string()) })),
      /** Names of the tools that are left to the model. */
      left: z.array(z.string())
    })
  }
}

export const toolStreams = {
  /** Starts or reaches an MCP server, asks what tools it has, and leaves it. None of them is called. */
  'tools.ask': {
    input: ToolServer,
    event: z.discriminatedUnion('type', [
      /** The person at the machine is asked whether the program may start; `text` says where. */
      z.strictObject({ type: z.literal('confirm'), text: z.string() }),
      z.strictObject({ type: z.literal('progress'), text: z.string() }),
      ReadTools.extend({
        type: z.literal('tools'),
        server: z.strictObject({ name: z.string(), version: z.string() })
      })
    ])
  }
}
