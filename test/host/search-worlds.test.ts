// Search worlds with a policy and a guarded answer, questions from SQL, and instructions out of a world, as people ask for them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Request } from '../../src/core/tree/ports.ts'
import { main } from '../../src/host/commands/cli.ts'
import { none } from '../../src/host/engines/none.ts'
import { createHost } from '../../src/host/host.ts'
import { scripted } from '../doors/served.ts'
import { must } from '../must.ts'

let folder = ''
let answer: ((request: Request) => string) | null = null
const before = process.env.ORRERY_HOME
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-search-'))
  process.env.ORRERY_HOME = join(folder, 'home')
  answer = null
})
afterEach(() => {
  if (before === undefined) delete process.env.ORRERY_HOME
  else process.env.ORRERY_HOME = before
  rmSync(folder, { recursive: true, force: true })
})

async function orrery(argv: string[], stdin = ''): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const io = {
    stdin: (async function* () {
      yield stdin
    })(),
    stdout: {
      write(text: string | Uint8Array) {
        out += String(text)
      }
    },
    stderr: {
      write(text: string) {
        err += text
      }
    }
  }
  const engine = answer ? scripted(answer) : none
  const code = await main(argv, io, { open: (options) => createHost({ ...options, engine, tempo: 0 }) })
  return { code, out, err }
}

function file(name: string, value: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

const PAGES = `## Tarn Light\nhttps://wiki.example/Tarn\n\nTarn Light is now 34 m tall. It is red.\n\n## Ferry\nhttps://ferry.example/\n\nFerries leave at noon.`
const world = (setup: object, actions: unknown[], more: object = {}) =>
  file('world.json', {
    ...{ name: 'world', title: 't', description: '', actions },
    setup: { domain: 'search', grounding: 'executed', initialState: PAGES, ...setup },
    checks: [
      { name: 'not in results', at: 1, expect: { not: { observation: '34 m' } } },
      { name: 'on its page', at: 2, expect: { observation: '34 m' } }
    ],
    ...more
  })
const WALK = ['web_search query="Tarn Light tall"', 'web_extractor url=https://wiki.example/Tarn']
const reference = { question: 'How tall?', answer: '34 m' }

describe('a guarded answer', () => {
  it('stands on the page that states it and nowhere else', async () => {
    expect((await orrery(['run', world({ search: { reference } }, WALK)])).out).toContain('1 of 1 passed')
    // Without the guard it stands in the results too.
    expect((await orrery(['run', world({}, WALK)])).out).toContain('0 of 1 passed')
  })

  it('is taken out of what a model predicts, which is told of it', async () => {
    const asked: string[] = []
    answer = ({ messages }) => {
      asked.push(must(messages[0]).content)
      return '<predicted_observation>[1] https://wiki.example/Tarn\nTitle: Tarn\nSnippet: It is 34 m tall.\nDate: N/A</predicted_observation>'
    }
    const search = { snippets: 'tease', reference: { ...reference, reveal: ['https://wiki.example/Tarn'] } }
    const { out } = await orrery(['run', world({ grounding: 'model', initialState: '', search }, WALK)])
    expect(out).toContain('1 of 1 passed')
    expect(asked[0]).toContain('A snippet says what its page is about')
    expect(asked[0]).toContain('Only these pages show it: https://wiki.example/Tarn')
  })

  it.each([
    [{ search: { reference: { question: '', answer: '77 m' } } }, 'No page of this world states the answer "77 m"'],
    [
      { domain: 'terminal', grounding: 'model', initialState: '$ ', search: { snippets: 'tease' } },
      'is for search worlds'
    ]
  ])('of %j is refused', async (setup, message) => {
    const { code, err } = await orrery(['run', world(setup, 'domain' in setup ? ['ls', 'pwd'] : WALK)])
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining(message) })
  })

  it('that is a table is scored by items and rows where an agent gave one', async () => {
    const truth = '| Light | Height |\n| --- | --- |\n| Tarn | 34 m |\n| Ness | 12 m |'
    const given = '| light | height |\n| --- | --- |\n| Tarn | 34 m |\n| Ness | 13 m |'
    answer = () => JSON.stringify({ thought: '', done: true, answer: given })
    const search = { reference: { question: 'Which?', answer: truth, reveal: ['https://wiki.example/Tarn'] } }
    const path = world({ search }, WALK)
    const turns = [
      JSON.stringify({ thought: '', tool: 'web_search', arguments: { queries: ['Tarn'] } }),
      JSON.stringify({ thought: '', done: true, answer: given })
    ]
    answer = () => turns.shift() ?? ''
    const { out } = await orrery(['agent', 'run', '--scenario', path])
    expect(out).toContain('table: F1 by item 0.75, by row 0.50')
    const both = ['--truth', file('t.md', truth), '--answer', file('a.md', given)]
    expect((await orrery(['fiction', 'score', ...both])).out).toBe('F1 by item 0.75, by row 0.50\n')
    expect(
      await orrery(['fiction', 'score', '--truth', file('n.md', 'none'), '--answer', file('a.md', given)])
    ).toMatchObject({ code: 2 })
  })
})

