// One call of a coding agent's tools on the machine's disk. Its shell asks like the console does.
import { findDomain } from '../../../core/domains/index.ts'
import type { ToolCall } from '../../../core/domains/tool-call.ts'
import type { Effect } from '../../../core/ground.ts'
import type { Setup } from '../../../core/model.ts'
import { commandsIn, type Simple } from '../../../core/shell/commands.ts'
import type { Job } from '../machine-client.ts'
import type { Disk } from '../swe/disk/disk.ts'
import { machineDisk } from '../swe/disk/machine-disk.ts'
import { shellOver } from '../swe/disk/shell.ts'
import { runTool } from '../swe/index.ts'
import { answerTo } from './answer.ts'
import { CLAIMS, jobsFor, quoted } from './apply.ts'
import { ASK, readAsk } from './asking.ts'
import { uncertainOf } from './listed.ts'
import { claimsIn, contentOf, see } from './look.ts'
import type { RuleName } from './rules.ts'
import { type Facts, type Played, type Playing, type Working, workingFrom } from './working.ts'

/** What of a call is read before anything is run: its shell command, or the paths that it names. */
export function commandsOf({ arguments: given }: ToolCall): Simple[] {
  if (typeof given.command === 'string') return commandsIn(given.command)
  const paths = Object.entries(given).flatMap(([name, value]) =>
    /path|file/i.test(name) && typeof value === 'string' ? [value] : []
  )
  return paths.length ? [{ name: 'cat', word: 'cat', args: paths, from: [], to: [] }] : []
}

/** @param whole asks the model for the call as it stands. @throws OrreryError as `MachineClient.work` */
export async function playTool(
  {
    call,
    setup,
    root,
    from,
    to,
    facts
  }: { call: ToolCall; setup: Setup; root: string; from: string; to: string; facts: Facts },
  playing: Playing & { whole(rule: RuleName): Promise<string> }
): Promise<Played> {
  const working = workingFrom({ from, to }, playing)
  const { work, dreams, owner } = working
  const seen = await see(commandsOf(call), { ...facts, cwd: root }, working)
  const disk: Disk = { ...machineDisk(async (jobs) => (await work(jobs)).results, root) }
  const shell = { run: runAsking(working), root, state: disk.state }
  disk.shell = (command, options) => shellOver(shell, command, options)
  const answer = await runTool(call, setup, disk)
  if (typeof answer !== 'string') {
    const rule = answer.needsModel === 'network' ? 'network' : 'tool'
    const text = await playing.whole(rule)
    const effects: Effect[] = []
    dreams.push({ of: findDomain(setup.domain).label({ ...call }), rule, text, effects })
    await work(jobsFor(effects, { owner, shell: false }))
    return { text, facts: seen, dreams, uncertain: 'the model answered a tool that changes what it does not tell of.' }
  }
  const { results } = await work([{ do: 'read', path: CLAIMS }])
  const uncertain = uncertainOf(dreams)
  const claims = claimsIn(contentOf(results.at(-1)))
  return { text: answer, facts: { ...seen, claims }, dreams, ...(uncertain && { uncertain }) }
}

const JOB = '/run/swe/job'
// Seconds that are waited between two looks, longer and longer; a command ends by its own time limit before.
const WAITS = [0, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 240, 480, 600]

/** A script that may ask: it runs beside the host, which looks after it and answers. */
function runAsking(working: Working): Disk['run'] {
  return async (script) => {
    const { work, owner } = working
    const start = `rm -f ${JOB}.status; (setsid sh ${JOB} >${JOB}.out 2>&1 </dev/null; echo $? >${JOB}.new; mv ${JOB}.new ${JOB}.status) >/dev/null 2>&1 &`
    const look: Job[] = [
      { do: 'read', path: ASK },
      { do: 'read', path: `${JOB}.status` }
    ]
    const content = Buffer.from(script).toString('base64')
    let jobs: Job[] = [
      { do: 'write', path: JOB, mode: 0o700, content },
      { do: 'run', script: start }
    ]
    for (const seconds of WAITS) {
      for (let asked = true; asked; ) {
        const pause: Job = { do: 'type', hidden: true, keys: [{ keystrokes: '', duration: seconds }] }
        const [ask, status] = (await work([...jobs, pause, ...look])).results.slice(-2)
        jobs = []
        if (contentOf(status)) {
          const [result] = (await work([{ do: 'run', script: `cat ${quoted(`${JOB}.out`)}` }])).results
          return { status: Number(contentOf(status)), output: result?.did === 'run' ? result.output : '' }
        }
        asked = contentOf(ask) !== ''
        if (asked) jobs = await answerTo(readAsk(Buffer.from(contentOf(ask)), owner), working)
      }
    }
    return { status: 124, output: '' }
  }
}
