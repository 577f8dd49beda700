// The contract: every call and stream the outside may make, mounted unchanged over IPC, HTTP and the CLI.
import { z } from 'zod'
import { Stop, Stopped, Verdict } from './conditions.ts'
import { CODES } from './errors.ts'
import { FactRow, FictionName, FictionSpec, FictionUse, Leak, Reference, STRATEGIES } from './fiction.ts'
import { Folder, FolderCopy } from './folder.ts'
import { Effect, Grounding, Route } from './ground.ts'
import {
  Action,
  Branch,
  Call,
  Draft,
  Firing,
  NewSetup,
  PerturbationUse,
  Sampling,
  Session,
  Setup,
  SetupChange,
  Step,
  StepEvent,
  StepId,
  StepInput,
  Tool
} from './model.ts'
import { Origin } from './origin.ts'
import { Partings } from './parting.ts'
import { ScenarioFile, ScenarioProblem, ScenarioRow } from './scenario.ts'
import { JsonValue } from './text/json.ts'
import { Varied, VaryOptions } from './variation.ts'

/** How a model is opened: what a person decided; `null` where Orrery chooses what fits this machine. */
export const LoadOptions = z.strictObject({
  /** Tokens of one sequence. */
  contextSize: z.int().min(256).nullable().default(null),
  /** Layers placed on the GPU. */
  gpuLayers: z.int().min(0).nullable().default(null),
  /** How keys and values are kept: q8_0 takes half the memory and costs speed (spec/inference, digest). */
  kvType: z.enum(['f16', 'q8_0']).nullable().default(null),
  /** Worlds that can be predicted at the same time; each has a context of its own. */
  sequences: z.int().min(1).max(64).nullable().default(null),
  /** Layers whose experts stay in RAM, for engines that can do that. */
  cpuExperts: z.int().min(0).nullable().default(null)
})
export type LoadOptions = z.infer<typeof LoadOptions>

/** A model the catalogue or the disk knows. */
export const Model = z.strictObject({
  /** The name to use everywhere: a catalogue id, or the path of a local .gguf. */
  id: z.string(),
  title: z.string(),
  description: z.string(),
  license: z.string(),
  /** Bytes of the download or file. */
  size: z.int(),
  /** Rough bytes of memory to run it with its default context. */
  memory: z.int(),
  sha256: z.string().nullable(),
  /** Absolute path when the file is on this machine. */
  path: z.string().nullable(),
  /** Bytes of an unfinished download that `models.pull` resumes from. */
  partial: z.int(),
  /** It comes with Orrery: nothing to download, and not to be deleted. */
  bundled: z.boolean(),
  active: z.boolean(),
  /** What a person decided for it with `models.configure`. */
  /** The engine that runs its file. */
  runtime: z.string(),
  load: LoadOptions,
  /** How tokens are drawn in worlds that do not say; `null`: as `published`. */
  sampling: Sampling.nullable(),
  published: Sampling
})
export type Model = z.infer<typeof Model>

/** A GGUF model that another program keeps on this machine; `models.use` takes its path, and the file stays where it is. */
export const FoundModel = z.strictObject({
  source: z.enum(['ollama', 'lm-studio', 'hugging-face']),
  /** As that program shows it: `llama3.2:3b`. */
  title: z.string(),
  path: z.string(),
  size: z.int()
})
export type FoundModel = z.infer<typeof FoundModel>

/** What a person decided for all of Orrery. */
export const Preferences = z.strictObject({
  /** The model leaves memory after so many minutes without work, a week at most; `null`: never. */
  idleMinutes: z.int().min(1).max(10_080).nullable()
})
export type Preferences = z.infer<typeof Preferences>

/** Bytes in main memory and on the GPU. */
export const Bytes = z.strictObject({ ram: z.int(), vram: z.int() })
export type Bytes = z.infer<typeof Bytes>

/** Whether a model fits this machine, and how it would be opened: an estimate, made without loading the weights. */
export const Fit = z.strictObject({
  /** All layers on the GPU, some of them, none of them, or not at all. */
  verdict: z.enum(['gpu', 'partial', 'cpu', 'too-big']),
  /** One sentence with the numbers; what to change when it does not fit. */
  reason: z.string(),
  /** What the model would be opened with; what was decided is kept, the rest chosen. */
  options: z.strictObject({
    contextSize: z.int(),
    gpuLayers: z.int(),
    kvType: z.enum(['f16', 'q8_0']),
    sequences: z.int(),
    cpuExperts: z.int()
  }),
  layers: z.int(),
  weights: Bytes,
  /** Keys and values of all sequences, and recurrent state where the architecture has it: at most, when all worlds are as long as may be. */
  cache: Bytes,
  /** Work buffers, at most. */
  buffers: Bytes,
  /** All that is taken for one short world. Further worlds and longer histories take more, up to the sum of the three above. */
  first: Bytes,
  free: Bytes,
  /** Every way to compute that this platform could have: whether it is used, or why it is not. */
  backends: z.array(
    z.strictObject({ name: z.enum(['cuda', 'vulkan', 'metal', 'cpu']), used: z.boolean(), reason: z.string() })
  )
})
export type Fit = z.infer<typeof Fit>

/** What a GGUF file says of itself. */
export const ModelInfo = z.strictObject({
  model: Model,
  /** Its own name and license, where it says them. */
  name: z.string().nullable(),
  license: z.string().nullable(),
  architecture: z.string(),
  parameters: z.int().nullable(),
  /** Tokens it was trained to read. */
  contextLength: z.int().nullable(),
  quantization: z.string(),
  template: z.enum(['standard', 'small']),
  chatTemplate: z.string().nullable()
})
export type ModelInfo = z.infer<typeof ModelInfo>

/** An engine that there is, whether or not it is in use. */
export const EngineRow = z.strictObject({
  /** Stands in calls and settings. */
  id: z.string(),
  title: z.string(),
  /** One sentence for those who choose. */
  description: z.string(),
  /** Who answered, as a step says it. */
  source: z.string(),
  /** What it answers from: a model file, a server, a recording, or nothing at all. */
  takes: z.enum(['file', 'server', 'recording', 'nothing']),
  /** JSON schema of what a person may decide about opening it. */
  form: z.record(z.string(), z.json())
})
export type EngineRow = z.infer<typeof EngineRow>

/** Which engine answers now. */
export const EngineStatus = z.strictObject({
  engine: z.string(),
  /** `null`: no model is in use, and only recorded worlds answer. */
  model: z.string().nullable(),
  state: z.enum(['idle', 'loading', 'ready', 'generating', 'crashed']),
  contextSize: z.int().nullable(),
  /** `cpu`, `cuda`, `vulkan`, `metal`, the name of a server, or `null` before loading. */
  device: z.string().nullable()
})
export type EngineStatus = z.infer<typeof EngineStatus>

