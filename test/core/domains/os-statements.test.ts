// Code as agents of desktops write it: several calls on a line, imports before them, comments behind, a call over several lines.
import { expect, it } from 'vitest'
import { commandsOf } from '../../../src/core/domains/os/commands.ts'

it('55.10 several calls on a line, imports and comments are the same calls', () => {
  const one = [{ do: 'click', at: { x: 3, y: 4 }, button: 'left', count: 1 }]
  const [click] = one
  for (const code of [
    'import pyautogui; pyautogui.click(3, 4)',
    'import pyautogui, time\npyautogui.FAILSAFE = False\npyautogui.click(3, 4)  # the button',
    'pyautogui.click(\n    x=3,\n    y=4,\n)',
    '\n# first\npyautogui.click(3, 4);'
  ])
    expect(commandsOf(code), code).toEqual(one)
  expect(commandsOf("pyautogui.click(3, 4); pyautogui.write('a; b # c\\'')")).toEqual([
    click,
    { do: 'type', text: "a; b # c'" }
  ])
  expect(commandsOf('pyautogui.write("""a\nb""")')).toEqual([{ do: 'type', text: 'a\nb' }])
})

it('55.10 a block, a module of another kind and an open text are left to the model', () => {
  for (const code of [
    'for _ in range(3):\n    pyautogui.press("down")',
    'import os; pyautogui.click(3, 4)',
    "pyautogui.write('abc",
    'x = 3; pyautogui.click(x, 4)'
  ])
    expect(commandsOf(code), code).toBeNull()
})
