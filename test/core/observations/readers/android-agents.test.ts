// The screens of AgentWorldBench's three android agents.
import { describe, expect, it } from 'vitest'
import { androidElements } from '../../../../src/core/observations/screens/readers/android/elements.ts'
import { readers, readScreen } from '../../../../src/core/observations/screens/readers/index.ts'
import { must } from '../../../must.ts'
import { outline, sample, samples, screenOf } from './samples.ts'

describe('the list with bounds', () => {
  it('is read with its kinds, names, values, states and places', () => {
    const screen = screenOf(sample('android-list-contacts.txt'))
    expect([screen.format, screen.width, screen.height, screen.warnings]).toEqual(['android-list', 1080, 2400, []])
    expect(outline(screen)).toEqual([
      '[0] generic ""',
      '[1] statictext "Contacts"',
      '[2] textbox "" value "Ada" clickable focused editable',
      '[3] button "Ada Park, 2 numbers" text "Ada Park" clickable long-clickable',
      '[4] switch "Favourites only" clickable checked',
      '[5] list "" scrollable',
      '[6] button "Create contact" clickable',
      '[7] statictext "9:41"'
    ])
    expect(must(screen.nodes[6]).bounds).toEqual({ x: 860, y: 2100, width: 170, height: 170 })
  })

  it('is read where texts hold separators, quotes and line breaks', () => {
    const screen = screenOf(sample('android-list-awkward.txt'))
    expect([screen.preface, screen.warnings]).toEqual(['Screen after the action:\n', []])
    expect(outline(screen)).toEqual([
      `[0] statictext "a [ 7] | b" text ${JSON.stringify('He said "no" | and left')} clickable focusable`,
      '[1] statictext "Two\\nlines and a desc=\\" in one"',
      '[10] textbox "Name" value "" editable',
      '[11] generic "" long-clickable selected'
    ])
  })

  it('says what is cut off', () => {
    expect(screenOf(sample('android-list-cut.txt')).warnings).toEqual([
      'Line 2 ends before its bounds: [  1] | android.widget.Button | text="of'
    ])
  })
})

describe("DroidRun's state", () => {
  it('is read with ids, texts and checked states', () => {
    const screen = screenOf(sample('droidrun-files.txt'))
    expect([screen.format, screen.width, screen.height, screen.warnings]).toEqual(['droidrun', 1080, 2400, []])
    expect(screen.preface).toContain('• **App:** Files (com.example.documents)\n')
    expect(outline(screen)).toEqual([
      '[1] generic ""',
      '[2] button "Show roots"',
      '[3] statictext "Downloads"',
      '[4] textbox "" value "notes" editable',
      '[5] checkbox "Select report, final.pdf" checked=false',
      `[6] statictext ${JSON.stringify('1.2 MB, "draft" - (2)')}`,
      '[7] statictext ""',
      '[8] generic ""'
    ])
    expect(must(screen.nodes[2]).attributes).toContainEqual(['resource-id', 'com.example.documents:id/breadcrumb_text'])
  })

  it('is read as a tree where it is indented', () => {
    expect(outline(screenOf(sample('droidrun-nested.txt')))).toEqual([
      '[0] generic ""',
      '  [1] statictext "Wi-Fi"',
      '  [2] switch "" checked',
      '    [3] generic ""',
      '[4] button "Two\\nlines"'
    ])
  })
})

describe("DroidBot's tree", () => {
  it('is read with ids, flags and what lies in what', () => {
    const screen = screenOf(sample('droidbot-login.txt'))
    // The benchmark states the longer side first, whichever way the phone is held.
    expect([screen.format, screen.width, screen.height, screen.warnings]).toEqual(['droidbot', 1080, 2340, []])
    expect(outline(screen)).toEqual([
      'generic ""',
      '  statictext "Sign in"',
      '  textbox "" value "Password" clickable focusable editable focused',
      '  checkbox "Remember me" clickable checkable checked',
      '  generic "" scrollable',
      `    button ${JSON.stringify('SIGN IN, "NOW"')} clickable`,
      '    img "Help" clickable long-clickable'
    ])
  })

  it('is read where each part has brackets', () => {
    const screen = screenOf(sample('droidbot-bracketed.txt'))
    expect(screen.warnings).toEqual([])
    expect(outline(screen)).toEqual([
      'generic ""',
      '  statictext "Total [3]" clickable focusable',
      '  statictext "Two\\nlines"'
    ])
  })
})

const own = samples('android-list', 'droidrun', 'droidbot')

it.each(own)('$name is claimed by its own reader alone', ({ name, text }) => {
  const claims = readers.filter((reader) => reader.recognises(text)).map((reader) => reader.name)
  expect(claims).toHaveLength(1)
  expect(name.startsWith(`${claims[0]}-`)).toBe(true)
})

it.each(['android-list-contacts.txt', 'droidrun-files.txt', 'droidbot-login.txt'])(
  'every element of %s is spelled from what was read of it',
  (name) => {
    const { layout, nodes } = screenOf(sample(name))
    expect(layout?.filter((piece) => typeof piece === 'number')).toEqual([...nodes.keys()])
  }
)

it.each(['android-list', 'droidrun', 'droidbot'])(
  'a screen of another format is written as %s and read again',
  (format) => {
    const screen = screenOf(sample('uiautomator-settings.xml'))
    const text = must(readers.find(({ name }) => name === format)).write(screen)
    const again = screenOf(text)
    expect([again.format, again.nodes.length, again.warnings]).toEqual([format, screen.nodes.length, []])
    expect(again.nodes.map(({ bounds }) => bounds)).toEqual(
      screen.nodes.map(({ bounds }) => bounds ?? { x: 0, y: 0, width: 0, height: 0 })
    )
    expect(androidElements.write(again)).toMatch(/^(?:.*\n)*?UI element [01]: /)
  }
)

it.each([
  '1. Install: "npm install"\n2. Run: "npm start" (1,2)\n',
  '- Button text="OK"\n- Link\n',
  '- list item with bounds\n- another: 1,2,3,4\n',
  '| a | b |\n| 0 | bounds=[0,0][1,1] |\n',
  '[ 0] android.widget.Button\n[1] | a | b |\n',
  '**Current Phone State:**\n• **App:** Files\n\nCurrent Clickable UI elements:\nNo UI elements found',
  '[12]- Stopped  vim - (1,2,3,4)'
])('%j is no phone screen', (text) => {
  expect(readScreen(text)).toHaveProperty('problem')
})
