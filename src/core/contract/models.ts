// Models and the engines that run them.
import { z } from 'zod'
import { EngineStatus } from '../tree/engine-status.ts'
import { Sampling, TemplateKind } from '../tree/model.ts'
import { Empty, None } from './entry.ts'
import { Fit, LoadOptions } from './fit.ts'

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
  /** The engine that runs its file. */
  runtime: z.string(),
  /** What a person decided for it with `models.configure`. */
  load: LoadOptions,
  /** How tokens are drawn in worlds that do not say; `null`: as `published`. */
  sampling: Sampling.nullable(),
  published: Sampling,
  /** Why it cannot answer, as a sentence: an embedding model, a part of another model. Absent where nothing speaks against it. */
  unfit: z.string().exactOptional(),
  /** One of the catalogue that gives vectors of texts (`models.embed`). */
  embeds: z.literal(true).exactOptional()
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

/** The form in which a model is told its turns. */
export const ChatUse = z.strictObject({
  /** In words: its own template, or another form that stands in for it. */
  form: z.string(),
  /** Why its own template cannot be used; `null` where it is. */
  problem: z.string().nullable()
})
export type ChatUse = z.infer<typeof ChatUse>

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
  template: TemplateKind,
  chatTemplate: z.string().nullable(),
  /** How it is told its turns; `null` where that could not be found out. */
  chat: ChatUse.nullable()
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

/** A world model that is published as safetensors alone. */
export const Unconverted = z.strictObject({
  /** On the Hugging Face hub. */
  repository: z.string(),
  /** The worlds that it was trained on. */
  worlds: z.string(),
  /** The model that it was made from. */
  base: z.string()
})
export type Unconverted = z.infer<typeof Unconverted>

export const modelCalls = {
  'models.status': { input: Empty, output: EngineStatus },
  /** Every engine there is; the first of those that take a file or a server is meant where none is named. */
  'models.engines': { input: Empty, output: z.array(EngineRow) },
  'models.list': { input: Empty, output: z.array(Model) },
  /** World models whose authors publish weights that have to be converted before they can be opened. */
  'models.unconverted': { input: Empty, output: z.array(Unconverted) },
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
  /** Models that other programs keep on this machine, without those that `models.list` has and those that cannot write text. */
  'models.found': { input: Empty, output: z.array(FoundModel) }
}

export const modelStreams = {
  /**
   * A vector of each text by `bundled` (the model that comes with Orrery), `in-use`, a model of this machine, or one of the server at `baseUrl`: one
   * event. Each text is asked for once. @throws OrreryError invalid-input where it gives none; engine-failed
   */
  'models.embed': {
    input: z.strictObject({
      model: z.string().min(1),
      baseUrl: z.url().exactOptional(),
      texts: z.array(z.string().min(1)).min(1).max(2048)
    }),
    event: z.strictObject({ model: z.string(), vectors: z.array(z.array(z.number())) })
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
  }
}
