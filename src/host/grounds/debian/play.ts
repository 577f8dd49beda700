// One action on the machine: it is typed, and whatever asks on the way is answered before it goes on.
import { type Claim, touchedBy } from '../../../core/effects/claims.ts'
import { addressOf, beginningOf, listed, output, readTold, type Told } from '../../../core/effects/told.ts'
import type { Dream, Effect } from '../../../core/ground.ts'
import type { Action } from '../../../core/model.ts'
import { absolute, commandsIn } from '../../../core/shell/commands.ts'
import { entries } from '../../../core/terminal/keystrokes.ts'
import type { Done, Job, MachineClient, Result } from '../machine-client.ts'
import { CLAIMS, jobsFor, type Owner, pageOf, quoted } from './apply.ts'
import {
  ASK,
  type Asked,
  actionOf,
  answerJob,
  clonedFrom,
  commandOf,
  isLocal,
  REAL,
  readAsk,
  remoteScript
} from './asking.ts'
import { contextOf } from './context.ts'
import { NOT_MINE, ownPackages } from './packages.ts'
import { type RuleName, ruleOf } from './rules.ts'

/** What is known of a state without asking the machine. */
export interface Facts {
  cwd: string
  atPrompt: boolean
  claims: Claim[]
}

/** Asks the model to show what `action` shows. */
export type AskModel = (asked: {
  rule: RuleName
  action: Action
  context: string
  json?: boolean
  begins?: string
}) => Promise<string>

export interface Playing {
  client: MachineClient
  owner: Owner
  signal: AbortSignal
  askModel: AskModel
}

export interface Played {
  text: string
  facts: Facts
  dreams: Dream[]
  /** Why the state may differ from what the text tells. */
  uncertain?: string
}

// Programs that ask each other in circles come to an end.
const MOST_ASKED = 32
// How long a program is waited for after it was answered, in steps.
const AFTER = { seconds: 0.5, times: 6 }

/** Does `action` from the state `from`, and keeps the state after it as `to`. @throws OrreryError as `MachineClient.work` */
export async function play(
  { action, from, to, facts }: { action: Action; from: string; to: string; facts: Facts },
  playing: Playing
): Promise<Played> {
  const { client, owner, signal } = playing
  const keys = entries(action)
  const dreams: Dream[] = []
  let at = from
  const work = async (jobs: Job[]): Promise<Done> => {
    const done = await client.work({ from: at, to, jobs }, { signal })
    at = to
    return done
  }
  const now = await see({ keys, facts, work, dreams }, playing)
  let state = shownIn(await work([{ do: 'type', keys }, ...LOOK]), now)
  for (let asked = 0; state.ask && asked < MOST_ASKED; asked++) {
    const answer = await answerTo(readAsk(state.ask, owner), { ...playing, work, dreams })
    state = shownIn(await work([...answer, wait(0.25), ...LOOK]), state.facts)
    for (let times = 0; !state.ask && !state.facts.atPrompt && times < AFTER.times; times++) {
      state = shownIn(await work([wait(AFTER.seconds), ...LOOK]), state.facts)
    }
  }
  return { text: state.text, facts: state.facts, dreams }
}

const LOOK: Job[] = [
  { do: 'read', path: ASK },
  { do: 'read', path: CLAIMS }
]

const wait = (duration: number): Job => ({ do: 'type', goesOn: true, keys: [{ keystrokes: '', duration }] })

interface State {
  text: string
  facts: Facts
  ask: Buffer | null
}

/** What a batch that ends in `LOOK` showed. */
function shownIn({ results }: Done, before: Facts): State {
  const typed = results.findLast((result) => result.did === 'type')
  const [ask, claims] = results
    .slice(-2)
    .map((result) => (result.did === 'read' && result.content !== null ? Buffer.from(result.content, 'base64') : null))
  return {
    text: typed?.text ?? '',
    facts: {
      cwd: typed?.cwd ?? before.cwd,
      atPrompt: typed?.atPrompt ?? before.atPrompt,
      claims: claims ? claimsIn(claims.toString()) : []
    },
    ask: ask ?? null
  }
}

export function claimsIn(text: string): Claim[] {
  return text.split('\n').flatMap((line): Claim[] => {
    const [, kind, path, from] = /^(file|folder|program) (\/[^\t]*)(?:\t(.*))?$/.exec(line) ?? []
    if (!path || (kind !== 'file' && kind !== 'folder' && kind !== 'program')) return []
    return [{ kind, path, ...(from && { from }) }]
  })
}

// A listing shows names, which may have to be seen themselves.
const ROUNDS = 3

/** Has the model show what the line is about to read and nobody has seen, and writes it down. */
async function see(
  {
    keys,
    facts,
    work,
    dreams
  }: { keys: ReturnType<typeof entries>; facts: Facts; work: (jobs: Job[]) => Promise<Done>; dreams: Dream[] },
  playing: Playing
): Promise<Facts> {
  const commands = facts.atPrompt ? commandsIn(keys.map(({ keystrokes }) => keystrokes).join('')) : []
  let now = facts
  for (let round = 0; round < ROUNDS; round++) {
    const touched = touchedBy(commands, now.claims, { cwd: now.cwd, home: playing.owner.home })
    if (!touched.length) break
    for (const claim of touched) {
      const effects = await look(claim, { ...playing, work, dreams })
      const { results } = await work([
        ...jobsFor(effects, { owner: playing.owner, shell: false }),
        { do: 'read', path: CLAIMS }
      ])
      now = { ...now, claims: claimsIn(contentOf(results.at(-1))) }
    }
  }
  return now
}

