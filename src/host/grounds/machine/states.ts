// The machine's state after each step of a world: kept under the step's id, and made again by replay where it is not.
import { createHash } from 'node:crypto'
import { OrreryError } from '../../../core/errors.ts'
import { output } from '../../../core/grounds/effects/told.ts'
import { replay } from '../../../core/grounds/replay.ts'
import { createRecent } from '../../../core/text/recent.ts'
import type { Seeding } from '../../../core/tree/ground.ts'
import type { Action, Call, Setup, Step, StepId } from '../../../core/tree/model.ts'
import type { GroundAsked } from '../../../core/tree/ports.ts'
import { textIn } from '../emulator/files.ts'
import type { EmulatorJob, MachineClient } from '../emulator-client.ts'
import type { GroundOptions } from '../options.ts'
import type { Owner } from './apply.ts'
import { clipped, DIFFERENCES, differencesIn, differs, isRecorded, keptAs } from './diverged.ts'
import { genesis } from './genesis.ts'
import { claimsIn } from './look.ts'
import { keptNodeJobs, nodeState } from './node.ts'
import { type Seed, seedingsOf } from './seed.ts'
import { CLAIMS } from './settle.ts'
import { atOnce, type MachineStatus, type Playing } from './working.ts'

/** A state to act from. */
export interface Here {
  key: string
  facts: MachineStatus
  owner: Owner
  /** Where its machine was seeded, with the turn that is asked for. */
  seeded: Seeding[]
  /** With what it is seeded before that turn. Absent: it is not. */
  seed?: Playing['seed']
  /** The key of the state after that turn, as `step`. */
  keyOf(step: StepId): string
}

export interface MachineStates {
  /** The state after the chain. @throws OrreryError as `MachineClient.work` */
  after(
    asked: GroundAsked,
    options: { signal: AbortSignal; onTurn?: (done: number, total: number) => void }
  ): Promise<Here>
  /** Remembers what is known of a state. */
  know(key: string, facts: MachineStatus): void
}

/** Does a step again, or what it came to, from `from` to `to`. @returns the text that it shows now, `null` where nothing was done */
export type Again = (
  of: {
    step: Step
    call: Call | null
    setup: Setup
    from: string
    to: string
    facts: MachineStatus
    actions: Action[]
    seed?: Playing['seed']
  },
  playing: Omit<Playing, 'askModel' | 'askList'>
) => Promise<{ text: string | null; facts: MachineStatus }>

// Facts of so many states are kept in memory; those of others are looked up on the machine.
const KNOWN = 2000

/** A world at its first prompt. */
interface Beginning {
  setup: Setup
  seed: Seed
}

interface StatesOptions {
  client: MachineClient
  again: Again
  folderOf: GroundOptions['folderOf']
}

