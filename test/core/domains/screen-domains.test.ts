import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkAction, domains } from '../../../src/core/domains/index.ts'
import { opening } from '../../../src/core/domains/openings.ts'
import type { Gesture, Spot } from '../../../src/core/observations/screens/gestures.ts'
import { readers, readScreen } from '../../../src/core/observations/screens/readers/index.ts'
import { buildPrompt } from '../../../src/core/step/prompt.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { Scenario } from '../../../src/core/tree/scenario.ts'
import { must } from '../../must.ts'

const screens = domains.filter(({ surface }) => surface === 'screen')
const folder = join(import.meta.dirname, '../../../resources/scenarios')
const scenarios = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    // A program may be the path of a file, which the host reads.
    const scenario = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    delete scenario.setup.program
    return Scenario.parse(scenario)
  })

describe('the first screen is the initial state', () => {
  it.each(screens.map((domain) => [domain.id, domain] as const))(
    'of the %s domain, and stands in turn 1',
    (id, domain) => {
      const setup = Setup.parse({ domain: id, initialState: 'THE FIRST SCREEN' })
      const action = domain.fromText('')
      for (const template of domain.templates) {
        const [system, first] = buildPrompt(domain, template, setup, [], action).messages
        expect(must(system).content).not.toContain('THE FIRST SCREEN')
        expect(must(first).content).toMatch(
          /^### Turn 1\n\*\*Current State:\*\*\nTHE FIRST SCREEN\n\n\*\*Action:\*\*\n/
        )
      }
    }
  )

  it.each(screens.map((domain) => [domain.id, domain] as const))(
    'whose format the prompts of %s want kept',
    (_, domain) => {
      const [standard, small] = domain.templates
      expect([must(standard).name, must(standard).thinking, must(small).name, must(small).thinking]).toEqual([
        'standard',
        true,
        'small',
        false
      ])
      expect(must(standard).taskDescription).toContain('Keep the representation of the current state')
      expect(must(standard).taskDescription).toContain('only when the action has no visible effect')
      expect(must(standard).taskDescription).toContain('exactly one block')
      const opened = must(standard).demonstrations.split('<predicted_observation>').length
      expect(must(standard).demonstrations.split('</predicted_observation>')).toHaveLength(opened)
      expect(must(small).taskDescription).toContain('in the same format as the current')
      expect(must(small).demonstrations).not.toContain('predicted_observation')
    }
  )

  it.each(screens.map(({ id }) => id))('and %s has at least two ready ones', (id) => {
    expect(scenarios.filter(({ setup }) => setup.domain === id).length).toBeGreaterThanOrEqual(2)
  })
})

/** Every kind of gesture at a spot. */
function gesturesAt(at: Spot): Gesture[] {
  return [
    { type: 'click', at, button: 'left', count: 1 },
    { type: 'click', at, button: 'left', count: 2 },
    { type: 'click', at, button: 'right', count: 1 },
    { type: 'hold', at },
    { type: 'hover', at },
    { type: 'type', at, text: "it's", enter: true },
    { type: 'type', at, text: '', enter: false },
    { type: 'select', at, options: ['a', 'b'] },
    { type: 'scroll', at, dx: 0, dy: 250.5 },
    { type: 'drag', from: at, to: { node: null, x: 3.3, y: 4.4 } }
  ]
}

describe('a screen domain says which formats its screens are told in', () => {
  it('each is that of a reader, and each reader has its domain', () => {
    const spoken = screens.flatMap(({ screen }) => screen?.formats ?? [])
    expect(spoken.sort()).toEqual(readers.map(({ name }) => name).sort())
  })

  it('the first screens of its scenarios are in one of them', () => {
    const others = scenarios.flatMap(({ name, setup }) => {
      const formats = screens.find(({ id }) => id === setup.domain)?.screen?.formats
      const read = readScreen(setup.initialState ?? '')
      return formats && 'screen' in read && !formats.includes(read.screen.format) ? [name] : []
    })
    expect(others).toEqual([])
  })
})

describe('on the first screen of a scenario', () => {
  const drawn = scenarios.flatMap(({ name, setup }) => {
    const domain = screens.find(({ id }) => id === setup.domain)
    const read = readScreen(setup.initialState ?? '')
    return domain && 'screen' in read ? [[name, domain, read.screen] as const] : []
  })

  it.each(drawn)(
    '%s reads without a warning, and whatever is done to it is an action in its one form',
    (_, domain, screen) => {
      expect(screen.warnings).toEqual([])
      const spots = screen.nodes.flatMap((_node, node): Spot[] => [
        { node, x: null, y: null },
        { node, x: 10.5, y: 20.5 }
      ])
      const made = [...spots, { node: null, x: 10.5, y: 20.5 }, { node: null, x: null, y: null }]
        .flatMap(gesturesAt)
        .map((gesture) => must(domain.screen).gesture(gesture, screen))
        .filter((action) => action !== null)
      expect(made.map((action) => checkAction(domain, action))).toEqual(made)
      expect(
        made.map((action) => domain.label(action)).filter((label) => label === '' || label.includes('\n'))
      ).toEqual([])
      expect(made.length).toBeGreaterThan(screen.nodes.length)
    }
  )

  it('which are read in every domain', () => {
    expect(new Set(drawn.map(([, { id }]) => id))).toEqual(new Set(screens.map(({ id }) => id)))
  })
})

