// A program of the machine asks: it is answered by what the machine knows, or by the model.
import { addressOf, beginningOf, readTold, type Told } from '../../../core/effects/told.ts'
import type { Effect } from '../../../core/ground.ts'
import type { Done, Job } from '../machine-client.ts'
import { jobsFor } from './apply.ts'
import {
  type Asked,
  answerJob,
  asksNobody,
  clonedFrom,
  commandOf,
  copiesHere,
  isLocal,
  REAL,
  remoteScript
} from './asking.ts'
import { contextOf } from './context.ts'
import { denies, withoutShell } from './denials.ts'
import { statusIn, takeListed } from './listed.ts'
import { isJson, pageAt } from './look.ts'
import { NOT_MINE, ownPackages } from './packages.ts'
import { ruleOf } from './rules.ts'
import type { Working } from './working.ts'

/** The jobs that answer a program: by what the machine knows, or by the model. */
export async function answerTo(asked: Asked, { work, dreams, owner, askModel, askList }: Working): Promise<Job[]> {
  const own = ownPackages(asked)
  const [result] = own ? (await work([{ do: 'run', script: own.script }])).results : []
  if (own && result?.did === 'run' && result.status !== NOT_MINE) {
    const { output: out, status } = result
    return [
      ...jobsFor(own.effects, { owner, shell: false }),
      answerJob({ out: status ? '' : out, err: status ? out : '', status, session: false })
    ]
  }
  if (asksNobody(asked) || copiesHere(asked)) return [REAL]
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
  const told: Told = readTold(asked, text, { line: asked.line, piped })
  // What was printed is what is there.
  if (address !== null && told.status === 0 && told.out) told.effects.push({ do: 'page', address, content: told.out })
  // Where a command failed nothing changed, and of an address the rules know all there is.
  const settled = told.session || asked.line !== '' || told.status !== 0 || address !== null
  const more = settled
    ? {}
    : await takeListed({ command, text, context, effects: told.effects, inShell: false }, { work, owner, askList })
  told.status ||= statusIn(more.listed)
  dreams.push({ of: command, rule, text, effects: told.effects, ...more })
  return [...jobsFor(told.effects, { owner, shell: false }), answerJob(told)]
}

/** Whether a git command's remote is a folder of this machine. */
async function talksToItself(asked: Asked, work: (jobs: Job[]) => Promise<Done>): Promise<boolean> {
  const script = remoteScript(asked)
  if (script === null) return isLocal(clonedFrom(asked))
  const [result] = (await work([{ do: 'run', script }])).results
  return result?.did === 'run' && isLocal(result.output.split('\n')[0] ?? '')
}
