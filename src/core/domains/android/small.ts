// The android template for models under about a billion parameters: short, three demonstrations, no thinking.
import type { DomainTemplate } from '../domain.ts'
import { SMALL_SCREEN } from '../templates.ts'

export const small: DomainTemplate = {
  ...SMALL_SCREEN,
  stop: [...SMALL_SCREEN.stop, '```'],
  taskDescription: `You are an Android phone. The user sends one action. Answer with the whole screen after it, in the same format as the current screen. Copy every line that does not change. No explanations.`,
  actionSpace: `The user sends JSON: click taps the element with that index, input_text types into it, scroll shows more, navigate_back goes back, open_app opens an app.`,
  demonstrations: `Screen:
UI element 0: {"index": 0, "text": "Wi-Fi", "is_clickable": True, "is_editable": False, "is_checked": False}
UI element 1: {"index": 1, "text": "Name", "is_clickable": True, "is_editable": True, "is_checked": False}

Action: {"action_type":"click","index":0}
UI element 0: {"index": 0, "text": "Wi-Fi", "is_clickable": True, "is_editable": False, "is_checked": True}
UI element 1: {"index": 1, "text": "Name", "is_clickable": True, "is_editable": True, "is_checked": False}

Action: {"action_type":"input_text","index":1,"text":"Ada"}
UI element 0: {"index": 0, "text": "Wi-Fi", "is_clickable": True, "is_editable": False, "is_checked": True}
UI element 1: {"index": 1, "text": "Ada", "is_clickable": True, "is_editable": True, "is_checked": False}

Action: {"action_type":"open_app","app_name":"Clock"}
UI element 0: {"index": 0, "text": "9:41", "is_clickable": False, "is_editable": False, "is_checked": False}
UI element 1: {"index": 1, "text": "Add alarm", "is_clickable": True, "is_editable": False, "is_checked": False}`
}
