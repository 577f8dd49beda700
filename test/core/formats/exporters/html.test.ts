import { expect, test } from 'vitest'
import { html } from '../../../../src/core/formats/exporters/html.ts'
import { PLACE, Recording, scriptJson } from '../../../../src/core/formats/exporters/recording.ts'
import { treeSource } from '../../../../src/core/formats/exporters/source.ts'
import type { SessionTree } from '../../../../src/core/formats/importing.ts'
import { must } from '../../../must.ts'
import { AWKWARD, tree, writing } from '../../trees.ts'

const original = await tree()
const page = `<script type="application/json" id="recording"${PLACE}/script>`

async function exported(given: SessionTree, { thinking = true } = {}): Promise<string> {
  let text = ''
  const asset = async () => page
  for await (const chunk of html.write([treeSource(given)], { thinking }, writing({ asset }))) text += chunk
  return text
}

const inside = (text: string) => Recording.parse(JSON.parse(text.slice(page.indexOf('>') + 1, text.lastIndexOf('<'))))

test('the page holds every turn of the branch, character for character', async () => {
  const { turns, title, branch, setup } = inside(await exported(original))
  expect({ title, branch, setup }).toEqual({
    title: 'Awkward',
    branch: 'main',
    setup: must(original.branches[0]).setup
  })
  expect(turns.map(({ action, observation }) => ({ action, observation }))).toEqual(
    AWKWARD.map(([keystrokes, observation]) => ({ action: [{ keystrokes, duration: 0.5 }], observation }))
  )
  expect(turns[1]).toMatchObject({
    instruction: 'Answer slowly.',
    thinking: 'hm',
    by: { engine: 'llama', model: 'demo' }
  })
})

test('rules are written where they change', async () => {
  const setup = { ...must(original.branches[0]).setup, instruction: 'Fast disk.' }
  const calls = original.calls.map((call, index) => (index < 3 ? call : { ...call, setup }))
  const { turns } = inside(await exported({ ...original, calls }))
  expect(turns.map((turn) => turn.setup?.instruction)).toEqual([
    undefined,
    undefined,
    undefined,
    'Fast disk.',
    undefined,
    undefined
  ])
})

test('6.13 no text can end the element it stands in', () => {
  const text = '</script><!--<script>&\u2028\u2029'
  const json = scriptJson({ text })
  expect(json).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(json)).toEqual({ text })
})

test('what the page does not hold is listed, the thinking too where it is left out', async () => {
  const source = treeSource(original)
  const always = [
    'Other branches (1): only "main" is exported.',
    'The raw model output that each observation was read from.',
    'Token probabilities.'
  ]
  expect(html.losses(source, { thinking: true })).toEqual(always)
  expect(html.losses(source, { thinking: false })).toEqual([always[0], "The model's thinking.", ...always.slice(1)])
  expect(await exported(original, { thinking: false })).not.toContain('"thinking"')
})

test('a page that is not the player is refused', async () => {
  const asset = async () => '<html></html>'
  const write = async () => {
    for await (const _ of html.write([treeSource(original)], { thinking: true }, writing({ asset })));
  }
  await expect(write()).rejects.toThrow('npm run build')
})
