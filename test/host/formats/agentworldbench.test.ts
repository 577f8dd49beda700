// AgentWorldBench's files through the store: what an import keeps is enough to write each record again.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createHost } from '../../../src/host/host.ts'
import { importedBy } from '../../contract/imported.ts'
import { must, nonEmpty } from '../../must.ts'
import { UNTIL_DONE } from '../../patience.ts'
import { folder } from '../folder.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/agentworldbench')
const files = nonEmpty(readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'))).map((name) => ({
  name,
  text: readFileSync(join(FOLDER, name), 'utf8')
}))
const rowsOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('25.45 records come out of the database as they went in, and the report counts what is kept as text', async () => {
  const host = await createHost({ home: await folder(), resources: 'resources' })
  onTestFinished(() => host.dispose())
  for (const file of files) {
    const report = await importedBy(host, { files: [file] })
    const [world] = report.worlds
    const input = {
      sessions: [must(world).id],
      format: 'agentworldbench',
      options: {},
      to: { kind: 'chunks' as const }
    }
    let text = ''
    for await (const event of host.streams['formats.export'](input, { signal: UNTIL_DONE })) {
      if (event.type === 'chunk') text += Buffer.from(event.base64, 'base64').toString('utf8')
    }
    const again = rowsOf(text)
    expect(rowsOf(file.text).map((record) => again.find(({ id }) => id === record.id))).toEqual(rowsOf(file.text))
    const opened = await host.calls['worlds.open']({ session: must(world).id })
    expect(opened).toMatchObject({ session: { id: must(world).id } })
    if (file.name === 'terminal_test.jsonl') {
      expect(JSON.stringify(report)).toContain('actions kept as text, because they are none of the terminal domain')
    }
  }
})
