// How much of the shipped web, phone and desktop scenarios is checked.
import { expect, it } from 'vitest'
import { findDomain } from '../../src/core/domains/index.ts'
import { readAll } from './control/runs/shipped.ts'

const LEAST = 20

/** Scenarios that check fewer turns, and why. */
const SHORT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['bookshop-cookies', 'bookshop-logged-out', 'bookshop-moved', 'calculator-dialog', 'chores-dialog'],
      ...['contact-dialog', 'folder-hang', 'note-slow', 'timetable-slow', 'wifi-hang', 'wifi-slow']
    ].map((name) => [name, 'one thing goes wrong in it, and it ends when that is over'])
  ),
  'boat-timetable': 'a first screen without a program, to begin from'
}

it('each scenario on a screen checks twenty turns, or says why not', () => {
  const checked = readAll('scenarios')
    .filter(({ setup }) => findDomain(setup.domain).screen)
    .map(({ name, actions = [], checks = [] }) => {
      const turns = new Set(checks.map(({ at }) => (at === 'end' ? actions.length : at)))
      return { name, turns: turns.size }
    })
  expect(checked.length).toBeGreaterThan(25)
  const few = checked.filter(({ turns }) => turns < LEAST).map(({ name }) => name)
  expect(few.sort()).toEqual(Object.keys(SHORT).sort())
})
