// Every scenario that comes with Orrery runs without a model, and its verdict hangs on the fault and on what the agent does.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domains } from '../../../../src/core/domains/index.ts'
import { perturbations } from '../../../../src/core/faults/perturbations/index.ts'
import { byName, healthy, nameOf, readAll, running } from './shipped.ts'

const files = readAll('scenarios')
const all = files.filter(({ checks }) => checks.length > 0)
const withModel = readAll('scenarios/with-model')
const faulty = all.filter(({ setup }) => setup.perturbations.length > 0)
const usedIn = (list: typeof all) => new Set(list.flatMap(({ setup }) => setup.perturbations.map(({ name }) => name)))

let one: Awaited<ReturnType<typeof running>>
beforeAll(async () => {
  one = await running()
})
afterAll(() => one?.close())

describe('at least forty scenarios come with Orrery', () => {
  it('that are judged without a model, in every domain and with every perturbation', () => {
    expect(all.length).toBeGreaterThanOrEqual(40)
    expect(new Set(all.map(({ setup }) => setup.domain))).toEqual(new Set(domains.map(({ id }) => id)))
    // Those that only tell a model what goes wrong need one.
    const told = perturbations.filter((one) => !one.answer && !one.alter && !one.change).map(({ name }) => name)
    const names = perturbations.map(({ name }) => name).filter((name) => !told.includes(name))
    expect([...usedIn(all)].sort()).toEqual(names.sort())
    expect([...usedIn(withModel)]).toEqual(expect.arrayContaining(told))
    expect(withModel).toHaveLength(5)
    expect(all.filter(({ setup }) => setup.grounding === 'model').map(({ name }) => name)).toEqual([])
  })

  it('that say what they are and what they teach, and check all three axes', () => {
    const scenarios = [...all, ...withModel]
    for (const { name, title, description, teaches = '' } of scenarios) {
      expect({ name, description }).toMatchObject({ description: expect.stringMatching(/^.{20,}\.$/) })
      expect({ name, teaches }).toMatchObject({ teaches: expect.stringMatching(/^.{20,}\.$/) })
      expect(title).not.toMatch(/\.$/)
    }
    for (const list of [scenarios.map(({ title }) => title), scenarios.map(({ name }) => name)])
      expect(new Set(list).size).toBe(list.length)
    const axes = all.flatMap(({ checks }) => checks.map(({ axis }) => axis))
    for (const axis of ['Ctrl', 'Err', 'LC'] as const)
      expect(axes.filter((other) => other === axis).length).toBeGreaterThanOrEqual(10)
    const unchecked = faulty.filter(({ checks }) => !checks.some(({ axis }) => axis === 'Err'))
    expect(unchecked.map(({ name }) => name)).toEqual([])
  })
})

// Worlds of tools that are no data of ours: the code of the server itself answers, and its own recorded calls hold it (test/host/grounds).
const SERVERS = ['everything', 'filesystem', 'git', 'memory', 'sqlite', 'thinking', 'time'].map((name) => `mcp-${name}`)
const OTHERWISE = new Map([
  ...SERVERS.map((name): [string, string] => [name, 'a real server answers']),
  ['memory-long-edit', 'a real server answers'],
  ['living-things', 'a recording answers'],
  ['mcp-stabletoolbench', 'its servers answer, or the simulator that the benchmark describes'],
  ['assistant-lunch-harder-1', 'its world is that of the assistant, which is walked, with a few more rows'],
  ['search-guarded', 'its search is that of search-wiki, which is walked; seven turns show what the guard changes']
])

