// Lists of a world as data that have more than names: users, processes, ports and packages, in sentences.

import { type DataValue, isMap } from './data-form.ts'

type Row = Record<string, DataValue>

const NAME = /^[a-z_][\w-]{0,31}$/
const word = (value: DataValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
const rowsIn = (held: DataValue): Row[] => (Array.isArray(held) ? held.filter(isMap) : [])
const wordsIn = (held: DataValue | undefined): string[] =>
  Array.isArray(held)
    ? held.map(word).filter(Boolean)
    : word(held)
        .replaceAll(/[[\]"']/g, '')
        .split(/[,\s]+/)
        .filter(Boolean)

const KINDS: [key: RegExp, says: (held: DataValue) => string[]][] = [
  [/^(?:users|accounts)$/i, (held) => rowsIn(held).flatMap(userOf)],
  [
    /^(?:running|services|processes|daemons)$/i,
    (held) =>
      rowsIn(held).flatMap(({ pid, command, name, user }) => {
        const program = word(command) || word(name)
        const whose = NAME.test(word(user)) ? ` by ${word(user)}` : ''
        if (program === '') return []
        return [word(pid) === '' ? `${program} is running.` : `${program} is run${whose} with pid ${word(pid)}.`]
      })
  ],
  [
    /^(?:listening|ports|listeners|open_?ports)$/i,
    (held) =>
      (Array.isArray(held) ? held : []).flatMap((one) => {
        const [, port, name] = /^(\d{1,5})(?:\/(?:tcp|udp))?[ :=(-]{1,3}([a-z][\w.+-]{0,30})/i.exec(word(one)) ?? []
        return port === undefined ? [] : [`${name} listens on port ${port}.`]
      })
  ],
  [
    /^(?:packages|software|programs|tools)$/i,
    (held) => {
      if (!isMap(held)) return []
      const missing = wordsIn(held.missing ?? held.not_installed ?? held.absent)
      const installed = wordsIn(held.installed ?? held.present)
      return [
        ...(installed.length > 0 ? [`Installed: ${installed.join(', ')}.`] : []),
        ...missing.map((name) => `${name} is not installed.`)
      ]
    }
  ]
]

/** What a list or a map says of the machine; `null` where its key is none of these. */
export function rowsSay(key: string, held: DataValue): string[] | null {
  const says = KINDS.find(([name]) => name.test(key))?.[1](held) ?? []
  return says.length > 0 ? says : null
}

function userOf({ name, user, login, uid, sudo, groups, shell, home }: Row): string[] {
  const own = word(name) || word(user) || word(login)
  if (!NAME.test(own) || own === 'root') return []
  const all = wordsIn(groups).filter((one) => NAME.test(one) && one !== own)
  if (/^(?:true|yes)$/i.test(word(sudo)) && !all.includes('sudo')) all.push('sudo')
  const traits = [
    ...(/^\d+$/.test(word(uid)) ? [`uid ${word(uid)}`] : []),
    ...(/^\/[\w/]+$/.test(word(shell)) ? [`shell ${word(shell)}`] : []),
    ...(/^\/[\w./-]+$/.test(word(home)) ? [`home ${word(home)}`] : []),
    ...(all.length > 0 ? [`in the groups ${all.join(', ')}`] : [])
  ]
  return [`There is a user ${own}${traits.length > 0 ? ` with ${traits.join(', ')}` : ''}.`]
}

/** A list of maps in YAML, or a map of one level; `null` where it is neither. */
export function rowsBelow(lines: readonly string[]): Row[] | Row | null {
  const rows: Row[] = []
  const flat: Row = {}
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const [, dash, name = '', value = ''] = /^\s+(- )?([A-Za-z_]\w{0,30}): ?(.*)$/.exec(line) ?? []
    if (name === '') return null
    if (dash !== undefined) rows.push({})
    const row = rows.at(-1) ?? flat
    row[name] = value.trim().replaceAll(/^["']|["']$/g, '')
  }
  return rows.length > 0 ? rows : flat
}
