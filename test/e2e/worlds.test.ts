// Every kind of world in the whole window, on recorded samples: acted on by mouse and by keyboard, without a model.
import type { Locator, Page } from 'playwright'
import { beforeEach, describe, expect, test } from 'vitest'
import { inBothThemes } from './accessible.ts'
import {
  type Desk,
  desks,
  follows,
  LIMIT,
  openAt,
  openSample,
  pressTo,
  readSample,
  type Sample,
  stands,
  tabTo
} from './worlds.ts'

const openDesk = desks()
let desk: Desk
let page: Page
let sample: Sample

beforeEach(async () => {
  desk = await openDesk()
  page = desk.page
})

async function begin(name: string): Promise<void> {
  sample = await readSample(name)
  await openSample(desk, sample)
}
async function beginAt(name: string, count: number): Promise<void> {
  sample = await readSample(name)
  await openAt(desk, sample, count)
}

const named = (name: string | RegExp) => page.getByRole('button', { name })
const frame = (step: number) => page.getByRole('listbox', { name: 'Steps' }).getByRole('option').nth(step)
const alert = (text: string | RegExp) => page.getByRole('alert').getByText(text)
const type = (text: string) => page.keyboard.type(text)
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** The action that was recorded as step `count`, in its domain's own form. */
const recorded = (count: number) => sample.domain.format(sample.tree.steps[count - 1]?.action ?? null)
const observed = (count: number) => sample.tree.steps[count - 1]?.observation.text ?? ''

// Screens.
const picture = () => page.getByRole('region', { name: 'Simulated screen' })
const node = (
  role: 'button' | 'link' | 'textbox' | 'searchbox' | 'checkbox' | 'combobox' | 'spinbutton',
  name: string
) => picture().getByRole(role, { name, exact: true })
const shown = async (): Promise<string | null> => {
  const action = page.locator('.pic-action')
  return (await action.count()) === 0 ? null : action.textContent()
}

/** What the hand does is shown as the recorded action, is not sent before it is meant, and makes the recorded step. */
async function makes(count: number, hand: 'mouse' | 'keyboard', gesture: () => Promise<unknown>): Promise<void> {
  await gesture()
  await expect.poll(shown, LIMIT).toBe(recorded(count))
  await stands(page, count - 1)
  if (hand === 'mouse') await named(/^Send Enter/).click()
  else await page.keyboard.press('Enter')
  await follows(desk, sample, count)
}
const byMouse = (count: number, gesture: () => Promise<unknown>) => makes(count, 'mouse', gesture)
const byKeyboard = (count: number, gesture: () => Promise<unknown>) => makes(count, 'keyboard', gesture)

/** Leads the keyboard into the picture, and there to `target`. */
async function reach(target: Locator): Promise<void> {
  const within = () => page.evaluate(() => document.activeElement?.closest('.pic-stage') != null)
  if (!(await within())) await tabTo(page, picture().locator('[data-node][tabindex="0"]'))
  await page.keyboard.press('Home')
  await pressTo(page, target, 'ArrowRight', 200)
}

/** Nothing serious stands in the way, light or dark; on a screen with the inspector open and something chosen. */
async function isForEveryone(): Promise<void> {
  if (sample.domain.screen) {
    await named('Inspector').click()
    await picture().locator('[data-node][tabindex="0"]').click()
    await expect.poll(shown, LIMIT).not.toBe(null)
  }
  await inBothThemes(page, sample.name)
}

