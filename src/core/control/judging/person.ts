// A person in the place of a judge: rounds in drawn order, and an answer counted as a judge's vote is.
import { mulberry32 } from '../../text/chance.ts'
import { questionsOf } from './questions.ts'
import type { JudgedItem, JudgeItem, Letter } from './report.ts'

/** A turn of which a person says which observation is real. `first`: the real one stands as A. */
export interface TuringTurn {
  item: JudgeItem
  first: boolean
}

/** The turns that can be told apart, in the order that the seed draws: those with a prediction that is not the truth. */
export function turingTurns(items: readonly JudgeItem[], seed: number): TuringTurn[] {
  return items
    .filter(({ truth, prediction }) => prediction.trim() && prediction.trim() !== truth.trim())
    .map((item, at) => ({ item, place: mulberry32(seed, at + 1) }))
    .sort((a, b) => a.place - b.place)
    .flatMap(({ item }) => {
      const [question] = questionsOf('turing', item, { seed, votes: 1, most: 0 })
      return question ? [{ item, first: question.first }] : []
    })
}

export const isRight = ({ first }: TuringTurn, letter: Letter): boolean => (letter === 'A') === first

/** A person's one vote on a turn. */
export function votedBy(turn: TuringTurn, letter: Letter): JudgedItem {
  const { id, by, session, domain } = turn.item
  const votes = { chosen: isRight(turn, letter) ? 1 : 0, first: letter === 'A' ? 1 : 0 }
  return { ...{ id, by, session, domain, asked: 1, read: 1, scores: null, score: null }, ...votes }
}
