// One action at the machine's console: it is typed, and whatever asks on the way is answered before it goes on.
import type { Action } from '../../../core/model.ts'
import { commandsIn } from '../../../core/shell/commands.ts'
import { entries } from '../../../core/terminal/keystrokes.ts'
import type { Done, Job } from '../machine-client.ts'
import { answerTo } from './answer.ts'
import { CLAIMS } from './apply.ts'
import { ASK, readAsk } from './asking.ts'
import { uncertainOf } from './listed.ts'
import { claimsIn, see } from './look.ts'
import { type Facts, type Played, type Playing, workingFrom } from './working.ts'

// Programs that ask each other in circles come to an end.
const MOST_ASKED = 32
// How long a program is waited for after it was answered, in steps.
const AFTER = { seconds: 0.5, times: 6 }

/** Does `action` from the state `from`, and keeps the state after it as `to`. @throws OrreryError as `MachineClient.work` */
export async function play(
  { action, from, to, facts }: { action: Action; from: string; to: string; facts: Facts },
  playing: Playing
): Promise<Played> {
  const keys = entries(action)
  const working = workingFrom({ from, to }, playing)
  const { work, owner, dreams } = working
  const typed = keys.map(({ keystrokes }) => keystrokes).join('')
  const now = await see(facts.atPrompt ? commandsIn(typed) : [], facts, working)
  let state = shownIn(await work([{ do: 'type', keys }, ...LOOK]), now)
  for (let asked = 0; state.ask && asked < MOST_ASKED; asked++) {
    const answer = await answerTo(readAsk(state.ask, owner), working)
    state = shownIn(await work([...answer, wait(0.25), ...LOOK]), state.facts)
    for (let times = 0; !state.ask && !state.facts.atPrompt && times < AFTER.times; times++) {
      state = shownIn(await work([wait(AFTER.seconds), ...LOOK]), state.facts)
    }
  }
  const uncertain = uncertainOf(dreams)
  return { text: state.text, facts: state.facts, dreams, ...(uncertain && { uncertain }) }
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