describe('screens', () => {
  test('a shop is searched, sorted and bought from, in two tabs', async () => {
    await begin('web-bookshop')
    await byMouse(1, async () => {
      await node('textbox', 'Search books').click()
      await type('tide')
      await page.getByRole('button', { name: 'Type', exact: true }).click()
    })
    await byMouse(2, async () => {
      await named('Key…').click()
      await press('Enter')
    })
    await byKeyboard(3, async () => {
      await reach(node('combobox', 'Sort by'))
      await press('F10')
      await pressTo(page, page.getByRole('menuitem', { name: 'Choose Price: low to high' }), 'ArrowDown', 20)
      await press('Enter')
    })
    await byKeyboard(4, async () => {
      await reach(node('link', 'The Tide Clock'))
      await press('Enter')
    })
    await byKeyboard(5, async () => {
      await reach(node('button', 'About this edition'))
      await press('Enter')
    })
    await byMouse(6, () => named('New tab').click())
    await byKeyboard(7, async () => {
      await tabTo(page, page.getByLabel('Address'))
      await type('http://bookshop.example/hours')
      await press('Enter')
    })
    await byMouse(8, () =>
      picture()
        .getByRole('button', { name: /^The Tide Clock/ })
        .click()
    )
    await byKeyboard(9, async () => {
      await reach(node('textbox', 'Quantity'))
      await press('F2', 'Control+a')
      await type('2')
      await press('Enter')
    })
    await byMouse(10, () => node('button', 'Add to basket').click())
    await isForEveryone()
  })

  test('chores that are HTML are added and done', async () => {
    await begin('web-chores')
    await byKeyboard(1, async () => {
      await reach(node('button', 'Add'))
      await press('Enter')
    })
    await byMouse(2, async () => {
      await node('textbox', 'New chore').click()
      await type('Buy "strong" tea & milk')
      await page.getByRole('button', { name: 'Type', exact: true }).click()
    })
    await byKeyboard(3, async () => {
      await tabTo(page, named('Key…'))
      await press('Enter', 'Enter')
    })
    await byMouse(4, () => node('checkbox', 'Call the plumber').click())
    await isForEveryone()
  })

  test('a timetable that is an aria snapshot is searched', async () => {
    await begin('web-timetable')
    await byMouse(1, () => node('button', 'Arrivals').click())
    await byKeyboard(2, async () => {
      await reach(node('button', 'Departures'))
      await press('Enter')
    })
    await byKeyboard(3, async () => {
      await reach(node('combobox', 'Town'))
      await press('F10')
      await pressTo(page, page.getByRole('menuitem', { name: 'Choose Northgate' }), 'ArrowDown', 20)
      await press('Enter')
    })
    await byMouse(4, () => node('checkbox', 'Direct trains only').click())
  })

  test('a contact is written into a phone', async () => {
    await begin('android-contact')
    await byMouse(1, async () => {
      await named('Open an app…').click()
      await type('Contacts')
      await page.getByRole('button', { name: 'Open an app', exact: true }).click()
    })
    await byMouse(2, () => picture().getByText('Contacts', { exact: true }).click())
    await byKeyboard(3, async () => {
      await reach(node('button', 'Create contact'))
      await press('Enter')
    })
    await byMouse(4, () => node('button', 'Add picture').click())
    await byKeyboard(5, async () => {
      await tabTo(page, page.getByRole('button', { name: 'Back', exact: true }))
      await press('Enter')
    })
    await byMouse(6, () => node('textbox', 'First name').click())
    await byKeyboard(7, async () => {
      await reach(node('textbox', 'First name'))
      await type('Nadia')
      await press('Enter')
    })
    await byKeyboard(8, async () => {
      await reach(node('textbox', 'Last name'))
      await type('Petrov')
      await press('Enter')
    })
    await isForEveryone()
  })

  test('a network is found on a phone whose things are aimed at by pixels', async () => {
    await begin('android-wifi')
    // Recorded at the middle of a text that is no control: the inspector is where that is pressed to the pixel.
    const row = (name: string) => page.getByRole('treeitem', { name })
    await named('Inspector').click()
    await byMouse(1, () => row('Connected devices').dblclick())
    await byMouse(2, () => page.getByRole('button', { name: 'Back', exact: true }).click())
    await byKeyboard(3, async () => {
      await tabTo(page, page.getByRole('tree', { name: 'Nodes of the screen' }))
      await press('Home')
      for (let tries = 0; tries < 40; tries++) {
        if ((await page.getByRole('treeitem', { selected: true }).textContent())?.includes('Network & internet')) break
        await press('ArrowDown')
      }
      await press('Enter')
    })
  })

  test.each([
    ['android-list', true],
    ['android-droidrun', true],
    ['android-droidbot', false]
  ])('%s is acted on in the form of its own agent', async (sample, back) => {
    await begin(sample)
    const row = (name: string) => page.getByRole('treeitem', { name })
    await named('Inspector').click()
    await byMouse(1, () => row('Connected devices').dblclick())
    // DroidBot has no way back: there the recorded step is a command, which is sent as it is written.
    if (back) await byMouse(2, () => page.getByRole('button', { name: 'Back', exact: true }).click())
  })

  test('a sum is done on a calculator', async () => {
    await begin('os-calculator')
    await byMouse(1, () => node('button', '7').click())
    await byKeyboard(2, async () => {
      await reach(node('button', '7'))
      await type('5*12')
      await press('Enter')
    })
    await byKeyboard(3, async () => {
      await reach(node('button', '='))
      await press('Enter')
    })
    await byMouse(4, () => node('button', 'Edit').click())
    await picture().getByText('Edit', { exact: true }).waitFor()
    await byMouse(5, () => node('button', 'Copy Display Value').click())
    await isForEveryone()
  })

  test('a folder is opened in a file manager', async () => {
    await begin('os-files')
    await byMouse(1, async () => {
      await named('Key…').click()
      await press('Control+2')
    })
    await named('Inspector').click()
    await byKeyboard(2, async () => {
      await tabTo(page, page.getByLabel('Filter nodes'))
      await type('Letters')
      await press('Tab', 'F10')
      await pressTo(page, page.getByRole('menuitem', { name: 'Double click' }), 'ArrowDown', 5)
      await press('Enter')
    })
  })
})

