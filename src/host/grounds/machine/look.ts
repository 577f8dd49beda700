// Files that were mentioned but never shown. The model writes their content when a command is about to read them; it is stored then.

import { absolute, type Simple } from '../../../core/domains/shell/commands.ts'
import { isBinary } from '../../../core/grounds/effects/binary.ts'
import { type Claim, touchedBy } from '../../../core/grounds/effects/claims.ts'
import { listed, output } from '../../../core/grounds/effects/told.ts'
import type { StateChange } from '../../../core/tree/ground.ts'
import { bytesIn, textIn } from '../emulator/files.ts'
import { quoted } from '../emulator/quoted.ts'
import type { EmulatorJob, EmulatorResult } from '../emulator-client.ts'
import { jobsFor, pageOf } from './apply.ts'
import { CLAIMS } from './settle.ts'
import type { MachineStatus, Working } from './working.ts'

export function claimsIn(text: string): Claim[] {
  return text.split('\n').flatMap((line): Claim[] => {
    const [, kind, path, from] = /^(file|pending|folder|program) (\/[^\t]*)(?:\t(.*))?$/.exec(line) ?? []
    if (path && kind === 'pending') return [{ kind: 'file', path, pending: true }]
    if (!path || (kind !== 'file' && kind !== 'folder' && kind !== 'program')) return []
    return [{ kind, path, ...(from && { from }) }]
  })
}

// A listing shows names, which may have to be seen themselves.
const ROUNDS = 3

/** Has the model show what the line is about to read and nobody has seen, and writes it down. */
export async function see(commands: readonly Simple[], facts: MachineStatus, working: Working): Promise<MachineStatus> {
  const { owner, work, brought = [] } = working
  const claims = brought.flatMap((one) => (one.do === 'claim' ? [one] : []))
  let now = claims.length > 0 ? { ...facts, claims: [...facts.claims, ...claims] } : facts
  for (let round = 0; round < ROUNDS; round++) {
    const touched = touchedBy(commands, now.claims, { cwd: now.cwd, home: owner.home }).filter((one) => !isBinary(one))
    if (!touched.length) break
    for (const claim of touched) {
      const effects = await look(claim, working)
      const { results } = await work([...jobsFor(effects, { owner, shell: false }), { do: 'read', path: CLAIMS }])
      now = { ...now, claims: claimsIn(textIn(results.at(-1))) }
    }
  }
  return now
}

/** What is in a claimed path, as effects: by the model, or what its address held before. */
async function look(claim: Claim, { work, dreams, askModel }: Working): Promise<StateChange[]> {
  const { path, kind, from } = claim
  const known = from === undefined ? null : await pageAt(from, work)
  if (known !== null) return [{ do: 'write', path, content: known }]
  const name = /^[\w@%+=:,./-]+$/.test(path) ? path : quoted(path)
  const command = from !== undefined ? `curl -s ${quoted(from)}` : kind === 'folder' ? `ls -la ${name}` : `cat ${name}`
  const context = from === undefined ? `${path} exists, and its content is shown here for the first time.` : ''
  const json = kind === 'file' && (isJson(path) || isJson(from ?? ''))
  const begins = kind === 'folder' ? 'total ' : beginningOf(path)
  const asked = { rule: 'claimed-file' as const, command, context, ...(json && { json }), ...(begins && { begins }) }
  let typed = command
  let text = await askModel(asked)
  // That it is there has been said already: a model that denies it is asked once more, and of what was downloaded for the file.
  if (DENIES.test(output(text, typed).text)) {
    typed = from === undefined ? command : `cat ${name}`
    text = await askModel({ ...asked, command: typed, context: `${path} exists and can be read.` })
  }
  const effects = seen(claim, text, typed)
  dreams.push({ of: typed, rule: 'claimed-file', text, effects })
  return effects
}

export const isJson = (path: string): boolean =>
  /\.(?:json|geojson|webmanifest|ipynb)$/.test(path.split(/[?#]/)[0] ?? '')

// How files of a kind begin whatever is in them.
const BEGINNINGS: [path: RegExp, beginning: string][] = [
  [/\.sh$/, '#!/bin/'],
  [/\.html?$/, '<!DOCTYPE html>\n'],
  [/\.(?:xml|svg)$/, '<'],
  [/\.md$/, '# '],
  [/(?:^|\/)Cargo\.toml$/, '[package]\nname = "'],
  [/(?:^|\/)Dockerfile$/, 'FROM ']
]

const beginningOf = (path: string): string => BEGINNINGS.find(([kind]) => kind.test(path))?.[1] ?? ''

const DENIES =
  /^(?:cat|ls|curl|bash): .*(?:No such file|Permission denied|cannot access|Is a directory|not found|Could not|could not)/

/** What a look showed. One that found nothing leaves an empty file. */
function seen({ path, kind, from }: Claim, screen: string, typed: string): StateChange[] {
  if (kind === 'folder') {
    const entries = listed(screen, typed).filter(({ name }) => !name.includes('/'))
    return [
      { do: 'seen', path },
      ...entries.map(
        ({ name, folder }): StateChange => ({
          do: 'claim',
          path: absolute(name, { cwd: path, home: '/' }),
          kind: folder ? 'folder' : 'file'
        })
      )
    ]
  }
  const { text } = output(screen, typed)
  const content = text === '' || DENIES.test(text) ? '' : `${text}\n`
  return [
    { do: 'write', path, content, ...(path.endsWith('.sh') && { mode: 0o755 }) },
    ...(from ? [{ do: 'page' as const, address: from, content }] : [])
  ]
}

export async function pageAt(
  address: string,
  work: (jobs: EmulatorJob[]) => Promise<EmulatorResult>
): Promise<string | null> {
  const [result] = (await work([{ do: 'read', path: pageOf(address) }])).results
  return bytesIn(result)?.toString() ?? null
}