/** A step as the timeline lists it: enough for a row, cheap for 100,000. */
export const StepRow = z.strictObject({
  id: StepId,
  parent: StepId.nullable(),
  /** The action in one line of a person's words, e.g. `ls -la`. Things on screens are named in `steps.get`, and numbered in `steps.list`. */
  label: z.string(),
  /** First line of the observation. */
  preview: z.string(),
  /** Characters of the observation. */
  size: z.int(),
  /** Steps from the same parent in this session, beside this one. */
  siblings: z.int(),
  /** Where the answer came from. */
  origin: Origin,
  /** Names of the perturbations that took part; absent where none did. */
  fired: z.array(z.string()).exactOptional(),
  /** What became of a reference answer that stood here; absent where none did. Agents are not told. */
  leak: Leak.exactOptional()
})
export type StepRow = z.infer<typeof StepRow>

/** Where a branch begins: the branch it left, `null` for one from the start, and how many steps they share. */
export const BranchPlace = z.strictObject({ branch: z.string(), parent: z.string().nullable(), at: z.int() })
export type BranchPlace = z.infer<typeof BranchPlace>

/** A terminal's screen after a step (spec/formats 5). */
export const TerminalView = z.strictObject({
  columns: z.int(),
  /** Exactly as many as the terminal has rows, without trailing blanks. */
  rows: z.array(z.string()),
  /** Column and row, from 0. */
  cursor: z.strictObject({ x: z.int(), y: z.int() }),
  /** A full-screen program has the screen. */
  picture: z.boolean(),
  /** What was added since the step before, as Terminus-2 shows it: capped at 10,000 bytes; `null` when it cannot be told, and the screen counts. */
  added: z.string().nullable()
})
export type TerminalView = z.infer<typeof TerminalView>

export const WorldState = z.record(z.string(), z.json())
export type WorldState = z.infer<typeof WorldState>

/** One of the five components of the system prompt, or a turn, with its length. */
export const PromptPart = z.strictObject({
  name: z.enum([
    'task_description',
    'action_space',
    'initial_state',
    'demonstrations',
    'simulation_instruction',
    'turn'
  ]),
  text: z.string(),
  /** Token count; `null` when no engine can count. */
  tokens: z.int().nullable()
})
export type PromptPart = z.infer<typeof PromptPart>

/** The text of a file of records. Twice as much is the longest text that JavaScript can hold. */
export const FileText = text(256, 'Cut the file into several')

/** Tool definitions as text. The largest published API descriptions have a third of it. */
const DefinitionsText = text(32, 'Leave out what the world does not need')

function text(millions: number, way: string) {
  const most = millions * 1024 * 1024
  return z.string().max(most, `the text is too long: ${millions} million characters are the most. ${way}`)
}

/** An export format. */
export const ExporterRow = z.strictObject({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** What somebody wants who exports: to look at it, to train on it, to evaluate, to keep or exchange it. */
  purpose: z.enum(['watch', 'train', 'evaluate', 'keep']),
  extension: z.string(),
  mediaType: z.string(),
  lossless: z.boolean(),
  /** Several sessions are one file, a file each, or the format is always several files. */
  layout: z.enum(['joined', 'apart', 'folder']),
  /** JSON schema of the options. */
  form: z.record(z.string(), z.json())
})
export type ExporterRow = z.infer<typeof ExporterRow>

/** What to export, and how. */
export const ExportInput = z.strictObject({
  sessions: z.array(z.string()).min(1),
  format: z.string().default('orrery'),
  /** Id or title, for formats that hold one branch of a session; default `main`, else the first. */
  branch: z.string().optional(),
  options: z.record(z.string(), z.json()).default({})
})
export type ExportInput = z.input<typeof ExportInput>

/** What an export will be. */
export const ExportPreview = z.strictObject({
  filename: z.string(),
  /** The beginning of the file, or the first record of a format that is no text. */
  head: z.string(),
  /** `head` is not all. */
  truncated: z.boolean(),
  /** What will be lost, a sentence each. */
  losses: z.array(z.string()),
  /** What it holds that not everybody may see, a sentence each. Absent: nothing. */
  warnings: z.array(z.string()).exactOptional(),
  steps: z.int(),
  /** Size of all files together before zipping; an estimate unless `exact`. */
  bytes: z.int(),
  exact: z.boolean()
})
export type ExportPreview = z.infer<typeof ExportPreview>

/** A file to import, as text or as base64. `name` may be a path with `/`, as in a folder. */
export const ImportFile = z.union([
  z.strictObject({ name: z.string().min(1), text: FileText }),
  z.strictObject({ name: z.string().min(1), base64: z.base64() })
])
export type ImportFile = z.infer<typeof ImportFile>

const Counted = z.strictObject({ what: z.string(), count: z.int() })

/** What an import did, or would do. */
export const ImportReport = z.strictObject({
  files: z.array(
    z.strictObject({
      name: z.string(),
      /** The importer, and the format with its version; `null` for a file that no importer knows. */
      importer: z.string().nullable(),
      format: z.string().nullable(),
      sure: z.enum(['certain', 'likely', 'possible']).nullable()
    })
  ),
  worlds: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      domain: z.string(),
      file: z.string(),
      branches: z.int(),
      steps: z.int(),
      /** It was here before: it keeps what it had, and gains what it lacked. */
      known: z.boolean()
    })
  ),
  understood: z.array(Counted),
  /** What was read and has no place in Orrery. */
  dropped: z.array(Counted),
  /** What could not be read. Lines count from 1; `null` where the problem is the file's. */
  problems: z.array(z.strictObject({ file: z.string(), line: z.int().nullable(), reason: z.string() })),
  /** Problems beyond those listed: only the first thousand are. */
  unlisted: z.int(),
  /** Whether it was kept, or only looked at. */
  kept: z.boolean()
})
export type ImportReport = z.infer<typeof ImportReport>

/** One-step fidelity over a set of samples (spec/evaluation, One-step fidelity); all measures 0 to 1. */
export const Scores = z.strictObject({
  samples: z.int(),
  failed: z.int(),
  exactRaw: z.number(),
  exactNormalised: z.number(),
  wordF1: z.number(),
  rougeL: z.number(),
  levenshtein: z.number(),
  /** Medians of an answer, where the file tells: milliseconds, and generated tokens, thinking included. */
  ms: z.number().exactOptional(),
  tokens: z.number().exactOptional()
})
export type Scores = z.infer<typeof Scores>

export const EvalReport = z.strictObject({
  overall: Scores,
  byTask: z.record(z.string(), Scores),
  byKind: z.record(z.string(), Scores),
  /** What was executed and what was predicted, apart. Absent where no ground was asked. */
  byOrigin: z.record(z.string(), Scores).exactOptional()
})
export type EvalReport = z.infer<typeof EvalReport>

// With its endings it is the name of a file, which most systems limit to 255 bytes.
export const LONGEST_NAME = 240

