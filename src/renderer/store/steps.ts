// Acting, asking for another answer, cancelling, trying again.

import type { UserReply } from '../../core/contract/steps.ts'
import { isGrounded } from '../../core/tree/ground.ts'
import type { Action, Draft } from '../../core/tree/model.ts'
import { currentBranch, runningElsewhere, viewed } from './data.ts'
import type { Kit } from './state.ts'
import { type TakeOptions, taking } from './take.ts'
import { sendingUnseen } from './unseen.ts'

export interface StepActions {
  /**
   * Acts where the window is looking; from an earlier step, or from a tip that has moved on elsewhere, that makes a branch. True when a step
   * was committed.
   */
  act(action: Action, options?: TakeOptions): Promise<boolean>
  /**
   * Asks for another answer to the step shown, with a fresh seed: a sibling. What was executed would be the same, so that is said instead,
   * unless the model is to answer.
   */
  regenerate(by?: 'model'): Promise<boolean>
  dismissSame(): void
  /** Stops the step in flight on the branch shown. */
  cancel(): void
  /** Closes the thought of the step in flight on the branch shown: its answer follows. */
  answerNow(): Promise<void>
  /** Answers as the user of the world what was said on the branch. @returns what their tool showed, `null` for words; `undefined` where it went wrong */
  reply(branch: string, reply: UserReply): Promise<string | null | undefined>
  /** Acts again as a draft did, and drops the draft. */
  retry(draft: Draft): Promise<void>
  dismissDraft(draft: Draft): Promise<void>
  dismissFailure(branch: string): void
  /** Sends what was refused on the branch shown once the step that runs there has ended. */
  sendLater(): void
  /** What waits on the branch is not sent. */
  dropQueued(branch: string): void
  /** Sends what waits on any branch, where nothing runs there any more, whatever is shown. */
  sendQueued(): Promise<void>
  /** Sends what was refused on the branch shown on a new branch from the step that it follows. True when a step was committed. */
  sendAside(): Promise<boolean>
  /** Repeats what failed on the branch shown on a new branch, whose prompts leave out the oldest turns. True when a step was committed. */
  goOnCompact(): Promise<boolean>
}

/** Why an executed step is not done again. */
export const SAME = 'This step was executed: done again, it would be the same.'

export function stepActions(kit: Kit): StepActions {
  const { client, get, set, attempt, seed } = kit
  const { take, cancel } = taking(kit)
  const dropQueued = (branch: string) => set(({ queued: { [branch]: _gone, ...queued } }) => ({ queued }))
  const unseen = sendingUnseen(kit, dropQueued)
  return {
    dismissFailure: (branch) => set(({ failures: { [branch]: _gone, ...failures } }) => ({ failures })),
    sendLater() {
      const world = get().world
      const branch = world?.branch ?? ''
      const failure = get().failures[branch]
      if (!world || !failure?.refused) return
      const { action, instruction } = failure
      set(({ queued }) => ({
        queued: { ...queued, [branch]: { session: world.session.id, action, instruction } },
        taken: { action, taken: true }
      }))
      get().dismissFailure(branch)
    },
    dropQueued,
    async sendQueued() {
      const world = get().world
      const others = Object.entries(get().queued).filter(([branch]) => branch !== world?.branch)
      // Not waited for: what is shown goes on meanwhile.
      for (const [branch, waits] of others) void unseen.send(branch, waits)
      const waits = world && get().queued[world.branch]
      if (
        !world ||
        !waits ||
        unseen.isSending(world.branch) ||
        get().runs[world.branch] ||
        runningElsewhere(get(), world.branch)
      )
        return
      dropQueued(world.branch)
      await get().stepTo('last')
      const now = get().world
      if (now?.branch === world.branch) await take(waits.action, viewed(now), { instruction: waits.instruction })
    },
    async sendAside() {
      const world = get().world
      const failure = world && get().failures[world.branch]
      if (!world || !failure?.refused) return false
      const { action, parent, instruction } = failure
      let made: string | null = null
      await attempt('app', async () => {
        const { id: branch, title, setup } = currentBranch(world)
        const asked = { session: world.session.id, branch, at: parent, title: `${title}, meanwhile`, setup }
        const fork = await client.call('worlds.fork', asked)
        made = fork.id
        const now = get().world
        if (now?.session.id === fork.session) set({ world: { ...now, branches: [...now.branches, fork] } })
        set({ taken: { action, taken: true } })
        get().dismissFailure(branch)
        await get().switchBranch(fork.id)
      })
      return made !== null && (await take(action, parent, { instruction })) === 'committed'
    },
    async act(action, options = {}) {
      const world = get().world
      return world !== null && (await take(action, viewed(world), options)) === 'committed'
    },
    dismissSame: () => set({ same: null }),
    async regenerate(by) {
      const world = get().world
      const shown = world && viewed(world)
      if (!world || !shown) return false
      const { step, calls } =
        world.detail?.step.id === shown
          ? world.detail
          : await client.call('steps.get', { session: world.session.id, step: shown })
      const { setup } = currentBranch(world)
      const computed =
        world.rows[world.at - 1]?.origin === 'executed' && isGrounded(setup) && setup.perturbations.length === 0
      if (computed && !by) {
        set({ same: shown, announcement: SAME })
        return false
      }
      await get().stepTo('back')
      const instruction = calls.at(-1)?.instruction ?? ''
      const done = (await take(step.action, step.parent, { instruction, seed: seed(), by })) === 'committed'
      const now = get().world
      // No other answer came: the window goes back to the step that was shown before.
      if (!done && now?.branch === world.branch && viewed(now) === step.parent) await get().stepTo(world.at)
      return done
    },
    async goOnCompact() {
      const world = get().world
      const failure = world && get().failures[world.branch]
      if (!world || !failure) return false
      const { action, parent, instruction } = failure
      if (parent === null) await get().stepTo('first')
      else await get().view(parent)
      const { title } = currentBranch(world)
      if (!(await get().changeRules({ compact: true }, `${title}, oldest turns left out`))) return false
      get().dismissFailure(world.branch)
      return (await take(action, parent, { instruction })) === 'committed'
    },
    cancel() {
      cancel(get().world?.branch ?? '')
      set({ playing: false })
    },
    async answerNow() {
      const branch = get().world?.branch
      if (branch) await attempt('app', async () => void (await client.call('steps.answerNow', { branch })))
    },
    async reply(branch, reply) {
      let shown: string | null | undefined
      await attempt('app', async () => {
        shown = await client.call('steps.reply', { branch, reply })
      })
      return shown
    },
    async retry(draft) {
      const world = get().world
      if (!world) return
      if (world.branch !== draft.branch) await get().switchBranch(draft.branch)
      if (draft.parent === null) await get().stepTo('first')
      else await get().view(draft.parent)
      // What failed under its own seed would fail under it again.
      const luck = draft.status === 'failed' ? seed() : undefined
      const outcome = await take(draft.action, draft.parent, { instruction: draft.instruction, seed: luck })
      // What was not begun can be tried again later.
      if (outcome !== 'refused') await get().dismissDraft(draft)
    },
    async dismissDraft(draft) {
      await attempt('app', async () => {
        await client.call('steps.deleteDraft', { draft: draft.id })
        set(({ world }) => ({ world: world && { ...world, drafts: world.drafts.filter(({ id }) => id !== draft.id) } }))
      })
    }
  }
}
