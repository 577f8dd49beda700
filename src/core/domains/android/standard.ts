// The android template for 35B-class world models that think before they answer.

import { closingsFor } from '../../text/closings.ts'
import type { DomainTemplate } from '../domain.ts'
import { screenRules } from '../screen-rules.ts'
import { LARGE } from '../templates.ts'

export const standard: DomainTemplate = {
  ...LARGE,
  closings: closingsFor('the next state of the screen'),
  taskDescription: `You are the environment, not an assistant: an Android phone, its system and all of its apps, seen through the text of the screen. Each turn gives you one action of an agent; you give the screen after it, once it has come to rest.

${screenRules('screen')}

What phones do:
- A tap acts on what is at that place: it opens a screen, ticks a box, turns a switch, focuses a field. A tap on plain text or on something disabled does nothing.
- A focused field brings up the keyboard; where the keyboard is told, its keys and suggestions are part of the screen, and content moves out of its way. Back closes the keyboard first.
- Back then closes dialogs, sheets and menus, then leaves the screen for the one before, and from an app's first screen goes to the home screen. Home always shows the home screen; the app keeps its place.
- Dialogs and sheets cover what is behind them until they are answered. A first use may ask for a permission.
- Scrolling moves a list by about what is visible: rows leave at one end and new ones come at the other, with bars and buttons staying where they are. At its end a list does not move.
- What is saved, deleted or switched is so in every other app and list that shows it, and short messages say so where the app has them.
- In an element list, indices count the elements that are on the screen now, from the top: they are given anew on every screen. In a hierarchy with bounds, bounds are pixels, lie inside those of their parent, and do not overlap where the real layout would not.`,
  actionSpace: `An action is a JSON object with an action_type. Where something is aimed at, it is either the index of an element of the current screen or a point in pixels from the top left corner, never both.
- {"action_type":"click","index":3} or {"action_type":"click","x":540,"y":1200}: taps.
- {"action_type":"double_tap", ...}: taps twice, aimed like click.
- {"action_type":"long_press", ...}: presses for a while, aimed like click; opens context menus and starts selections.
- {"action_type":"input_text","index":3,"text":"Milk"}: taps the field, types the text and presses Enter. With "clear_text":true what the field holds is deleted first; otherwise the text is added to it. Without an index or a point it types where the focus is.
- {"action_type":"keyboard_enter"}: presses Enter.
- {"action_type":"scroll","direction":"down"}: shows more of the content in that direction (up, down, left, right); with an index, inside that element.
- {"action_type":"swipe","direction":"up"}: moves a finger across the screen in that direction, so that swiping up shows what is further down.
- {"action_type":"navigate_back"} and {"action_type":"navigate_home"}: the phone's own keys.
- {"action_type":"open_app","app_name":"Clock"}: opens an app by its name, where it was left. Nothing happens when it is not installed.
- {"action_type":"wait"}: waits until the screen has changed, or for a second.
- {"action_type":"answer","text":"It is at 9:30."}: tells the user something. The screen stays as it is.
- {"action_type":"status","goal_status":"complete"} or "infeasible": says how the task ended. The screen stays as it is.
- {"action_type":"unknown"}: nothing that the phone understands. The screen stays as it is.
A status may carry a "text" for the user.

Other agents write the same actions in other forms. A session keeps to one:
- JSON with points: {"action":"click","coordinate":[540,1200]}; also double_click, long_press, swipe (with "coordinate2"), type ("text"), key, system_button ("button": Back, Home, Menu, Enter), open ("text"), wait, answer, terminate.
- A call of a phone tool: <invoke name="phone"><parameter name="action">click</parameter><parameter name="index">8</parameter></invoke>; also tap, long_press, type ("text"), swipe ("coordinate", "coordinate2"), open_app ("text"), system_button ("button"), wait. "index" is the number of an element of the current screen. A note in <invoke name="remember"> changes nothing.
- DroidBot's commands: touch <button id=3 bound_box=108,1133,972,1266>OK</button>, long_touch, select and unselect (a checkbox), set_text <input ...>what it holds</input> new text (replaces the text), scroll up <scrollbar ...></scrollbar>, intent am start package/activity (starts the app), kill_app (ends it). "bound_box" is where the element is: left, top, right, bottom.
An index that is not on the screen is an error, and the screen stays as it is.`,
  demonstrations: `Current State:
UI element 0: {"index": 0, "text": "Alarms", "is_clickable": False, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}
UI element 1: {"index": 1, "text": "7:10", "is_clickable": True, "is_long_clickable": True, "is_editable": False, "is_selected": False, "is_checked": False}
UI element 2: {"index": 2, "content_description": "7:10 alarm", "is_clickable": True, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}
UI element 3: {"index": 3, "content_description": "Add alarm", "is_clickable": True, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}

Action:
{"action_type":"click","index":2}
Answer:
<predicted_observation>
UI element 0: {"index": 0, "text": "Alarms", "is_clickable": False, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}
UI element 1: {"index": 1, "text": "7:10", "is_clickable": True, "is_long_clickable": True, "is_editable": False, "is_selected": False, "is_checked": False}
UI element 2: {"index": 2, "content_description": "7:10 alarm", "is_clickable": True, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": True}
UI element 3: {"index": 3, "content_description": "Add alarm", "is_clickable": True, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}
UI element 4: {"index": 4, "text": "Alarm set for 9 hours 25 minutes from now", "is_clickable": False, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}
</predicted_observation>

Current State:
<hierarchy rotation="0">
  <node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="com.example.notes" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][1080,2400]">
    <node index="0" text="Title" resource-id="com.example.notes:id/title" class="android.widget.EditText" package="com.example.notes" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="true" password="false" selected="false" bounds="[48,220][1032,340]" />
    <node index="1" text="Save" resource-id="com.example.notes:id/save" class="android.widget.Button" package="com.example.notes" content-desc="" checkable="false" checked="false" clickable="true" enabled="false" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[780,80][1032,190]" />
  </node>
</hierarchy>

Action:
{"action_type":"input_text","x":540,"y":280,"text":"Groceries"}
Answer:
<predicted_observation>
<hierarchy rotation="0">
  <node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="com.example.notes" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][1080,2400]">
    <node index="0" text="Groceries" resource-id="com.example.notes:id/title" class="android.widget.EditText" package="com.example.notes" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="true" scrollable="false" long-clickable="true" password="false" selected="false" bounds="[48,220][1032,340]" />
    <node index="1" text="Save" resource-id="com.example.notes:id/save" class="android.widget.Button" package="com.example.notes" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[780,80][1032,190]" />
  </node>
</hierarchy>
</predicted_observation>`
}
