// Actions that the world refuses: tools that it has not, and calls that do not fit their tool.

import { toolCallOf } from '../domains/tool-call.ts'
import { checkArguments } from '../domains/tools/tools.ts'
import { meant } from '../text/issues.ts'
import { isObject } from '../text/json.ts'
import { isSlip } from '../text/nearest.ts'
import type { Condition } from '../tree/conditions.ts'
import type { Scene, SceneAction } from './scene.ts'

export function checkActions({ file, tools, script, tries, reactions, say }: Scene): void {
  if (!tools) return
  const expected = new Set(
    file.checks.flatMap(({ at, expect }) => (typeof at === 'number' && at > 0 && asksFailure(expect) ? [at] : []))
  )
  const check = ({ path, action }: SceneAction, isTried = false): undefined => {
    const { name, arguments: given } = toolCallOf(action)
    const tool = tools.find((one) => one.name === name)
    if (!tool) {
      const known = tools.map((one) => one.name)
      return say(path, `This world has no tool "${name}".${meant(name, known)}`)
    }
    const { properties, additionalProperties } = tool.inputSchema
    const names = isObject(properties) ? Object.keys(properties) : []
    const strange = Object.keys(given).filter((key) => names.length > 0 && !names.includes(key))
    for (const key of strange) {
      const slip = names.some((one) => isSlip(key, one)) || additionalProperties === false
      if (additionalProperties === undefined || slip) {
        const message = `The tool "${name}" has no parameter "${key}".${meant(key, names)}`
        say(path, message, slip ? {} : { warning: true })
      }
    }
    // What one can try may be what the world refuses, and how.
    if (isTried) return
    for (const { code, path: at, message } of checkArguments(tool, given)) {
      if (code === 'unrecognized_keys') continue
      const where = at.map(String).join('.')
      say(path, `The call does not fit the tool "${name}": ${where ? `${where}: ` : ''}${message}.`)
    }
  }
  // A call that is to fail is meant so.
  for (const [index, done] of script.entries())
    if (!expected.has(index + 1)) check(done, done.path[0] === 'tries' && !file.checks.length)
  for (const done of reactions) check(done)
  for (const done of tries) check(done, true)
}

function asksFailure(condition: Condition): boolean {
  if ('error' in condition) return condition.error
  if ('all' in condition) return condition.all.some(asksFailure)
  return 'any' in condition && condition.any.some(asksFailure)
}
