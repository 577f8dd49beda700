// What is known of an answer beside its text, through the formats that keep provenance.
import { expect, it } from 'vitest'
import { findExporter } from '../../../../src/core/formats/exporters/index.ts'
import { recordedTree } from '../../../../src/core/formats/importers/recorded.ts'
import { readText } from '../../../../src/core/formats/importing-text.ts'
import { MOST_STREAM } from '../../../../src/core/tree/result.ts'
import { must } from '../../../must.ts'
import { tree, written } from '../../trees.ts'

const result = {
  isError: true,
  content: [{ type: 'text', text: 'no', annotations: { audience: ['user'] } }],
  structuredContent: { found: null },
  exitCode: null,
  stdout: '\r\n  a \n',
  stderr: '',
  ready: false
}

it.each(['orrery', 'atif'])('%s keeps what is known of an answer, and brings it back', async (format) => {
  const plain = await tree()
  const calls = plain.calls.map((call, index) => (index === 1 ? { ...call, result } : call))
  const text = await written(findExporter(format), { ...plain, calls })
  const { trees } = await readText(text, { now: 5 })
  const back = must(trees[0]).calls.filter(({ branch }) => branch === 'b1')
  expect(back.map((call) => call.result)).toEqual(
    calls.filter(({ branch }) => branch === 'b1').map((call) => ('result' in call ? call.result : undefined))
  )
})

it('what a recording of another program says of an answer is kept within its bounds', async () => {
  const exchange = { action: [], observation: 'x' }
  const { calls } = await recordedTree(
    {
      ...{ format: 'test', domain: 'terminal', title: 'T' },
      exchanges: [{ ...exchange, result: { exitCode: 1, stdout: 'x'.repeat(MOST_STREAM + 1) } }, exchange]
    },
    { title: undefined, now: 5 }
  )
  expect(calls.map((call) => call.result)).toEqual([
    { exitCode: 1, stdout: 'x'.repeat(MOST_STREAM), note: 'Of stdout the first 65,536 of 65,537 characters are kept.' },
    undefined
  ])
})
