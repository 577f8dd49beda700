// One action on the machine: it is typed, and whatever asks on the way is answered before it goes on.
import { type Claim, touchedBy } from '../../../core/effects/claims.ts'
import { listed, output, readTold, type Told } from '../../../core/effects/told.ts'
import type { Dream, Effect } from '../../../core/ground.ts'
import type { Action } from '../../../core/model.ts'
import { absolute, commandsIn } from '../../../core/shell/commands.ts'
import { entries } from '../../../core/terminal/keystrokes.ts'
import type { Done, Job, MachineClient, Result } from '../machine-client.ts'
import { CLAIMS, jobsFor, type Owner, quoted } from './apply.ts'
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
import { ownPackages } from './packages.ts'
import { type RuleName, ruleOf } from './rules.ts'

/** What is known of a state without asking the machine. */
export interface Facts {
  cwd: string
  atPrompt: boolean
  claims: Claim[]
}

/** Asks the model to show what `action` shows. */
export type AskModel = (asked: { rule: RuleName; action: Action; context: string }) => Promise<string>

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
    const [, kind, path] = /^(file|folder|program) (\/.*)$/.exec(line) ?? []
    return path && (kind === 'file' || kind === 'folder' || kind === 'program') ? [{ kind, path }] : []
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
      const command = claim.kind === 'folder' ? `ls -la ${quoted(claim.path)}` : `cat ${quoted(claim.path)}`
      const action = [{ keystrokes: `${command.replace(/'(\/[\w@%+=:,./-]*)'/, '$1')}\n`, duration: 1 }]
      const text = await playing.askModel({
        rule: 'claimed-file',
        action,
        context: `${claim.path} exists and nobody has looked into it so far.`
      })
      const effects = seen(claim, text)
      dreams.push({ of: command, rule: 'claimed-file', text, effects })
      const { results } = await work([
        ...jobsFor(effects, { owner: playing.owner, shell: false }),
        { do: 'read', path: CLAIMS }
      ])
      now = { ...now, claims: claimsIn(contentOf(results.at(-1))) }
    }
  }
  return now
}

/** What a look at a claimed path showed, as effects. */
function seen({ path, kind }: Claim, screen: string): Effect[] {
  if (kind === 'folder') {
    const entries = listed(screen).filter(({ name }) => !name.includes('/') || name.endsWith('/'))
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
  return [{ do: 'write', path, content: text === '' ? '' : `${text}\n` }]
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
  if (own) {
    const [result] = (await work([{ do: 'run', script: own.script }])).results
    const [out, status] = result?.did === 'run' ? [result.output, result.status] : ['', 1]
    return [
      ...jobsFor(own.effects, { owner, shell: false }),
      answerJob({ out: status ? '' : out, err: status ? out : '', status, session: false })
    ]
  }
  if (asked.name === 'git' && (await talksToItself(asked, work))) return [REAL]
  const rule = ruleOf(asked.name)
  const text = await askModel({ rule, action: actionOf(asked), context: await contextOf(asked, work) })
  const told: Told = readTold(asked, text, { line: asked.line })
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
