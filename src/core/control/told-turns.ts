// A run as a judge is told of it: its turns in a text of limited length.

export interface ToldTurn {
  action: string
  observation: string
}

// All turns of a run in a context of 8,192 tokens, the longest cut first.
const MOST_CHARACTERS = 20_000
// Less says nothing of an action.
const LEAST_EACH = 80

/** A text for each turn. */
export function toldTurns(turns: readonly ToldTurn[]): string[] {
  const each = Math.max(LEAST_EACH, Math.floor(MOST_CHARACTERS / Math.max(1, turns.length * 2)))
  return turns.map(
    ({ action, observation }, at) =>
      `Turn ${at + 1}\nThe agent did: ${cutMiddle(action, each)}\nIt saw: ${cutMiddle(observation, each)}`
  )
}

/** The beginning and the end of a longer text. */
export const cutMiddle = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most / 2)} […] ${text.slice(-most / 2)}`
