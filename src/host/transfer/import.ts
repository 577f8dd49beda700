// Imports through the contract: each file is recognised and read, and what was found is kept file by file, or only told.
import type { Handlers, ImportReport } from '../../core/api.ts'
import { OrreryError, toWire } from '../../core/errors.ts'
import { readOptions } from '../../core/exporters/index.ts'
import { findImporter, recognise } from '../../core/importers/index.ts'
import type { Importer, Input } from '../../core/importing.ts'
import type { Tree } from '../../core/plugins.ts'
import type { Clock, Store } from '../../core/ports.ts'
import { inputsAt, inputsOf } from './inputs.ts'

type Import = Handlers['calls']['sessions.import']
// Of a file with a problem in every line the first ones are listed; the rest are counted.
const MOST_PROBLEMS = 1_000
// A file of which so much cannot be read is another kind of file: reading it ends there.
const TOO_MANY = 10_000

/** The handler of `sessions.import`. */
export function importsInto(store: Store, { clock }: { clock: Clock }): Import {
  return async ({ files, paths, format, title, options, keep }) => {
    const inputs = [...(await inputsOf(files)), ...(await inputsAt(paths))]
    if (!inputs.length) throw new OrreryError('invalid-input', 'There is nothing to import: no file was given.')
    const { signal } = new AbortController()
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
      const importer = importerOf(file, inputs, format)
      const found = recognise(file)
      const same = found?.importer === importer ? found.found : null
      const known = importer && { importer: importer.name, format: same?.format ?? importer.title }
      report.files.push({
        name: file.name,
        ...(known ?? { importer: null, format: null }),
        sure: known ? (same?.sure ?? 'possible') : null
      })
      if (!importer) continue
      const trees: Tree[] = []
      let bad = 0
      const bounded = { ...file, text: () => whileTrue(file.text(), () => bad < TOO_MANY) }
      try {
        for await (const one of importer.read(bounded, reading, readOptions(importer, options))) {
          if (one.type === 'tree') trees.push(one.tree)
          else if (one.type === 'problem') {
            bad++
            object(file, one.line, one.reason)
          } else counts[one.type].set(one.what, (counts[one.type].get(one.what) ?? 0) + (one.count ?? 1))
        }
      } catch (error) {
        // One bad file must not cost the others; alone, it is the answer.
        if (inputs.length === 1 || !(error instanceof OrreryError)) throw error
        object(file, null, toWire(error).message)
        continue
      }
      if (bad >= TOO_MANY) {
        const many = TOO_MANY.toLocaleString('en-US')
        const reason = `Reading ended early because ${many} lines could not be read. Remove what does not belong in the file.`
        report.problems.push({ file: file.name, line: null, reason })
      }
      for (const tree of trees) report.worlds.push(await take(tree, file))
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

    async function take(tree: Tree, file: Input): Promise<ImportReport['worlds'][number]> {
      const { id, title, domain } = tree.session
      const known = store.sessions().some((one) => one.id === id)
      if (keep) await store.importSession(tree.session, tree.branches, tree.steps, tree.calls)
      return { id, title, domain, file: file.name, branches: tree.branches.length, steps: tree.steps.length, known }
    }
    function object(file: Input, line: number | null, reason: string): void {
      if (report.problems.length < MOST_PROBLEMS) report.problems.push({ file: file.name, line, reason })
      else report.unlisted++
    }
  }
}

/** The pieces for as long as `wanted` says so. */
async function* whileTrue<T>(pieces: AsyncIterable<T>, wanted: () => boolean): AsyncGenerator<T> {
  for await (const piece of pieces) {
    if (!wanted()) return
    yield piece
  }
}

/** What reads the file. Among several, one that nobody knows is passed over and named; a single one is refused. */
function importerOf(file: Input, all: Input[], format: string | undefined): Importer | null {
  if (all.length === 1 || format !== undefined) return findImporter(file, format)
  return recognise(file)?.importer ?? null
}
