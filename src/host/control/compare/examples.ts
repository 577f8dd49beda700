// The most similar steps of other recordings, told with a turn as examples of how such actions are answered.
import type { SteppedWork } from '../../../core/control/evaluate/distance.ts'
import { wordF1 } from '../../../core/control/evaluate/metrics.ts'
import { MARKER } from '../../../core/step/parse.ts'
import { userTurn } from '../../../core/step/prompt.ts'
import type { TrueRecording, TrueTurn } from './recordings.ts'

// Of a screen or a listing the beginning tells what it is; a small model's context has no room for several whole ones.
const LONGEST = 1500
const COMPARED = 2000
// The action says most of what an answer will be like; what was seen before it tells like actions apart.
const OF_SEEN = 0.25

// Steps that are compared in one turn of the work: some milliseconds.
const IN_A_TURN = 20

const HEAD =
  'Similar actions in other environments of this kind were answered as follows. Take the form from them, never the facts.'

/**
 * Finds the text of the `count` nearest steps to a turn among `pool`, the nearest last; `''` where there are none. Steps of the same recording are
 * left out, and those of other kinds of world. Nearness is word-level F1 of the actions, and a quarter of that of what was seen before them.
 */
export function nearestExamples(
  pool: readonly TrueRecording[],
  count: number
): (recording: TrueRecording, turn: TrueTurn) => SteppedWork<string> {
  return function* (recording, turn) {
    const { domain } = recording
    const written = domain.format(turn.step.action)
    const seen = turn.before.slice(0, COMPARED)
    const all: { other: TrueTurn; nearness: number }[] = []
    for (const { session, domain: its, turns } of pool)
      for (const other of session.id === recording.session.id || its !== domain ? [] : turns) {
        if (other.disturbed) continue
        const nearness =
          wordF1(domain.format(other.step.action), written) + OF_SEEN * wordF1(other.before.slice(0, COMPARED), seen)
        all.push({ other, nearness })
        if (all.length % IN_A_TURN === 0) yield
      }
    const near = all
      .sort((a, b) => b.nearness - a.nearness)
      .slice(0, count)
      .reverse()
    if (!near.length) return ''
    const told = near.map(({ other: { step, before } }, at) => {
      const asked = userTurn(domain, at + 1, step.action, { written: domain.format(step.action) })
      const state = before.trim() ? `**Current State:**\n${before.slice(0, LONGEST)}\n\n` : ''
      return `${state}${asked}\n\n${MARKER}\n${step.observation.text.slice(0, LONGEST)}`
    })
    return [HEAD, ...told].join('\n\n')
  }
}
