// What a step leaves behind while it runs and when it fails: the text that came so far, kept beside the tree.
import { toWire } from '../errors.ts'
import type { Action, Draft } from '../tree/model.ts'
import type { StepContext } from './context.ts'

// What streamed is saved this often, so that a crash costs a quarter of a second of text and the disk is left alone.
const DRAFT_MS = 250

export interface Keeping {
  readonly id: string
  /** Saves it, empty. */
  begin(): void
  /** Adds text of the model's; it is saved with what came before every quarter of a second. */
  add(text: string): void
  /** Leaves the draft with the reason the step ended for. A draft that cannot be written must not hide that reason. */
  end(error: unknown): Draft
}

/** The draft of a step. */
export function keepDraft(
  { store, clock, names }: StepContext,
  {
    agent,
    ...of
  }: Pick<Draft, 'session' | 'branch' | 'parent' | 'instruction'> & { action: Action; agent?: string | undefined }
): Keeping {
  const times = () => ({ updatedAt: clock.now() })
  let draft: Draft = {
    ...of,
    id: names.next(),
    raw: '',
    status: 'running',
    reason: '',
    ...times(),
    startedAt: clock.now(),
    ...(agent !== undefined && { agent })
  }
  let saved = clock.ticks()
  return {
    id: draft.id,
    begin: () => store.saveDraft(draft),
    add(text) {
      draft = { ...draft, raw: draft.raw + text }
      if (clock.ticks() - saved < DRAFT_MS) return
      saved = clock.ticks()
      draft = { ...draft, ...times() }
      store.saveDraft(draft)
    },
    end(error) {
      const { code, message } = toWire(error)
      draft = { ...draft, status: code === 'cancelled' ? 'cancelled' : 'failed', reason: message, ...times() }
      try {
        store.saveDraft(draft)
      } catch (cause) {
        return { ...draft, reason: `${message} (The draft could not be saved: ${toWire(cause).message})` }
      }
      return draft
    }
  }
}
