// A world as data: its files, and beside them what it says of the machine, in sentences.

import { type DataBlock, type DataValue, HOLDS, isMap } from './data-form.ts'
import { fenceIn } from './heading.ts'
import { rowsBelow, rowsSay } from './state-rows.ts'
import { unquoted, yamlIn } from './yaml-forms.ts'

const USER = /^(?:(?:current|login|active)_?)?(?:user|user_?name|login)$/i
const STATE: [key: RegExp, says: (value: string) => string][] = [
  [USER, (value) => `You are logged in as ${value}.`],
  [/^host(?:_?name)?$/i, (value) => `The hostname is ${value}.`],
  [
    /^(?:cwd|pwd|work_?dir|working_?dir(?:ectory)?|dir(?:ectory)?|home_?dir)$/i,
    (value) => `The working directory is ${value}.`
  ],
  [/^(?:os|system|distro|distribution|release)$/i, (value) => `It runs ${value}.`],
  [/^(?:tz|time_?zone)$/i, (value) => `The time zone is ${value}.`],
  [/^kernel$/i, (value) => `Kernel ${value}.`],
  [/^uptime$/i, (value) => `The uptime is ${value}.`],
  [/^(?:memory|ram)$/i, (value) => `${value} of RAM.`],
  [/^v?(?:cpus?|cores)$/i, (value) => `${value} CPUs.`],
  [/^(?:date|now|time|clock)$/i, (value) => `It is ${value}.`],
  [/^branch$/i, (value) => `A git repository on branch ${value}.`],
  [/^(?:installed|packages|tools|software|programs)$/i, (value) => `Installed: ${value}.`],
  [
    /^(?:running|services|processes|daemons)$/i,
    (value) =>
      value
        .split(/[;,] /)
        .flatMap((one) => (/^[\w.+-]{2,30}(?: daemon)?$/.test(one) ? `${one} is running.` : []))
        .join('\n')
  ]
]
const VARIABLES = /^(?:env(?:ironment)?(?:_variables)?|variables|vars)$/i

/** What the keys of a world beside its files say. */
export function saysOf(entries: readonly (readonly [string, DataValue])[]): string[] {
  const user = textOf(entries.find(([key]) => USER.test(key))?.[1] ?? '')
  return entries.flatMap(([key, held]) => {
    if (/^groups$/i.test(key)) return user === '' ? [] : [`The user ${user} is in the groups ${textOf(held)}.`]
    if (VARIABLES.test(key) && isMap(held))
      return Object.entries(held).map(([name, value]) => `export ${name}=${JSON.stringify(String(value))}`)
    // "machine": {"hostname": "otter"}
    if (MACHINE.test(key) && isMap(held)) return saysOf(Object.entries(held).map(ofMachine))
    const rows = rowsSay(key, held)
    if (rows) return rows
    const says = STATE.find(([name]) => name.test(key))?.[1]
    const value = textOf(held)
    return says && value !== '' ? says(value).split('\n').filter(Boolean) : []
  })
}

/** A list is its entries in a row: "[git 2.43, npm]". */
function textOf(held: DataValue): string {
  if (Array.isArray(held)) return held.map(textOf).filter(Boolean).join(', ')
  if (typeof held !== 'string' && typeof held !== 'number') return ''
  const inner = /^\[([^[\]]*)\]$/.exec(String(held))?.[1]
  return inner === undefined
    ? String(held)
    : inner
        .split(',')
        .map((one) => unquoted(one.trim()))
        .join(', ')
}

const MACHINE =
  /^(?:machine|system|host|box|vm|container|environment|terminal|shell|session|world|state|context|server)$/i

/** A machine's name is its host name, and its memory may be counted: "memory_mb: 4096". */
function ofMachine<Value>([key, held]: readonly [string, Value]): [string, Value | string] {
  if (key === 'name') return ['hostname', held]
  const unit = /^(?:memory|ram|mem)_([mg])i?b$/i.exec(key)?.[1]
  return unit === undefined ? [key, held] : ['memory', `${held} ${unit.toUpperCase()}B`]
}

const TOP = /^["']?([\w-]{1,40})["']?: ?(.*)$/

/** A world as YAML, with its files below a key such as `files:`; in a block of code, or by itself. */
export function stateIn(lines: readonly string[], at: number): DataBlock | null {
  const fence = fenceIn(lines[at] ?? '')
  const first = fence ? at + 1 : at
  if (!TOP.test(lines[first] ?? '')) return null
  let end = first
  while (
    end < lines.length &&
    !(fence && (lines[end] ?? '').trim() === fence.mark) &&
    /^(?:[\w"'-][^\n]*:|\s|$)/.test(lines[end] ?? '')
  )
    end++
  const block = lines.slice(first, end)
  const found: DataBlock = { shown: [], next: fence ? end + 1 : end, prose: [] }
  const said: [string, DataValue][] = []
  for (let line = 0; line < block.length; line++) {
    const [, key = '', value = ''] = TOP.exec(block[line] ?? '') ?? []
    if (value !== '') said.push([key, unquoted(value.trim())])
    if (key === '' || value !== '') continue
    let next = line + 1
    while (next < block.length && /^\s|^$/.test(block[next] ?? '')) next++
    const inner = block.slice(line + 1, next)
    if (HOLDS.test(key)) {
      for (let row = 0; row < inner.length; ) {
        const files = yamlIn(inner, row, true)
        for (const one of files?.shown ?? []) found.shown.push(one)
        row = files?.next ?? row + 1
      }
    } else if (rowsSay(key, rowsBelow(inner) ?? '')) said.push([key, rowsBelow(inner) ?? ''])
    else if (inner.every((one) => /^\s*(?:- |$)/.test(one)))
      said.push([key, inner.flatMap((one) => unquoted(one.replace(/^\s*- /, '').trim()) || [])])
    else if (VARIABLES.test(key)) said.push([key, Object.fromEntries(inner.flatMap(pairOn))])
    else if (MACHINE.test(key)) for (const pair of inner.flatMap(pairOn)) said.push(ofMachine(pair))
  }
  const says = saysOf(said)
  if (found.shown.length === 0 || says.length === 0) return null
  return { ...found, prose: [...says, ''] }
}

const pairOn = (line: string): [string, string][] => {
  const [, name = '', value = ''] = /^\s+([A-Za-z_]\w*): ?(.*)$/.exec(line) ?? []
  return name === '' ? [] : [[name, unquoted(value.trim())]]
}
