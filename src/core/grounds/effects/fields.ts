// Lines of "name: value", as tables, lists, `hostnamectl`, `lscpu` and neofetch have them, in the sentences that say the same.

import { commandOn } from './facts/prompt.ts'

// The line may go on behind it.
const word = (says: (value: string) => string) => (value: string) => {
  const name = /^([A-Za-z_](?:[\w.-]*\w)?)(?: \([^()]*\))?(?:$|\. [A-Z]|, (?:home|shell|uid|gid|groups?)\b)/.exec(
    value
  )?.[1]
  return name === undefined ? null : says(name)
}

const FIELDS: [name: RegExp, says: (value: string) => string | null][] = [
  [
    /^(?:static )?host(?: ?name)?$|^nodename$|^fqdn$|^(?:computer|machine|server|box|node|vm|container) ?name$/,
    word((value) => `The hostname is ${value}.`)
  ],
  [
    /^(?:(?:login|current|shell|unix|linux|active|default|logged[- ]in)[ _])?user(?: ?name)?$|^login$|^account$|^logged[- ]in as$/,
    word((value) => `You are logged in as ${value}.`)
  ],
  [/^os$|^operating system$|^distro(?:bution)?$|^os version$/, (value) => `It runs ${value.replace(/ x86_64$/, '')}.`],
  [
    /^kernel(?: version| release)?$/,
    (value) => (/\d\.\d/.test(value) ? `Kernel ${value.replace(/^Linux /, '')}.` : null)
  ],
  [/^v?cpus?(?:\(s\))?$|^(?:v?cpu )?cores?$|^v?cpu count$|^(?:number of )?(?:v?cpus|processors|cores)$/, coresOf],
  [/^(?:total )?(?:memory|ram|mem)(?: size)?$/, sizeOf('RAM')],
  [/^(?:root )?(?:disk|storage|hdd|ssd)(?: size| space)?(?: ?\(\/\))?$/, sizeOf('disk')],
  [/^time ?zone$|^tz$/, (value) => `The time zone is ${value}.`],
  [/^system date$/, (value) => (/^\d{4}-\d\d-\d\d/.test(value) ? `It is ${value}.` : null)],
  [/^locale$|^lang$/, (value) => `The locale is ${value}.`],
  [/^(?:login )?shell$/, (value) => `The shell is ${value.split(' ')[0]}.`],
  [
    /^(?:private |public |local |ipv4 )?ip(?:v4)?(?: address)?$/,
    (value) => (/^[\d.]+/.test(value) ? `The IP address is ${value.split(/[ /]/)[0]}.` : null)
  ],
  [
    /^arch(?:itecture)?$/,
    (value) => (/arm64|aarch64|riscv64|ppc64|s390x/i.test(value) ? `It is an ${value} machine.` : null)
  ],
  [
    /^(?:working directory|work ?dir|cwd|current directory|pwd|start(?:ing)? (?:dir|directory|folder))$/,
    (value) => (/^\/[\w./@-]*$/.test(value) ? `The working directory is ${value}.` : null)
  ],
  [
    /^(?:project |repo(?:sitory)? )?(?:location|root|path|directory|dir|folder)$|^(?:located|lives) (?:in|at)$/,
    (value) => {
      const path = /^(~?\/[\w./@-]*)(?=$| \()/.exec(value)?.[1]
      return path === undefined || /\.\w+$/.test(path) ? null : `The project is in ${path}.`
    }
  ]
]

/** "16", "8 vCPUs", and neofetch's "Intel Xeon (4) @ 2.4GHz". */
function coresOf(value: string): string | null {
  const cores = /^(\d{1,4})(?: |$|x)(?!\d*(?:\.\d+)? ?[MG]Hz)/.exec(value)?.[1] ?? /\((\d{1,4})\) @/.exec(value)?.[1]
  return cores === undefined ? null : `${cores} CPUs.`
}

const MIB: Record<string, number> = { M: 1, G: 1024, T: 2 ** 20 }

/** "16 GB", and "612MiB / 7935MiB" of what is in use. */
function sizeOf(what: string) {
  return (value: string): string | null => {
    const all = [...value.matchAll(/(?<![\d.])(\d[\d.]{0,15}) ?([MGT])(?:i?B)?\b/gi)].map(
      ([, amount = '', unit = '']) => ({
        amount,
        unit: unit.toUpperCase()
      })
    )
    const [first, second] = all
    if (!first || !/^\d/.test(value)) return null
    if (second && /^[^/]*\b(?:free|available)\b/.test(value))
      return `${first.amount} ${first.unit}B ${what} (${second.amount} ${second.unit}B free).`
    if (!second || !/\//.test(value)) return `${first.amount} ${first.unit}B ${what}.`
    const left = Number(second.amount) * (MIB[second.unit] ?? 1) - Number(first.amount) * (MIB[first.unit] ?? 1)
    return `${second.amount} ${second.unit}B ${what} (${Math.round(left)} MB free).`
  }
}

// What programs print of the machine itself, by a line that only they have.
const PRINTED: [line: RegExp, command: string][] = [
  [/^Static hostname: /, 'hostnamectl'],
  [/^Thread\(s\) per core: /, 'lscpu'],
  [/^[\w.-]+@[\w.-]+$/, 'neofetch']
]
const OWN = /^(?:sudo )?(?:hostnamectl|lscpu|timedatectl|neofetch|fastfetch|screenfetch|inxi)\b/

interface Field {
  name: string
  value: string
}

/** "host=fir user=jo tz=Asia/Tokyo": what it is and nothing else; names of variables are in capitals. */
function pairsOn(bare: string): Field[] {
  const [, only] = /^(?:[^\n]{0,60}[.;,] )?host=([a-z][\w.-]{0,62})(?=[.;,]? |[.;,]?$)/.exec(bare) ?? []
  const parts = bare.split(/[,;]? (?=[a-z]\w{0,15}=)/).map((part) => /^([a-z]\w{0,15})=(.{1,200})$/.exec(part))
  if (parts.length < 2 || parts.includes(null))
    return only === undefined ? [] : [{ name: 'hostname', value: only.replace(/[.-]$/, '') }]
  return parts.map((part) => ({
    name: PAIRED[part?.[1] ?? ''] ?? part?.[1] ?? '',
    value: (part?.[2] ?? '').replaceAll(/^"|"$/g, '')
  }))
}

const PAIRED: Readonly<Record<string, string>> = { host: 'hostname', mem: 'memory', date: 'system date' }

/** A line, or several in one: "RAM: 4 GB; CPUs: 2". */
function fieldsOn(line: string): Field[] {
  const bare = line
    .trim()
    .replace(/^[-*•] /, '')
    .replaceAll('**', '')
    .replaceAll('`', '')
  const [, tag = '', inner] = /^<(\w{1,30})>([^<>]{1,200})<\/\w{1,30}>$/.exec(bare) ?? []
  if (inner !== undefined) return [{ name: named(tag), value: inner.trim() }]
  // "account ..... deploy"
  const [, dotted, filled] = /^([A-Za-z][\w ]{1,24}) \.{3,40} (\S.*)$/.exec(bare) ?? []
  if (dotted !== undefined) return [{ name: named(dotted === 'name' ? 'hostname' : dotted), value: filled ?? '' }]
  const pairs = pairsOn(bare)
  if (pairs.length > 0) return pairs
  const cells = /^\|[^|]+\|[^|]+\|/.test(bare) ? bare.split('|').slice(1, 3) : null
  if (cells) return [{ name: named(cells[0] ?? ''), value: (cells[1] ?? '').trim() }]
  return bare.split(/[.;,|] (?=[A-Z][\w ()/]{0,24}: )/).flatMap((part) => {
    const at = part.indexOf(': ')
    return at > 0 && at < 32
      ? [
          {
            name: named(part.slice(0, at)),
            value: part
              .slice(at + 2)
              .trim()
              .replace(/[.;,]$/, '')
          }
        ]
      : []
  })
}

const named = (name: string): string => name.trim().toLowerCase()

const saysOf = ({ name, value }: Field): string | null => {
  const says = value === '' ? undefined : FIELDS.find(([field]) => field.test(name))?.[1]
  return says?.(value) ?? null
}

/** Whether a block of lines is of this kind, or of variables, and of nothing else. */
export function isFields(lines: readonly string[]): boolean {
  const rows = lines.filter((line) => line.trim() !== '' && !/^[-=|: \t]+$/.test(line))
  const known = rows.filter((line) => fieldsOn(line).some((one) => saysOf(one) !== null))
  const variables = rows.filter((line) => /^(?:export )?[A-Z_][A-Z0-9_]*=/.test(line))
  const title = rows.filter((line) => /^[\w.-]+@[\w.-]+$/.test(line))
  const fields = rows.filter((line) => /^(?:\| ?)?[A-Za-z][\w ()/.-]{0,30}(?:: |\|)/.test(line.trim()))
  if (rows.length === 0) return false
  return variables.length === rows.length || (known.length > 1 && fields.length + title.length === rows.length)
}

/** @param prose lines that belong to no file */
export function fieldsIn(prose: readonly string[]): string[] {
  let of: string | null = null
  const found: string[] = []
  for (const [at, line] of prose.entries()) {
    const command = commandOn(line)
    if (command !== null) of = command
    else if (line === '') of = null
    // What another program printed is of something else.
    if (of !== null && !OWN.test(of)) continue
    const program = of === null ? PRINTED.find(([own]) => own.test(line.trim()))?.[1] : undefined
    if (program === 'neofetch') {
      if (!/^-{3,}$/.test(prose[at + 1]?.trim() ?? '')) continue
      const [user = '', host = ''] = line.trim().split('@')
      found.push(`You are logged in as ${user}.`, `The hostname is ${host}.`)
    }
    if (program !== undefined) found.push('', `$ ${program}`, line.trim(), '')
    for (const field of fieldsOn(line)) {
      const says = saysOf(field)
      if (says !== null) found.push(says)
    }
  }
  return found
}
