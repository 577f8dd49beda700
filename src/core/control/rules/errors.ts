// The axis Err (Qwen-AgentWorld, appendix C): an invalid operation is answered by the error that belongs to it, and not by a plausible success.
import { screenIn } from '../../domains/label.ts'
import { failedIn, jsonIn, type Seen, Undecided } from '../../faults/holds.ts'
import type { ScreenNode } from '../../observations/screens/screen.ts'
import { valuesAt } from '../../text/json-path.ts'
import type { Condition } from '../../tree/conditions.ts'
import { failureIn } from './failures.ts'

// Where an error of JSON says which one it is.
const KINDS = ['$.error.code', '$.error.type', '$.error.name', '$.code', '$.status', '$.error']
const LONGEST_KIND = 60

/**
 * What the true answer of an invalid operation shows that any right one has to; `null` for an operation that succeeded, or of which nothing
 * tells. Not for search, where a question has no error.
 * @param refusals answers that this recording gives to several different actions without anything coming of them
 */
export function errorCondition(
  seen: Seen,
  { before, refusals }: { before: string; refusals: ReadonlySet<string> }
): Condition | null {
  const { domain, chain, turn, resultOf } = seen
  const text = chain[turn - 1]?.observation.text ?? ''
  if (domain.fiction?.as === 'web') return null
  // A desktop's alert is any window that asks for an answer.
  if (domain.surface === 'screen') return domain.screen?.desktop ? null : alertCondition(before, text)
  if (refusals.has(text)) return { observation: text.trim() }
  const phrase = failureIn(resultOf?.(turn)?.output ?? text)
  const { failed, told } = failureOf(seen)
  // `grep` that finds nothing ends with 1 and says nothing, which is no error.
  if (failed === false || (!failed && phrase === null)) return null
  const parts: Condition[] = [...(told ? [{ error: true }] : []), ...(phrase === null ? [] : [{ printed: phrase }])]
  if (domain.shell && phrase === null) return null
  return { all: [...parts, ...kindCondition(text)] }
}

/** Whether it failed, and whether an answer's text alone tells so; `null` where nobody knows. */
function failureOf(seen: Seen): { failed: boolean | null; told: boolean } {
  const asked = (known: Seen) => {
    try {
      return failedIn(known).failed
    } catch (error) {
      if (error instanceof Undecided) return null
      throw error
    }
  }
  return { failed: asked(seen), told: seen.domain.document !== undefined }
}

function kindCondition(text: string): Condition[] {
  const value = jsonIn(text)
  if (value === undefined) return []
  for (const path of KINDS) {
    const [found] = valuesAt(path, value)
    if (typeof found === 'number' || (typeof found === 'string' && found !== '' && found.length <= LONGEST_KIND))
      return [{ json: path, is: found }]
  }
  return []
}

/** What a page says of an invalid entry: an alert that was not there before, or a field that is marked as wrong. */
function alertCondition(before: string, text: string): Condition | null {
  const [was, is] = [screenIn(before), screenIn(text)]
  if (!('screen' in is)) return null
  const known = 'screen' in was ? was.screen.nodes : []
  const { nodes } = is.screen
  // An alert with buttons asks something.
  const asks = (at: number) => nodes.some(({ role, parent }) => role === 'button' && isWithin(nodes, parent, at))
  for (const [at, { role, name, text: shown, states }] of nodes.entries()) {
    const said = (name || shown).trim()
    const isNew = !known.some(
      (one) => one.role === role && (one.name || one.text).trim() === said && one.states.invalid === states.invalid
    )
    if (!said || !isNew) continue
    if (role === 'alert' && !asks(at)) return { screen: { role, text: { contains: said } } }
    if (states.invalid === true || states.invalid === 'true')
      return { screen: { role, text: { contains: said }, states: { invalid: states.invalid } } }
  }
  return null
}

function isWithin(nodes: readonly ScreenNode[], index: number, of: number): boolean {
  for (let at = index; at >= of; at = nodes[at]?.parent ?? -1) if (at === of) return true
  return false
}
