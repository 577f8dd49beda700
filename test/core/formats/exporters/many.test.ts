// Every exporter over several worlds at once.
import { expect, test } from 'vitest'
import { exporters } from '../../../../src/core/formats/exporters/index.ts'
import { PLACE } from '../../../../src/core/formats/exporters/recording.ts'
import { treeSource } from '../../../../src/core/formats/exporters/source.ts'
import type { Chunk, Exporter } from '../../../../src/core/formats/exporting.ts'
import type { SessionTree } from '../../../../src/core/formats/importing.ts'
import { makeStep } from '../../../../src/core/tree/history.ts'
import { Setup } from '../../../../src/core/tree/model.ts'
import { must } from '../../../must.ts'
import { writing } from '../../trees.ts'

async function worldOf(id: string): Promise<SessionTree> {
  const step = await makeStep(null, [{ keystrokes: `echo ${id}\n`, duration: 1 }], { text: `$ echo ${id}\n${id}\n$ ` })
  const next = await makeStep(step.id, [{ keystrokes: 'ls\n', duration: 1 }], { text: '$ ls\nnotes.md\n$ ' })
  const setup = Setup.parse({ domain: 'terminal' })
  const session = { id, title: id, notes: '', domain: 'terminal', createdAt: 1, updatedAt: 1 }
  const branch = { id: `${id}-main`, session: id, title: 'main', tip: next.id, fork: null, setup, createdAt: 1 }
  return { session, branches: [branch], steps: [step, next], calls: [] }
}

async function all(format: Exporter, trees: SessionTree[]): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  const sources = trees.map((tree) => treeSource(tree))
  const given = writing({ asset: async () => `<script${PLACE}/script>` })
  for await (const chunk of format.write(sources, format.options.parse({}), given)) chunks.push(chunk)
  return chunks
}

const worlds = [await worldOf('otter'), await worldOf('heron')]

test.each(exporters)('$name gives chunks of text, bytes or files, for one world and for several', async (format) => {
  const one = await all(format, [must(worlds[0])])
  // A world of its own file is given alone: the host puts the files side by side.
  const many =
    format.layout === 'apart' ? [...one, ...(await all(format, [must(worlds[1])]))] : await all(format, worlds)
  for (const chunk of many) {
    if (typeof chunk === 'object' && 'file' in chunk) expect(format.layout).toBe('folder')
    else expect(typeof chunk === 'string' || chunk instanceof Uint8Array).toBe(true)
  }
  const text = many
    .map((chunk) => (chunk instanceof Uint8Array ? Buffer.from(chunk).toString('latin1') : chunk))
    .filter((chunk) => typeof chunk === 'string')
    .join('')
  for (const { session } of worlds) expect([session.id, text.includes(session.id)]).toEqual([session.id, true])
})