describe('terminals', () => {
  const raw = () => page.getByLabel('Raw action')

  test('an editor is opened by typing, and written in through the raw action', async () => {
    await begin('full-screen')
    await page.locator('.xterm-screen').click()
    await type('cat shopping.txt')
    await expect.poll(terminal, LIMIT).toMatch(/\$ cat shopping\.txt$/)
    await press('Enter')
    await follows(desk, sample, 1)
    await type('vim -N -u NONE shopping.txt')
    await press('Enter')
    await follows(desk, sample, 2)
    // Keys without Enter are no line: the raw action has them.
    await page.getByRole('button', { name: 'Raw', exact: true }).click()
    await raw().fill(recorded(3))
    await page.getByRole('button', { name: /^Send/ }).click()
    await follows(desk, sample, 3)
    await tabTo(page, raw())
    await press('Control+a')
    await page.keyboard.insertText(recorded(4))
    await press('Control+Enter')
    await follows(desk, sample, 4)
    await expect.poll(terminal, LIMIT).toContain('milk\neggs\n~')
    await isForEveryone()
  })

  test('a program is waited for and interrupted', async () => {
    await beginAt('first-steps', 10)
    await page.getByLabel('Seconds to wait').fill('1')
    await named('Wait').click()
    await follows(desk, sample, 11)
    await named('C-c').click()
    await follows(desk, sample, 12)
    await type('echo $?')
    await press('Enter')
    await follows(desk, sample, 13)
    await tabTo(page, page.getByLabel('Terminal input'))
    await type('cd .. && du -sh orbits')
    await press('Enter')
    await follows(desk, sample, 14)
  })
})

async function terminal(): Promise<string> {
  const rows = await page
    .locator('.xterm-rows > div')
    .evaluateAll((divs) => divs.map((div) => (div.textContent ?? '').replaceAll('\u00a0', ' ').trimEnd()))
  return rows.join('\n').trimEnd()
}

// Tools.
const tool = (name: string) =>
  page.getByRole('listbox', { name: 'Tools' }).getByRole('option', { name: new RegExp(`^${name}\\b`) })
