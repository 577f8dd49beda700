// A stored action is looked at again and again, by prompts, folds and labels: what is read of it is read the first time.
import type { Action } from '../tree/model.ts'

// As many texts as a long chain has actions; lists and objects are forgotten with the steps that hold them.
const MOST_TEXTS = 500

/** `read`, which is asked once about an action. What it gives is shared, so nobody may change it. */
export function once<A extends Action, Read>(read: (action: A) => Read): (action: A) => Read {
  const objects = new WeakMap<object, Read>()
  const texts = new Map<Action, Read>()
  return (action) => {
    const isObject = typeof action === 'object' && action !== null
    const known = isObject ? objects.get(action) : texts.get(action)
    if (known !== undefined) return known
    const made = read(action)
    if (isObject) objects.set(action, made)
    else {
      if (texts.size >= MOST_TEXTS) texts.clear()
      texts.set(action, made)
    }
    return made
  }
}
