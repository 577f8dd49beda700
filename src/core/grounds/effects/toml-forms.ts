// A world as TOML: sections with what it says of the machine, and one with files.

import { type DataBlock, fileAt, HOLDS } from './data-form.ts'
import { fenceIn, isFile } from './heading.ts'
import { readLiteral } from './literal.ts'
import { saysOf } from './state-forms.ts'

const SECTION = /^\[([\w.-]{1,40})\]\s*$/
const KEY = /^(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|([\w.-]{1,100})) *= *(?=\S)/

/** By itself or in a block of code. `null` where no section is of files, or nothing is said of a machine. */
export function tomlIn(lines: readonly string[], at: number): DataBlock | null {
  const fence = fenceIn(lines[at] ?? '')
  const first = fence ? at + 1 : at
  if (!SECTION.test(lines[first] ?? '')) return null
  const text = lines.slice(first).join('\n')
  const found: DataBlock = { shown: [], next: at }
  const said: [string, unknown][] = []
  let section = ''
  let from = 0
  while (from < text.length) {
    const end = text.indexOf('\n', from) < 0 ? text.length : text.indexOf('\n', from)
    const line = text.slice(from, end)
    const named = SECTION.exec(line)?.[1]
    const [begin = '', ...names] = KEY.exec(line) ?? []
    const key = names.find((name) => name !== undefined) ?? ''
    if (named !== undefined) section = named
    else if (begin !== '') {
      const read = readLiteral(text.slice(from + begin.length))
      if (read === null) return null
      if (HOLDS.test(section) && isFile(key) && typeof read.value === 'string')
        // The line end behind the marks is none of the text.
        found.shown.push(fileAt(key, read.value.replace(/^\n/, '')))
      else if (/^env/i.test(section)) said.push(['env', { [key]: read.value }])
      else said.push([key, read.value])
      from += begin.length + read.end
      if (text.charAt(from) !== '\n' && from < text.length) return null
      from++
      continue
    } else if (!/^\s*(?:#.*)?$/.test(line)) break
    from = end + 1
  }
  const says = saysOf(said)
  if (found.shown.length === 0 || says.length === 0) return null
  const next = first + text.slice(0, Math.min(from, text.length)).split('\n').length - (from < text.length ? 1 : 0)
  return { ...found, next: fence ? next + 1 : next, prose: [...says, ''] }
}
