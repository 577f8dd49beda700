// What ARIA calls the things that AT-SPI, Android and Chromium have names of their own for.

/** AT-SPI's roles, as OSWorld writes them (`push-button`). */
export function fromAtSpi(tag: string): string {
  const lower = tag.toLowerCase()
  return AT_SPI.get(lower) ?? lower
}

/** Android's widget classes (`android.widget.EditText`): the last word decides. */
export function fromAndroid(className: string): string {
  const word = className.slice(Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1)
  for (const [pattern, role] of ANDROID) if (pattern.test(word)) return role
  return word.toLowerCase()
}

/** Chromium's names in an accessibility tree (`RootWebArea`). */
export function fromChromium(tag: string): string {
  const lower = tag.toLowerCase()
  return CHROMIUM.get(lower) ?? lower
}

/** Things whose text was entered or chosen: it is their value. */
export const FIELDS = new Set(['combobox', 'searchbox', 'slider', 'spinbutton', 'terminal', 'textbox'])

const AT_SPI = new Map([
  ['push-button', 'button'],
  ['push-button-menu', 'button'],
  ['toggle-button', 'button'],
  ['entry', 'textbox'],
  ['edit', 'textbox'],
  ['text', 'textbox'],
  ['password-text', 'textbox'],
  ['document-text', 'document'],
  ['document-web', 'document'],
  ['document-frame', 'document'],
  ['document-spreadsheet', 'document'],
  ['document-presentation', 'document'],
  ['label', 'statictext'],
  ['static', 'statictext'],
  ['check-box', 'checkbox'],
  ['radio-button', 'radio'],
  ['combo-box', 'combobox'],
  ['spin-button', 'spinbutton'],
  ['menu-bar', 'menubar'],
  ['menu-item', 'menuitem'],
  ['check-menu-item', 'menuitemcheckbox'],
  ['radio-menu-item', 'menuitemradio'],
  ['page-tab', 'tab'],
  ['page-tab-list', 'tablist'],
  ['list-box', 'listbox'],
  ['list-item', 'listitem'],
  ['table-cell', 'cell'],
  ['table-row', 'row'],
  ['table-column-header', 'columnheader'],
  ['table-row-header', 'rowheader'],
  ['tree-table', 'treegrid'],
  ['tree-item', 'treeitem'],
  ['tool-bar', 'toolbar'],
  ['tool-tip', 'tooltip'],
  ['scroll-bar', 'scrollbar'],
  ['progress-bar', 'progressbar'],
  ['status-bar', 'status'],
  ['image', 'img'],
  ['icon', 'img'],
  ['grouping', 'group'],
  ['panel', 'generic'],
  ['section', 'generic'],
  ['filler', 'generic'],
  ['scroll-pane', 'generic']
])

// In this order: `CheckedTextView` checks, and an `ImageButton` is a button.
const ANDROID: [RegExp, string][] = [
  [/Switch/, 'switch'],
  [/CheckBox|CheckedText/, 'checkbox'],
  [/RadioButton/, 'radio'],
  [/RadioGroup/, 'radiogroup'],
  [/EditText|AutoComplete/, 'textbox'],
  [/Spinner/, 'combobox'],
  [/SeekBar|RatingBar/, 'slider'],
  [/ProgressBar/, 'progressbar'],
  [/Button|Chip$/, 'button'],
  [/^Image/, 'img'],
  [/^WebView/, 'document'],
  [/^(List|Grid|Recycler)View/, 'list'],
  [/^Tab(Widget|Layout)/, 'tablist'],
  [/TextView|^TextClock|^Chronometer/, 'statictext'],
  [/^View$|Layout$|^ViewGroup$|ScrollView$|^ViewPager|^FragmentContainer/, 'generic']
]

const CHROMIUM = new Map([
  ['rootwebarea', 'document'],
  ['image', 'img'],
  ['section', 'generic'],
  ['disclosuretriangle', 'button'],
  ['menulistpopup', 'listbox'],
  ['menulistoption', 'option'],
  ['popupbutton', 'combobox'],
  ['progressindicator', 'progressbar'],
  ['textfield', 'textbox']
])
