// One action at the machine's console: it is typed, and whatever asks on the way is answered before it goes on.

import type { Simple } from '../../../core/domains/shell/commands.ts'
import { besideIn } from '../../../core/observations/terminal/beside.ts'
import { entries } from '../../../core/observations/terminal/keystrokes.ts'
import type { Action, Setup } from '../../../core/tree/model.ts'
import type { StepResult } from '../../../core/tree/result.ts'
import { bytesIn } from '../emulator/files.ts'
import type { EmulatorJob, EmulatorResult } from '../emulator-client.ts'
import { answerTo } from './answer.ts'
import { ASK, readAsk } from './asking.ts'
import { playBeside } from './beside.ts'
import { readOf, shellLine } from './genesis.ts'
import { uncertainOf } from './listed.ts'
import { claimsIn, see } from './look.ts'
import { CLAIMS } from './settle.ts'
import { type MachineAnswer, type MachineStatus, type Playing, workingFrom } from './working.ts'

// Programs that ask each other in circles come to an end.
const MOST_ASKED = 32
// How long a program is waited for after it was answered, in steps.
const AFTER = { seconds: 0.5, times: 6 }

/** Does `action`, which runs `commands`, from the state `from`, and keeps the state after it as `to`. @throws OrreryError as `MachineClient.work` */
export async function play(
  {
    setup,
    action,
    commands,
    from,
    to,
    facts
  }: { setup: Setup; action: Action; commands: Simple[]; from: string; to: string; facts: MachineStatus },
  playing: Playing
): Promise<MachineAnswer> {
  const beside = besideIn(action)
  if (beside) return playBeside(beside, { setup, from, to, facts }, playing)
  const keys = entries(action).map(({ beside: _beside, ...key }) => key)
  const working = workingFrom({ from, to, commands }, playing)
  const { work, owner, dreams } = working
  const now = await see(commands, facts, working)
  let state = shownIn(await work([{ do: 'type', keys }, ...LOOK]), { facts: now, result: NONE })
  for (let asked = 0; state.ask && asked < MOST_ASKED; asked++) {
    const answer = await answerTo(readAsk(state.ask, owner), working)
    state = shownIn(await work([...answer, wait(0.25), ...LOOK]), state)
    for (let times = 0; !state.ask && !state.facts.atPrompt && times < AFTER.times; times++) {
      state = shownIn(await work([wait(AFTER.seconds), ...LOOK]), state)
    }
  }
  if (state.result.restarted) {
    // The machine's first shell is back: it is the world's again.
    const again: EmulatorJob = {
      do: 'type',
      hidden: true,
      keys: [{ keystrokes: shellLine(readOf(setup)), duration: 0.5 }]
    }
    const { text, facts: next } = shownIn(await work([again, ...LOOK]), state)
    const typedAtShell = facts.atPrompt && dreams.length === 0 && !playing.faults?.length
    const code = typedAtShell ? await endOf(keys, from, playing) : null
    const { exitCode: _exitCode, ...rest } = state.result
    state = { ...state, text, facts: next, result: { ...rest, ...(code !== null && { exitCode: code }) } }
  }
  const uncertain = uncertainOf(dreams)
  return { text: state.text, facts: state.facts, dreams, result: state.result, ...(uncertain && { uncertain }) }
}

const NONE: StepResult = { exitCode: null, output: '' }

/** How the shell ended: nobody is told of it, so it is asked to say it, in a turn that is not kept. `null` where it did not come to that. */
async function endOf(keys: Keys, from: string, { client, signal }: Playing): Promise<number | null> {
  const trap: EmulatorJob = { do: 'type', hidden: true, keys: [{ keystrokes: SAY_END, duration: 0.3 }] }
  const { results } = await client.work({ from, to: null, jobs: [trap, { do: 'type', keys }] }, { signal })
  const typed = results.at(-1)
  const code = typed?.did === 'type' ? SAID_END.exec(typed.output)?.[1] : undefined
  return code === undefined ? null : Number(code)
}

type Keys = Extract<EmulatorJob, { do: 'type' }>['keys']

const ESC = '\\x1b'
const SAID_END = new RegExp(`${ESC}\\]133;E;(\\d+)\\x07`)
const SAY_END = ` trap 'printf "\\e]133;E;%s\\a" "$?"' EXIT\n`

const LOOK: EmulatorJob[] = [
  { do: 'read', path: ASK },
  { do: 'read', path: CLAIMS }
]

const wait = (duration: number): EmulatorJob => ({ do: 'type', goesOn: true, keys: [{ keystrokes: '', duration }] })

interface State {
  text: string
  facts: MachineStatus
  result: StepResult
  ask: Buffer | null
}

/** What a batch that ends in `LOOK` showed, after what was known before. */
function shownIn({ results }: EmulatorResult, { facts, result }: Pick<State, 'facts' | 'result'>): State {
  const typed = results.findLast((one) => one.did === 'type')
  const [ask, claims] = results.slice(-2).map(bytesIn)
  return {
    text: typed?.text ?? '',
    facts: {
      ...facts,
      cwd: typed?.cwd ?? facts.cwd,
      atPrompt: typed?.ready ?? facts.atPrompt,
      claims: claims ? claimsIn(claims.toString()) : []
    },
    result: typed ? { ...result, ...heardIn(typed, result) } : result,
    ask: ask ?? null
  }
}

const heardIn = (
  { output, status, ready, restarted }: Extract<EmulatorResult['results'][number], { did: 'type' }>,
  before: StepResult
): StepResult => ({
  exitCode: status ?? before.exitCode ?? null,
  output: (before.output ?? '') + output,
  ready,
  ...(restarted && { restarted })
})