const box = (name: string | RegExp) => page.getByRole('textbox', { name })
const answered = () => page.getByRole('region', { name: 'Result content' })
const sent = () => page.getByRole('region', { name: 'Action as it will be sent' })

/** The form shows the recorded call before it is sent, and sends it as the recorded step. */
async function calls(count: number, hand: 'mouse' | 'keyboard', fill: () => Promise<unknown>): Promise<void> {
  await fill()
  const { action } = sample.tree.steps[count - 1] ?? {}
  await expect.poll(async () => JSON.parse((await sent().textContent()) ?? 'null'), LIMIT).toEqual(action)
  await stands(page, count - 1)
  if (hand === 'mouse') await named(/^Call /).click()
  else await press('Control+Enter')
  await follows(desk, sample, count)
}
const callByMouse = (count: number, fill: () => Promise<unknown>) => calls(count, 'mouse', fill)
const callByKeyboard = (count: number, fill: () => Promise<unknown>) => calls(count, 'keyboard', fill)

/** Finds a tool by typing; the keyboard is then in its form. */
async function find(name: string): Promise<void> {
  await tabTo(page, page.getByLabel('Find a tool'))
  await type(name)
  await press('Enter')
  await page.getByRole('form', { name: `Call ${name}` }).waitFor()
}
async function enter(field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await press('Control+a')
  await page.keyboard.insertText(text)
}