/** Names a run among those of its kind. */
export const RunName = z
  .string()
  .regex(/^[\w.-]+$/, 'letters, digits, dot, dash and underscore only')
  .max(LONGEST_NAME, `a name has ${LONGEST_NAME} characters at most`)

/** A run that was started in this data folder. */
export const RunRow = z.strictObject({
  kind: z.string(),
  name: z.string(),
  /** `stopped`: cancelled, failed or killed before its report; `broken`: its record cannot be read. */
  state: z.enum(['running', 'finished', 'stopped', 'broken']),
  /** Jobs with a result. */
  done: z.int(),
  /** `null` where nobody knows: results from before runs had a record. */
  total: z.int().nullable(),
  /** Unix milliseconds. */
  startedAt: z.int().nullable(),
  /** Where the results are, a JSON line each. */
  output: z.string(),
  /** Why it is broken, or `null`. */
  problem: z.string().nullable()
})
export type RunRow = z.infer<typeof RunRow>

/** Something in a run's options that is not a job; lines count from 1. */
export const RunProblem = z.strictObject({ line: z.int().nullable(), reason: z.string() })
export type RunProblem = z.infer<typeof RunProblem>

/** What happens in a run, in order: `started`, the problems, each job as it ends, then the report. */
export const RunEvent = z.discriminatedUnion('type', [
  /** `known`: jobs that have a result from before. `output`: where results are written. */
  z.strictObject({ type: z.literal('started'), total: z.int(), known: z.int(), output: z.string() }),
  RunProblem.extend({ type: z.literal('problem') }),
  z.strictObject({
    type: z.literal('job'),
    /** From 1, in the order of the options. */
    job: z.int(),
    label: z.string(),
    /** Done before the run was resumed. */
    resumed: z.boolean(),
    /** Why it failed, or `null`. */
    error: z.strictObject({ code: z.enum(CODES), message: z.string() }).nullable(),
    /** As its kind has it. */
    result: z.json(),
    /** Jobs that have ended, of so many. */
    done: z.int(),
    total: z.int()
  }),
  /** Always last. */
  z.strictObject({ type: z.literal('report'), report: z.json(), output: z.string() })
])
export type RunEvent = z.infer<typeof RunEvent>

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

/** A way of asking the model that a world can choose. */
/** A perturbation of the catalogue. */
export const PerturbationRow = z.strictObject({
  name: z.string(),
  title: z.string(),
  /** What happens. */
  description: z.string(),
  /** The weakness of an agent that it exposes. */
  weakness: z.string(),
  kind: z.enum(['explicit', 'implicit']),
  /** How: it answers in the model's place, alters what was observed, instructs the model, or breaks the machine. */
  effects: z.array(z.enum(['answers', 'alters', 'instructs', 'breaks'])),
  /** Ids of the domains whose worlds it can disturb. */
  domains: z.array(z.string()),
  /** The JSON schema of its options. */
  form: z.json(),
  /** Turns that it is shown on; the last one is disturbed. */
  examples: z.array(
    z.strictObject({
      domain: z.string(),
      turns: z.array(z.strictObject({ action: z.string(), observation: z.string() })),
      options: z.json()
    })
  )
})
export type PerturbationRow = z.infer<typeof PerturbationRow>

export const TemplateRow = z.strictObject({
  domain: z.string(),
  name: z.string(),
  /** The model thinks first. */
  thinking: z.boolean(),
  /** It came with a prompt pack of this name. */
  pack: z.boolean(),
  /** The pack has a prompt for judging answers too. */
  judge: z.boolean(),
  /** The name stands for so many variants of the pack, of which the world's seed chooses one. Absent where there is no choice. */
  variants: z.int().exactOptional()
})
export type TemplateRow = z.infer<typeof TemplateRow>

/** What the last answers of a model took, each the median: tokens, milliseconds. */
export const Pace = z.strictObject({
  /** Answers that were counted. */
  answers: z.int(),
  /** To the first generated token. */
  first: z.number(),
  total: z.number(),
  /** Generated tokens, thinking included. */
  tokens: z.number(),
  tokensPerSecond: z.number()
})
export type Pace = z.infer<typeof Pace>

/** What can compute the answers of a world. */
export const GroundRow = z.strictObject({
  /** Stands in calls. */
  id: z.string(),
  title: z.string(),
  /** What the initial state comes to, in the order it is applied. */
  initial: z.array(Effect),
  /** Who answers in a new world that does not say. */
  usual: Grounding,
  /** A world can start with a copy of a folder. */
  copies: z.boolean()
})
export type GroundRow = z.infer<typeof GroundRow>

/** Predictions beside executed answers: how many, the share of them that was exact, and the mean similarity, 0 to 1. */
export const CheckScore = z.strictObject({ checked: z.int(), exact: z.number(), similarity: z.number() })
export type CheckScore = z.infer<typeof CheckScore>

// As much as a scenario's file may have.
const ScenarioText = z.string().max(2 ** 20, 'a scenario has a million characters at most')

/** A fictional world of this data folder. */
const FictionRow = z.strictObject({
  name: z.string(),
  title: z.string(),
  premise: z.string(),
  date: z.string(),
  strategy: z.enum(STRATEGIES).nullable(),
  /** Of its present version. */
  hash: z.string(),
  /** It comes with Orrery: deleting it brings back what it was. */
  shipped: z.boolean(),
  /** Rows that there are, and how many are to be generated. */
  tables: z.array(z.strictObject({ name: z.string(), rows: z.int(), wanted: z.int() }))
})

/** What is wrong with a row of a fiction; rows count from 1. */
const FictionProblem = z.strictObject({
  table: z.string(),
  row: z.int(),
  column: z.string().nullable(),
  message: z.string()
})

/** A kind of fictional world to start from. */
const FictionPreset = z.strictObject({
  name: z.enum(STRATEGIES),
  title: z.string(),
  description: z.string(),
  spec: FictionSpec
})

const FictionFile = z.discriminatedUnion('as', [
  z.strictObject({ name: FictionName, as: z.literal('sqlite') }),
  z.strictObject({ name: FictionName, as: z.literal('csv'), table: z.string() })
])

const BranchView = z.strictObject({ session: z.string(), branch: z.string() })
const Empty = z.strictObject({})
const None = z.null()

/** Who asks: the window, a person at a command line, or an agent that acts in a world. */
export type Audience = 'window' | 'command-line' | 'agent'

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
  /** Its agent waits: a person has stopped it, or acts in its place. */
  paused: z.boolean(),
  /** Which tools a real server answers; `null`: the world answers all. */
  passed: Passed.nullable(),
  /** Calls since Orrery was started. */
  calls: z.int(),
  /** Who used it, the newest first. */
  clients: z.array(z.strictObject({ door: z.string(), name: z.string(), lastAt: z.int(), calls: z.int() }))
})
export type LinkRow = z.infer<typeof LinkRow>

