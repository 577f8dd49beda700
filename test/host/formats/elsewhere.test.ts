// Files from elsewhere through the contract and the command line: what is dropped, and what is refused, is said alike.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createHost } from '../../../src/host/host.ts'
import { importedBy } from '../../contract/imported.ts'
import { folder } from '../folder.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/elsewhere')
const text = (name: string) => readFile(join(FOLDER, name), 'utf8')

async function host() {
  const made = await createHost({ home: await folder(), resources: 'resources' })
  onTestFinished(() => made.dispose())
  return made
}

test('among several files the refusal of one is a problem, and the others are read', async () => {
  const chatgpt = { name: 'chats.json', text: '[{"title":"x","mapping":{},"current_node":"y"}]' }
  const other = 'chat-undeclared-tools.jsonl'
  const files = [chatgpt, { name: other, text: await text(other) }]
  const { worlds, problems, files: found } = await importedBy(await host(), { files, keep: false })
  expect(worlds.map(({ title }) => title)).toEqual(['How many files are there?'])
  expect(found.map(({ importer }) => importer)).toEqual([null, 'messages'])
  const reason = expect.stringMatching(/^"chats\.json" looks like an export of ChatGPT, which is not read yet\./)
  expect(problems).toEqual([{ file: 'chats.json', line: null, reason }])
})

test('a report lists what is dropped once, with its count', async () => {
  const { dropped } = await importedBy(await host(), { paths: [join(FOLDER, 'swe-empty-action.traj')] })
  expect(dropped).toEqual([
    { what: 'the field "state" of steps', count: 3 },
    { what: 'thoughts of the agent', count: 3 },
    { what: 'steps without an action', count: 1 },
    { what: 'the submission', count: 1 },
    { what: 'the field "model_stats" of info', count: 1 }
  ])
})

test('what an import knew of tools and failures is in the store', async () => {
  const made = await host()
  const { worlds } = await importedBy(made, { paths: [join(FOLDER, 'anthropic-blocks.json')] })
  const opened = await made.calls['worlds.open']({ session: worlds[0]?.id ?? '' })
  expect(opened.branches.map(({ setup }) => setup.tools.map(({ name }) => name))).toEqual([['list_files', 'read_file']])
})
