// Which of many tools a world has, by names and by patterns with `*`.
import { OrreryError } from '../../errors.ts'
import type { Tool } from '../../tree/model.ts'

/** Lists longer than this are chosen from before they are taken: a model is told all of every tool. */
export const MANY_TOOLS = 100

/**
 * The tools that any of the patterns names, in their own order. `*` stands for any characters; capitals do not matter.
 * @throws OrreryError invalid-input for a pattern that names none
 */
export function chooseTools(tools: Tool[], patterns: string[]): Tool[] {
  const wanted = patterns.map((one) => one.trim()).filter(Boolean)
  const lost = wanted.filter((pattern) => !tools.some(({ name }) => matches(name, pattern)))
  if (lost.length) {
    const some = tools.slice(0, 8).map(({ name }) => name)
    const more = tools.length > some.length ? `, and ${(tools.length - some.length).toLocaleString('en-US')} more` : ''
    throw new OrreryError(
      'invalid-input',
      `No tool is called ${lost.map((one) => `"${one}"`).join(' or ')}. The tools are: ${some.join(', ')}${more}. A * stands for any characters.`
    )
  }
  return tools.filter(({ name }) => wanted.some((pattern) => matches(name, pattern)))
}

/** Whether the whole name fits the pattern. Each part is looked for once from where the one before ended, so this is linear. */
function matches(name: string, pattern: string): boolean {
  const text = name.toLowerCase()
  const [first = '', ...rest] = pattern.toLowerCase().split('*')
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
