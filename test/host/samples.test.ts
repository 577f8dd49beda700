import { readdirSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Setup, type StepEvent } from '../../src/core/tree/model.ts'
import { createHost } from '../../src/host/host.ts'
import { importedBy } from '../contract/imported.ts'
import { must } from '../must.ts'
import { folder } from './folder.ts'

const names = readdirSync('resources/samples')
  .filter((file) => file.endsWith('.jsonl'))
  .map((file) => file.replace(/\.jsonl$/, ''))

test.each(names)('%s plays to its end without a model', async (name) => {
  const home = await folder()
  const resources = join(home, 'resources')
  await cp('resources/models.json', join(resources, 'models.json'))
  // At once: what it took when it was recorded is not what is tested here.
  const file = join(resources, 'samples', `${name}.jsonl`)
  const text = await readFile(`resources/samples/${name}.jsonl`, 'utf8')
  await mkdir(join(resources, 'samples'))
  await writeFile(file, text.replace(/"ms":\{[^}]*\}/g, '"ms":{"first":0,"total":0}'))

  const host = await createHost({ home, resources })
  onTestFinished(() => host.dispose())
  const { session, branch } = await host.calls['worlds.openSample']({ name })
  let steps = 0
  let last: StepEvent | undefined
  for (;;) {
    const at = last?.type === 'committed' ? last.step.id : null
    const { recorded } = await host.calls['steps.view']({ branch: branch.id, at, last: 1, also: [] })
    const [next] = recorded
    if (!next) break
    const input = { session: session.id, branch: branch.id, action: next.action, instruction: '', trace: false }
    for await (const event of host.streams['steps.run'](input, { signal: new AbortController().signal })) last = event
    expect(last).toMatchObject({ type: 'committed' })
    steps++
  }
  expect(steps).toBe(text.match(/^\{"type":"step"/gm)?.length)
})

test('a world with a recording begins as the recording does, and follows it where perturbations disturb it', async () => {
  const host = await createHost({ home: await folder(), resources: 'resources', tempo: 0 })
  onTestFinished(() => host.dispose())
  const perturbations = [{ name: 'api-error', options: {}, when: { turn: 2 } }]
  const setup = { domain: 'mcp', recording: 'mcp-files', perturbations }
  const { session, branch } = await host.calls['worlds.create']({ title: 'disturbed', setup: Setup.parse(setup) })
  const sample = await host.calls['worlds.openSample']({ name: 'mcp-files' })
  const { initialState, tools } = sample.branch.setup
  expect(branch.setup).toMatchObject({ initialState, tools, recording: 'mcp-files' })
  let at: string | null = null
  const engines: (string | undefined)[] = []
  for (let turn = 1; turn <= 3; turn++) {
    const { recorded } = await host.calls['steps.view']({ branch: branch.id, at, last: 1, also: [] })
    const [next] = recorded
    const input = { session: session.id, branch: branch.id, action: must(next).action, instruction: '', trace: false }
    for await (const event of host.streams['steps.run'](input, { signal: new AbortController().signal }))
      if (event.type === 'committed') {
        at = event.step.id
        engines.push(event.call.engine)
      }
  }
  // The call that failed is what can be played next again.
  expect(engines).toEqual(['replay', 'perturbation', 'replay'])
  const rows = await host.calls['steps.list']({ session: session.id, branch: branch.id })
  expect(rows[1]?.label).toBe(rows[2]?.label)
})

test('a step, and what can be played next, is told in the words of the screen it is done on; a whole chain is listed without reading it', async () => {
  const host = await createHost({ home: await folder(), resources: 'resources' })
  onTestFinished(() => host.dispose())
  const text = await readFile('resources/samples/web-bookshop.jsonl', 'utf8')
  const files = [{ name: 'web-bookshop.jsonl', text }]
  const imported = await importedBy(host, { files })
  const session = must(imported.worlds[0]).id
  const { branches } = await host.calls['worlds.open']({ session })
  const rows = await host.calls['steps.list']({ session, branch: must(branches[0]).id })
  const told = await Promise.all(
    rows.slice(0, 4).map(async ({ id }) => (await host.calls['steps.get']({ session, step: id })).siblings[0]?.label)
  )
  expect([rows.slice(0, 4).map(({ label }) => label), told]).toEqual([
    ['fill 10 “tide”', 'press Enter', 'select 18 “Price: low to high”', 'click 27'],
    [
      'fill “Search books” with “tide”',
      'press Enter',
      'select “Price: low to high” in “Sort by”',
      'click “The Tide Clock”'
    ]
  ])
  const played = await host.calls['worlds.openSample']({ name: 'web-bookshop' })
  const { recorded: next } = await host.calls['steps.view']({ branch: played.branch.id, at: null, last: 1, also: [] })
  expect(next.map(({ label }) => label)).toEqual(['fill “Search books” with “tide”'])
})

test('a sample that is opened again is numbered, by the first number that is free', async () => {
  const host = await createHost({ home: await folder(), resources: 'resources' })
  onTestFinished(() => host.dispose())
  const open = async () => (await host.calls['worlds.openSample']({ name: 'first-steps' })).session
  const worlds = [await open(), await open(), await open()]
  const [first = ''] = worlds.map(({ title }) => title)
  expect(worlds.map(({ title }) => title)).toEqual([first, `${first} (2)`, `${first} (3)`])
  await host.calls['worlds.delete']({ session: must(worlds[1]).id })
  expect((await open()).title).toBe(`${first} (2)`)
})
