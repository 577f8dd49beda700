// Imports through the contract: each file is recognised and read, and what was found is kept file by file, or only told.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportReport } from '../../core/contract/formats.ts'
import type { Handlers, StreamEvent } from '../../core/contract/index.ts'
import { OrreryError, toWire } from '../../core/errors.ts'
import { readOptions } from '../../core/formats/exporters/index.ts'
import { findImporter, recognise, unreadBecause } from '../../core/formats/importers/index.ts'
import type { Importer, Input, SessionTree } from '../../core/formats/importing.ts'
import type { FictionCopy } from '../../core/tree/fiction.ts'
import type { Grounding } from '../../core/tree/ground.ts'
import type { Setup } from '../../core/tree/model.ts'
import type { Clock } from '../../core/tree/ports.ts'
import type { Store } from '../../core/tree/store.ts'
import type { Fictions } from '../grounds/facts/index.ts'
import type { Folders } from '../library/folders.ts'
import { inputsAt, inputsOf } from './inputs.ts'

type Import = Handlers['streams']['formats.import']
type Told = StreamEvent<'formats.import'>
type Progress = Extract<Told, { type: 'progress' }>
// Of a file with a problem in every line the first ones are listed; the rest are counted.
const MOST_PROBLEMS = 1_000
// After this many bad lines reading stops: the file is probably in another format.
const TOO_MANY = 10_000

