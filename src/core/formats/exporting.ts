// What an exporter declares, and how it reads sessions: step by step, because one session may be larger than memory.

import type { z } from 'zod'
import type { Domain, DomainTemplate } from '../domains/domain.ts'
import type { FictionCopy } from '../tree/fiction.ts'
import type { FolderCopy } from '../tree/folder.ts'
import type { Branch, Call, Session, Setup, Step, StepId } from '../tree/model.ts'
import type { Holdings } from '../tree/store.ts'

/** A step on a branch, with where it came from. */
export interface ExportedTurn {
  /** 1 for the first step. */
  number: number
  step: Step
  /** Every prediction of this step in the session, oldest first. */
  calls: Call[]
  /** The prediction that counts: the last one made on this branch, else the last one of all. `null` when there is none. */
  call: Call | null
  /** The rules the step was made under: the call's, else the branch's. */
  setup: Setup
}

/** The turns of a branch from root to tip. Each iteration reads them again. */
export interface Chain extends AsyncIterable<ExportedTurn> {
  readonly length: number
}

/** One session as exporters read it. Iterate; never collect a whole chain, `steps()` or `calls()` in an array. */
export interface ExportSource {
  readonly session: Session
  /** In the order they were made. */
  readonly branches: Branch[]
  /** For formats of one trajectory: the branch that was asked for, else `main`, else the first. @throws OrreryError not-found */
  readonly branch: Branch
  /** Number of steps that the branches reach together. */
  readonly size: number
  holds(): Holdings
  /** The turns of `branch`; of `source.branch` when left out. */
  chain(branch?: Branch): Chain
  /** What else was tried at the same point: the other steps with the same parent, oldest first. */
  siblings(turn: ExportedTurn): AsyncIterable<ExportedTurn>
  /** Every step the branches reach, parents before children. */
  steps(): AsyncIterable<Step>
  /** All calls of the session, oldest first. */
  calls(): AsyncIterable<Call>
  /** The files of the copied folders that setups name. Absent: none. */
  folders?(): Iterable<FolderCopy>
  /** The versions of fictions that setups name, as far as they are here. Absent: none. */
  fictions?(): Iterable<FictionCopy>
}

/** What an exporter may use beside the sessions. */
export interface Writing {
  /** Sources stop by themselves when it is aborted; check it in loops that read nothing. */
  signal: AbortSignal
  /** Orrery's version, for formats that name the program that wrote them. */
  version: string
  /** Templates of a domain that came with prompt packs. */
  templates(domain: Domain): DomainTemplate[]
  /** The text of a file that was built for exporters, such as the HTML player. @throws OrreryError not-found */
  asset(name: string): Promise<string>
  /** What a judge gave predictions, from 0 to 1, by the steps that hold them. Absent: none was asked. */
  scores?: ReadonlyMap<StepId, number>
}

/** Text or bytes of the file, or the start of the next file: a relative path with `/` (only for the layout `folder`). */
export type Chunk = string | Uint8Array | { file: string }

/** What somebody wants who exports. */
export type Purpose = 'watch' | 'train' | 'evaluate' | 'keep'

/** An export format. Declare the options once and pass their type: `const atif: Exporter<typeof Options>`. */
export interface Exporter<Options extends z.ZodObject = z.ZodObject> {
  /** The name on the command line: `asciicast`. */
  name: string
  title: string
  /** One sentence: which programs read it, and what it holds. */
  description: string
  purpose: Purpose
  /** Without the first dot: `orrery.jsonl`. */
  extension: string
  /** Its readers find a file by a name that begins with a time: that of the first session goes before the title. */
  dated?: true
  mediaType: string
  /** A file that was built for it, and that it puts sessions into (`Writing.asset`). */
  asset?: string
  /** Import and export again give back the same bytes. */
  lossless: boolean
  /**
   * `joined`: one file however many sessions, each after the one before.
   * `apart`: one file a session; `write` gets one source, and the host puts several files in a folder or a zip.
   * `folder`: always several files; each starts with a chunk `{ file }`.
   */
  layout: 'joined' | 'apart' | 'folder'
  /** Every option needs a default, and `.describe()` for the form. `z.strictObject({})` for none. */
  options: Options
  /** `kept`: made for people, with the reference answers of fictional worlds. Left out: it is given sessions without them. */
  reference?: 'kept'
  /** Why a session cannot be written in this format (a sentence), or `null`. Left out: every session can be. */
  unsuited?(session: Session): string | null
  /** What of this session the format does not hold, one sentence each. `lost()` in formats/exporters/lost.ts knows the usual ones. */
  losses(source: ExportSource, options: z.output<Options>): string[]
  /** The first record as text, for formats whose bytes are no text. */
  record?(source: ExportSource, options: z.output<Options>, writing: Writing): Promise<string>
  /** The same sources and options give the same bytes: no clock, no chance. */
  write(sources: Iterable<ExportSource>, options: z.output<Options>, writing: Writing): AsyncIterable<Chunk>
}
