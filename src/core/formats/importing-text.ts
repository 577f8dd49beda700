// Importing a text that is in memory: what the host does with its own recordings, and tests with theirs.

import { findImporter } from './importers/index.ts'
import type { Skipped } from './importers/lines.ts'
import { HEAD, type Input, type SessionTree } from './importing.ts'

/** A text as a file to import. */
export function textInput(text: string, name = 'text'): Input {
  const whole = text.replace(/^\uFEFF/, '')
  return {
    name,
    size: new TextEncoder().encode(text).length,
    head: whole.slice(0, HEAD),
    async *bytes() {
      yield new TextEncoder().encode(text)
    },
    async *text() {
      yield whole
    }
  }
}

/**
 * All sessions of a text, and the lines that could not be read.
 * @param options.format an importer's name; found from the text when left out
 * @throws OrreryError as `findImporter` and the importer
 */
export async function readText(
  text: string,
  { format, title, now }: { format?: string; title?: string | undefined; now: number }
): Promise<{ trees: SessionTree[]; skipped: Skipped[] }> {
  const file = textInput(text)
  const importer = findImporter(file, format)
  const { signal } = new AbortController()
  const [trees, skipped]: [SessionTree[], Skipped[]] = [[], []]
  const reading = { title, now, signal, find: () => null }
  for await (const found of importer.read(file, reading, importer.options.parse({}))) {
    if (found.type === 'tree') trees.push(found.tree)
    if (found.type === 'problem') skipped.push({ line: found.line ?? 0, reason: found.reason })
  }
  return { trees, skipped: skipped.sort((a, b) => a.line - b.line) }
}
