// Which pages widgets answer on, and how long they take.
import { expect, it } from 'vitest'
import { behave } from '../../../../src/core/grounds/widgets/behave.ts'
import { edited, readExactly } from '../../../../src/core/grounds/widgets/edit.ts'
import { makeStep } from '../../../../src/core/tree/history.ts'
import { Setup } from '../../../../src/core/tree/model.ts'
import { openWidgets } from '../../../../src/host/grounds/widgets.ts'
import { must } from '../../../must.ts'
import { turnOptions } from '../../turn-options.ts'

const page = (rows: number) =>
  [
    "RootWebArea 'Form', focused",
    ...Array.from(
      { length: rows },
      (_, index) => `\t[${index + 1}] radio 'Choice ${index}', clickable, checked='false'`
    )
  ].join('\n')

it('a page of 2,000 radio buttons is one group, of which one is chosen, and nothing else changes', () => {
  const text = page(2000)
  const screen = must(readExactly(text))
  const done = behave(screen, { do: 'click', at: { node: 7 }, count: 1 }, null)
  const after = 'edit' in done ? edited(screen, text, done.edit) : null
  const was = text.split('\n')
  const changed = must(after)
    .split('\n')
    .filter((line, index) => line !== was[index])
  expect(changed).toEqual(["\t[7] radio 'Choice 6', clickable, focused, checked='true'"])
})

it('larger pages, and texts that are no page, are left to the model', () => {
  expect(readExactly(page(6000))).toBeNull()
  expect(readExactly('Nothing here is a page.')).toBeNull()
})

it('what the world showed counts, also where the rules would have refused', async () => {
  const locked = "RootWebArea 'Door', focused\n\t[1] button 'Open', disabled=True\n\t[2] textbox 'Code'"
  const setup = Setup.parse({ domain: 'web', grounding: 'grounded', initialState: locked })
  // A model answered here, by an instruction say.
  const shown = locked.replace(', disabled=True', ', clickable')
  const first = await makeStep(null, "click('1')", { text: shown })
  const asked = { setup, chain: [first], callOf: () => null, action: "fill('2', '7')", instruction: '' }
  const { text } = await openWidgets().turn(asked, turnOptions())
  expect(text).toContain("[1] button 'Open', clickable")
  expect(text).toContain("value='7', focused")
})