describe('a question from SQL', () => {
  const ask = (sql: string, ...more: string[]) =>
    orrery(['fiction', 'ask', 'kestrel-lighthouses', '--sql', sql, ...more])
  const HIGHEST = 'SELECT name FROM lighthouses ORDER BY height_m DESC LIMIT 1'

  it('has the executed answer, and is worded by rule, by a person or by a model', async () => {
    expect((await ask(HIGHEST)).out).toMatch(/^question \(template\): .*\nanswer: Ness End Light\n$/)
    expect((await ask(HIGHEST, '--question', 'Which is the highest?')).out).toContain('question (person): Which is')
    answer = () => '{"question": "Which lighthouse is the highest?"}'
    expect((await ask(HIGHEST, '--write', 'model')).out).toContain('question (model): Which lighthouse is the highest?')
    answer = () => '{"question": "Is Ness End Light the highest?"}'
    const kept = await ask(HIGHEST, '--write', 'model')
    expect(kept.out).toContain('question (template)')
    expect(kept.err).toContain('It holds the answer.')
  })

  it.each([
    ['DELETE FROM lighthouses', 'only SELECT is allowed'],
    ['SELECT name FROM lighthouses; SELECT 1', 'more than one statement'],
    ['SELECT colour FROM lighthouses', 'no such column'],
    ["SELECT name FROM lighthouses WHERE name = 'x'", 'it finds nothing'],
    ['WITH RECURSIVE a(x) AS (SELECT 1 UNION ALL SELECT x FROM a) SELECT x FROM a', 'recursive'],
    ['SELECT parish, count(*) FROM lighthouses GROUP BY parish', 'No rule words this query']
  ])('%s is refused', async (sql, message) => {
    expect(await ask(sql)).toMatchObject({ code: 1, err: expect.stringContaining(message) })
  })

  it('of a model that is not there, or whose question holds the answer of a query that no rule words, is refused', async () => {
    expect((await ask(HIGHEST, '--write', 'model')).code).toBe(1)
    expect(await ask(HIGHEST, '--question', 'Is it Ness End Light?')).toMatchObject({
      code: 1,
      err: expect.stringContaining('It holds the answer.')
    })
  })
})

it('an instruction out of a world is a scenario that validates, and says where its parts came from', async () => {
  await orrery(['run', 'helpdesk-expected'])
  const [session] = JSON.parse((await orrery(['sessions', '--json'])).out)
  const made = await orrery(['scenario', 'save', session.id, '--induce', '--name', 'out-of-it'])
  expect(made.err).toContain('controls: by template')
  const validated = await orrery(['scenario', 'validate', join(folder, 'home/scenarios/out-of-it.yaml')])
  expect(validated).toMatchObject({ code: 0, out: expect.stringContaining('ok, 1 variant') })
  expect((await orrery(['scenario', 'show', 'out-of-it'])).out).toMatch(
    /hidden: [\s\S]*grounding: model|grounding: model[\s\S]*hidden:/
  )
  // Without a model nobody words it.
  expect((await orrery(['scenario', 'save', session.id, '--induce', 'model', '--print'])).code).toBe(1)
})