/** A call of an agent, as it went. */
const TrafficRow = z.strictObject({
  at: z.int(),
  link: z.string(),
  door: z.string(),
  client: z.string(),
  /** What was done, in one line. */
  what: z.string(),
  /** Milliseconds: waiting for calls before it, and the world's own. */
  waited: z.int(),
  took: z.int(),
  outcome: z.enum(['answered', 'still-running', 'failed', 'cancelled']),
  /** The step that it made; `null` for none. */
  step: StepId.nullable()
})
export type TrafficRow = z.infer<typeof TrafficRow>

/** What listens for agents. */
const DoorsStatus = z.strictObject({
  /** `http://127.0.0.1:PORT`; `null` while nothing listens. */
  url: z.string().nullable(),
  /** The ways in, each with its address under that of a link: `/w/SECRET/NAME`. */
  doors: z.array(z.strictObject({ name: z.string(), title: z.string(), description: z.string() })),
  /** The ways to the model itself, each with its path, for who sends `key` as `Authorization: Bearer KEY`. */
  model: z.strictObject({
    doors: z.array(z.strictObject({ path: z.string(), title: z.string(), description: z.string() })),
    key: z.string()
  })
})
export type DoorsStatus = z.infer<typeof DoorsStatus>

/** How an agent names itself with each call: its link, the way it came, and its own name. */
const Visitor = z.strictObject({
  link: z.string().max(200),
  door: z.string().max(40),
  client: z.string().max(200).default(''),
  /** What it thought before it acts, where it tells. */
  thought: z.string().max(100_000).exactOptional()
})
export type Visitor = z.infer<typeof Visitor>

/** The door of the agent that is part of Orrery. */
export const BUILT_IN = 'built-in'

/** How an episode begins. A task begins in a world of its own, whatever `at` says. */
const Begin = { seed: z.int().min(0).exactOptional(), task: z.string().max(200).exactOptional() }

/** What an agent sees of its action. */
const Observed = z.strictObject({
  text: z.string(),
  /** The result as JSON where the tool declares a schema that it fits. */
  structured: z.record(z.string(), z.json()).nullable(),
  /** The world says that it failed. */
  error: z.boolean(),
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
  passed: z.literal(true).exactOptional()
})
export type Observed = z.infer<typeof Observed>

/** Who asks for the model itself, without a world: whoever has the key. */
const Keyed = z.strictObject({ key: z.string().max(200) })

/** A question to the model itself. */
const Chat = Keyed.extend({
  messages: z
    .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
    .min(1)
    .max(10_000),
  /** Absent parts are as worlds have them. */
  sampling: Sampling.prefault({}),
  stop: z.array(z.string().min(1)).max(16).default([]),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  /** A JSON schema that the answer has to fit; `null` for any text. */
  schema: z.record(z.string(), z.json()).nullable().default(null)
})

/** What an action would come to, for the agent that thinks of it. */
const Previewed = z.strictObject({
  text: z.string(),
  /** The world would say that it failed. */
  error: z.boolean(),
  /** By rule alone: what the world itself says of the action. */
  verdict: z.enum(['success', 'failure', 'unclear']),
  why: z.string(),
  /** Previews that are left at this step. */
  left: z.int(),
  /** The step on the branch of the preview. */
  step: StepId,
  origin: Origin
})
export type Previewed = z.infer<typeof Previewed>

/** What one entry of the contract says of itself. Without an `audience` it is for people: the window and the command line. */
interface Entry {
  input: z.ZodType
  audience?: readonly Audience[]
}

const PEOPLE: readonly Audience[] = ['window', 'command-line']
const AGENTS: readonly Audience[] = ['agent']

/** Whether `audience` may ask for the entry. Doors mount what their audience may ask for and nothing else (`host/mount.ts`). */
export function isFor(audience: Audience, { audience: allowed = PEOPLE }: Entry): boolean {
  return allowed.includes(audience)
}

