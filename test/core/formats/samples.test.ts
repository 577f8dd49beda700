import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkAction, domains, findDomain } from '../../../src/core/domains/index.ts'
import { readText } from '../../../src/core/formats/importing-text.ts'
import { readers, readScreen } from '../../../src/core/observations/screens/readers/index.ts'
import { must, nonEmpty } from '../../must.ts'

const FOLDER = join(import.meta.dirname, '../../../resources/samples')
// What a person waits for when the list of samples opens, and what a repository carries for ever.
const LARGEST = 300_000

// Variants of a format that is there in its present form.
const UNSEEN = ['android-dataclass', 'webarena']

const files = nonEmpty(readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl')))
const samples = await Promise.all(
  files.map(async (file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8')
    const read = await readText(text, { now: 0 })
    return { file, text, read }
  })
)

function formatOf(text: string): string {
  const read = readScreen(text)
  return 'screen' in read ? read.screen.format : read.problem
}

/** What is lost or changed when the screen is read and written again. */
function damage(text: string): string[] {
  const read = readScreen(text)
  if ('problem' in read) return [read.problem]
  const { screen } = read
  const reader = readers.find(({ name }) => name === screen.format)
  const written = reader?.write(screen)
  return [...screen.warnings, ...(written === text ? [] : [`Written as ${reader?.name}: ${written}\nfor: ${text}`])]
}

describe.each(samples)('19 the sample $file', ({ file, text, read: { trees, skipped } }) => {
  const { session, branches, steps, calls } = must(trees[0])
  const domain = findDomain(session.domain)

  it('is one session of one branch, read whole, says what it is, and is no larger than it need be', () => {
    expect(skipped).toEqual([])
    expect([trees.length, `${session.id}.jsonl`, branches.length]).toEqual([1, file, 1])
    expect(branches[0]?.tip).toBe(steps.at(-1)?.id)
    expect(steps.length).toBeGreaterThanOrEqual(5)
    expect(session.notes).toMatch(/^(Recorded from|Written by a person)\b.*\.$/)
    expect(Buffer.byteLength(text)).toBeLessThan(LARGEST)
  })

  it('19.2 is recorded from one named program in every step, or authored in every step', () => {
    const origins = new Set(calls.map(({ engine, model }) => `${engine}: ${model.name}`))
    expect([...origins]).toEqual([expect.stringMatching(/^(recorded|authored): .*\d/)])
    expect(calls.map(({ step }) => step)).toEqual(steps.map(({ id }) => id))
    const recorded = calls[0]?.engine === 'recorded'
    expect(session.notes.startsWith('Recorded')).toBe(recorded)
    // A program's name alone would say that it made what a person wrote after it.
    expect(/^written by a person after |made up/.test(calls[0]?.model.name ?? '')).toBe(!recorded)
  })

  it('holds only actions that are written as their domain writes them', () => {
    expect(steps.map(({ action }) => checkAction(domain, action))).toEqual(steps.map(({ action }) => action))
    const told = steps.map(({ action }) => domain.read(domain.format(action)))
    expect(told).toEqual(steps.map(({ action }) => action))
  })

  it('was refused by the real server in the words that the domain is certain of', () => {
    const { setup } = must(branches[0])
    const certain = steps.map(({ action }) => domain.tools?.certain(action, setup) ?? null)
    const refused = steps.map(({ observation }, index) => (certain[index] === null ? null : observation.text))
    expect(certain).toEqual(refused)
  })

  it('names no folder, address or mailbox of the machine it was made on', () => {
    const homes = text.match(/\/home\/\w+/g) ?? []
    expect(new Set(homes.filter((home) => !['/home/ada', '/home/mira'].includes(home))).size).toBe(0)
    expect(text).not.toMatch(/\/(root|work|Users|private|workspace)\/|localhost|127\.0\.0\.1|\\\\Users\\\\/)
    const mailboxes = text.match(/[\w.-]+@[\w-]+\.\w+/g) ?? []
    expect(mailboxes.filter((mailbox) => !mailbox.endsWith('@example.org'))).toEqual([])
  })
})

const withScreens = samples.filter(({ read }) => findDomain(read.trees[0]?.session.domain ?? '').screen)

it.each(withScreens)(
  '$file shows screens that are read without a warning and written back as they were',
  ({ read }) => {
    const { branches, steps } = must(read.trees[0])
    const first = branches[0]?.setup.initialState ?? ''
    const screens = [first, ...steps.map(({ observation }) => observation.text)]
    expect(screens.flatMap(damage)).toEqual([])
    expect(new Set(screens.map(formatOf)).size).toBe(1)
  }
)

it('every domain has two samples or more, and every kind of screen that agents read is in one', () => {
  const counted = domains.map(({ id }) => [
    id,
    samples.filter((one) => one.read.trees[0]?.session.domain === id).length
  ])
  expect(counted.filter(([, count]) => Number(count) < 2)).toEqual([])
  const known = readers.map(({ name }) => name).filter((name) => !UNSEEN.includes(name))
  expect(
    [...new Set(withScreens.map(({ read }) => formatOf(read.trees[0]?.steps[0]?.observation.text ?? '')))].sort()
  ).toEqual(known.sort())
})
