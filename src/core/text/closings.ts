// The block that ends the turn to be answered, as in the data that Qwen-AgentWorld was trained on: it asks for the observation, for thinking
// first, and for the tags. The wordings are Orrery's own.

const STARTS = [
  "Predict the environment's answer to the action above",
  'Work out what happens next in this environment',
  'Consider the history and the action above'
] as const

/** Three wordings. `shows` names the observation: `the terminal's next output`. */
export function closingsFor(shows: string): readonly string[] {
  const [first, second, third] = STARTS
  return [
    `${first}: ${shows}. Think step by step first, then write the observation and nothing else inside <predicted_observation></predicted_observation>.`,
    `${second}, step by step, and then state ${shows}. Wrap the answer strictly in <predicted_observation></predicted_observation>, with nothing after it.`,
    `${third} and reason step by step about what it changes. Then give ${shows}, exactly as the environment would, inside <predicted_observation></predicted_observation>.`
  ]
}

// The first is that of public data, whose wording goes on in several ways.
const START = new RegExp(`\\n\\n(?=(?:Please analy[sz]e the input above|${STARTS.join('|')}))`, 'g')

/** Which wording a closing block has, for a seed that chooses it again; 0 for any other. */
export function wordingOf(closing: string): number {
  return Math.max(
    0,
    STARTS.findIndex((start) => closing.startsWith(start))
  )
}

/** A user turn without its closing block, and the block; `''` where there is none. */
export function withoutClosing(content: string): { text: string; closing: string } {
  const at = [...content.matchAll(START)].at(-1)?.index
  if (at === undefined || !content.includes('<predicted_observation>', at)) return { text: content, closing: '' }
  return { text: content.slice(0, at), closing: content.slice(at).trim() }
}