describe('tools', () => {
  test('a coding agent looks around and repairs', async () => {
    await begin('swe-mean')
    await callByMouse(1, async () => {
      await tool('list_directory').click()
      await box(/^path/).click()
      await type('.')
    })
    await callByMouse(2, async () => {
      await tool('run_shell_command').click()
      await box(/^command/).click()
      await type('python3 -m unittest')
      await box(/^description/).click()
      await type('Run the tests')
    })
    await answered().getByText('Failed (exit code 1).').waitFor()
    await callByKeyboard(3, async () => {
      await find('read_file')
      await enter(box(/^file_path/), 'calc.py')
    })
    await answered().getByText('calc.py, lines 1 to ').waitFor()
    await callByKeyboard(4, async () => {
      await find('grep_search')
      await enter(box(/^pattern/), 'mean')
      await enter(box(/^glob/), '*.py')
    })
    await callByKeyboard(5, async () => {
      await find('edit')
      await enter(box(/^file_path/), 'calc.py')
      await enter(box(/^old_string/), 'return divide(sum(number), len(number))')
      await enter(box(/^new_string/), 'return None')
    })
    await answered().getByText('Error: old_string not found in calc.py').waitFor()
    await callByMouse(6, async () => {
      await named('Edit and call again').click()
      await box(/^old_string/).fill('    return divide(sum(numbers), len(numbers))')
      await box(/^new_string/).fill('    return divide(sum(numbers), len(numbers)) if numbers else None')
    })
    await answered().getByText('1 line added').waitFor()
    await isForEveryone()
  })

  test('a knowledge graph is filled through nested forms', async () => {
    await begin('mcp-memory')
    await callByMouse(1, () => tool('read_graph').click())
    await callByMouse(2, async () => {
      await tool('create_entities').click()
      const [one, two] = [
        page.getByRole('group', { name: /^entities 1/ }),
        page.getByRole('group', { name: /^entities 2/ })
      ]
      const fill = async (entity: Locator, name: string, kind: string, observations: string[]) => {
        await entity.getByRole('textbox', { name: /^name/ }).fill(name)
        await entity.getByRole('textbox', { name: /^entityType/ }).fill(kind)
        for (const [index, text] of observations.entries()) {
          await entity.getByRole('button', { name: 'Add to observations' }).click()
          await entity.getByRole('textbox', { name: `observations ${index + 1}` }).fill(text)
        }
      }
      await named('Add to entities').click()
      await fill(one, 'Lighthouse Skarv', 'building', ['built in 1891', '31 m tall'])
      await named('Add to entities').click()
      await fill(two, 'Ines Aalto', 'person', ['keeper since 2019'])
    })
    await callByKeyboard(3, async () => {
      await find('create_relations')
      await tabTo(page, named('Add to relations'))
      await press('Enter')
      await enter(box(/^from/), 'Ines Aalto')
      await enter(box(/^to\b/), 'Lighthouse Skarv')
      await enter(box(/^relationType/), 'looks after')
    })
    await callByKeyboard(4, async () => {
      await find('search_nodes')
      await enter(box(/^query/), 'keeper')
    })
    await page.getByRole('tree', { name: 'Result as a tree' }).getByText('"keeper since 2019"').waitFor()
    await isForEveryone()
  })

  test.each([
    [800, 600],
    [1000, 600],
    [1440, 900]
  ])(
    'a tool that is chosen shows its first field whole at %i by %i, and nothing around it moves',
    async (width, height) => {
      await beginAt('swe-mean', 3)
      await page.setViewportSize({ width, height })
      const top = () => page.evaluate(() => document.querySelector('.surface')?.getBoundingClientRect().top)
      await page.locator('.surface').waitFor()
      const before = await top()
      for (const name of ['edit', 'grep_search', 'read_file']) {
        await page
          .getByRole('listbox', { name: 'Tools' })
          .getByRole('option', { name: new RegExp(`^${name}\\b`) })
          .click()
        const cut = await page.evaluate(() => {
          const field = document.activeElement
          const pane = document.querySelector('.console')?.getBoundingClientRect()
          const form = document.querySelector('.tool-form')?.getBoundingClientRect()
          const label = field && document.querySelector(`label[for="${CSS.escape(field.id)}"]`)
          if (!field || !pane || !form || !label) return 'no field with a label has the focus'
          const from = Math.max(pane.top, form.top)
          const to = Math.min(pane.bottom, form.bottom)
          const [first, last] = [label.getBoundingClientRect().top, field.getBoundingClientRect().bottom]
          return first >= from - 1 && last <= to + 1
            ? 'whole'
            : `from ${first} to ${last}, in sight from ${from} to ${to}`
        })
        expect([name, cut, await top()]).toEqual([name, 'whole', before])
      }
    }
  )

  test('the web is searched, and hits and links are followed', async () => {
    await begin('search-rye')
    await page.getByLabel('Search this world’s web').or(page.getByLabel("Search this world's web")).click()
    await type('rye bread hydration whole rye')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await follows(desk, sample, 1)
    await isForEveryone()
    const hit = page.getByRole('link', { name: /^How wet is a/ })
    await hit.hover()
    await expect
      .poll(async () => JSON.parse((await page.getByTestId('peek').textContent()) ?? ''), LIMIT)
      .toEqual(sample.tree.steps[1]?.action)
    await hit.click()
    await follows(desk, sample, 2)
    await callByKeyboard(3, async () => {
      await find('web_extractor')
      await enter(box(/^url\b/), 'https://mill.example/flours/rye')
      await enter(box(/^goal/), 'baking temperature')
    })
    await callByKeyboard(4, async () => {
      await find('dict_memory')
      const action = page.getByRole('combobox', { name: /^action/ })
      await tabTo(page, action)
      await type('add')
      await tabTo(page, named('Set dict'))
      await press('Enter')
      await enter(page.getByLabel('Name of another property of dict'), 'water')
      await press('Enter')
      await enter(box(/^water/), '"80 to 90 percent"')
    })
  })

  test('a game is played by its admissible actions, and by typing', async () => {
    await begin('textenv-nest')
    const told = () => page.getByTestId('scene').textContent()
    await expect.poll(told, LIMIT).toContain("I hope you're ready to go into rooms")
    expect([await told(), await frame(0).textContent()].filter((text) => text?.includes('nest of bugs on it'))).toEqual(
      []
    )
    const act = (line: string) =>
      page.getByRole('region', { name: 'Admissible actions' }).getByRole('button', { name: line, exact: true })
    await act('look').hover()
    await expect.poll(() => page.getByTestId('peek').textContent(), LIMIT).toBe('look')
    await act('look').click()
    await follows(desk, sample, 1)
    await act('inventory').click()
    await follows(desk, sample, 2)
    await tabTo(page, page.getByLabel('Command', { exact: true }))
    await type('go s')
    await press('Tab', 'Enter')
    await follows(desk, sample, 3)
    await tabTo(page, act('go west'))
    await press('Enter')
    await follows(desk, sample, 4)
    await tabTo(page, page.getByLabel('Command', { exact: true }))
    await type('eat rack')
    await page.getByText('Will be sent: eat rack').waitFor()
    await press('Enter')
    await follows(desk, sample, 5)
    await page.getByTestId('scene').getByText("That's plainly inedible.").waitFor()
    await isForEveryone()
  })
})

