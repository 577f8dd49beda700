// Worlds, their branches, and what a new one can start from.

import { z } from 'zod'
import { USUAL } from '../domains/usual.ts'
import { Folder, FolderCopy } from '../tree/folder.ts'
import { Grounding, StateChange } from '../tree/ground.ts'
import { Branch, Draft, NewSetup, Session, Setup, SetupChange, StepId, Tool } from '../tree/model.ts'
import { AnsweredBy } from '../tree/origin.ts'
import { Empty, None } from './entry.ts'

/** Where a branch begins: the branch it left, `null` for one from the start, and how many steps they share. */
export const BranchPlace = z.strictObject({ branch: z.string(), parent: z.string().nullable(), at: z.int() })
export type BranchPlace = z.infer<typeof BranchPlace>

/** What can compute the answers of a world. */
export const GroundRow = z.strictObject({
  /** Stands in calls. */
  id: z.string(),
  title: z.string(),
  /** What the initial state comes to, in the order it is applied. */
  initial: z.array(StateChange),
  /** What of the initial state the ground does not show, each in a sentence. */
  notReproduced: z.array(z.string()),
  /** Who answers in a new world that does not say. */
  usual: Grounding,
  /** A world can start with a copy of a folder. */
  copies: z.boolean(),
  /** What the setup's program gives a new world that does not say; `null` where it has none, or one that does not begin. */
  begins: z.strictObject({ tools: z.array(Tool), initialState: z.string() }).nullable()
})
export type GroundRow = z.infer<typeof GroundRow>

export const worldCalls = {
  /** `answers`: by the rules of the world's first branch. */
  'worlds.list': { input: Empty, output: z.array(Session.extend({ answers: AnsweredBy })) },
  /** Sampling that is left out is that of the model in use. */
  'worlds.create': {
    input: z.strictObject({ title: z.string().optional(), setup: NewSetup.prefault({ domain: USUAL }) }),
    output: z.strictObject({ session: Session, branch: Branch })
  },
  'worlds.open': {
    input: z.strictObject({ session: z.string() }),
    output: z.strictObject({ session: Session, branches: z.array(Branch), drafts: z.array(Draft) })
  },
  /** Another text whenever the world's title, branches, steps or unfinished steps may have changed: short enough to ask every second. `null` once it was deleted. */
  'worlds.version': { input: z.strictObject({ session: z.string() }), output: z.string().nullable() },
  'worlds.update': {
    input: z.strictObject({
      session: z.string(),
      title: z.string().min(1).exactOptional(),
      notes: z.string().exactOptional()
    }),
    output: Session
  },
  /** Deletes a world with the links to it: agents are stopped and told. @throws busy while a person's step runs in it */
  'worlds.delete': { input: z.strictObject({ session: z.string() }), output: None },
  /** A new name at a step, with the rules that hold from there on; what `setup` leaves out is inherited. */
  'worlds.fork': {
    input: z.strictObject({
      session: z.string(),
      branch: z.string(),
      at: StepId.nullable(),
      title: z.string().optional(),
      setup: SetupChange.default({})
    }),
    output: Branch
  },
  'worlds.renameBranch': { input: z.strictObject({ branch: z.string(), title: z.string().min(1) }), output: Branch },
  /** Keeps the files of a folder by their content, for `Setup.folder`. Takes files, never a path: no caller makes the host read its disk. */
  'worlds.keepFolder': { input: FolderCopy, output: Folder },
  /** What can compute the answers of a world with this setup, and what its initial state comes to; `null` where only a model can. */
  'worlds.ground': { input: z.strictObject({ setup: Setup }), output: GroundRow.nullable() },
  'worlds.samples': {
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
  'worlds.openSample': {
    input: z.strictObject({ name: z.string() }),
    output: z.strictObject({ session: Session, branch: Branch })
  }
}
