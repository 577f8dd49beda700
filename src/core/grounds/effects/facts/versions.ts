// Versions of programs that a text names: "Python 3.12", "node 20", and what `python3 --version` prints.

import type { StateChange } from '../../../tree/ground.ts'
import type { StatedText, StatementFacts } from './said.ts'

type Version = Extract<StateChange, { do: 'version' }>

/** What people call it, and the programs that say its version. */
const NAMES: [said: RegExp, programs: string[]][] = [
  [/\bC?[Pp]ython3?(?: version)?/, ['python3']],
  [/\b[Nn]ode(?:\.?js|JS)?(?: version)?/, ['node']],
  [/\bnpm(?: version)?/, ['npm']],
  [/\bpip(?: version)?/, ['pip', 'pip3']],
  [/\bpytest(?: version)?/, ['pytest']],
  [/\b[Gg]it(?: version)?/, ['git']],
  [/\b(?:GNU )?[Mm]ake(?: version)?/, ['make']],
  [/\bg(?:cc|\+\+)(?: version)?|\bGCC(?: version)?/, ['gcc', 'g++', 'cc']],
  [/\bcurl(?: version)?/, ['curl']],
  [/\bwget(?: version)?/, ['wget']],
  [/\bjq(?: version)?/, ['jq']],
  [/\b(?:SQLite|sqlite3?)(?: version)?/, ['sqlite3']],
  [/\b[Pp]erl(?: version)?/, ['perl']],
  [/\bOpenSSL(?: version)?|\bopenssl(?: version)?/, ['openssl']],
  [/\brsync(?: version)?/, ['rsync']]
]
const NUMBER =
  /^(?:: |[ -])?v?(\d{1,3}(?:\.\d{1,4}){1,3}(?![\w%]|\.\d|-)|\d{1,2}(?![\w%]|\.\d| (?:files?|lines?|GB|MB|tests?|packages?|modules?|scripts?|times|commits?|workers?|processes|jobs|of)\b|-))/
// Of another one, or of what it would need.
const OTHER =
  /(?:>=?|<=?|~|\^|requires?|needs?|supports?|at least|upgraded? to|upgrades to|upgrade it to|not|without|no|or|for|instead of|targets?|targeting|under|old) ?$/i

/** @param runs the languages whose programs may tell their versions apart, by the version that the machine has of each */
export function versionsIn(said: StatedText, runs: Readonly<Record<string, string>>): StatementFacts {
  const found = new Map<string, Version>()
  for (const [name, programs] of NAMES) {
    const printed = said.quoted.findLast(({ command }) => {
      const [program = '', option = ''] = command.split(' ')
      return programs.includes(program) && /^(?:-V|-v|--version|version)$/.test(option)
    })
    const own = /\bv?(\d{1,3}(?:\.\d{1,4}){1,3})/.exec(printed?.output[0] ?? '')?.[1]
    const told = said.sentences.flatMap((sentence) =>
      // What stands between two of the names is the first one's.
      sentence.split(name).flatMap((after, at, all) => {
        if (at === 0 || OTHER.test((all[at - 1] ?? '').slice(-16))) return []
        return NUMBER.exec(after)?.[1] ?? []
      })
    )
    const version = own ?? told[0]
    if (version !== undefined) for (const program of programs) found.set(program, { do: 'version', program, version })
  }
  const unmade = Object.entries(runs).flatMap(([program, own]) => {
    const version = found.get(program)?.version
    if (version === undefined || `${version}.`.startsWith(`${own}.`)) return []
    return [{ at: version, why: `${program} says version ${version}, and runs what ${own} runs.` }]
  })
  return { effects: [...found.values()], unmade }
}
