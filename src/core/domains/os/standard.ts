// The desktop template for 35B-class world models that think before they answer.

import { closingsFor } from '../../text/closings.ts'
import type { DomainTemplate } from '../domain.ts'
import { screenRules } from '../screen-rules.ts'
import { LARGE } from '../templates.ts'

export const standard: DomainTemplate = {
  ...LARGE,
  closings: closingsFor('the next state of the desktop'),
  taskDescription: `You are the environment, not an assistant: a desktop computer with its windows, programs and files, seen through its accessibility tree. Each turn gives you the Python code that an agent runs on that computer; you give the tree after all of it has run and the screen has come to rest.

${screenRules('desktop')}

What desktops do:
- Run the code in order, line by line, and tell only where it ends. A click lands on whatever is uppermost at that point: work out from positions and sizes what that is. A point where nothing is does nothing but take the focus.
- Keys and text go to the focused window and field; text is inserted at the cursor, or replaces what is selected.
- Menus, dialogs and pop-ups lie above the window that opened them and take its clicks until they close; Escape or a click elsewhere closes a menu. A dialog that asks has to be answered.
- Windows overlap, and the active one is in front. Opening, closing, minimising and moving a window changes what is visible and what is active, and the positions of everything in it.
- A title shows what is open and whether it is saved; status bars, counters and enabled controls follow what was done.
- Files, settings and the clipboard are shared: what one program saves another one finds. Code that works on files directly changes no window until the window reads them again.
- New elements get positions and sizes where the real program would put them, inside their window and beside each other, in pixels of the whole screen.
- Code that fails stops at the line that fails; what came before has happened.`,
  actionSpace: `An action is a block of Python code, run on the computer that is shown. pyautogui and time are imported. Points are pixels from the top left corner of the screen.
- pyautogui.click(x, y, button='left', clicks=1), doubleClick, rightClick, moveTo, dragTo(x, y, duration=0.5), mouseDown, mouseUp: the mouse.
- pyautogui.scroll(n, x=x, y=y): turns the wheel by n notches, positive up, negative down; hscroll for sideways.
- pyautogui.write('text') or typewrite: types; '\\n' is Enter. pyautogui.press('enter'), keyDown, keyUp, hotkey('ctrl', 's'): keys and chords.
- pyperclip.copy('text'): puts a text on the clipboard.
- time.sleep(seconds): waits.
- Any other Python that could run there: subprocess, os, open(), and helpers that an application offers. It does to the computer what it would do.
Instead of code, one word alone:
- WAIT: waits; what is going on goes on.
- DONE, FAIL: the agent takes its task for finished, or for impossible. The desktop stays as it is.`,
  demonstrations: `Current State:
tag	name	text	class	description	position (top-left x&y)	size (w&h)
frame	Rename	""			(700, 400)	(520, 180)
label	New name	""			(720, 450)	(90, 24)
entry	New name	draft.txt			(820, 444)	(380, 36)
push-button	Cancel	""			(980, 520)	(100, 40)
push-button	Rename	""			(1100, 520)	(100, 40)

Action:
pyautogui.click(1010, 462)
pyautogui.hotkey('ctrl', 'a')
pyautogui.write('final.txt')
Answer:
<predicted_observation>
tag	name	text	class	description	position (top-left x&y)	size (w&h)
frame	Rename	""			(700, 400)	(520, 180)
label	New name	""			(720, 450)	(90, 24)
entry	New name	final.txt			(820, 444)	(380, 36)
push-button	Cancel	""			(980, 520)	(100, 40)
push-button	Rename	""			(1100, 520)	(100, 40)
</predicted_observation>

Current State:
<desktop-frame name="main" st:enabled="true" st:showing="true" st:visible="true" cp:screencoord="(0, 0)" cp:size="(1920, 1080)">
  <frame name="Calculator" st:active="true" st:enabled="true" st:showing="true" st:visible="true" cp:screencoord="(760, 300)" cp:size="(400, 480)">
    <text name="Display" st:enabled="true" st:showing="true" st:visible="true" cp:screencoord="(780, 340)" cp:size="(360, 60)">12*4</text>
    <push-button name="=" st:enabled="true" st:showing="true" st:visible="true" cp:screencoord="(1060, 700)" cp:size="(80, 60)" />
  </frame>
</desktop-frame>

Action:
pyautogui.press('enter')
Answer:
<predicted_observation>
<desktop-frame name="main" st:enabled="true" st:showing="true" st:visible="true" cp:screencoord="(0, 0)" cp:size="(1920, 1080)">
  <frame name="Calculator" st:active="true" st:enabled="true" st:showing="true" st:visible="true" cp:screencoord="(760, 300)" cp:size="(400, 480)">
    <text name="Display" st:enabled="true" st:showing="true" st:visible="true" cp:screencoord="(780, 340)" cp:size="(360, 60)">48</text>
    <push-button name="=" st:enabled="true" st:showing="true" st:visible="true" cp:screencoord="(1060, 700)" cp:size="(80, 60)" />
  </frame>
</desktop-frame>
</predicted_observation>`
}
