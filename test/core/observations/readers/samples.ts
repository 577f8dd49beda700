import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readScreen } from '../../../../src/core/observations/screens/readers/index.ts'
import type { Screen } from '../../../../src/core/observations/screens/screen.ts'
import { must } from '../../../must.ts'

const folder = join(import.meta.dirname, '../../../fixtures/screens')

/** The sample screens of the formats whose files begin so. */
export function samples(...formats: string[]): { name: string; text: string }[] {
  return readdirSync(folder)
    .filter((name) => formats.some((format) => name.startsWith(`${format}-`)))
    .sort()
    .map((name) => ({ name, text: sample(name) }))
}

export function sample(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

/** The screen in the text; fails with the problem when there is none. */
export function screenOf(text: string): Screen {
  const read = readScreen(text)
  if ('problem' in read) throw new Error(read.problem)
  return read.screen
}

/** Role, name and the rest that is said, one line a node, indented by depth. */
export function outline({ nodes }: Screen): string[] {
  const depth: number[] = []
  return nodes.map(({ ref, role, name, text, value, states, parent }, index) => {
    depth[index] = parent < 0 ? 0 : must(depth[parent]) + 1
    const said = [ref === null ? '' : `[${ref}]`, role, JSON.stringify(name)]
    if (text) said.push(`text ${JSON.stringify(text)}`)
    if (value !== null) said.push(`value ${JSON.stringify(value)}`)
    said.push(...Object.entries(states).map(([state, is]) => (is === true ? state : `${state}=${is}`)))
    return '  '.repeat(must(depth[index])) + said.filter(Boolean).join(' ')
  })
}
