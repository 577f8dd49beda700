// The database as core asks for it. The host provides it; tests provide their own.

import type { Action, Branch, BranchHead, Call, CheckScore, Draft, Session, Setup, Step, StepId } from './model.ts'
import type { Answerer } from './origin.ts'

/** What `commit` writes, all or nothing. */
export interface Commit {
  step: Step
  call: Call
  /** The branch to move from `expected` to the new step... */
  branch: string
  expected: StepId | null
  /** ...or, when acting from an earlier step, the branch to make at the new step instead. */
  fork: Branch | null
  /** The draft that this step finishes. */
  draft: string | null
}

/** What a list shows of a step: the observation's beginning and length instead of the observation. */
export interface ListedStep {
  id: StepId
  parent: StepId | null
  action: Action
  /** Beginning of the observation's first line, at most 200 characters. */
  preview: string
  /** UTF-16 units of the observation. */
  size: number
  /** Other steps from the same parent that the session's branches reach. */
  siblings: number
  /** The newest of the step's calls within the session; `null` where it has none. */
  by: Answerer | null
  /** Names of the perturbations that took part; absent where none did. */
  fired?: string[]
}

/** What one answer took: generated tokens, thinking included; milliseconds to the first of them, and in all. */
export interface AnswerTime {
  tokens: number
  first: number
  total: number
}

/** What a session holds beside actions and observations: what a format may lose. */
export interface Holdings {
  thinking: boolean
  traces: boolean
  firings: boolean
  /** Instructions given for single turns. */
  instructions: boolean
  /** Prompts without the oldest turns. */
  leftOut: boolean
  drafts: boolean
  /** Number of calls. */
  calls: number
}

/** A branch that an agent began for itself. */
export type EpisodeRow = Pick<Branch, 'id' | 'session' | 'title'>

/** A world as it stands at one moment. */
export interface Standing {
  session: Session
  branches: Pick<Branch, 'id' | 'title' | 'tip'>[]
  drafts: Draft[]
  /** Another text whenever its title, branches, steps or drafts may have changed, but for the text that streams into a draft. */
  version: string
}

/** Worlds. */
interface SessionStore {
  sessions(): Session[]
  /** Another text whenever a session was made, touched, renamed or deleted. */
  listed(): string
  /** Of each session, what its first branch says of who answers. */
  answerers(): Map<string, Pick<Setup, 'recording' | 'grounding'>>
  /** @throws OrreryError not-found */
  session(id: string): Session
  /** The world as it stands: its branches without their rules, its drafts, and their version. @throws OrreryError not-found */
  standing(session: string): Standing
  createSession(session: Session, branches: Branch[]): Promise<void>
  updateSession(id: string, change: { title?: string; notes?: string; updatedAt: number }): Promise<Session>
  /** Removes the session, its branches, drafts and calls, and the steps that no other session holds. */
  deleteSession(id: string): Promise<void>
}

/** Branches, and those that agents begin for themselves. */
interface BranchStore {
  branches(session: string): Branch[]
  /** How many branches the session has. */
  countBranches(session: string): number
  /** @throws OrreryError not-found */
  branch(id: string): Branch
  /** `episode`: an agent begins it for itself, so that it may be removed once it has ended. */
  createBranch(branch: Branch, options?: { episode?: boolean }): Promise<void>
  /** An episode that is renamed is one no more. */
  renameBranch(id: string, title: string): Promise<Branch>
  /** The agent of the episode has left it; nothing for other branches. */
  leaveEpisode(id: string): Promise<void>
  /**
   * Episodes in which only agents acted, the oldest first: left ones whose last step was before `left`, and those that nobody has left, whose
   * agents may come back, before `idle` (milliseconds since 1970).
   */
  endedEpisodes(before: { left: number; idle: number }): EpisodeRow[]
  /** Removes episodes with the steps that nothing else holds; one that another branch goes on from stays. @returns how many went */
  removeEpisodes(ids: readonly string[]): Promise<number>
}

/** Steps, which sessions share. */
interface StepStore {
  /** @throws OrreryError not-found */
  step(id: StepId): Step
  /** Every step from the root to `tip`, oldest first; `[]` for `null`. */
  chain(tip: StepId | null): Step[]
  /** The last `last` steps up to `tip`, oldest first, and how many there are from the root; not-found as `step`. */
  window(tip: StepId | null, last: number): { steps: Step[]; total: number }
  /** `chain(tip)` as rows, without reading observations: 10,000 in about 30 ms. */
  rows(session: string, tip: StepId | null): ListedStep[]
  /** The steps from the same parent that the session's branches reach, oldest first; `step` is one of them. */
  siblings(session: string, step: StepId): ListedStep[]
  /** What steps of the session showed when they were done again, where that is not what they hold. */
  redone(session: string): Map<StepId, string>
  /** Ids of all steps the session's branches reach, parents before children: what is read one by one afterwards. */
  stepIds(session: string): StepId[]
  /** Ids of the steps from the root to `tip`. */
  pathIds(tip: StepId | null): StepId[]
  /** The steps of the session that have siblings in it, in the order of `stepIds`. */
  forkedIds(session: string): { id: StepId; parent: StepId | null }[]
}

/** How each answer came to be. */
interface CallStore {
  /** Provenance of a step within a session, oldest first. */
  calls(session: string, step: StepId): Call[]
  /** Of those, the one that a branch means (`callAmong`); of a step that a thousand rollouts share it reads one. */
  callFor(branch: Pick<Branch, 'id' | 'session' | 'createdAt'>, step: StepId): Call | null
  /** What the last answers of this engine and model took under the same template and rule for thinking, in worlds of the same domain, the newest first. */
  recentTimes(
    of: Pick<Call, 'engine' | 'model'> & { setup: Pick<Setup, 'domain' | 'template' | 'thinking'>; most: number }
  ): AnswerTime[]
  /** Ids of all provenance of a session, oldest first. */
  callIds(session: string): string[]
  /** @throws OrreryError not-found */
  call(id: string): Call
  /** How near the model's predictions came to what was executed, over the session's calls; `null` where none was compared. */
  score(session: string): CheckScore | null
  /** What the session's calls and drafts hold. */
  holdings(session: string): Holdings
}

/** Steps that run, or were broken off. */
interface DraftStore {
  /** With who runs them, where they run; those whose process has ended are `interrupted`. */
  drafts(session: string): Draft[]
  /** Writes or overwrites the draft of that id. While another program holds the database it is kept aside and written afterwards. */
  saveDraft(draft: Draft): void
  /** @throws OrreryError busy while its step runs, here or in another process */
  deleteDraft(id: string): Promise<void>
}

/**
 * Where the tree is kept. Reading is synchronous. Each write is one transaction, made at once or, while another program holds the
 * database, as soon as it can be, and is durable when its promise resolves.
 * Writes @throws OrreryError busy when it is held for too long; disk-full
 */
export interface Store extends SessionStore, BranchStore, StepStore, CallStore, DraftStore {
  /** @returns the branch that ends in the step. @throws OrreryError conflict when the branch's tip is not `expected`; cancelled, when nothing was written */
  commit(commit: Commit, options?: { signal?: AbortSignal }): Promise<BranchHead>
  /** Writes steps and calls that came from elsewhere; those already held are left as they are. */
  importSession(session: Session, branches: Branch[], steps: Step[], calls: Call[]): Promise<void>
  /** Bytes of the database on disk. */
  bytes(): number
  /** Gives the disk back what was deleted. Takes about a second for each 100 MB. */
  compact(): Promise<void>
  /** Drafts that still wait are written first, if that is soon possible. */
  close(): Promise<void>
}