/** The handler of `formats.import`. */
export function importsInto(
  store: Store,
  {
    clock,
    folders,
    fictions,
    goesOn
  }: {
    clock: Clock
    folders: Folders
    fictions: Pick<Fictions, 'keep'>
    /** Who answers what is done after a recording by another program; `undefined`: the model. */
    goesOn(setup: Setup): Grounding | undefined
  }
): Import {
  return async function* (input, { signal }) {
    const now: Omit<Progress, 'type'> = { file: '', at: 0, of: 0, characters: 0, share: null }
    const report = yield* withProgress(run(input, now, signal), () => ({ type: 'progress', ...now }))
    yield { type: 'report', report }
  }

  async function run(
    { files, paths, format, title, options, keep }: Parameters<Import>[0],
    now: Omit<Progress, 'type'>,
    signal: AbortSignal
  ): Promise<ImportReport> {
    // Until the files are open, nobody knows how many there are.
    const onUnpack = (file: string, share: number) => Object.assign(now, { file, share })
    const opening = { signal, onUnpack }
    const inputs = [...(await inputsOf(files, opening)), ...(await inputsAt(paths, opening))]
    now.share = null
    if (!inputs.length) throw new OrreryError('invalid-input', 'There is nothing to import: no file was given.')
    now.of = inputs.length
    const find = (name: string) => inputs.find((one) => one.name === name) ?? null
    const reading = { title, now: clock.now(), signal, find }
    const report: ImportReport = {
      files: [],
      worlds: [],
      understood: [],
      dropped: [],
      problems: [],
      unlisted: 0,
      kept: keep
    }
    const counts = { understood: new Map<string, number>(), dropped: new Map<string, number>() }

    for (const file of inputs) {
      signal.throwIfAborted()
      Object.assign(now, { file: file.name, at: now.at + 1, characters: 0 })
      if (file.unreadable && inputs.length === 1) throw file.unreadable
      const importer = file.unreadable ? null : importerOf(file, inputs, format)
      const found = recognise(file)
      const same = found?.importer === importer ? found.found : null
      const known = importer && { importer: importer.name, format: same?.format ?? importer.title }
      report.files.push({
        name: file.name,
        ...(known ?? { importer: null, format: null }),
        sure: known ? (same?.sure ?? 'possible') : null
      })
      if (!importer) {
        const reason = file.unreadable?.message ?? unreadBecause(file)
        if (reason) object(file, null, reason)
        continue
      }
      const trees: SessionTree[] = []
      let bad = 0
      const wanted = (text: string) => {
        signal.throwIfAborted()
        now.characters += text.length
        return bad < TOO_MANY
      }
      const bounded = { ...file, text: () => whileTrue(file.text(), wanted) }
      try {
        for await (const one of importer.read(bounded, reading, readOptions(importer, options))) {
          signal.throwIfAborted()
          if (one.type === 'tree') trees.push(one.tree)
          else if (one.type === 'problem') {
            bad++
            object(file, one.line, one.reason)
          } else counts[one.type].set(one.what, (counts[one.type].get(one.what) ?? 0) + (one.count ?? 1))
        }
      } catch (error) {
        // One bad file must not cost the others; alone, it is the answer.
        if (signal.aborted || inputs.length === 1 || !(error instanceof OrreryError)) throw error
        object(file, null, toWire(error).message)
        continue
      }
      if (bad >= TOO_MANY) {
        const many = TOO_MANY.toLocaleString('en-US')
        const reason = `Reading ended early because ${many} lines could not be read. Remove what does not belong in the file.`
        report.problems.push({ file: file.name, line: null, reason })
      }
      for (const tree of trees) {
        signal.throwIfAborted()
        report.worlds.push(await take(importer.own ? tree : withGround(tree), file))
      }
    }
    const order = new Map(inputs.map(({ name }, index) => [name, index]))
    const placeOf = (name: string) => order.get(name) ?? 0
    const list = (counted: Map<string, number>) => [...counted].map(([what, count]) => ({ what, count }))
    return {
      ...report,
      problems: report.problems.sort((a, b) => placeOf(a.file) - placeOf(b.file) || (a.line ?? 0) - (b.line ?? 0)),
      understood: list(counts.understood),
      dropped: list(counts.dropped)
    }

    async function take(tree: SessionTree, file: Input): Promise<ImportReport['worlds'][number]> {
      const { id, title, domain } = tree.session
      const known = store.sessions().some((one) => one.id === id)
      if (keep) for (const each of tree.folders ?? []) folders.keep(each)
      for (const each of tree.fictions ?? []) keepFacts(each, file)
      if (keep) await store.importSession(tree.session, tree.branches, tree.steps, tree.calls)
      return { id, title, domain, file: file.name, branches: tree.branches.length, steps: tree.steps.length, known }
    }
    function withGround(tree: SessionTree): SessionTree {
      const branches = tree.branches.map((branch) => {
        const grounding = branch.setup.grounding ?? goesOn(branch.setup)
        return grounding ? { ...branch, setup: { ...branch.setup, grounding } } : branch
      })
      return { ...tree, branches }
    }
    function keepFacts(copy: FictionCopy, file: Input): void {
      try {
        if (keep) fictions.keep(copy)
      } catch (error) {
        if (!(error instanceof OrreryError) || error.code !== 'invalid-input') throw error
        object(file, null, `${error.message} The world has no facts here.`)
      }
    }
    function object(file: Input, line: number | null, reason: string): void {
      if (report.problems.length < MOST_PROBLEMS) report.problems.push({ file: file.name, line, reason })
      else report.unlisted++
    }
  }
}

// Most imports are done by then, and nobody needs to be told of them.
const TELL_MS = 200

/** Tells how far `work` is, now and then, until it is done. */
async function* withProgress(work: Promise<ImportReport>, told: () => Told): AsyncGenerator<Told, ImportReport> {
  const done = work.then(
    () => true,
    () => true
  )
  while (!(await Promise.race([done, sleep(TELL_MS, false, { ref: false })]))) yield told()
  return work
}

/** The pieces for as long as `wanted` says so. */
async function* whileTrue<T>(pieces: AsyncIterable<T>, wanted: (piece: T) => boolean): AsyncGenerator<T> {
  for await (const piece of pieces) {
    if (!wanted(piece)) return
    yield piece
  }
}

/** What reads the file. Among several, one that nobody knows is passed over and named; a single one is refused. */
function importerOf(file: Input, all: Input[], format: string | undefined): Importer | null {
  if (all.length === 1 || format !== undefined) return findImporter(file, format)
  return recognise(file)?.importer ?? null
}