describe('looking back', () => {
  const inScene = (text: string | RegExp) => page.getByTestId('scene').getByText(text)
  const tree = () => page.getByRole('tree', { name: 'Result as a tree' })
  test.each<[name: string, last: number, now: () => Locator, earlier: number, then: () => Locator]>([
    ['web-bookshop', 4, () => node('button', 'Add to basket'), 2, () => node('combobox', 'Sort by')],
    [
      'web-chores',
      2,
      () => picture().getByText('Write what is to be done first.'),
      0,
      () => node('textbox', 'New chore')
    ],
    ['android-contact', 3, () => node('textbox', 'First name'), 1, () => node('button', 'Create contact')],
    ['os-files', 2, () => node('button', 'Back'), 1, () => picture().getByText('letter.txt')],
    ['swe-mean', 6, () => answered().getByText('1 line added'), 3, () => answered().getByText('calc.py, lines 1 to ')],
    ['mcp-memory', 4, () => tree().getByText('"keeper since 2019"'), 3, () => tree().getByText('"looks after"')],
    [
      'search-rye',
      2,
      () => answered().getByRole('heading', { name: 'How wet is a rye dough?', level: 1 }),
      1,
      () => answered().getByText('10 results')
    ],
    ['textenv-nest', 5, () => inScene("That's plainly inedible."), 3, () => inScene('-= Kitchenette =-')],
    [
      'full-screen',
      4,
      () => page.locator('.xterm-rows').getByText('-- INSERT --'),
      1,
      () => page.locator('.xterm-rows').getByText('cat shopping.txt')
    ]
  ])(
    '%s shows the screen, the call or the scene of the step that is looked at',
    async (name, last, now, earlier, then) => {
      await beginAt(name, last)
      await now().first().waitFor()
      await frame(earlier).click()
      await stands(page, earlier, last)
      await then().first().waitFor()
      await now().waitFor({ state: 'detached' })
      await page
        .getByText(earlier === 0 ? 'You are before the first step.' : `You are at step ${earlier} of ${last}.`)
        .waitFor()
      await press('Alt+End')
      await stands(page, last)
      await now().first().waitFor()
    }
  )

  test.each([
    ['web-bookshop', 11],
    ['web-chores', 10],
    ['web-timetable', 12],
    ['android-contact', 2],
    ['android-wifi', 4],
    ['os-files', 4]
  ])('%s marks what changed, and at step %i that nothing did', async (name, still) => {
    await beginAt(name, still)
    const same = page.getByText('No visible change predicted')
    await same.waitFor()
    expect(await picture().locator('.pic-changed').count()).toBe(0)
    await press('Alt+ArrowLeft')
    await stands(page, still - 1, still)
    await same.waitFor({ state: 'detached' })
    await named(/^\d+ changed/).waitFor()
    await picture().locator('.pic-changed').first().waitFor()
  })

  test('what is to be sent, the timeline and the step name things, in a world opened later too', async () => {
    await beginAt('web-bookshop', 9)
    const label = (step: number) => page.locator(`#frame-${step} code`).textContent()
    await expect
      .poll(() => Promise.all([7, 8, 9].map(label)), LIMIT)
      .toEqual([
        'go to http://bookshop.example/hours',
        'tab “The Tide Clock - Harbour Books”',
        'fill “Quantity” with “2”'
      ])
    await node('button', 'Add to basket').click()
    await page.getByRole('region', { name: 'Next action' }).getByText('click “Add to basket”').waitFor()
    await named(/^Send Enter/).click()
    await expect.poll(() => label(10), LIMIT).toBe('click “Add to basket”')
    await page.getByRole('tabpanel', { name: 'Step' }).getByText('click “Add to basket”').waitFor()
  })

  test('the box that was ticked is the one that is marked', async () => {
    await beginAt('web-chores', 4)
    await named(/^\d+ changed/).waitFor()
    const marks = () =>
      picture()
        .locator('.pic-changed')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent))
    // A page that is HTML has its boxes once it is laid out.
    await expect.poll(marks, LIMIT).toEqual(['Call the plumber', '1 left to do'])
  })

  test('the inspector and the picture select in each other', async () => {
    await beginAt('web-bookshop', 2)
    await named('Inspector').click()
    const row = () => page.getByRole('treeitem', { selected: true })
    await node('link', 'The Tide Clock').click()
    await expect.poll(() => row().textContent(), LIMIT).toBe('linkThe Tide Clock24')
    await page.getByRole('treeitem', { name: 'Tidewrack and Other Poems' }).click()
    await expect
      .poll(() => picture().locator('[data-selected]').getAttribute('aria-label'), LIMIT)
      .toBe('Tidewrack and Other Poems')
    await tabTo(page, page.getByRole('tree', { name: 'Nodes of the screen' }))
    await press('ArrowUp')
    await expect.poll(() => row().textContent(), LIMIT).toBe('listmarker•')
    await press('ArrowDown', 'Enter')
    await expect.poll(shown, LIMIT).toBe("click('27')")
    await press('Escape')
    await reach(node('combobox', 'Sort by'))
    await expect.poll(() => row().textContent(), LIMIT).toContain('comboboxBest match18')
  })
})

