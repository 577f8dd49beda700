// Puts the records of one session together so that every step that was kept stays reachable, whatever else was lost.

import type { Domain } from '../../domains/domain.ts'
import { domains } from '../../domains/index.ts'
import { MOST_PERTURBATIONS, readPerturbation } from '../../faults/perturbations/index.ts'
import { sentenceOf } from '../../text/issues.ts'
import type { FictionCopy } from '../../tree/fiction.ts'
import type { FolderCopy } from '../../tree/folder.ts'
import { contentId } from '../../tree/history.ts'
import { type Branch, type Call, type Session, Setup, type Step, type StepId } from '../../tree/model.ts'
import { unreadIn } from '../../tree/unread.ts'
import type { ImportOptions, SessionTree } from '../importing.ts'
import type { Skipped } from './lines.ts'

/** What was read of one session; each record with the line it stood on. */
export interface SessionPart {
  /** Where the part begins. */
  line: number
  session: Session | null
  /** Parents before children. */
  steps: Map<StepId, Step>
  /** Where each step stood. */
  lines: Map<StepId, number>
  /** Parents of steps that were read but not kept: where a branch falls back to. */
  lost: Map<StepId, StepId | null>
  branches: { line: number; branch: Branch }[]
  calls: { line: number; call: Call }[]
  folders: FolderCopy[]
  fictions: FictionCopy[]
}

export function newPart(line: number): SessionPart {
  return {
    line,
    session: null,
    steps: new Map(),
    lines: new Map(),
    lost: new Map(),
    branches: [],
    calls: [],
    folders: [],
    fictions: []
  }
}

type Options = Pick<ImportOptions, 'title' | 'now'>

/** The part as a tree, `null` when nothing says which world it is, and what had to be bent or left out for it. */
export async function assemble(
  part: SessionPart,
  options: Options
): Promise<{ tree: SessionTree | null; bent: Skipped[] }> {
  const { steps } = part
  const session = part.session ?? standIn(part, options)
  if (!session) {
    const reason = steps.size
      ? 'No session, branch or call could be read, so the steps belong to no world and were left out.'
      : 'There is no session here.'
    return { tree: null, bent: [{ line: part.line, reason }] }
  }

  const domain = domains.find(({ id }) => id === session.domain)
  if (!domain) {
    const reason = `There is no domain "${session.domain}" here; a newer Orrery may have it.`
    return { tree: null, bent: [{ line: part.line, reason }] }
  }

  const bent = dropUnfit(part, domain)
  const branches: Branch[] = []
  for (const { line, branch } of part.branches) {
    const twice = branches.some(({ id }) => id === branch.id)
    const reason = stranger(branch, session) ?? (twice ? 'another branch has its id' : null)
    if (reason) {
      bent.push({ line, reason: `Branch "${branch.title}" was left out: ${reason}.` })
      continue
    }
    const moved = attach(branch, part)
    const { setup, problems } = usable(branch.setup)
    branches.push({ ...moved, setup })
    for (const problem of problems) {
      bent.push({ line, reason: `A perturbation of branch "${branch.title}" was left out: ${problem}` })
    }
    if (moved.tip === branch.tip && moved.fork === branch.fork) continue
    const where = moved.tip === null ? 'the start' : `step ${short(moved.tip)}`
    const why = 'leads to steps that were not imported'
    bent.push({ line, reason: `Branch "${branch.title}" ${why}; it now ends at ${where}.` })
  }
  const setup = branches[0]?.setup ?? Setup.parse({ domain: session.domain })
  for (const leaf of unreached(steps, branches)) {
    const title = `recovered ${branches.length + 1}`
    const id = await contentId(['recovered', session.id, leaf])
    branches.push({ id, session: session.id, title, tip: leaf, fork: null, setup, createdAt: options.now })
  }

  const calls: Call[] = []
  for (const { line, call } of part.calls) {
    const reason = stranger(call, session) ?? (steps.has(call.step) ? null : 'its step was not imported')
    if (reason === null) calls.push(call)
    else bent.push({ line, reason: `The call of step ${short(call.step)} was left out: ${reason}.` })
  }
  const title = options.title ?? session.title
  return {
    tree: {
      session: { ...session, title },
      branches,
      steps: [...steps.values()],
      calls,
      ...(part.folders.length > 0 && { folders: part.folders }),
      ...(part.fictions.length > 0 && { fictions: part.fictions })
    },
    bent
  }
}

/** The rules without the perturbations that could not be used, and why each could not. */
function usable(setup: Setup): { setup: Setup; problems: string[] } {
  const problems: string[] = []
  const perturbations = setup.perturbations.filter((use, index) => {
    try {
      readPerturbation(use)
      if (index < MOST_PERTURBATIONS) return true
      problems.push(`A world has ${MOST_PERTURBATIONS} at most.`)
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
    return false
  })
  return { setup: problems.length ? { ...setup, perturbations } : setup, problems }
}

/** Takes out the steps whose action the domain cannot read, which could be neither shown nor continued, and what follows them. */
function dropUnfit({ steps, lines, lost }: SessionPart, domain: Domain): Skipped[] {
  const bent: Skipped[] = []
  for (const step of steps.values()) {
    const { error } = unreadIn(step.action) === null ? domain.action.safeParse(step.action) : {}
    const lesson = error && sentenceOf(error, { value: step.action, schema: domain.action })
    const unfit = lesson && `Step ${short(step.id)} holds no ${domain.id} action: ${lesson}`
    const reason = unfit || orphan(step, steps)
    if (!reason) continue
    steps.delete(step.id)
    lost.set(step.id, step.parent)
    bent.push({ line: lines.get(step.id) ?? 0, reason })
  }
  return bent
}

/** That the step's past is missing, in words; `null` when it is not. */
export function orphan({ id, parent }: Step, steps: Map<StepId, Step>): string | null {
  if (parent === null || steps.has(parent)) return null
  return `Step ${short(id)} follows step ${short(parent)}, which was not imported.`
}

/** The branch with its tip moved back to the last step that was kept. */
function attach(branch: Branch, { steps, lost }: SessionPart): Branch {
  let tip = branch.tip
  while (tip !== null && !steps.has(tip)) tip = lost.get(tip) ?? null
  return { ...branch, tip, fork: branch.fork !== null && steps.has(branch.fork) ? branch.fork : null }
}

/** The last steps of the chains that no branch reaches. */
function unreached(steps: Map<StepId, Step>, branches: Branch[]): StepId[] {
  const left = new Set(steps.keys())
  const reach = (tip: StepId | null): void => {
    for (let at = tip; at !== null && left.delete(at); ) at = steps.get(at)?.parent ?? null
  }
  for (const { tip } of branches) reach(tip)
  const leaves: StepId[] = []
  // Parents come before children, so from the end a step still left is the end of its chain.
  for (const id of [...steps.keys()].reverse()) {
    if (!left.has(id)) continue
    leaves.push(id)
    reach(id)
  }
  return leaves.reverse()
}

/** A session in place of one whose record could not be read. */
function standIn({ branches, calls }: SessionPart, { now }: Options): Session | null {
  const record = branches[0]?.branch ?? calls[0]?.call
  if (!record) return null
  const title = 'Recovered session'
  return { id: record.session, title, notes: '', domain: record.setup.domain, createdAt: now, updatedAt: now }
}

function stranger({ session, setup }: Branch | Call, { id, domain }: Session): string | null {
  if (session !== id) return 'it belongs to another session'
  return setup.domain === domain ? null : 'its rules are for another domain'
}

export function short(id: StepId): string {
  return id.slice(0, 10)
}
