// A program of the machine asks: it is answered by what the machine knows, or by the model.

import type { Simple } from '../../../core/domains/shell/commands.ts'
import { addressOf, beginningOf, readTold, type SimpleCommandOutput } from '../../../core/grounds/effects/told.ts'
import type { StateChange } from '../../../core/tree/ground.ts'
import { textIn } from '../emulator/files.ts'
import type { EmulatorJob, EmulatorResult } from '../emulator-client.ts'
import { jobsFor } from './apply.ts'
import {
  answerJob,
  asksNobody,
  clonedFrom,
  commandOf,
  copiesHere,
  isLocal,
  type ProgramQuestion,
  REAL,
  remoteScript
} from './asking.ts'
import { contextOf } from './context.ts'
import { denies, withoutShell } from './denials.ts'
import { statusIn, takeListed } from './listed.ts'
import { claimsIn, isJson, pageAt, see } from './look.ts'
import { keptNodeAnswer, NODE_ASKS } from './node.ts'
import { insideVenv, NOT_MINE, ownPackages } from './packages.ts'
import { ruleOf } from './rules.ts'
import { CLAIMS } from './settle.ts'
import type { Working } from './working.ts'

/** The jobs that answer a program: by what the machine knows, or by the model. */
export async function answerTo(program: ProgramQuestion, working: Working): Promise<EmulatorJob[]> {
  const { work, dreams, owner, askModel, askList, client } = working
  if (program.name === NODE_ASKS) return keptNodeAnswer(client.folder)
  const { asked, venv } = insideVenv(program)
  const own = ownPackages(asked, venv)
  const [result] = own ? (await work([{ do: 'run', script: own.script }])).results : []
  if (own && result?.did === 'run' && result.status !== NOT_MINE) {
    const { output: out, status } = result
    return [
      ...jobsFor(status ? [] : inVenv(own.effects, venv), { owner, shell: false }),
      answerJob({ out: status ? '' : out, err: status ? out : '', status, session: false })
    ]
  }
  if (!asked.stated && (asksNobody(asked) || copiesHere(asked))) return [REAL]
  if (asked.name === 'git' && !asked.stated && (await talksToItself(asked, work))) return [REAL]
  const rule = asked.stated ? 'stated' : ruleOf(asked.name)
  const address = addressOf(asked)
  const known = address === null ? null : await pageAt(address, work)
  if (known !== null) {
    const told = readTold(asked, known)
    const effects = told.effects.map(
      (one): StateChange => (one.do === 'claim' ? { do: 'write', path: one.path, content: known } : one)
    )
    return [...jobsFor(effects, { owner, shell: false }), answerJob({ ...told, out: told.out && known, err: '' })]
  }
  const command = asked.line ? asked.line.trimEnd() : commandOf(asked)
  const json = address !== null && isJson(address)
  const { context, piped } = await contextOf(asked, work)
  const begins = beginningOf(asked)
  let text = await askModel({ rule, command, context, ...(json && { json }), ...(begins && { begins }) })
  // The machine has it: a model that says otherwise is asked once more.
  if (denies(asked.name, text)) {
    text = await askModel({ rule, command, context: `${asked.name} is installed and works.\n${context}` })
  }
  text = withoutShell(asked.name, text)
  const told: SimpleCommandOutput = readTold(asked, text, { line: asked.line, piped })
  told.effects = inVenv(told.effects, venv)
  // What was printed is what is there.
  if (address !== null && told.status === 0 && told.out) told.effects.push({ do: 'page', address, content: told.out })
  // Where a command failed nothing changed, and of an address the rules know all there is.
  const settled = told.session || asked.line !== '' || told.status !== 0 || address !== null
  const more = settled
    ? {}
    : await takeListed({ command, text, context, effects: told.effects, inShell: false }, { work, owner, askList })
  told.status ||= statusIn(more.listed)
  dreams.push({ of: command, rule, text, effects: told.effects, ...more })
  const jobs = jobsFor(told.effects, { owner, shell: false })
  const next = readNext(asked, told.effects, working.commands)
  if (!next.length) return [...jobs, answerJob(told)]
  const { results } = await work([...jobs, { do: 'read', path: CLAIMS }])
  const made = claimsIn(textIn(results.at(-1)))
  await see(next, { cwd: asked.cwd, atPrompt: false, claims: made }, working)
  return [answerJob(told)]
}

/** The commands that may read what this one has just brought and nobody has seen: those behind it in the line, or any in a script. */
function readNext(
  asked: ProgramQuestion,
  effects: readonly StateChange[],
  commands: readonly Simple[]
): readonly Simple[] {
  const brought = effects.flatMap((one) => (one.do === 'claim' && one.kind !== 'program' ? [one] : []))
  if (!brought.length) return []
  const at = commands.findIndex(({ name }) => name === asked.name)
  if (at >= 0) return commands.slice(at + 1)
  const files = brought.flatMap(({ kind, path }) => (kind === 'file' ? [path] : []))
  return files.length ? [{ name: 'cat', word: 'cat', args: files, from: [], to: [] }] : []
}

/** Packages that the pip of an environment installs or removes are that environment's. */
const inVenv = (effects: StateChange[], venv: string | undefined): StateChange[] =>
  venv === undefined
    ? effects
    : effects.map((effect) => (effect.do === 'install' || effect.do === 'uninstall' ? { ...effect, venv } : effect))

/** Whether a git command's remote is a folder of this machine. */
async function talksToItself(
  asked: ProgramQuestion,
  work: (jobs: EmulatorJob[]) => Promise<EmulatorResult>
): Promise<boolean> {
  const script = remoteScript(asked)
  if (script === null) return isLocal(clonedFrom(asked))
  const [result] = (await work([{ do: 'run', script }])).results
  return result?.did === 'run' && isLocal(result.output.split('\n')[0] ?? '')
}