describe('the views of agents', () => {
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const text = async (name: string) => (await region(name).textContent())?.trimEnd()

  test('a terminal has its screen, its new output and its raw text a key away', async () => {
    await beginAt('full-screen', 6)
    await tabTo(page, page.getByRole('radio', { name: 'Session' }))
    await press('ArrowRight')
    const back =
      'ada@debian:~$ cat shopping.txt\nflour\nsugar\nada@debian:~$ vim -N -u NONE shopping.txt\nada@debian:~$'
    await expect.poll(() => text('Screen'), LIMIT).toBe(back)
    await press('ArrowRight')
    await expect.poll(() => text('New output'), LIMIT).toBe(`Current Terminal Screen:\n\n${back}`)
    await press('ArrowRight')
    await expect.poll(() => region('Raw text').textContent(), LIMIT).toBe(observed(6))
    // The same look at another step.
    await press('Alt+ArrowLeft')
    await stands(page, 5, 6)
    await expect.poll(() => region('Raw text').textContent(), LIMIT).toBe(observed(5))
    await press('ArrowLeft')
    await expect.poll(() => text('New output'), LIMIT).toBe(`Current Terminal Screen:\n\n${observed(5)}`)
    await press('ArrowLeft')
    await expect.poll(() => text('Screen'), LIMIT).toBe(observed(5))
    await press('ArrowLeft')
    await region('Screen').waitFor({ state: 'detached' })
    await expect.poll(terminal, LIMIT).toContain('milk\neggs\n~')
  })

  test('a coding agent’s commands leave a screen and new output too', async () => {
    await beginAt('swe-mean', 7)
    await answered().getByText('Succeeded (exit code 0).').waitFor()
    const as = page.getByRole('group', { name: 'Result as' })
    await tabTo(page, as.getByRole('button', { name: 'Screen' }))
    await press('Enter')
    await expect.poll(() => text('Screen'), LIMIT).toContain('OK')
    await press('Tab', 'Enter')
    await expect.poll(() => text('New output'), LIMIT).toContain('Ran 3 tests')
  })
})