describe('what a scenario offers to try', () => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    'is an action, in %s',
    (_, { setup, tries }) => {
      const domain = must(domains.find(({ id }) => id === setup.domain))
      const actions = tries.map((line) => checkAction(domain, domain.fromText(line)))
      expect(actions.map((action) => domain.read(domain.format(action)))).toEqual(actions)
      expect(tries.length).toBeGreaterThan(0)
    }
  )

  it('aims at elements that are on the first screen', () => {
    const wrong = scenarios.flatMap(({ name, tries, setup: { domain, initialState = '' } }) =>
      domain === 'web'
        ? tries.flatMap((line) => {
            const ref = /^(?:click|fill|select_option)\('(\w+)'/.exec(line)?.[1]
            return ref && !initialState.includes(`[${ref}] `) && !initialState.includes(`[ref=${ref}]`)
              ? [`${name}: ${line}`]
              : []
          })
        : []
    )
    expect(wrong).toEqual([])
  })
})

describe('the small templates start the answer as every screen of the world begins', () => {
  it.each([
    ['tag\tname\ttext\nlabel\tx', 'tag\tname\ttext\n'],
    ['TAG\tNAME\nlabel\tx', 'TAG\tNAME\n'],
    ['INDEX\tTAG\tNAME\n1\tlabel\tx', 'INDEX\tTAG\tNAME\n'],
    ['<?xml version="1.0"?>\n<hierarchy rotation="0">\n  <node />', '<?xml version="1.0"?>\n<hierarchy rotation="0">'],
    ['<desktop-frame name="main">\n<panel/>', '<desktop-frame name="main">'],
    ['<!DOCTYPE html>\n<html lang="en"><body>', '<!DOCTYPE html>\n<html lang="en">'],
    ['UI element 0: {"index": 0, "text": "a"}', 'UI element 0: {"index": 0,'],
    ["UI element 0: UIElement(text='a')", 'UI element 0: UIElement('],
    ['- Page URL: https://a.example\n- main', '- Page URL:'],
    ['### Page\n- Page URL: https://a.example\n### Snapshot', '### Page\n- Page URL:'],
    ['URL: https://a.example\nRootWebArea', 'URL:'],
    ['Tab 0 (current): A\n\n', 'Tab 0'],
    ["RootWebArea 'A', focused", 'RootWebArea'],
    ['- main [ref=e1]', ''],
    ['', ''],
    [`<html class="${'a'.repeat(3000)}">`, '']
  ])('%j begins with %j', (text, begin) => {
    expect(opening(text)).toBe(begin)
  })

  it.each(
    scenarios
      .filter(({ setup }) => screens.some(({ id }) => id === setup.domain))
      .map((one) => [one.name, one] as const)
  )('in %s, also after a screen in no known format', (_, { setup }) => {
    const domain = must(screens.find(({ id }) => id === setup.domain))
    const small = must(domain.templates.find(({ name }) => name === 'small'))
    const before = domain.initial(Setup.parse(setup))
    const action = checkAction(domain, domain.fromText(''))
    const begin = domain.prediction.prefill(action, before)
    expect(begin).not.toBe('')
    expect(setup.initialState).toContain(begin)
    expect(domain.prediction.prefill(action, domain.fold(before, { action, observation: { text: 'Oops.' } }))).toBe(
      begin
    )
    expect(small.prefill).toBe(true)
  })
})

describe('screens are read in time linear in their length', () => {
  const long = 200_000
  it.each([
    ['blanks', `${' '.repeat(long)}x`],
    ['line ends', `${'\n'.repeat(long)}x`],
    ['unclosed tags', '<frame '.repeat(long)],
    ['brackets', '['.repeat(long)],
    ['quotes', "'".repeat(long)],
    ['digits', `f(${'1'.repeat(long)}x)`],
    ['backslashes', '\\'.repeat(long)]
  ])('%s', (_, text) => {
    for (const domain of screens) {
      const action = checkAction(domain, domain.fromText(''))
      const state = domain.fold(domain.initial(Setup.parse({ domain: domain.id, initialState: text })), {
        action,
        observation: { text }
      })
      expect(Object.keys(state)).toContain('opening')
      expect(domain.normalise(`${text}  \r\n`)).toBe(domain.normalise(text))
      expect(domain.action.safeParse(text).success).toBe(domain.fence() === 'python')
    }
  })
})
