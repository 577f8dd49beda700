// What an engine need not read again: the least that its token meter must say was cached (new tokens + 1).
import { type Asked, common, prompted, spell, type Turn } from './conversation.ts'

// Shorter contexts are not worth a file.
const WORTH_SAVING = 512

/** Follows what one engine has read. */
export interface Meter {
  /** Tokens of `asked` that the engine has for certain. */
  least(asked: Asked): number
  /** `turn` was answered, with so many tokens cached. */
  answered(turn: Turn, cached: number): void
  /** The engine was put away and opened again; what it held is on disk or lost. */
  reopened(options: { kept: boolean }): void
  /** Nothing is known of what it holds now. */
  forget(): void
}

/**
 * Counts for a world that has a sequence of its own as long as nobody else asks. `cuttable`: whether a context can be cut anywhere;
 * recurrent state goes back only to where a turn began or its answer opened.
 */
export function createMeter({ cuttable }: { cuttable: boolean }): Meter {
  /** Turns read one after the other, each with the one before in the same context. */
  let held: Turn[] = []
  let onDisk = false

  return {
    least(asked) {
      const last = held.at(-1)
      if (last?.asked?.owner !== asked.owner) return 0
      const now = prompted(asked)
      const read = readFor(last, last.asked)
      const shared = common(read, now)
      // The last token of a prompt is always read, as the next one is drawn from it.
      const whole = Math.min(shared, now.length - 1)
      // Of a recurrent state nothing is kept that may stand in no history, and only a file that the prompt begins with is of use.
      const usable = cuttable || (shared === read.length && !last.asked.thinking)
      if (onDisk) return usable && whole >= WORTH_SAVING ? whole : 0
      if (cuttable || shared === read.length) return whole
      const places = held.flatMap(({ asked }) => (asked ? [beginning(asked), prompted(asked).length - 1] : []))
      return Math.max(0, ...places.filter((place) => place <= shared))
    },
    answered(turn, cached) {
      // Going back undoes what came after; what came from a file brings no place to go back to but its end.
      const before = held.filter(({ asked }) => !onDisk && asked && turn.asked && leadsTo(asked, turn.asked))
      held = [...before.filter(({ asked }) => asked && prompted(asked).length - 1 <= cached), turn]
      onDisk = false
    },
    reopened({ kept }) {
      held = kept ? held.slice(-1) : []
      onDisk = kept
    },
    forget() {
      held = []
    }
  }
}

/** What a context holds after an answer: all but its last token, which was drawn and never read. */
function readFor({ said }: Turn, asked: Asked): string[] {
  return [...spell(asked.messages), ...said].slice(0, -1)
}

/** Tokens before the last user message says anything. */
function beginning({ messages }: Asked): number {
  const other = messages.with(-1, { role: 'user', content: '' })
  return common(spell(messages), spell(other))
}

function leadsTo(before: Asked, asked: Asked): boolean {
  const start = prompted(before)
  return common(start, prompted(asked)) === start.length
}