describe('an action that was not recorded', () => {
  /** The refusal names the action, and leads to a model. */
  async function refused(action: string): Promise<void> {
    await alert(
      `The recording has no answer for ${action} at this point. Load a model to take other actions.`
    ).waitFor()
    await page.getByRole('alert').getByRole('button', { name: 'Choose a model…' }).click()
    await page.getByRole('dialog', { name: 'Models' }).waitFor()
    await press('Escape')
    await page.getByRole('dialog', { name: 'Models' }).waitFor({ state: 'detached' })
  }

  test('on a screen: it is said with the way out, and the recorded one still goes', async () => {
    await begin('web-bookshop')
    await node('link', 'Opening hours').click()
    await named(/^Send Enter/).click()
    await refused(`"click('7')"`)
    await named('Dismiss').first().click()
    await byKeyboard(1, async () => {
      await reach(node('textbox', 'Search books'))
      await type('tide')
      await press('Enter')
    })
  })

  test('in a terminal', async () => {
    await begin('git-repair')
    await page.locator('.xterm-screen').click()
    await type('rm -rf /')
    await press('Enter')
    await refused('[{"duration":1,"keystrokes":"rm -rf /\\n"}]')
  })

  test('with tools, and in a game', async () => {
    await begin('mcp-memory')
    await find('search_nodes')
    await enter(box(/^query/), 'ferry')
    await press('Enter')
    await refused('{"arguments":{"query":"ferry"},"name":"search_nodes"}')
    await beginAt('textenv-nest', 2)
    await tabTo(page, page.getByLabel('Command', { exact: true }))
    await type('sing')
    await press('Enter')
    await refused('"sing"')
  })
})

describe('a call that does not fit its tool', () => {
  async function provenance() {
    const [session] = await desk.client.call('worlds.list', {})
    const { branches } = await desk.client.call('worlds.open', { session: session?.id ?? '' })
    const { calls } = await desk.client.call('steps.get', { session: session?.id ?? '', step: branches[0]?.tip ?? '' })
    return calls.map(({ engine }) => engine)
  }

  test('gets the refusal of the real server, recorded or not, and no model is asked', async () => {
    await begin('mcp-files')
    await find('list_directory')
    await press('Control+Enter')
    await tabTo(page, named('Send anyway'))
    await press('Enter')
    await stands(page, 1)
    await expect
      .poll(() => answered().textContent(), LIMIT)
      .toContain(
        'MCP error -32602: Input validation error: Invalid arguments for tool list_directory: Invalid input: expected string, received undefined at path'
      )
    expect(await provenance()).toEqual(['validation'])
    await page.getByRole('button', { name: 'Raw', exact: true }).click()
    await page.getByLabel('Raw action').fill('{"name": "fly", "arguments": {}}')
    await page.getByRole('button', { name: /^Send Ctrl/ }).click()
    await stands(page, 2)
    await expect.poll(() => answered().textContent(), LIMIT).toContain('MCP error -32602: Tool fly not found')
  })

  test('is the recorded step where the recording holds it', async () => {
    await beginAt('mcp-memory', 8)
    await find('create_entities')
    await tabTo(page, named('Add to entities'))
    await press('Enter')
    await enter(page.getByRole('group', { name: /^entities 1/ }).getByRole('textbox', { name: /^name/ }), 'Ferry')
    await tabTo(page, named('Send anyway'))
    await press('Enter')
    await follows(desk, sample, 9)
    await answered().getByText('Invalid arguments for tool create_entities').waitFor()
  })

  test('is answered in a sentence in a world of files', async () => {
    await begin('swe-mean')
    await find('read_file')
    await named('Send anyway').click()
    await stands(page, 1)
    await expect.poll(() => answered().textContent(), LIMIT).toContain('file_path')
    expect(await provenance()).toEqual(['validation'])
  })
})
