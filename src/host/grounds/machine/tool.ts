// One call of a coding agent's tools on the machine's disk. Its shell asks like the console does.
import { findDomain } from '../../../core/domains/index.ts'
import { commandsIn, type Simple } from '../../../core/domains/shell/commands.ts'
import type { ToolCall } from '../../../core/domains/tool-call.ts'
import type { StateChange } from '../../../core/tree/ground.ts'
import type { Setup } from '../../../core/tree/model.ts'
import type { StepResult } from '../../../core/tree/result.ts'
import type { Disk, Shelled } from '../disk-tools/disk/disk.ts'
import { commandOver, machineDisk } from '../disk-tools/disk/machine-disk.ts'
import { runTool } from '../disk-tools/index.ts'
import { textIn } from '../emulator/files.ts'
import { quoted } from '../emulator/quoted.ts'
import { jobsFor } from './apply.ts'
import { runAsking } from './asking-run.ts'
import { fedBy } from './fed.ts'
import { readOf } from './genesis.ts'
import { uncertainOf } from './listed.ts'
import { claimsIn, see } from './look.ts'
import { asUser, ownedDisk } from './owned-disk.ts'
import type { MachineRuleName } from './rules.ts'
import { CLAIMS } from './settle.ts'
import { type MachineAnswer, type MachineStatus, type Playing, workingFrom } from './working.ts'

/** What of a call is read before anything is run: its shell command, or the paths that it names. */
export function commandsOf({ name: tool, arguments: given }: ToolCall): Simple[] {
  if (typeof given.command === 'string' && typeof given.path !== 'string') return commandsIn(given.command)
  // What is searched for stands in files.
  if (/grep|search/i.test(tool) && typeof given.pattern === 'string') {
    const path = typeof given.path === 'string' && given.path !== '' ? given.path : '.'
    return [{ name: 'grep', word: 'grep', args: ['-r', '-e', given.pattern, path], from: [], to: [] }]
  }
  const paths = Object.entries(given).flatMap(([name, value]) =>
    /path|file/i.test(name) && typeof value === 'string' ? [value] : []
  )
  return paths.length ? [{ name: 'cat', word: 'cat', args: paths, from: [], to: [] }] : []
}

/** @param whole asks the model for the call as it stands. @throws OrreryError as `MachineClient.work` */
export async function playTool(
  {
    call,
    commands,
    setup,
    root,
    from,
    to,
    facts
  }: { call: ToolCall; commands: Simple[]; setup: Setup; root: string; from: string; to: string; facts: MachineStatus },
  playing: Playing & { whole(rule: MachineRuleName): Promise<string> }
): Promise<MachineAnswer> {
  const working = workingFrom({ from, to, commands }, playing)
  const { work, dreams, owner } = working
  const seen = await see(commands, { ...facts, cwd: root }, working)
  const disk: Disk = ownedDisk(
    machineDisk(async (jobs) => (await work(jobs)).results, root),
    owner
  )
  const who = whoRuns(setup)
  const shelled: Shelled[] = []
  if (call.session !== undefined) disk.session = call.session
  const shell = { ...disk, run: runAsking(working) }
  let fed: { fed?: true } = {}
  disk.shell = async (command, options) => {
    const { session: name, state } = disk
    const feeds = playing.feeds && name !== undefined
    if (feeds) fed = { fed: true }
    const timeoutSeconds = options?.timeoutSeconds
    const one =
      (feeds ? await fedBy(working, command, { name, root, state, timeoutSeconds }) : null) ??
      (await commandOver(shell, command, { ...options, who }))
    shelled.push(one)
    return one
  }
  const answer = await runTool(call, setup, disk)
  if ('needsModel' in answer) {
    const rule = answer.needsModel === 'network' ? 'network' : 'tool'
    const text = await playing.whole(rule)
    const effects: StateChange[] = []
    dreams.push({ of: findDomain(setup.domain).label({ ...call }), rule, text, effects })
    await work(jobsFor(effects, { owner, shell: false }))
    return { text, facts: seen, dreams, uncertain: 'the model answered a tool that changes what it does not tell of.' }
  }
  const { results } = await work([{ do: 'read', path: CLAIMS }])
  const uncertain = uncertainOf(dreams)
  const claims = claimsIn(textIn(results.at(-1)))
  const last = shelled.at(-1)
  return {
    text: answer.text,
    facts: { ...seen, claims },
    dreams,
    result: { ...(last && resultOf(last)), isError: answer.fails },
    ...fed,
    ...(uncertain && { uncertain })
  }
}

/** Words before a command of a tool: it is the world's user who runs it, with the variables that the text tells of. */
function whoRuns(setup: Setup): string {
  const { user, home, effects } = readOf(setup)
  const told = effects.flatMap((one) => (one.do === 'env' ? [`${one.name}=${quoted(one.value)}`] : []))
  const own = user === 'root' ? [] : [`HOME=${quoted(home)}`, `USER=${user}`, `LOGNAME=${user}`]
  const variables = [...own, ...told]
  const as = user === 'root' ? [] : [asUser(user)]
  return [...as, ...(variables.length > 0 ? ['env', ...variables] : [])].join(' ')
}

/** What is known of a command. One that took too long was ended, and has no exit code of its own. */
export function resultOf({ output, stdout, stderr, status, timedOut, restarted }: Shelled): StepResult {
  return { exitCode: timedOut ? null : status, output, stdout, stderr, ...(restarted && { restarted }) }
}
