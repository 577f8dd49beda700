// Every kind of world in the whole window, on recorded samples: acted on by mouse and by keyboard, without a model (SPEC 20).
import { type Browser, chromium, type Locator, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessible } from './accessible.ts'
import { launchOptions } from './chromium.ts'
import {
  type Desk,
  follows,
  LIMIT,
  openAt,
  openDesk,
  openSample,
  pressTo,
  readSample,
  type Sample,
  stands,
  tabTo
} from './worlds.ts'

let browser: Browser
let desk: Desk
let page: Page
let sample: Sample

beforeAll(async () => {
  const options = await launchOptions()
  // Without WebGL, as on a machine without a GPU: the terminal's rows can be read back.
  browser = await chromium.launch({ ...options, args: [...(options.args ?? []), '--disable-3d-apis'] })
})
afterAll(async () => {
  await browser?.close()
})
beforeEach(async () => {
  desk = await openDesk(browser)
  page = desk.page
})
afterEach(async () => {
  await desk.close()
  expect(desk.faults).toEqual([])
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

describe('20.1 screens', () => {
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
  })

  test('chores that are HTML are added and done', async () => {
    await begin('web-chores')
    await byMouse(1, () => node('button', 'Add').click())
    await byKeyboard(2, async () => {
      await reach(node('textbox', 'New chore'))
      await type('Buy "strong" tea & milk')
      await press('Enter')
    })
    await byKeyboard(3, async () => {
      await tabTo(page, named('Key…'))
      await press('Enter', 'Enter')
    })
    await byMouse(4, () => node('checkbox', 'Call the plumber').click())
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
    await byMouse(5, () => node('button', 'Copy Display Value').click())
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

describe('20.1 terminals', () => {
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
    await named('Raw').click()
    await raw().fill(recorded(3))
    await named(/^Send/).click()
    await follows(desk, sample, 3)
    await tabTo(page, raw())
    await press('Control+a')
    await page.keyboard.insertText(recorded(4))
    await press('Control+Enter')
    await follows(desk, sample, 4)
    await expect.poll(terminal, LIMIT).toContain('milk\neggs\n~')
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

  test('20.3 an agent’s three views are a key away, and follow the timeline', async () => {
    await beginAt('full-screen', 6)
    await tabTo(page, page.getByRole('radio', { name: 'Session' }))
    const region = (name: string) => page.getByRole('region', { name, exact: true })
    await press('ArrowRight')
    await expect.poll(() => region('Screen').textContent(), LIMIT).toBe('')
    await press('Alt+ArrowLeft')
    await stands(page, 5, 6)
    await press('ArrowRight')
    await press('ArrowRight')
    await expect.poll(() => region('Raw text').textContent(), LIMIT).toBe(observed(5))
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
const answered = () => page.getByRole('region', { name: 'What was answered' })
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
  await page.keyboard.insertText(text)
}

describe('20.1 tools', () => {
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
    await answered().getByText('It failed (exit code 1).').waitFor()
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
  })

  test('the web is searched, and hits and links are followed', async () => {
    await begin('search-rye')
    await page.getByLabel('Search this world’s web').or(page.getByLabel("Search this world's web")).click()
    await type('rye bread hydration whole rye')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await follows(desk, sample, 1)
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
      await tabTo(page, named('Give dict'))
      await press('Enter')
      await enter(page.getByLabel('Name of another property of dict'), 'water')
      await press('Enter')
      await enter(box(/^water/), '"80 to 90 percent"')
    })
  })

  test('a game is played by its admissible actions, and by typing', async () => {
    await begin('textenv-nest')
    const act = (line: string) =>
      page.getByRole('region', { name: 'What can be done' }).getByRole('button', { name: line, exact: true })
    await act('look').hover()
    await expect.poll(() => page.getByTestId('peek').textContent(), LIMIT).toBe('look')
    await act('look').click()
    await follows(desk, sample, 1)
    await act('inventory').click()
    await follows(desk, sample, 2)
    await tabTo(page, page.getByLabel('What to do', { exact: true }))
    await type('go s')
    await press('Tab', 'Enter')
    await follows(desk, sample, 3)
    await tabTo(page, act('go west'))
    await press('Enter')
    await follows(desk, sample, 4)
    await tabTo(page, page.getByLabel('What to do', { exact: true }))
    await type('eat rack')
    await page.getByText('Will be sent: eat rack').waitFor()
    await press('Enter')
    await follows(desk, sample, 5)
    await page.getByTestId('scene').getByText("That's plainly inedible.").waitFor()
  })
})