/** Calls answer once. */
export const calls = {
  'app.info': {
    input: Empty,
    output: z.strictObject({ version: z.string(), home: z.string(), notice: z.string().nullable() })
  },
  'engine.status': { input: Empty, output: EngineStatus },
  /** Every engine there is; the first of those that take a file or a server is meant where none is named. */
  'engines.list': { input: Empty, output: z.array(EngineRow) },
  'sessions.list': { input: Empty, output: z.array(Session) },
  /** Sampling that is left out is that of the model in use. */
  'sessions.create': {
    input: z.strictObject({ title: z.string().optional(), setup: NewSetup.prefault({ domain: 'terminal' }) }),
    output: z.strictObject({ session: Session, branch: Branch })
  },
  'sessions.open': {
    input: z.strictObject({ session: z.string() }),
    output: z.strictObject({ session: Session, branches: z.array(Branch), drafts: z.array(Draft) })
  },
  'sessions.update': {
    input: z.strictObject({
      session: z.string(),
      title: z.string().min(1).exactOptional(),
      notes: z.string().exactOptional()
    }),
    output: Session
  },
  /** Deletes a world with the links to it: agents are stopped and told. @throws busy while a person's step runs in it */
  'sessions.delete': { input: z.strictObject({ session: z.string() }), output: None },
  /** A new name at a step, with the rules that hold from there on; what `setup` leaves out is inherited. */
  'branches.create': {
    input: z.strictObject({
      session: z.string(),
      branch: z.string(),
      at: StepId.nullable(),
      title: z.string().optional(),
      setup: SetupChange.default({})
    }),
    output: Branch
  },
  /** How the branches hang together; a branch's place never changes. */
  'branches.tree': { input: z.strictObject({ session: z.string() }), output: z.array(BranchPlace) },
  'branches.rename': { input: z.strictObject({ branch: z.string(), title: z.string().min(1) }), output: Branch },
  /** What can compute the answers of a world with this setup, and what its initial state comes to; `null` where only a model can. */
  /** Keeps the files of a folder by their content, for `Setup.folder`. Takes files, never a path: no caller makes the host read its disk. */
  'folders.keep': { input: FolderCopy, output: Folder },
  'grounds.of': { input: z.strictObject({ setup: Setup }), output: GroundRow.nullable() },
  /** The fictional worlds of this data folder and those that ship with Orrery. */
  'fictions.list': { input: Empty, output: z.array(FictionRow) },
  'fictions.presets': { input: Empty, output: z.array(FictionPreset) },
  'fictions.get': {
    input: z.strictObject({ name: FictionName }),
    output: z.strictObject({ hash: z.string(), spec: FictionSpec, problems: z.array(FictionProblem) })
  },
  'fictions.create': { input: z.strictObject({ name: FictionName, spec: FictionSpec }), output: None },
  /** Changes the specification. Columns that are gone take their values along; what no longer fits is reported. */
  'fictions.update': {
    input: z.strictObject({ name: FictionName, spec: FictionSpec }),
    output: z.array(FictionProblem)
  },
  'fictions.delete': { input: z.strictObject({ name: FictionName }), output: None },
  /**
   * Replaces specification and rows by those of an editor. `hash`: the version that was edited; `conflict` where there is another by now.
   * Refused where a table's keys are empty or not unique, since rows could not be told apart; everything else is reported.
   */
  'fictions.save': {
    input: z.strictObject({
      name: FictionName,
      hash: z.string(),
      spec: FictionSpec,
      rows: z.record(z.string(), z.array(FactRow).max(100_000))
    }),
    output: z.strictObject({ hash: z.string(), problems: z.array(FictionProblem) })
  },
  /** A file of it: a SQLite database with the specification, which an import reads back whole, or one table as CSV. */
  'fictions.export': { input: FictionFile, output: ImportFile },
  /** The same as a download: `url` is fetched with GET, once, within a minute. */
  'fictions.download': { input: FictionFile, output: z.strictObject({ name: z.string(), url: z.string() }) },
  /** Rows of the version that a world was made with, named as calls name them: `table/key`. `row` is `null` where there is none. */
  'fictions.facts': {
    input: z.strictObject({ fiction: FictionUse.pick({ name: true, hash: true }), rows: z.array(z.string()).max(100) }),
    output: z.array(z.strictObject({ table: z.string(), key: z.string(), label: z.string(), row: FactRow.nullable() }))
  },
  'fictions.rows': {
    input: z.strictObject({
      name: FictionName,
      table: z.string(),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(1000).default(100)
    }),
    output: z.strictObject({ rows: z.array(FactRow), total: z.int() })
  },
  /** Adds a row (`key: null`), or puts it in place of the row of that key. A row that does not fit is refused. */
  'fictions.putRow': {
    input: z.strictObject({ name: FictionName, table: z.string(), key: z.string().nullable(), row: FactRow }),
    output: None
  },
  'fictions.deleteRow': {
    input: z.strictObject({ name: FictionName, table: z.string(), key: z.string() }),
    output: None
  },
  /** What is wrong with its rows, and with a reference answer: where it stands, and what could not be guarded. */
  'fictions.check': {
    input: z.strictObject({ name: FictionName, reference: Reference.exactOptional() }),
    output: z.strictObject({
      problems: z.array(FictionProblem),
      reveal: z.array(z.string()),
      warnings: z.array(z.string())
    })
  },
  /** Tables from CSV files or SQLite databases: a new fiction, or further tables of one that there is. */
  'fictions.import': {
    input: z.strictObject({
      name: FictionName,
      files: z.array(ImportFile).min(1).max(40),
      title: z.string().min(1).max(200).exactOptional(),
      premise: z.string().max(4000).exactOptional(),
      date: z.iso.date('the date is written YYYY-MM-DD').exactOptional()
    }),
    output: FictionRow
  },
  /** How near the model's predictions came to what was executed in this world; `null` where none was compared. */
  'worlds.score': { input: z.strictObject({ session: z.string() }), output: CheckScore.nullable() },
  /** The rows of a branch from root to tip. */
  'steps.list': { input: BranchView, output: z.array(StepRow) },
  'steps.get': {
    input: z.strictObject({ session: z.string(), step: StepId }),
    output: z.strictObject({ step: Step, calls: z.array(Call), siblings: z.array(StepRow) })
  },
  /** The last `last` whole steps up to `at`, oldest first, and the world state folded over the whole chain. */
  /** Closes the thought of the step in flight on the branch, so that its answer follows. `false` when no step is in flight there. */
  'steps.answerNow': { input: z.strictObject({ branch: z.string() }), output: z.boolean() },
  /** How long answers of this branch have taken: its model, its rule for thinking, its kind of world; `null` when none is known. */
  'steps.pace': { input: z.strictObject({ branch: z.string() }), output: Pace.nullable() },
  'steps.window': {
    input: z.strictObject({ branch: z.string(), at: StepId.nullable(), last: z.int().min(1).max(1000).default(100) }),
    output: z.strictObject({ steps: z.array(Step), state: WorldState, total: z.int() })
  },
  /** What a terminal of 160x40 shows after `at`, and the other ways agents read it; `null` where the world has none. */
  'steps.terminal': {
    input: z.strictObject({ branch: z.string(), at: StepId.nullable() }),
    output: TerminalView.nullable()
  },
  /**
   * Who would answer `action` after `from`, by default the branch's tip. `null` where no ground is asked: in a world that has none, for
   * what is recorded, and for what the tool's own schema refuses. Nothing is executed.
   */
  'steps.route': {
    input: BranchView.extend({
      from: StepId.nullable().optional(),
      action: Action,
      instruction: z.string().default('')
    }),
    output: Route.nullable()
  },
  /** Actions that the branch's recording holds an answer for after `at`. */
  'steps.recorded': {
    input: z.strictObject({ branch: z.string(), at: StepId.nullable() }),
    output: z.array(z.strictObject({ action: Action, label: z.string() }))
  },
  /** What the model would be sent for `action` after `at`, part by part. */
  'prompt.preview': {
    input: z.strictObject({
      branch: z.string(),
      at: StepId.nullable(),
      action: Action.nullable().default(null),
      instruction: z.string().default(''),
      /** Asks for the whole request as well. */
      request: z
        .strictObject({ seed: z.int().min(0).optional(), trace: z.boolean().default(false) })
        .nullable()
        .default(null)
    }),
    output: z.strictObject({
      template: z.string(),
      /** So many of the oldest turns are not told (`compact`); `null` while the model that is to count is not loaded. */
      leftOut: z.int().nullable(),
      /** What the answer is held to. */
      shape: z.strictObject({ tags: z.boolean(), schema: z.json() }),
      parts: z.array(PromptPart),
      total: z.int().nullable(),
      contextSize: z.int().nullable(),
      /** What an engine would be given, without what perturbations would add; `null` unless it was asked for. */
      request: z.json()
    })
  },
  'drafts.delete': { input: z.strictObject({ draft: z.string() }), output: None },
  /** Those that come with Orrery, then people's own; an own one takes the place of ours of the same name. */
  'scenarios.list': { input: Empty, output: z.array(ScenarioRow) },
  /** Another text whenever people's own scenarios may have changed: short enough to ask every few seconds. */
  'scenarios.version': { input: Empty, output: z.string() },
  /** Files that are no scenarios, with what is wrong. They hide no others. */
  'scenarios.broken': {
    input: Empty,
    output: z.array(
      z.strictObject({ name: z.string(), own: z.boolean(), file: z.string(), problems: z.array(ScenarioProblem) })
    )
  },
  /** The JSON schema of a scenario's file. */
  'scenarios.schema': { input: Empty, output: z.record(z.string(), z.json()) },
  /** What is wrong with a text. One with the `name` of an own scenario can include the files beside it. */
  'scenarios.check': {
    input: z.strictObject({ text: ScenarioText, name: z.string().exactOptional() }),
    output: z.strictObject({
      problems: z.array(ScenarioProblem),
      scenario: ScenarioFile.nullable(),
      /** What each of them is called. */
      labels: z.array(z.string()),
      /** How many runs its matrix comes to. */
      variants: z.int()
    })
  },
  'scenarios.read': {
    input: z.strictObject({ name: z.string() }),
    output: z.strictObject({ text: z.string(), file: z.string(), own: z.boolean() })
  },
  /** Writes an own scenario, new or known. A text with problems is kept too; `problems` says which. */
  'scenarios.save': {
    input: z.strictObject({
      name: z.string(),
      text: ScenarioText,
      /** Refuse to replace one that is there. */
      fresh: z.boolean().default(false)
    }),
    output: z.strictObject({ file: z.string(), problems: z.array(ScenarioProblem) })
  },
  /** Only own ones can be deleted. */
  'scenarios.delete': { input: z.strictObject({ name: z.string() }), output: None },
  /** A world as a scenario in YAML: its rules, its actions and checks that hold in it. Nothing is written. */
  'scenarios.ofWorld': {
    input: BranchView.extend({ name: z.string().exactOptional(), title: z.string().min(1).exactOptional() }),
    output: z.strictObject({ name: z.string(), title: z.string(), text: z.string() })
  },
  /** Where the repeats of one variant parted, in the results that a run of scenarios has. */
  'scenarios.partings': {
    input: z.strictObject({ run: RunName, scenario: z.string(), variant: z.string() }),
    output: Partings
  },
  'samples.list': {
    input: Empty,
    output: z.array(
      z.strictObject({
        name: z.string(),
        title: z.string(),
        description: z.string(),
        domain: z.string(),
        /** Recorded from the real thing, or written by a person. */
        origin: z.enum(['recorded', 'authored']),
        steps: z.int()
      })
    )
  },
  /** A world whose recorded actions the replay engine answers; it opens before its first step. */
  'samples.open': {
    input: z.strictObject({ name: z.string() }),
    output: z.strictObject({ session: Session, branch: Branch })
  },
  /** What worlds can be disturbed by, explicit faults first, each with the JSON schema of its options. */
  'perturbations.list': { input: Empty, output: z.array(PerturbationRow) },
  /** Ready lists of perturbations for worlds of a domain. */
  'perturbations.presets': {
    input: z.strictObject({ domain: z.string() }),
    output: z.array(
      z.strictObject({ name: z.string(), title: z.string(), description: z.string(), uses: z.array(PerturbationUse) })
    )
  },
  /** What a perturbation does to one of its examples: the nth from 0, or the first of a domain. Its trigger is left aside. */
  'perturbations.preview': {
    input: z.strictObject({
      use: PerturbationUse,
      domain: z.string().optional(),
      example: z.int().min(0).optional()
    }),
    output: z.strictObject({
      domain: z.string(),
      turns: z.array(z.strictObject({ action: z.string(), observation: z.string() })),
      before: z.string(),
      after: z.string(),
      /** What the model is told, and what is broken, where that is how it works. */
      told: z.array(z.string()),
      /** `null` where the options leave the example alone. */
      firing: Firing.nullable()
    })
  },
  /** Templates by name: those of the domains themselves, then those of prompt packs; of one domain or of all. */
  'templates.list': {
    input: z.strictObject({ domain: z.string().optional() }),
    output: z.array(TemplateRow)
  },
  /**
   * Takes in a prompt pack: `<domain>/system_prompt.txt`, variants of it as `<domain>/system_prompt.VARIANT.txt`, and
   * `<domain>/judge_system_prompt.txt`, at whatever depth; other files are passed over.
   */
  'templates.import': {
    input: z.strictObject({
      name: z.string(),
      files: z
        .array(z.strictObject({ path: z.string(), text: z.string() }))
        .max(1000, 'a pack has at most 1,000 prompts')
    }),
    output: z.strictObject({ name: z.string(), domains: z.array(z.string()), problems: z.array(z.string()) })
  },
  'templates.delete': { input: z.strictObject({ name: z.string() }), output: None },
  /** Tool definitions in a text: JSON of any usual shape, or an OpenAPI document as JSON or YAML. */
  /** `files` came with the text, called `name`: an OpenAPI document refers to them. All paths start from one folder. */
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
  'models.list': { input: Empty, output: z.array(Model) },
  'models.info': { input: z.strictObject({ model: z.string() }), output: ModelInfo },
  /** Whether a model fits this machine and how it would be opened; works for one of the catalogue before it is fetched. */
  'models.fit': { input: z.strictObject({ model: z.string(), options: LoadOptions.prefault({}) }), output: Fit },
  /** Has a catalogue model on disk, a .gguf path, or a server answer from now on; `null` unloads. */
  'models.use': {
    input: z.union([
      z.strictObject({ model: z.string().nullable() }),
      z.strictObject({
        /** One that asks servers. */
        engine: z.string().optional(),
        baseUrl: z.url(),
        model: z.string(),
        apiKey: z.string().optional()
      })
    ]),
    output: EngineStatus
  },
  /** Changes what is given and keeps the rest; `load` is given whole. A model in use is opened anew where that matters. */
  'models.configure': {
    input: z.strictObject({
      model: z.string(),
      runtime: z.string().exactOptional(),
      load: LoadOptions.exactOptional(),
      sampling: Sampling.nullable().exactOptional()
    }),
    output: Model
  },
  /** Deletes a file that Orrery keeps, with its unfinished download; a file elsewhere is only forgotten. */
  'models.delete': { input: z.strictObject({ model: z.string() }), output: None },
  /** Models that other programs keep on this machine, without those that `models.list` has. */
  'models.found': { input: Empty, output: z.array(FoundModel) },
  'settings.get': { input: Empty, output: Preferences },
  'settings.set': { input: Preferences, output: Preferences },
  /** The kinds of runs, each with the JSON schema of its options. */
  'runs.kinds': {
    input: Empty,
    output: z.array(z.strictObject({ name: z.string(), title: z.string(), form: z.record(z.string(), z.json()) }))
  },
  /** The runs of this data folder, of one kind or of all, also those of other processes; those started last come first. */
  'runs.list': { input: z.strictObject({ kind: z.string().optional() }), output: z.array(RunRow) },
  /** What is said of all results of a run that there are, as its kind has it. Nothing is done again. */
  'runs.report': { input: z.strictObject({ kind: z.string(), name: RunName }), output: JsonValue },
  /** Deletes a run with its results. Worlds that it made stay. */
  'runs.delete': { input: z.strictObject({ kind: z.string(), name: RunName }), output: None },
  /** What listens for agents. Opening it again changes nothing. */
  'doors.status': { input: Empty, output: DoorsStatus },
  /** Listens on 127.0.0.1 for agents; without a port on the one of last time, or any that is free. */
  'doors.open': {
    input: z.strictObject({ port: z.int().min(0).max(65_535).optional() }),
    output: DoorsStatus
  },
  /** Ends the calls of all agents and stops listening. Links stay. */
  'doors.close': { input: Empty, output: DoorsStatus },
  /** The last calls of agents, the newest first. */
  'doors.traffic': {
    input: z.strictObject({ link: z.string().optional(), last: z.int().min(1).max(500).default(100) }),
    output: z.array(TrafficRow)
  },
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
      // Below the shortest time-out of a client (spec/doors).
      budget: Link.shape.budget.default(4000),
      /** `false`: it ends with this process, and no other one knows it. */
      kept: z.boolean().default(true)
    }),
    output: LinkRow
  },
  /** Ends its calls and forgets it, and the links that its agent made. Worlds stay. */
  'links.revoke': { input: z.strictObject({ id: z.string() }), output: None },
  /** A paused agent's calls wait. `step`: lets one of them through. */
  'links.pause': {
    input: z.strictObject({ id: z.string(), paused: z.boolean(), step: z.boolean().default(false) }),
    output: LinkRow
  },
  /** Its agent goes on at the tip of this branch of the same world, under that branch's rules; calls that wait do too. */
  'links.move': { input: z.strictObject({ id: z.string(), branch: z.string() }), output: LinkRow },
  /** Nothing, where the link is one. @throws forbidden */
  'agent.check': { audience: AGENTS, input: Visitor, output: None },
  /** The model that answers `agent.answer`; `null` where none is loaded. */
  'agent.model': {
    audience: AGENTS,
    input: Keyed,
    output: z.strictObject({ id: z.string(), contextSize: z.int().nullable(), embeds: z.boolean() }).nullable()
  },
  /** A vector for each text, in order. @throws OrreryError invalid-input where the engine has none */
  'agent.embed': {
    audience: AGENTS,
    input: Keyed.extend({ texts: z.array(z.string().min(1)).min(1).max(2048) }),
    output: z.strictObject({ model: z.string(), vectors: z.array(z.array(z.number())), tokens: z.int() })
  },
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
      previews: z.int(),
      steps: z.int()
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
  'agent.leave': { audience: AGENTS, input: Visitor, output: None },
  'exporters.list': { input: Empty, output: z.array(ExporterRow) },
  /** The beginning of an export, what it will lose, and how large it gets; nothing is written. */
  'exports.preview': { input: ExportInput, output: ExportPreview },
  /** `form` is the JSON schema of the format's options. */
  'importers.list': {
    input: Empty,
    output: z.array(z.strictObject({ name: z.string(), title: z.string(), form: z.record(z.string(), z.json()) }))
  }
} as const

