// The tools of Playwright's MCP server and their parameters, in all versions of microsoft/playwright-mcp from 0.0.10 to 0.0.79.
import { present } from '../../text/present.ts'

export type PlaywrightArgumentKind = 'text' | 'number' | 'flag' | 'list' | 'object'

export interface Parameter {
  /** What it is called in one version or another. */
  names: string[]
  kind: PlaywrightArgumentKind
  optional: boolean
}

const KINDS: PlaywrightArgumentKind[] = ['text', 'number', 'flag', 'list', 'object']

// `name:kind`, with `|` between names of different versions and `?` where it may be left out.
const AIMED = 'element:text? ref|target|selector:text'
const LOOSELY = 'element:text? ref|target|selector:text?'
const TO_POINT = 'element:text? x:number y:number'
const DRAG = 'element:text? startX:number startY:number endX:number endY:number'
const FILE = 'filename:text?'

/** By name: the parameters of each tool that have to be right. Others are not looked at, as the server does not. */
export const TOOLS = new Map(
  Object.entries({
    browser_click: 'element:text? ref|target|selector|x:text doubleClick:flag? button:text? modifiers:list?',
    browser_type: `${AIMED} text:text submit:flag? slowly:flag?`,
    browser_hover: AIMED,
    browser_select_option: `${AIMED} values:list`,
    browser_drag:
      'startElement:text? startRef|startTarget|startSelector|startX:text endElement:text? endRef|endTarget|endSelector|endX:text',
    browser_drop: `${AIMED} paths:list? data:object?`,
    browser_fill_form: 'fields:list',
    browser_press_key: 'key:text',
    browser_navigate: 'url:text',
    browser_navigate_back: '',
    browser_navigate_forward: '',
    browser_go_back: '',
    browser_go_forward: '',
    browser_snapshot: `ref|target|selector:text? depth:number? boxes:flag? ${FILE}`,
    browser_find: 'text:text? regex:text?',
    browser_wait_for: 'time:number? text:text? textGone:text?',
    browser_wait: 'time:number',
    browser_tabs: 'action:text index:number? url:text?',
    browser_tab_list: '',
    browser_tab_new: 'url:text?',
    browser_tab_select: 'index:number',
    browser_tab_close: 'index:number?',
    browser_evaluate: `${LOOSELY} function:text ${FILE}`,
    browser_run_code: `code:text? ${FILE}`,
    browser_run_code_unsafe: `code:text? ${FILE}`,
    browser_file_upload: 'paths:list?',
    browser_choose_file: 'paths:list?',
    browser_handle_dialog: 'accept:flag promptText:text?',
    browser_take_screenshot: `${LOOSELY} type:text? ${FILE} fullPage:flag? raw:flag? scale:text?`,
    browser_screenshot: '',
    browser_screen_capture: '',
    browser_screen_click: TO_POINT,
    browser_screen_move_mouse: TO_POINT,
    browser_screen_drag: DRAG,
    browser_screen_type: 'text:text submit:flag?',
    browser_move_mouse: TO_POINT,
    browser_mouse_click_xy: `${TO_POINT} button:text? clickCount:number? delay:number?`,
    browser_mouse_move_xy: TO_POINT,
    browser_mouse_drag_xy: DRAG,
    browser_mouse_down: 'button:text?',
    browser_mouse_up: 'button:text?',
    browser_mouse_wheel: 'deltaX:number deltaY:number',
    browser_resize: 'width:number height:number',
    browser_close: '',
    browser_install: '',
    browser_connect: '',
    browser_console_messages: 'level:text? onlyErrors:flag? all:flag?',
    browser_network_requests: 'filter:text?',
    browser_network_request: 'index:number part:text?',
    browser_network_state_set: 'state:text',
    browser_pdf_save: FILE,
    browser_save_as_pdf: '',
    browser_generate_locator: AIMED,
    browser_generate_playwright_test: 'name:text description:text steps:list',
    browser_highlight: `${AIMED} style:text?`,
    browser_hide_highlight: LOOSELY,
    browser_annotate: '',
    browser_verify_element_visible: 'role:text accessibleName:text',
    browser_verify_list_visible: `${AIMED} items:list`,
    browser_verify_text_visible: 'text:text',
    browser_verify_value: `type:text ${AIMED} value:text`,
    browser_get_config: '',
    browser_resume: 'location:text? step:flag?',
    browser_route: 'pattern:text status:number? body:text?',
    browser_route_list: '',
    browser_unroute: 'pattern:text?',
    browser_start_tracing: '',
    browser_stop_tracing: '',
    browser_start_video: `${FILE} size:object?`,
    browser_stop_video: '',
    browser_video_chapter: 'title:text description:text? duration:number?',
    browser_video_show_actions: '',
    browser_video_hide_actions: '',
    browser_storage_state: FILE,
    browser_set_storage_state: 'filename:text',
    ...storage('cookie', 'name'),
    ...storage('localstorage', 'key'),
    ...storage('sessionstorage', 'key')
  }).map(([tool, parameters]) => [tool, parametersOf(parameters)])
)

function storage(kind: string, key: string): Record<string, string> {
  return {
    [`browser_${kind}_list`]: '',
    [`browser_${kind}_get`]: `${key}:text`,
    [`browser_${kind}_set`]: `${key}:text value:text`,
    [`browser_${kind}_delete`]: `${key}:text`,
    [`browser_${kind}_clear`]: ''
  }
}

function parametersOf(told: string): Parameter[] {
  return told
    .split(' ')
    .filter(Boolean)
    .map((one) => {
      const [, names = '', kind = '', optional] = /^([\w|]+):(\w+)(\?)?$/.exec(one) ?? []
      return {
        names: names.split('|'),
        kind: present(KINDS.find((known) => known === kind)),
        optional: Boolean(optional)
      }
    })
}
