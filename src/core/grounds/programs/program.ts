// What a world's program is: rules that compute what an action comes to, over a state of plain JSON. JavaScript and declared data are both this.
import { z } from 'zod'
import { OrreryError } from '../../errors.ts'
import { PHONE_FORMS } from '../../observations/devices/android-views.ts'
import { DESKTOP_FORMS } from '../../observations/devices/desktop-rows.ts'
import { sentenceOf } from '../../text/issues.ts'
import { JsonValue } from '../../text/json.ts'
import { FileChanges } from '../../tree/ground.ts'
import { Tool } from '../../tree/model.ts'
import type { Json } from '../../tree/ports.ts'

/** The version of this contract. A world's setup names the one that its program was written for. */
export const CONTRACT = 1

/** The ways into a world that a program knows: calls of tools, lines of text, HTTP requests. */
export type ProgramDoor = ProgramEvent['door']

const JsonObject = z.record(z.string(), JsonValue)

/** What the program asked for so far in this step and was given, in the order that it asked. Absent where it asked nothing. */
const answers = z.array(JsonValue).exactOptional()

/** What happens at one of a world's doors. */
export const ProgramEvent = z.discriminatedUnion('door', [
  z.strictObject({ door: z.literal('tools'), tool: z.string(), arguments: JsonObject, answers }),
  z.strictObject({ door: z.literal('text'), text: z.string(), answers }),
  z.strictObject({
    door: z.literal('http'),
    method: z.string(),
    /** From the first slash, without the query. */
    path: z.string(),
    query: z.record(z.string(), z.string()),
    /** Names are in lower case. */
    headers: z.record(z.string(), z.string()),
    body: JsonValue,
    answers
  }),
  /** What is done in a browser. The program never sees it: the browser around it makes requests of it, at the door http. */
  z.strictObject({ door: z.literal('page'), call: z.string(), answers }),
  /** The same on a phone. */
  z.strictObject({ door: z.literal('phone'), call: z.string(), answers }),
  /** The same on a desktop. */
  z.strictObject({ door: z.literal('desktop'), call: z.string(), answers }),
  /** The world's machine changed files that it shares with the program. */
  z.strictObject({ door: z.literal('files'), changed: FileChanges, answers })
])
export type ProgramEvent = z.infer<typeof ProgramEvent>

/** What a program leaves to the model. The step is computed again with the answer in `event.answers`, from the state before it. */
const Ask = z.strictObject({
  /** What the model is to write, in a sentence. */
  about: z.string().min(1).max(4000),
  /** JSON schema of the answer. */
  schema: JsonObject,
  /** The answer where no model may be asked. Absent: then nobody can answer. */
  template: JsonValue.exactOptional()
})

/** What a tool returns, as MCP has it: text alone is one block of text. */
export const ToolAnswer = z.strictObject({
  content: z.array(JsonObject).exactOptional(),
  isError: z.boolean().exactOptional(),
  structuredContent: JsonObject.exactOptional()
})
export type ToolAnswer = z.infer<typeof ToolAnswer>

export const HttpAnswer = z.strictObject({
  status: z.int().min(100).max(599),
  headers: z.record(z.string(), z.string()).exactOptional(),
  body: JsonValue.exactOptional()
})
export type HttpAnswer = z.infer<typeof HttpAnswer>

/** What a step comes to. */
export const ProgramStep = z.strictObject({
  /** The state after it, an object. Absent: as before. */
  state: JsonValue.exactOptional(),
  /** At `tools` a text, a `ToolAnswer`, or any other JSON, which is written as text; at `text` a text; at `http` an `HttpAnswer`. */
  answer: JsonValue.exactOptional(),
  reward: z.number().exactOptional(),
  done: z.boolean().exactOptional(),
  /** The action is refused, in these words. The state stays as before. */
  error: z.string().exactOptional(),
  /** Nothing else counts beside it. */
  ask: Ask.exactOptional()
})
export type ProgramStep = z.infer<typeof ProgramStep>

/** What a program says of its pages: the address where the browser begins, and how pages are told. */
export const PagesView = z.strictObject({
  start: z.url({ protocol: /^https?$/ }),
  /** BrowserGym's tree, or Playwright's snapshot. */
  tells: z.enum(['axtree', 'aria']).default('axtree')
})
export type PagesView = z.infer<typeof PagesView>

