// A round in which a person says which of two observations is real.
import { type TuringTurn, turingTurns, votedBy } from '../../core/control/judging/person.ts'
import type { JudgedItem, Letter } from '../../core/control/judging/report.ts'
import type { Kit } from './state.ts'

export interface TuringRound {
  turns: TuringTurn[]
  /** What was answered, a turn each, in their order. */
  votes: JudgedItem[]
  /** What was chosen of the turn that is shown, until the next one is. */
  chosen: Letter | null
}

export interface TuringActions {
  /** Opens the dialog: at the round that was begun, else with the turns that come with Orrery, drawn anew. */
  askTuring(): Promise<void>
  /** Begins another round. */
  drawTuring(): Promise<void>
  chooseReal(letter: Letter): void
  /** Goes on to the next turn. */
  nextTuring(): void
}

export function turingActions({ client, get, set, attempt, seed }: Kit): TuringActions {
  return {
    async askTuring() {
      const { turing } = get()
      if (turing && (turing.chosen !== null || turing.votes.length < turing.turns.length))
        set({ dialog: 'turing', modelShown: null })
      else await get().drawTuring()
    },
    async drawTuring() {
      await attempt('worlds', async () => {
        const turns = turingTurns(await client.call('judging.round', {}), seed())
        set({ turing: { turns, votes: [], chosen: null }, dialog: 'turing', modelShown: null })
      })
    },
    chooseReal(letter) {
      const { turing } = get()
      const turn = turing?.turns[turing.votes.length]
      if (!turing || !turn || turing.chosen !== null) return
      const vote = votedBy(turn, letter)
      const said = vote.chosen ? 'Right' : 'Wrong'
      set({
        turing: { ...turing, votes: [...turing.votes, vote], chosen: letter },
        announcement: `${said}: the real one is ${turn.first ? 'A' : 'B'}`
      })
    },
    nextTuring() {
      const { turing } = get()
      if (turing) set({ turing: { ...turing, chosen: null } })
    }
  }
}
