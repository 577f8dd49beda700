// `orrery judge`: a scripted server judges well, badly, late, not at all, and dies; a person plays the Turing test.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scripted } from '../doors/served.ts'
import { must } from '../must.ts'
import { orrery, ownHome } from './command-line.ts'
import { fair, marks, type ScriptedJudge, serving, within } from './judge-server.ts'

let home: ReturnType<typeof ownHome>
beforeEach(() => {
  home = ownHome()
})
afterEach(() => home.remove())

const sample = (world: string, at: number, { truth, gen }: { truth: string; gen?: string }) => ({
  ...{ task: 'terminal', id: `${world}/main/${at}`, turn_idx: 1, system_str: '' },
  prompt: [`[{"keystrokes": "cat ${world}${at}.txt\\n", "duration": 1}]`],
  response: [truth],
  ...(gen !== undefined && { gen })
})
const listing = (world: string, at: number) =>
  ['total 12', `${world}-${at}.txt 140 bytes`, `notes-${world}.md 77 bytes`, 'readme.md 9 bytes', '$'].join('\n')

function file(name: string, gen: (truth: string, at: number) => string): string {
  const path = join(home.folder, name)
  const samples = ['alpha', 'beta', 'gamma'].flatMap((world) =>
    [1, 2].map((at) => sample(world, at, { truth: listing(world, at), gen: gen(listing(world, at), at) }))
  )
  writeFileSync(path, samples.map((one) => JSON.stringify(one)).join('\n'))
  return path
}

test('a judge that orders what is known to be wrong holds its calibration, and is asked nothing twice', async () => {
  const { asked, named, temperatures } = await serving(fair)
  const path = file('a.jsonl', (truth) => truth)
  const first = await orrery(['judge', 'calibrate', path, ...named])
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining('critic holds its calibration') })
  expect(first.err).toMatch(
    /critic is asked \d+ questions, 0 of them answered before; all of them are about \d+ tokens/
  )
  expect([...temperatures]).toEqual([0.6])
  expect(must(asked[0]).system).toContain('The environment is a shell.')
  const before = asked.length
  const again = await orrery(['judge', 'calibrate', path, ...named])
  expect({ out: again.out, asked: asked.length }).toEqual({ out: first.out, asked: before })
})

test('another model in use is asked itself, and that of before is asked nothing twice', async () => {
  const path = file('a.jsonl', (truth) => truth)
  const inUse = async (name: string, answer: ScriptedJudge) => {
    let asked = 0
    const model = { name, hash: null }
    const engine = scripted(async ({ messages: [system, user] }) => {
      asked++
      return (await answer({ system: must(system).content, user: must(user).content }, asked)) ?? ''
    })
    const info = () => ({ ...scripted(() => '').info(), model, contextSize: 100_000 })
    const said = await orrery(['judge', 'calibrate', path, '--judge-model', 'in-use', '--votes', '1'], '', {
      ...engine,
      info
    })
    return { out: said.out, asked }
  }
  const first = await inUse('one', fair)
  expect(first.out).toContain('holds its calibration')
  const other = await inUse('other', () => marks(4))
  expect(other).toMatchObject({ asked: first.asked, out: expect.stringContaining('does not hold its calibration') })
  expect(await inUse('one', fair)).toEqual({ out: first.out, asked: 0 })
})

test('scores come by domain after the calibration over the turns that come with Orrery', async () => {
  const { named } = await serving(fair)
  const path = file('p.jsonl', (truth, at) => (at === 1 ? truth : 'nothing of the kind'))
  const { code, out } = await orrery(['judge', 'score', path, ...named, '--json'])
  expect(code).toBe(0)
  const report = JSON.parse(out)
  expect(report.calibration.holds).toBe(true)
  expect(report.rows).toMatchObject([{ by: 'p.jsonl', items: 6, missing: 0, total: 50, text: 50, screens: null }])
  const told = await orrery(['judge', 'score', path, ...named])
  expect(told.out).toMatch(/who +items +missing +terminal/)
  writeFileSync(join(home.folder, 'one.json'), out)
  const agree = await orrery(['judge', 'agree', join(home.folder, 'one.json'), join(home.folder, 'one.json')])
  expect(agree.out).toMatch(/kappa, format +6 items +1\.00/)
})

test.each<[string, ScriptedJudge, RegExp]>([
  ['gives all the same', () => marks(4), /not hold its calibration. It gave 75\.0 to severity 2/],
  [
    'falls for praise',
    (question, nth) => (question.user.includes('completed successfully') ? marks(5) : fair(question, nth)),
    /It gave [\d.]+ to severity 3, and/
  ],
  ['answers nonsense', () => 'I like it very much.', /answers are missing/]
])('a judge that %s is refused with its curve', async (_name, judge, why) => {
  const { asked, named } = await serving(judge)
  const path = file('p.jsonl', () => 'something')
  const { code, out, err } = await orrery(['judge', 'score', path, ...named])
  expect(code).toBe(1)
  expect(out).toMatch(/severity +a true observation with/)
  expect(out).toMatch(why)
  expect(err).toContain('The judge critic is refused')
  expect(asked.some(({ user }) => within('prediction', user) === 'something')).toBe(false)
})