export function createStates({ client, again, folderOf }: StatesOptions): MachineStates {
  const known = createRecent<MachineStatus>(KNOWN)
  const node = nodeState(client)
  const begun = new Map<string, { owner: Owner; start: string }>()

  /** Where a world begins is kept under what makes it, since another version may read the same text in another way. */
  function beginningOf(world: string, { setup, seed }: Beginning): { owner: Owner; start: string } {
    const found = begun.get(world)
    if (found) return found
    const { initial, jobs } = genesis(setup, { seed })
    const made = {
      owner: { user: initial.user, home: initial.home },
      start: `start ${hash([...(node.key === null ? [] : [node.key]), ...jobs.map(inText)])}`
    }
    begun.set(world, made)
    return made
  }

  const know = (key: string, facts: MachineStatus): void => void known.set(key, facts)

  /** @returns what is known of a kept state */
  async function factsOf(key: string, signal: AbortSignal): Promise<MachineStatus> {
    const found = known.get(key)
    if (found) return found
    const { results } = await client.work(
      {
        from: key,
        to: null,
        jobs: [
          { do: 'run', script: FACTS },
          { do: 'read', path: CLAIMS },
          { do: 'read', path: DIFFERENCES }
        ]
      },
      { signal }
    )
    const [ran, read, noted] = results
    const [cwd = '/', prompt = ''] = ran?.did === 'run' ? ran.output.split('\n') : []
    const differences = differencesIn(textIn(noted))
    const facts = {
      ...{ cwd, atPrompt: prompt === 'yes', claims: claimsIn(textIn(read)) },
      ...(differences.length > 0 && { differences })
    }
    know(key, facts)
    return facts
  }

  async function begin(key: string, { setup, seed }: Beginning, signal: AbortSignal): Promise<MachineStatus> {
    const { folder } = setup
    const copy = folder && folderOf ? folderOf(folder) : null
    const { initial, jobs } = genesis(setup, { copy, seed })
    // Nobody answers the commands that made the world's files.
    const unasked = node.key !== null && /\bnode\b/.test(initial.made?.script ?? '') ? keptNodeJobs(client.folder) : []
    const { results } = await client.work(
      { from: await node.ready(signal), to: key, jobs: [...unasked, ...jobs, { do: 'read', path: CLAIMS }] },
      { signal }
    )
    const facts = { cwd: initial.cwd, atPrompt: true, claims: claimsIn(textIn(results.at(-1))) }
    know(key, facts)
    return facts
  }

  return {
    know,
    async after(asked, { signal, onTurn }) {
      const { setup, chain, callOf } = asked
      const seeded = seedingsOf(asked)
      const seeds = placed(seeded, chain)
      const worldAt = (turns: number): string =>
        worldOf(
          setup,
          seeds.filter(({ place }) => place < Math.max(turns, 1))
        )
      const beginning = { setup, seed: seeds.findLast(({ place }) => place === 0) ?? { seed: 0 } }
      const { owner, start } = beginningOf(worldAt(0), beginning)
      const worlds = new Map([0, ...seeds.map(({ place }) => place + 1)].map((turns) => [turns, worldAt(turns)]))
      let world = worldAt(0)
      const keys = [start, ...chain.map(({ id }) => id)].map((at, turns) => {
        world = worlds.get(turns) ?? world
        return `${world} ${at}`
      })
      const keyAt = (turns: number): string => keys[turns] ?? ''
      const seedAt = (turns: number, { atPrompt }: MachineStatus): Pick<Here, 'seed'> => {
        const found = turns > 0 && seeds.find(({ place }) => place === turns)
        return found ? { seed: { ...found, shell: atPrompt } } : {}
      }
      const playing = { client, owner, signal }
      const facts = await replay<Step, MachineStatus>(
        chain,
        {
          async nearest() {
            // That of the last step nearly always is.
            const [last] = await client.has([keyAt(chain.length)], { signal })
            const turns = last ? chain.length : (await client.has(keys, { signal })).lastIndexOf(true)
            return turns < 0 ? null : { turns, state: await factsOf(keyAt(turns), signal) }
          },
          begin: () => begin(keyAt(0), beginning, signal),
          async apply(facts, step, turn) {
            const call = callOf(step.id)
            const actions = chain.slice(0, turn - 1).map(({ action }) => action)
            const [from, to] = [keyAt(turn - 1), keyAt(turn)]
            const of = { ...{ step, call, setup, from, to, facts, actions }, ...seedAt(turn - 1, facts) }
            const done = await atOnce(client, of.to, (to) => replayed({ ...of, to }, playing))
            const altered = call?.firings.some(({ effect }) => effect === 'alter')
            return { state: done.facts, shown: altered ? null : done.text }
          },
          showed: (_step, shown, turn) => !differs(chain, shown, { turn, setup }),
          async diverge(facts, difference) {
            const differences = [...(facts.differences ?? []), clipped(difference)]
            const to = keyAt(difference.turn)
            await client.work({ from: to, to, jobs: [keptAs(differences)] }, { signal })
            return { ...facts, differences }
          },
          keep: (facts, turns) => know(keyAt(turns), facts)
        },
        { signal, onTurn }
      )
      return {
        ...{ key: keyAt(chain.length), facts, owner, seeded, ...seedAt(chain.length, facts) },
        keyOf: (step) => `${worldAt(chain.length + 1)} ${step}`
      }
    }
  }

  /** What was recorded elsewhere need not be possible here: then nothing happens in its turn. */
  async function replayed(...[of, playing]: Parameters<Again>): ReturnType<Again> {
    try {
      return await again(of, playing)
    } catch (error) {
      const failed = error instanceof OrreryError && error.code === 'engine-failed'
      if (playing.signal.aborted || !failed || !isRecorded(of.call)) throw error
      await client.work({ from: of.from, to: of.to, jobs: [] }, { signal: playing.signal })
      return { text: '', facts: of.facts }
    }
  }
}

const hash = (of: unknown): string => createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 16)

/** After how many steps of the chain each of them is. */
const placed = (seeded: readonly Seeding[], chain: readonly Step[]): (Seeding & { place: number })[] =>
  seeded.map((one) => ({ ...one, place: one.after === null ? 0 : chain.findIndex(({ id }) => id === one.after) + 1 }))

/** As text, of which a key is the hash. */
export const inText = (job: EmulatorJob) =>
  'content' in job ? { ...job, content: Buffer.from(job.content).toString('base64') } : job

const worldOf = ({ domain, initialState, folder, program, seed }: Setup, seeds: readonly Seeding[]): string =>
  hash([
    ...[domain, initialState],
    ...(folder ? [folder.id, folder.name] : []),
    // The same steps may have been taken over other files of a program.
    ...(program ? [program.hash, seed] : []),
    ...seeds.map(({ after, seed, by }) => (by ? [after, seed, by] : [after, seed]))
  ])

/** What a model's step said its command printed, for programs that ask while it is done again. */
export const saidBy = (step: Step): string => output(step.observation.text).text

// The folder of the program that has the console, and whether that is a shell waiting for a line. Where the model answers for ps, its own stands aside.
const FACTS = `
ps=/usr/lib/dream/own/ps; [ -e $ps ] || ps=ps
group=$($ps -o tpgid= -t ttyS0 | grep -v -- -1 | head -1 | tr -d ' ')
readlink "/proc/$group/cwd" || echo /
case "$($ps -o comm= -p "$group")" in *bash|*sh) echo yes;; *) echo no;; esac
`
