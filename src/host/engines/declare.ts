// What an engine declares of itself: one file in this folder, one line in index.ts. Nobody else asks for its id.
import type { z } from 'zod'
import type { SessionTree } from '../../core/formats/importing.ts'
import type { Action, StepId, TemplateKind } from '../../core/tree/model.ts'
import type { Engine } from '../../core/tree/ports.ts'
import type { Spawn } from '../process/child.ts'

/** What is known of an engine before it is opened. */
interface Known<Options extends z.ZodObject = z.ZodObject> {
  /** Stands in calls, in settings and on the command line, so it never changes. */
  id: string
  /** What a person chooses it by. */
  title: string
  /** One sentence for those who choose. */
  description: string
  /** Who answered, as a step says it. */
  source: string
  /** What a person may decide about opening it. */
  options: Options
}

/** A model file of this machine. */
export interface ModelFile {
  path: string
  name: string
  /** SHA-256. */
  hash: string
  template: TemplateKind
  /** Of the model; absent where it is known to be small. */
  parameters?: number
  /** Tokens of context to open it with; `null` when the catalogue has no opinion. */
  contextSize: number | null
}

/** What an engine on this machine may use. */
export interface EnginePlaces {
  /** Folder for what engines keep between runs. */
  states: string
  /** How an engine process is started. */
  spawn?: Spawn | undefined
}

/** An engine that runs model files. */
export interface FileEngine extends Known {
  takes: 'file'
  /** Stands in for a chat template that cannot be used, where Orrery does not choose it. */
  form?: string
  /** @throws OrreryError not-found when something it needs is not on this machine */
  check?(): void
  open(file: ModelFile, options: unknown, around: EnginePlaces): Engine
}

/** An engine that asks a server; `options` say where it is. */
export interface ServerEngine extends Known {
  takes: 'server'
  /** @throws OrreryError engine-failed when nobody answers there */
  reach(options: unknown): Promise<void>
  open(options: unknown): Engine
}

export interface ReplayedRecording {
  trees: SessionTree[]
  /** Answers what is not recorded. */
  otherwise: Engine | null
}

export interface ReplayEngine extends Engine {
  /** The actions that have a recorded answer after `parent`, as they were recorded. */
  recorded(parent: StepId | null): Action[]
}

/** An engine that plays recordings. */
export interface RecordingEngine extends Known {
  takes: 'recording'
  open(recording: ReplayedRecording, options: unknown): ReplayEngine
}

/** The engine while nothing is in use. */
export interface NoEngine extends Known {
  takes: 'nothing'
}

export type EngineDeclaration = FileEngine | ServerEngine | RecordingEngine | NoEngine

/** Declares an engine that runs model files. Options are parsed before `open` sees them; those it does not take are left out. */
export function fileEngine<Options extends z.ZodObject>({
  open,
  ...known
}: Known<Options> & {
  form?: string
  check?(): void
  open(file: ModelFile, options: z.output<Options>, around: EnginePlaces): Engine
}): FileEngine {
  return {
    ...known,
    takes: 'file',
    // `as`: to strip what is unknown changes nothing of what is known.
    open: (file, options, around) => open(file, known.options.strip().parse(options) as z.output<Options>, around)
  }
}

/** Declares an engine that asks a server. Options are parsed before `reach` and `open` see them. */
export function serverEngine<Options extends z.ZodObject>({
  reach,
  open,
  ...known
}: Known<Options> & {
  reach(options: z.output<Options>): Promise<void>
  open(options: z.output<Options>): Engine
}): ServerEngine {
  return {
    ...known,
    takes: 'server',
    reach: (options) => reach(known.options.parse(options)),
    open: (options) => open(known.options.parse(options))
  }
}

/** Declares an engine that plays recordings. Options are parsed before `open` sees them. */
export function recordingEngine<Options extends z.ZodObject>({
  open,
  ...known
}: Known<Options> & { open(recording: ReplayedRecording, options: z.output<Options>): ReplayEngine }): RecordingEngine {
  return { ...known, takes: 'recording', open: (recording, options) => open(recording, known.options.parse(options)) }
}