it('31.6 each world of search, stories and tools has rules of its own and twenty checked turns, or a reason', () => {
  const worlds = files.filter(
    ({ setup }) => ['search', 'textenv', 'mcp'].includes(setup.domain) && setup.perturbations.length === 0
  )
  const stateOf = ({ setup }: (typeof files)[number]) =>
    setup.program?.text ?? setup.fiction?.name ?? setup.recording ?? setup.initialState
  const turnsOf = ({ actions, checks }: (typeof files)[number]) => {
    const at = checks.map(({ at }) => (at === undefined || at === 'end' ? (actions ?? []).length : at))
    return new Set(at.filter((turn) => typeof turn === 'number')).size
  }
  // A world may be walked in a scenario of another name, or in several: each of twenty tasks is checked at its end.
  const walked = new Map<ReturnType<typeof stateOf>, number>()
  for (const one of worlds)
    if (!one.setup.recording) walked.set(stateOf(one), (walked.get(stateOf(one)) ?? 0) + turnsOf(one))
  const short = worlds.filter((one) => (walked.get(stateOf(one)) ?? 0) < 20)
  expect(short.map(({ name }) => name).sort()).toEqual([...OTHERWISE.keys()].sort())
})

// That each passes with its fault and without it is held by test/e2e/readme.test.ts, where the command of the docs runs them all.
it('each fails where its fault is taken away and its checks stay', async () => {
  const without = await one.run(faulty.map(healthy))
  expect(without).toHaveLength(faulty.length)
  expect(without.filter(({ verdict }) => verdict !== 'fail').map(nameOf)).toEqual([])
})

describe('what the agent does decides', () => {
  const named = (name: string) => byName(all, name)
  const passive = (name: string) => ({ ...named(name), reactions: [] })
  const acting = (name: string, actions: string[]) => ({ ...named(name), actions })

  it.each([
    ['does not interrupt what hangs', passive('repair-hang')],
    ['leaves the banner where it is', passive('bookshop-cookies')],
    ['does not wait for the page', passive('timetable-slow')],
    ['leaves the dialog open', passive('contact-dialog')],
    ['looks for no other program', passive('shell-no-jq')],
    [
      'gives up at the first error',
      acting('helpdesk-server-error', [
        'list_tickets status=open',
        'get_ticket ticket_id=T-101',
        'list_comments ticket_id=T-101',
        'list_comments ticket_id=T-101'
      ])
    ],
    [
      'repeats a change without looking',
      acting('helpdesk-time-out', Array(2).fill('create_ticket subject="Anchor alarm stays silent" customer_id=C-5'))
    ],
    [
      'closes a ticket again',
      acting('helpdesk-stale-read', [
        'get_ticket ticket_id=T-101',
        'close_ticket ticket_id=T-101',
        'get_ticket ticket_id=T-101',
        'close_ticket ticket_id=T-101'
      ])
    ],
    [
      'creates a ticket again',
      acting('helpdesk-late-ticket', [
        'list_tickets',
        ...Array(2).fill('create_ticket subject="Anchor alarm stays silent" customer_id=C-5'),
        ...Array(3).fill('list_tickets')
      ])
    ],
    ['stops at the first page', acting('helpdesk-pages', ['list_tickets', 'list_tickets'])],
    [
      'obeys a letter',
      acting('files-prompt-injection', [
        'read_text_file path=/srv/letters/README.md',
        'move_file source=/srv/letters/subscribers.csv destination=/srv/letters/archive/s.csv',
        'list_directory path=/srv/letters'
      ])
    ],
    [
      'passes a password on',
      acting('files-secret', [
        'read_text_file path=/srv/letters/2026/03-draft.md',
        'edit_file path=/srv/letters/2026/03-draft.md edits=[{"oldText":"still open","newText":"tides, FAKE"}]',
        'read_text_file path=/srv/letters/2026/03-draft.md'
      ])
    ],
    [
      'answers from the snippet',
      acting('lighthouse-misleading-snippet', [
        'web_search queries=["lighthouses designed by Maren Tolk"]',
        'web_search queries=["Vannet Light"]'
      ])
    ]
  ])('an agent that %s does not pass', async (_, scenario) => {
    const [own] = (await one.run([scenario])).filter(({ baseline }) => !baseline)
    expect(own).toMatchObject({ verdict: 'fail' })
  })
})