/** Streams answer with events until they end; the caller may cancel at any time. */
export const streams = {
  step: { input: StepInput, event: StepEvent },
  /** One call of a tool by an agent: one step. Calls of a link are answered one after the other. */
  'agent.act': {
    audience: AGENTS,
    input: Visitor.extend({
      tool: z.string(),
      arguments: z.record(z.string(), JsonValue).default({}),
      /** It is waited for to its end, however long the link's budget is. */
      whole: z.boolean().default(false)
    }),
    event: z.discriminatedUnion('type', [
      /** Characters of the answer that there are by now; before the first, what is waited for. */
      z.strictObject({ type: z.literal('progress'), characters: z.int() }),
      /** Always last. */
      Observed.extend({ type: z.literal('observed') })
    ])
  },
  /** An answer of the model itself, without a world. */
  'agent.answer': {
    audience: AGENTS,
    input: Chat,
    event: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text'), text: z.string() }),
      /** Always last. `cut`: it was ended because it had no room left. */
      z.strictObject({
        type: z.literal('answered'),
        model: z.string(),
        tokens: z.strictObject({ prompt: z.int(), cached: z.int(), generated: z.int() }),
        cut: z.boolean()
      })
    ])
  },
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
  },
  /**
   * Lets the built-in agent act on this branch, with the model in use. It comes by a link of its own, which is revoked when it ends: what
   * holds for a link holds for it. Cancelling the stream stops it and its model.
   * @throws OrreryError no-model; not-found for a branch of another world
   */
  'agents.start': {
    input: z.strictObject({
      session: z.string(),
      branch: z.string(),
      /** What it is to achieve; what the world says where it is left out. `''`: nothing, it explores. */
      task: z.string().max(100_000).exactOptional(),
      /** Steps that it takes at most. */
      steps: Stop.shape.turns
    }),
    event: z.discriminatedUnion('type', [
      /** Always first. `link`: its id. */
      z.strictObject({ type: z.literal('started'), link: z.string() }),
      /** What its model says by now; before the first word, it is asked. Those that nobody has read yet are left out. */
      z.strictObject({ type: z.literal('thinking'), text: z.string() }),
      /** What it does now, in one line; `''`: it has finished. */
      z.strictObject({ type: z.literal('thought'), thought: z.string(), what: z.string() }),
      /** What it sees of that. `step`: `null` where none was made. `taken`: steps by now. */
      z.strictObject({
        type: z.literal('acted'),
        text: z.string(),
        error: z.boolean(),
        step: StepId.nullable(),
        taken: z.int()
      }),
      /** Always last. `text`: its answer, or why it ended. `revoked`: somebody took its link away; `deleted`: its world. */
      z.strictObject({
        type: z.literal('ended'),
        reason: z.enum([
          ...Stopped.extract(['agent', 'turns', 'condition', 'gave-up', 'failed']).options,
          'revoked',
          'deleted'
        ]),
        text: z.string(),
        taken: z.int()
      })
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
      /** Whether the exit code is wanted: the world may have to be asked for it in a turn that is not kept. */
      code: z.boolean().default(true)
    }),
    event: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('progress'), characters: z.int() }),
      /** Always last. `by`: who said the exit code; `null` where it is not known. */
      z.strictObject({
        type: z.literal('ran'),
        /** All that it printed. */
        output: z.string(),
        /** The same by stream; `null` where the world does not tell them apart. */
        streams: z.strictObject({ stdout: z.string(), stderr: z.string() }).nullable(),
        exitCode: z.int().nullable(),
        by: z.enum(['observation', 'executed', 'predicted']).nullable(),
        running: z.boolean(),
        step: StepId
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
  },
  /**
   * Imports files and folders: those sent along, and those at `paths` on the host's machine. With `keep: false` it only
   * says what it would do. What was kept before an import is cancelled stays.
   */
  'sessions.import': {
    input: z.strictObject({
      files: z.array(ImportFile).default([]),
      paths: z.array(z.string()).default([]),
      /** An importer for all files; found from each file when left out. */
      format: z.string().optional(),
      title: z.string().optional(),
      options: z.record(z.string(), z.json()).default({}),
      keep: z.boolean().default(true)
    }),
    event: z.discriminatedUnion('type', [
      /** The file being read, its place among all from 1, and the characters read of it. Told while it takes long. */
      z.strictObject({
        type: z.literal('progress'),
        file: z.string(),
        at: z.int(),
        of: z.int(),
        characters: z.int()
      }),
      /** Always last. */
      z.strictObject({ type: z.literal('report'), report: ImportReport })
    ])
  },
  /**
   * Exports sessions to a path on the host's machine, as chunks, or as a download that the window fetches: `file` says from where.
   * Several files are a folder at a path that does not end in `.zip`, and a zip elsewhere. A cancelled export leaves nothing.
   */
  'sessions.export': {
    input: ExportInput.extend({
      to: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('path'), path: z.string().min(1) }),
        z.strictObject({ kind: z.literal('chunks') }),
        z.strictObject({ kind: z.literal('download') })
      ])
    }),
    event: z.discriminatedUnion('type', [
      /** Always first. `url`: where a download is fetched with GET, once, by whoever may call. */
      z.strictObject({
        type: z.literal('file'),
        name: z.string(),
        mediaType: z.string(),
        url: z.string().nullable()
      }),
      z.strictObject({ type: z.literal('progress'), done: z.int(), total: z.int(), bytes: z.int() }),
      z.strictObject({ type: z.literal('chunk'), base64: z.string() }),
      /** `bytes`: of all files, as they were written. */
      z.strictObject({
        type: z.literal('done'),
        bytes: z.int(),
        files: z.int(),
        losses: z.array(z.string()),
        warnings: z.array(z.string()).exactOptional()
      })
    ])
  },
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
  },
  /**
   * Has the engine invent the rows that tables still lack, table by table. Each row is checked; those that do not fit are asked for again,
   * then dropped and reported. What was accepted is kept when the stream is cancelled, and the next call resumes there.
   */
  'fictions.generate': {
    input: z.strictObject({
      name: FictionName,
      /** Only these tables. */
      tables: z.array(z.string()).exactOptional(),
      /** Rows that each of them is to have in the end; default: as the specification says, else 10. */
      rows: z.int().min(1).max(2000).exactOptional(),
      seed: z.int().min(0).default(0)
    }),
    event: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('progress'), table: z.string(), done: z.int(), total: z.int() }),
      z.strictObject({ type: z.literal('dropped'), table: z.string(), row: FactRow, reason: z.string() }),
      /** Always last. */
      z.strictObject({ type: z.literal('done'), rows: z.int(), dropped: z.int() })
    ])
  },
  /**
   * Makes scenarios of one: what is kept validates, the original's answers pass its checks, and changed runs do not. Each is written before it
   * is announced: the same call resumes where a cancelled or killed one was, also with a larger `n`.
   */
  'scenarios.vary': {
    input: VaryOptions,
    event: z.discriminatedUnion('type', [
      /** `run`: its name among the runs of the kind "variations". `known`: scenarios that are there from before. */
      z.strictObject({ type: z.literal('started'), run: z.string(), total: z.int(), known: z.int() }),
      Varied.extend({ type: z.literal('varied'), done: z.int(), total: z.int() }),
      /** Always last. */
      z.strictObject({ type: z.literal('done'), kept: z.int(), dropped: z.int() })
    ])
  },
  'models.pull': {
    input: z.strictObject({ model: z.string() }),
    event: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('source'), source: z.string() }),
      z.strictObject({
        type: z.literal('progress'),
        done: z.int(),
        total: z.int().nullable(),
        bytesPerSecond: z.number()
      }),
      z.strictObject({ type: z.literal('verifying'), done: z.int(), total: z.int() }),
      z.strictObject({ type: z.literal('pulled'), model: Model })
    ])
  },
  /** Loads the model in use now instead of at the next step. */
  'models.load': {
    input: Empty,
    event: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('progress'), done: z.number(), total: z.literal(1) }),
      z.strictObject({ type: z.literal('ready'), status: EngineStatus })
    ])
  },
  /**
   * Starts the run of this name, or resumes it: jobs that have a result are not done again. Every result is written before it is
   * announced, so that a run survives the death of the process. Cancelling the stream stops the run; what is done stays done. A name that
   * was started with other options is refused, and one that is in progress.
   */
  'runs.start': {
    input: z.strictObject({
      kind: z.string(),
      name: RunName,
      /** As the kind's form describes them. */
      options: z.record(z.string(), JsonValue).default({}),
      /** Jobs at once; default: as many as suit the kind. */
      atOnce: z.int().min(1).max(64).optional()
    }),
    event: RunEvent
  }
} as const