test('an answer that cannot be read is asked for three times, and then missing, never zero', async () => {
  const { asked, named } = await serving((question, nth) =>
    within('prediction', question.user).includes('alpha-1.txt')
      ? '<final_evaluation>{"scores": {"format": 9}}'
      : fair(question, nth)
  )
  const { out } = await orrery(['judge', 'calibrate', file('a.jsonl', (truth) => truth), ...named, '--json'])
  const { items } = JSON.parse(out)
  const missing = items.filter(({ score }: { score: number | null }) => score === null)
  expect(missing.length).toBeGreaterThan(0)
  const unread = asked.filter(({ user }) => within('prediction', user).includes('alpha-1.txt'))
  expect(unread).toHaveLength(missing.length * 3)
})

test('a server that dies stops the run, and the same command goes on where it was', async () => {
  let alive = false
  const { asked, named } = await serving((question, nth) => (alive || nth < 9 ? fair(question, nth) : null))
  const path = file('a.jsonl', (truth) => truth)
  const first = await orrery(['judge', 'calibrate', path, ...named])
  expect(first).toMatchObject({ code: 1, err: expect.stringContaining('Start the run again to resume it.') })
  alive = true
  const before = asked.length
  const second = await orrery(['judge', 'calibrate', path, ...named])
  expect(second.code).toBe(0)
  const [, total = 0, known = 0] = must(/asked (\d+) questions, (\d+) of them/.exec(second.err)).map(Number)
  expect(known).toBeGreaterThan(0)
  expect(asked.length - before).toBe(total - known)
})

test('a judge that is late is waited for', async () => {
  const { named } = await serving(async (question, nth) => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    return fair(question, nth)
  })
  const { out } = await orrery(['judge', 'calibrate', file('a.jsonl', (truth) => truth), ...named, '--turns', '1'])
  expect(out).toContain('of another session')
})

test('two predictions are compared in both orders, so that a judge who likes the first one prefers neither', async () => {
  const one = file('one.jsonl', (truth) => truth)
  const other = file('other.jsonl', (truth) => `${truth} `)
  const blind = await serving(() => 'The first. \\boxed{A}')
  const { out } = await orrery(['judge', 'pair', one, other, ...blind.named, '--json'])
  expect(JSON.parse(out).rows.at(-1)).toMatchObject({ domain: 'all', items: 6, share: 0.5, first: 1 })
  expect(blind.asked).toHaveLength(12)
  const seeing = await serving(({ user }) =>
    within('a', user) === within('reference', user) ? '\\boxed{A}' : '\\boxed{B}'
  )
  const seen = await orrery(['judge', 'pair', one, other, ...seeing.named, '--json'])
  expect(JSON.parse(seen.out).rows.at(-1)).toMatchObject({ share: 1, first: 0.5 })
})

test('the real observation is found by a judge, or by a person who types letters', async () => {
  const path = file('p.jsonl', (truth, at) => (at === 1 ? truth : 'made up'))
  const { asked, named } = await serving(({ user }) => (within('a', user) === 'made up' ? '\\boxed{B}' : '\\boxed{A}'))
  const { out } = await orrery(['judge', 'turing', path, ...named, '--json'])
  // The same text twice says nothing.
  expect(JSON.parse(out).rows.at(-1)).toMatchObject({ items: 3, share: 1 })
  expect(asked.every(({ user }) => !user.includes('Reference'))).toBe(true)
  const typed = await orrery(['judge', 'turing', path, '--json'], 'x\na\nB\nq\n')
  expect(JSON.parse(typed.out)).toMatchObject({ judge: 'you', cost: { questions: 2 } })
  expect(typed.err).toMatch(/1 of 3: which one is real/)
  expect((await orrery(['judge', 'turing'], 'a\nb\n')).out).toMatch(/real one found/)
})

test('the judge chooses among the predictions of an action that was really answered, and the best becomes a row', async () => {
  const { asked, named } = await serving(fair)
  const said = ['{"tickets": 3}', 'Error: Tool list_tickets is busy.']
  const engine = scripted(() => said.shift() ?? '')
  const call = '{"name": "list_tickets", "arguments": {}}'
  const made = await orrery(['step', '--scenario', 'helpdesk', '--samples', '2', '--by-model', '--json'], call, engine)
  const { session } = JSON.parse(made.out)
  expect((await orrery(['step', '--session', session], call)).code).toBe(0)
  const rows = ['export', session, '--format', 'messages', '--option', 'view=world', '--option', 'rows=turn']
  const best = [...rows, '--option', 'best=judge', '--option', 'least=0.1']
  const nobody = await orrery(best)
  expect([nobody.code, nobody.err]).toEqual([2, expect.stringContaining('--judge-model')])
  expect((await orrery([...rows, ...named])).code).toBe(2)
  expect((await orrery(['export', session, '--format', 'messages', '--option', 'best=judge', ...named])).err).toContain(
    '--option rows=turn'
  )
  expect(asked).toEqual([])
  const first = await orrery([...best, ...named])
  expect([first.code, first.out.trim().split('\n')]).toEqual([0, [expect.any(String)]])
  const own = asked.filter(({ user }) => user.includes('is busy') || user.includes('{"tickets": 3}'))
  expect(own).toHaveLength(2)
  expect(own.every(({ user }) => within('reference', user).includes('T-'))).toBe(true)
  const before = asked.length
  expect(await orrery([...best, ...named])).toMatchObject({ code: 0, out: first.out })
  expect(asked.length).toBe(before)
  const refused = await serving(() => marks(4))
  expect((await orrery([...best, ...refused.named])).err).toContain('is refused')
})

test('a judge has to be named', async () => {
  expect(await orrery(['judge', 'calibrate'])).toMatchObject({ code: 2, err: expect.stringContaining('--judge-model') })
})
