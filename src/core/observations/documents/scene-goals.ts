// How far a game has come towards its goals, as ScienceWorld prints it (its `getProgressString`).

/** One subgoal. Those that are `ordered` are met one after the other; the others help and are optional. */
export interface SceneGoal {
  text: string
  met: boolean
  ordered: boolean
}

const ORDERED = 'Sequential Subgoals:'
const OPTIONAL = 'Unordered and Optional Subgoals:'
const KEYS = 'Completed keys:'
const RULE = /^-{4,200}$/
// Its number, whether it is met, the class that checks it, and what is to be done.
const GOAL = /^\s{0,8}\d{1,4}\t(true|false)\t[^\t]{0,200}\t(.*)$/

/** The list of goals that begins in this row, and the last of its rows; `null` where none begins. */
export function goalsFrom(rows: readonly string[], from: number): { goals: SceneGoal[]; last: number } | null {
  const first = (rows[from] ?? '').trim().slice(0, 40)
  if (!first.startsWith(KEYS) && first !== ORDERED) return null
  const goals: SceneGoal[] = []
  let [ordered, last, heads] = [true, from, 0]
  for (let at = from; at < rows.length; at++) {
    const row = (rows[at] ?? '').slice(0, 2000)
    const line = row.trim()
    const [, met, text] = GOAL.exec(row) ?? []
    if (text !== undefined) goals.push({ text: text.trim(), met: met === 'true', ordered })
    else if (line === ORDERED || line === OPTIONAL) {
      ordered = line === ORDERED
      heads++
    } else if (!RULE.test(line) && at > from) break
    last = at
  }
  return heads > 0 && goals.length > 0 ? { goals, last } : null
}
