// Where the repeats of a variant parted, told from the results of a run and its worlds.
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Handlers } from '../../../../src/core/contract/index.ts'
import { DivergenceTree } from '../../../../src/core/control/divergence-tree.ts'
import { ScenarioReport } from '../../../../src/core/control/summary.ts'
import { createHost } from '../../../../src/host/host.ts'
import { must } from '../../../must.ts'
import { UNTIL_DONE } from '../../../patience.ts'
import { folder } from '../../folder.ts'
import { counters, counting } from './counters.ts'

let host: Handlers
beforeEach(async () => {
  host = await createHost({ home: await folder(), resources: 'resources', engine: counters })
  onTestFinished(() => host.dispose())
})

async function run(repeat: number): Promise<ScenarioReport> {
  const options = { scenarios: [counting], repeat, agent: { kind: 'react' } } as never
  let report: unknown
  for await (const event of host.streams['runs.start'](
    { kind: 'scenarios', name: 'run', options },
    { signal: UNTIL_DONE }
  ))
    if (event.type === 'report') report = event.report
  return ScenarioReport.parse(report)
}

const partings = async () =>
  DivergenceTree.parse(await host.calls['scenarios.partings']({ run: 'run', scenario: 'count-errors', variant: '' }))

const outline = ({ stretches }: DivergenceTree) =>
  stretches.map(({ runs, turns, parts, ended }) => [
    turns.map(({ turn, action, observed }) => `${turn} ${action ?? ''}${observed ? '' : ' …'}`).join(', '),
    runs.map((run) => run + 1).join(' '),
    ended.map((run) => run + 1).join(' '),
    parts
  ])

test('repeats are together while actions and answers are the same, with the verdict of each', async () => {
  await run(5)
  const tree = await partings()
  expect(outline(tree)).toEqual([
    ['1 ls', '1 2 3 4 5', '', 'action'],
    ['2 grep -c ERROR app.log …', '1 3 5', '', 'observation'],
    ['2 , 3 echo 3 > answer.txt, 4 cat answer.txt', '1 3', '1 3', null],
    ['2 ', '5', '5', null],
    ['2 cat app.log', '2 4', '', 'action'],
    ['3 echo 3 > answer.txt, 4 cat answer.txt', '2', '2', null],
    ['3 echo 4 > answer.txt, 4 cat answer.txt', '4', '4', null]
  ])
  expect(tree.stretches.slice(2, 4).map(({ differs }) => differs)).toEqual([
    { line: 2, text: '3' },
    { line: 2, text: 'grep: app.log: No such file or directory' }
  ])
  expect(tree).toMatchObject({ left: 0, missing: 0 })
  expect(tree.runs.map(({ repeat, seed, verdict, turns }) => [repeat, seed, verdict, turns])).toEqual([
    [0, 0, 'pass', 4],
    [1, 1_000_003, 'pass', 4],
    [2, 2_000_006, 'pass', 4],
    [3, 3_000_009, 'fail', 4],
    [4, 4_000_012, 'fail', 2]
  ])
})

test('runs whose worlds were deleted are counted, and so are those that are too many', async () => {
  const report = await run(102)
  const group = must(report.groups[0])
  await host.calls['worlds.delete']({ session: must(group.first).session })
  const tree = await partings()
  expect([tree.runs.length, tree.left, tree.missing]).toEqual([99, 2, 1])
  const input = { run: 'run', scenario: 'count-errors', variant: 'nothing' }
  await expect(async () => host.calls['scenarios.partings'](input)).rejects.toMatchObject({
    code: 'not-found',
    message: 'The run has no result of "count-errors", variant "nothing".'
  })
  await expect(async () => host.calls['scenarios.partings']({ ...input, run: 'other' })).rejects.toMatchObject({
    message: 'There is no scenarios run "other".'
  })
})
