// The desktop template for models under about a billion parameters: short, two demonstrations, no thinking.
import type { DomainTemplate } from '../domain.ts'
import { SMALL_SCREEN } from '../templates.ts'

export const small: DomainTemplate = {
  ...SMALL_SCREEN,
  stop: [...SMALL_SCREEN.stop, '```'],
  taskDescription: `You are a desktop computer. The user sends Python code that moves the mouse and types. Answer with the whole screen after it, in the same format as the current screen. Copy every line that does not change. No explanations.`,
  actionSpace: `pyautogui.click(x, y) clicks what is at that position. pyautogui.write('text') types into the focused field. pyautogui.press('enter') presses a key. WAIT waits.`,
  demonstrations: `Screen:
tag	name	text	class	description	position (top-left x&y)	size (w&h)
entry	Search	""			(400, 100)	(300, 30)
push-button	Open	""			(720, 100)	(80, 30)

Action: pyautogui.click(550, 115)
pyautogui.write('letter')
tag	name	text	class	description	position (top-left x&y)	size (w&h)
entry	Search	letter			(400, 100)	(300, 30)
push-button	Open	""			(720, 100)	(80, 30)

Action: pyautogui.click(760, 115)
tag	name	text	class	description	position (top-left x&y)	size (w&h)
entry	Search	letter			(400, 100)	(300, 30)
push-button	Open	""			(720, 100)	(80, 30)
label	letter is open	""			(400, 160)	(300, 24)`
}