type Working = Playing & { work: (jobs: Job[]) => Promise<Done>; dreams: Dream[] }

/** What is in a claimed path, as effects: by the model, or what its address held before. */
async function look(claim: Claim, { work, dreams, askModel }: Working): Promise<Effect[]> {
  const { path, kind, from } = claim
  const known = from === undefined ? null : await pageAt(from, work)
  if (known !== null) return [{ do: 'write', path, content: known }]
  const name = /^[\w@%+=:,./-]+$/.test(path) ? path : quoted(path)
  const command = from !== undefined ? `curl -s ${quoted(from)}` : kind === 'folder' ? `ls -la ${name}` : `cat ${name}`
  const action = [{ keystrokes: `${command}\n`, duration: 1 }]
  const context = from === undefined ? `${path} exists, and its content is shown here for the first time.` : ''
  const json = kind === 'file' && (isJson(path) || isJson(from ?? ''))
  const asked = { rule: 'claimed-file' as const, action, context, ...(json && { json }) }
  let text = await askModel(asked)
  // That it is there has been said already: a model that denies it is asked once more.
  if (DENIES.test(output(text).text)) text = await askModel({ ...asked, context: `${path} exists and can be read.` })
  const effects = seen(claim, text)
  dreams.push({ of: command, rule: 'claimed-file', text, effects })
  return effects
}

const isJson = (path: string): boolean => /\.(?:json|geojson|webmanifest|ipynb)(?:[?#].*)?$/.test(path)

const DENIES =
  /^(?:cat|ls|curl|bash): .*(?:No such file|Permission denied|cannot access|Is a directory|not found|Could not|could not)/

/** What a look showed. One that found nothing leaves an empty file. */
function seen({ path, kind, from }: Claim, screen: string): Effect[] {
  if (kind === 'folder') {
    const entries = listed(screen).filter(({ name }) => !name.includes('/'))
    return [
      { do: 'seen', path },
      ...entries.map(
        ({ name, folder }): Effect => ({
          do: 'claim',
          path: absolute(name, { cwd: path, home: '/' }),
          kind: folder ? 'folder' : 'file'
        })
      )
    ]
  }
  const { text } = output(screen)
  const content = text === '' || DENIES.test(text) ? '' : `${text}\n`
  return [
    { do: 'write', path, content, ...(path.endsWith('.sh') && { mode: 0o755 }) },
    ...(from ? [{ do: 'page' as const, address: from, content }] : [])
  ]
}

async function pageAt(address: string, work: (jobs: Job[]) => Promise<Done>): Promise<string | null> {
  const [result] = (await work([{ do: 'read', path: pageOf(address) }])).results
  return result?.did === 'read' && result.content !== null ? contentOf(result) : null
}

const contentOf = (result: Result | undefined): string =>
  result?.did === 'read' && result.content !== null ? Buffer.from(result.content, 'base64').toString() : ''

/** The jobs that answer a program: by what the machine knows, or by the model. */
async function answerTo(
  asked: Asked,
  {
    client: _client,
    work,
    dreams,
    owner,
    askModel
  }: Playing & { work: (jobs: Job[]) => Promise<Done>; dreams: Dream[] }
): Promise<Job[]> {
  const own = ownPackages(asked)
  const [result] = own ? (await work([{ do: 'run', script: own.script }])).results : []
  if (own && result?.did === 'run' && result.status !== NOT_MINE) {
    const { output: out, status } = result
    return [
      ...jobsFor(own.effects, { owner, shell: false }),
      answerJob({ out: status ? '' : out, err: status ? out : '', status, session: false })
    ]
  }
  if (asked.name === 'git' && (await talksToItself(asked, work))) return [REAL]
  const rule = ruleOf(asked.name)
  const address = addressOf(asked)
  const known = address === null ? null : await pageAt(address, work)
  if (known !== null) {
    const told = readTold(asked, known)
    const effects = told.effects.map(
      (one): Effect => (one.do === 'claim' ? { do: 'write', path: one.path, content: known } : one)
    )
    return [...jobsFor(effects, { owner, shell: false }), answerJob({ ...told, out: told.out && known, err: '' })]
  }
  const action = actionOf(asked)
  const json = address !== null && isJson(address)
  const context = await contextOf(asked, work)
  const begins = beginningOf(asked)
  let text = await askModel({ rule, action, context, ...(json && { json }), ...(begins && { begins }) })
  // The machine has it: a model that says otherwise is asked once more.
  if (text.includes(`${asked.name}: command not found`)) {
    text = await askModel({ rule, action, context: `${asked.name} is installed and works.\n${context}` })
  }
  const told: Told = readTold(asked, text, { line: asked.line })
  // What was printed is what is there.
  if (address !== null && told.status === 0 && told.out) told.effects.push({ do: 'page', address, content: told.out })
  dreams.push({ of: asked.line ? asked.line.trimEnd() : commandOf(asked), rule, text, effects: told.effects })
  return [...jobsFor(told.effects, { owner, shell: false }), answerJob(told)]
}

/** Whether a git command's remote is a folder of this machine. */
async function talksToItself(asked: Asked, work: (jobs: Job[]) => Promise<Done>): Promise<boolean> {
  const script = remoteScript(asked)
  if (script === null) return isLocal(clonedFrom(asked))
  const [result] = (await work([{ do: 'run', script }])).results
  return result?.did === 'run' && isLocal(result.output.split('\n')[0] ?? '')
}
