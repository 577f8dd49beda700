// What desktop programs of Debian 12 made of clicks and keys on a real X screen, told through AT-SPI as OSWorld's tree and as its table
// (test/record/programs.ts). Where a rule answers, it says what the program showed, byte for byte.
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FORMS, judgedProgram } from './programs.ts'

const folder = 'test/fixtures/programs'
const names = readdirSync(folder).map((file) => file.replace('.json', ''))

// A box whose change another window shows, a result that shows below a field, numbers that follow from a typed one, a choice that makes things usable which a table does not tell before, and keys that the whole desktop takes no more when they are pressed shortly: no screen tells it before.
const UNTOLD: Record<string, string[]> = {
  'colour xml': ["pyautogui.press('tab')"],
  'loan table': ['pyautogui.click(833, 528)'],
  'thunar xml': ['pyautogui.click(865, 351)'],
  'shot table': ['pyautogui.click(959, 457)'],
  'sums xml': ["pyautogui.write('12')"],
  'access xml': ["pyautogui.press('tab')", "pyautogui.press('esc')"]
}

describe.each(names)('%s', (name) => {
  it.each(FORMS)('52.5 is answered as the program did, as %s', async (form) => {
    const turns = await judgedProgram(`${folder}/${name}.json`, form)
    const wrong = turns.filter(({ answer }) => answer === 'wrong').map(({ action }) => action)
    expect(wrong).toEqual(UNTOLD[`${name} ${form}`] ?? [])
    expect(turns.map(({ answer, rule, action }) => `${answer} ${rule}: ${action}`)).toMatchSnapshot()
  })
})