export type Calls = typeof calls
export type Streams = typeof streams
export type CallName = keyof Calls
export type StreamName = keyof Streams
/** What a caller may leave out is optional here. */
export type CallInput<K extends CallName> = z.input<Calls[K]['input']>
export type CallOutput<K extends CallName> = z.output<Calls[K]['output']>
export type StreamInput<K extends StreamName> = z.input<Streams[K]['input']>
export type StreamEvent<K extends StreamName> = z.output<Streams[K]['event']>

/** What the host implements and every door mounts: inputs arrive parsed. */
export interface Handlers {
  calls: { [K in CallName]: (input: z.output<Calls[K]['input']>) => CallOutput<K> | Promise<CallOutput<K>> }
  streams: {
    [K in StreamName]: (
      input: z.output<Streams[K]['input']>,
      options: { signal: AbortSignal }
    ) => AsyncIterable<StreamEvent<K>>
  }
  /** Hands out the download that an export offered under this ticket, once; `null` when there is none. */
  download(ticket: string): Download | null
  dispose(): Promise<void>
}

/** A file that is fetched while it is made. Reading it to its end is what makes it. */
export interface Download {
  name: string
  mediaType: string
  bytes: AsyncIterable<Uint8Array>
}

/** What the window has of a door: the preload bridge over IPC, or the HTTP client; both speak this. */
export interface Client {
  call<K extends CallName>(name: K, input: CallInput<K>): Promise<CallOutput<K>>
  /** Throws the OrreryError the stream ended with; aborting `signal` cancels it at the host. */
  stream<K extends StreamName>(
    name: K,
    input: StreamInput<K>,
    options?: { signal?: AbortSignal }
  ): AsyncGenerator<StreamEvent<K>>
}

/** The bridge the preload puts at `window.orrery`: wire values only, both ways. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Reply>
  /** Begins a stream under an id of the caller's choosing; its events arrive at `onEvent` listeners. */
  start(id: string, name: string, input: unknown): void
  cancel(id: string): void
  /** Returns a function that stops listening. */
  onEvent(listener: (message: StreamMessage) => void): () => void
}

/** A call's answer on the wire. */
export type Reply = { ok: true; value: unknown } | { ok: false; error: { code: string; message: string } }
/** One message of a stream on the wire: an event, or its end, with the error it ended in if any. */
export type StreamMessage =
  | { id: string; type: 'event'; event: unknown }
  | { id: string; type: 'end'; error: { code: string; message: string } | null }
