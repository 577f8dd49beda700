// Reads Orrery's own files back: the same ids, every step proven by its hash, and every line that could not be kept reported.
import { z } from 'zod'
import { OrreryError } from '../../errors.ts'
import { FictionCopy } from '../../tree/fiction.ts'
import { FolderCopy } from '../../tree/folder.ts'
import { stepId } from '../../tree/history.ts'
import { Branch, Call, Session, Step } from '../../tree/model.ts'
import type { Finding, Importer, ImportOptions } from '../importing.ts'
import { lines, linesOf, readLine, type Skipped } from './lines.ts'
import { assemble, newPart, orphan, type SessionPart, short } from './salvage.ts'

// The newest version read here: what the exporter of the same name writes. Version 2 added rules to setups and the trace to calls,
// version 3 the tools of a world to setups; what an older file lacks of them has its default, so one reader serves all.
const NEWEST = 3

const Header = z.object({ format: z.literal('orrery'), version: z.int().min(1) })
const Line = z.union([Header, z.object({ type: z.string() })], {
  error: 'neither the header {"format":"orrery",...} nor a record with a type'
})
const Record = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('session'), session: Session }),
  z.strictObject({ type: z.literal('folder'), folder: FolderCopy }),
  z.strictObject({ type: z.literal('fiction'), fiction: FictionCopy }),
  z.strictObject({ type: z.literal('step'), step: Step }),
  z.strictObject({ type: z.literal('branch'), branch: Branch }),
  z.strictObject({ type: z.literal('call'), call: Call })
])
const TYPES: string[] = Record.options.map((option) => option.shape.type.value)

const Options = z.strictObject({})

export const orrery: Importer<typeof Options> = {
  name: 'orrery',
  title: 'Orrery session',
  own: true,
  options: Options,

  recognise({ head }) {
    // Other programs have records of a type "session" too.
    const own =
      /^\{"(?:format":\s*"orrery|type":\s*"(?:session",\s*"session|folder",\s*"folder|fiction",\s*"fiction|step",\s*"step|branch",\s*"branch|call",\s*"call))"/
    // The first line may be the damaged one; a few more decide as well.
    const found = lines(head)
      .slice(0, 5)
      .some(({ text }) => own.test(text))
    if (!found) return null
    const version = /"version":\s*(\d+)/.exec(head.slice(0, 200))?.[1]
    return { format: version ? `Orrery session, version ${version}` : 'Orrery session', sure: 'certain' }
  },

  /** @throws OrreryError invalid-input when the file was written by a newer Orrery */
  async *read(file, reading) {
    let part: SessionPart | null = null
    for await (const line of linesOf(file.text())) {
      const read = readLine(line, Line)
      if ('skipped' in read) {
        yield problem(read.skipped)
      } else if ('format' in read.value) {
        refuseNewer(read.value.version)
        // Files put one after the other are read as one: each header begins another session.
        if (part) yield* finish(part, reading)
        part = newPart(line.number)
      } else if (!TYPES.includes(read.value.type)) {
        const reason = `Unknown record type "${read.value.type.slice(0, 40)}"; a newer Orrery may have written it.`
        yield problem({ line: line.number, reason })
      } else {
        part ??= newPart(line.number)
        const record = readLine(line, Record)
        const skipped = 'skipped' in record ? [record.skipped] : await take(part, line.number, record.value)
        yield* skipped.map(problem)
      }
    }
    if (part) yield* finish(part, reading)
  }
}

async function* finish(part: SessionPart, reading: ImportOptions): AsyncGenerator<Finding> {
  const { tree, bent } = await assemble(part, reading)
  if (tree) yield { type: 'tree', tree }
  yield* bent.map(problem)
}

const problem = ({ line, reason }: Skipped): Finding => ({ type: 'problem', line, reason })

function refuseNewer(version: number): void {
  if (version <= NEWEST) return
  throw new OrreryError(
    'invalid-input',
    `This file was written by a newer Orrery: its format is version ${version}, and this one reads up to ${NEWEST}. Update Orrery to import it.`
  )
}

/** Adds a record to the part, or says why not. */
async function take(part: SessionPart, line: number, record: z.infer<typeof Record>): Promise<Skipped[]> {
  switch (record.type) {
    case 'session':
      part.session = record.session
      return []
    case 'folder':
      part.folders.push(record.folder)
      return []
    case 'fiction':
      part.fictions.push(record.fiction)
      return []
    case 'branch':
      part.branches.push({ line, branch: record.branch })
      return []
    case 'call':
      part.calls.push({ line, call: record.call })
      return []
    case 'step': {
      const { step } = record
      const reason = await objection(step, part)
      part.lines.set(step.id, line)
      if (reason === null) part.steps.set(step.id, step)
      else part.lost.set(step.id, step.parent)
      return reason === null ? [] : [{ line, reason }]
    }
    default:
      return record satisfies never
  }
}

/** Why a step cannot be kept, or `null`. */
async function objection(step: Step, { steps }: SessionPart): Promise<string | null> {
  const id = await stepId(step.parent, step.action, step.observation)
  if (id !== step.id) {
    return `Step ${short(step.id)} was changed after it was made: its content has the id ${short(id)}.`
  }
  return orphan(step, steps)
}