const AppView = z.strictObject({
  /** Lower-case letters, digits and dashes. */
  id: z.string().regex(/^[a-z][a-z\d-]{0,39}$/),
  title: z.string().min(1).max(60),
  /** The address of its first page. All pages of that host are the app's. */
  start: z.url({ protocol: /^https?$/ }),
  /** It asks for its pages over the network, and is cut off where the phone is. */
  network: z.boolean().default(false),
  /** It shows an address, and pages of all hosts. */
  browser: z.boolean().default(false),
  /** A terminal on the machine that `views.files` tells of. */
  terminal: z.boolean().default(false),
  /** What it asks to be allowed when it is first opened: `access your contacts`. */
  permission: z.string().min(1).max(200).exactOptional()
})
export type AppView = z.infer<typeof AppView>

/** What a program says of its phone, in a state. The apps' pages are answered at the door http. */
export const PhoneView = z.strictObject({
  apps: z.array(AppView).min(1).max(40),
  /** The time that its clock shows, ISO. */
  now: z.string().default('2026-01-01T09:00:00Z'),
  online: z.boolean().default(true),
  landscape: z.boolean().default(false),
  /** In percent. */
  battery: z.int().min(0).max(100).default(84),
  notifications: z
    .array(z.strictObject({ app: z.string(), title: z.string(), text: z.string(), to: z.string() }))
    .max(100)
    .default([]),
  /** The app that is open at the beginning. Absent: the launcher is shown. */
  opens: z.string().exactOptional(),
  /** How it is told, where the world has no first screen. */
  tells: z.enum(PHONE_FORMS).default('android-elements')
})
export type PhoneView = z.infer<typeof PhoneView>

/** What a program says of its desktop, in a state. The pages of its windows are answered at the door http. */
export const DesktopView = z.strictObject({
  apps: z.array(AppView).min(1).max(14),
  /** The time that its clock shows, ISO. */
  now: z.string().default('2026-01-01T09:00:00Z'),
  /** The apps whose windows are open at the beginning, the last one in front. */
  opens: z.array(z.string()).max(12).default([]),
  tells: z.enum(DESKTOP_FORMS).default('osworld-table')
})
export type DesktopView = z.infer<typeof DesktopView>

/** What a program says of its machine, in a state. What the machine changes comes back at the door files. */
export const FilesView = z.strictObject({
  /** The folder that both share, from the root of the machine. */
  home: z.string().regex(/^(?:\/[\w@.+-]{1,100}){1,10}$/, 'a folder from the root, such as /home/ada'),
  /** What the machine is like, as the initial state of a terminal says it. */
  about: z.string().max(20_000).default(''),
  /** Texts by path below `home`. A path that ends with a slash is a folder; one in which something lies need not be there. */
  files: z.record(z.string(), z.string()),
  /** The tools that work on the machine, by name. Absent: all that a machine has. */
  tools: z.array(z.string()).min(1).exactOptional()
})
export type FilesView = z.infer<typeof FilesView>

/** @throws OrreryError engine-failed for what is no such view */
export function filesView(said: unknown): FilesView {
  const { data, error } = FilesView.safeParse(said)
  if (data) return data
  const why = sentenceOf(error, { value: said, schema: FilesView })
  throw new OrreryError('engine-failed', `What views.files says of the machine does not fit the contract: ${why}`)
}

const Route = z.strictObject({ method: z.string(), path: z.string(), about: z.string().exactOptional() })

/** What can be done in a state. What is left out is none. */
export const ProgramActions = z.strictObject({
  tools: z.array(Tool).exactOptional(),
  /** Lines that the text door takes now. */
  commands: z.array(z.string()).exactOptional(),
  routes: z.array(Route).exactOptional()
})
export type ProgramActions = z.infer<typeof ProgramActions>

/** Each function depends on nothing but what it is given, and changes none of it. */
export interface WorldProgram {
  version: typeof CONTRACT
  /** The state before the first step, an object. */
  init(seed: string): Json
  actions(state: Json): ProgramActions
  /** What is seen through a door; `undefined` where the world has no such door. */
  view(door: ProgramDoor, state: Json): Json | undefined
  /** `undefined`: the program does not handle it, and the model answers. */
  step(state: Json, event: ProgramEvent): ProgramStep | undefined
}
