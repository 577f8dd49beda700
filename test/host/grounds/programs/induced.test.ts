// A program that is induced of a long recording begins, and answers: reading its walks is a small part of what a step may take.
import { afterAll, expect, test } from 'vitest'
import { screensSeen } from '../../../../src/core/control/authoring/induce/screens.ts'
import type { SeenTurn } from '../../../../src/core/control/authoring/turns.ts'
import { programUse } from '../../../../src/host/grounds/programs/use.ts'
import { createWorldPrograms } from '../../../../src/host/grounds/programs/world-programs.ts'
import { must } from '../../../must.ts'

const programs = createWorldPrograms()
afterAll(() => programs.dispose())

const rows = (name: string) =>
  Array.from(
    { length: 60 },
    (_, row) =>
      `  <push-button name="${name} ${row}" st:enabled="true" st:showing="true" cp:screencoord="(12, ${row})" cp:size="(10, 10)"/>`
  )
const page = (name: string, to: string) =>
  [`<desktop-frame name="${name}">`, `  <label name="to ${to}"/>`, ...rows(name)].join('\n')

test('2,000 turns between pages of 60 lines are no more than a step may read', async () => {
  const turns = Array.from({ length: 2000 }, (_, at): SeenTurn => {
    const [from, to] = at % 2 ? ['b', 'a'] : ['a', 'b']
    return { action: 'pyautogui.click(12, 30)', label: '', text: page(must(to), must(from)) } as SeenTurn
  })
  const recording = { initial: page('a', 'b'), task: null, tools: [], turns }
  const text = must(screensSeen([recording as never], 'desktop'))
  const running = programs.of(programUse({ language: 'javascript', version: 1, text }))
  const { state } = await running.init('0')
  const { step } = await running.step(state, { door: 'desktop', call: 'pyautogui.click(12, 30)' })
  expect(step).toMatchObject({ answer: page('b', 'a') })
})
