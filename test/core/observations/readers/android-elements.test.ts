import { expect, it } from 'vitest'
import { outline, sample, screenOf } from './samples.ts'

it("reads the list of AndroidWorld's M3A agent", () => {
  const text = `UI element 3: {"index": 3, "text": "Milk", "hint_text": "Add an item", "is_clickable": True, "is_long_clickable": False, "is_editable": True, "is_scrollable": True, "is_selected": False, "is_checked": False}\n`
  const { layout: _, ...screen } = screenOf(text)
  expect(screen).toEqual({
    format: 'android-elements',
    nodes: [
      {
        ref: '3',
        role: 'textbox',
        tag: 'UIElement',
        name: 'Add an item',
        text: '',
        value: 'Milk',
        states: { clickable: true, editable: true, scrollable: true },
        bounds: null,
        attributes: [['hint_text', 'Add an item']],
        parent: -1,
        start: 0,
        end: text.length - 1
      }
    ],
    width: null,
    height: null,
    url: null,
    title: null,
    tabs: [],
    preface: '',
    warnings: []
  })
  expect(outline(screenOf(sample('android-elements-shopping.txt')))).toEqual([
    '[0] statictext "Shopping"',
    '[1] button "More options" clickable long-clickable focusable',
    '[3] textbox "Add an item" value "Milk" clickable long-clickable editable focusable',
    '[4] textbox "Note" value "" clickable long-clickable editable focusable',
    '[7] list "" scrollable focusable',
    '[8] checkbox "Eggs" clickable focusable checked'
  ])
})

it('reads texts that nothing is escaped in', () => {
  const screen = screenOf(sample('android-elements-awkward.txt'))
  expect(outline(screen)).toEqual([
    '[2] button "Milk \\"2%\\", or {\\"any\\": True}" clickable',
    '[5] statictext "הערה 🙂" text "Two\\nlines\\twith a tab" selected'
  ])
  expect(screen.warnings).toEqual([])
})

it.each(['android-elements-shopping.txt', 'android-elements-awkward.txt', 'android-dataclass-tides.txt'])(
  'ends %s at the fence that it lies in',
  (name) => {
    const { nodes, warnings } = screenOf(`\`\`\`\n${sample(name).trimEnd()}\n\`\`\`\nWhat next?`)
    const alone = screenOf(sample(name))
    expect([nodes.map(({ name, text, states }) => [name, text, states]), warnings]).toEqual([
      alone.nodes.map(({ name, text, states }) => [name, text, states]),
      []
    ])
  }
)

it("reads the list of AndroidWorld's T3A agent", () => {
  const screen = screenOf(sample('android-dataclass-tides.txt'))
  expect(outline(screen)).toEqual([
    '[0] statictext "Tides"',
    `[1] button "Ana's menu" clickable focusable`,
    `[2] statictext "both 'single' and \\"double\\" \\\\ back\\nnew line"`,
    '[3] textbox "Harbour" value "מים 🙂\u200f" clickable editable focused focusable long-clickable',
    '[4] switch "Alarm" checkable clickable disabled checked=false',
    '[5] generic "" scrollable hidden',
    '[6] checkbox "Old" checked checkable'
  ])
  expect(screen.nodes.map(({ bounds }) => bounds && [bounds.x, bounds.y, bounds.width, bounds.height])).toEqual([
    [0, 63, 1080, 147],
    [954, 63, 126, 147],
    [0, 240, 1080, 240],
    [42, 500, 996, 126],
    [42, 640, 996, 120],
    [0, 0, 1080, 2400],
    [0, 0, 10.5, 10]
  ])
  expect([screen.width, screen.height]).toEqual([1080, 2400])
})

it('reads what a model writes of the list, and warns of the rest', () => {
  const screen = screenOf(sample('android-dataclass-partial.txt'))
  expect(outline(screen)).toEqual(['[0] statictext "12:00" clickable', '[1] statictext "broken, is_clickable=True)"'])
  expect([screen.preface, screen.warnings]).toEqual([
    'Screen of the clock:\n',
    [
      "Line 3 could be read only in part: UI element 1: UIElement(text='broken, is_clickable=True)",
      'Line 4 is no element and was left out: UI element x'
    ]
  ])
})
