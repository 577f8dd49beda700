import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nonEmpty } from '../must.ts'
import { judge, output } from './mixed/check.ts'
import { Mixed } from './mixed/schema.ts'
import { Session } from './session.ts'

const COLUMNS = 160
const ROWS = 40

const read = (folder: string) =>
  nonEmpty(readdirSync(join(import.meta.dirname, folder)).filter((file) => file.endsWith('.json'))).map((file) => ({
    file,
    text: readFileSync(join(import.meta.dirname, folder, file), 'utf8')
  }))

const open = read('sessions/open')
const held = read('sessions/held')
const recorded = [...open, ...held].map(({ file, text }) => ({ file, session: Session.parse(JSON.parse(text)) }))
const mixed = read('mixed').map(({ file, text }) => ({ file, session: Mixed.parse(JSON.parse(text)) }))

describe('recorded sessions', () => {
  test('there are at least 91 with 2000 turns, of which the sessions determine at least 1850', () => {
    const turns = recorded.flatMap(({ session }) => session.turns)
    expect(recorded.length).toBeGreaterThanOrEqual(91)
    expect(turns.length).toBeGreaterThanOrEqual(2000)
    expect(turns.filter(({ determined }) => determined).length).toBeGreaterThanOrEqual(1850)
  })

  test('each is called by its file’s name, and shows a prompt', () => {
    for (const { file, session } of recorded) {
      expect(file).toBe(`${session.name}.json`)
      expect(session.turns.some(({ observation }) => /^root@box:\S*#/m.test(observation))).toBe(true)
    }
  })

  test('what was shown fits the screen and has no blanks at its ends', () => {
    for (const { session } of recorded)
      for (const { observation } of session.turns) {
        const rows = observation.split('\n')
        expect(observation).not.toMatch(/[ \n]$|[ \t]\n/)
        expect(observation).not.toContain('\u001b')
        expect(rows.length).toBeLessThanOrEqual(ROWS)
        for (const row of rows) expect([...row].length).toBeLessThanOrEqual(COLUMNS)
      }
  })

  test('what is open and what is held is told by the hashes of their names', () => {
    const hash = (name: string) => createHash('sha256').update(name.replace('.json', '')).digest('hex')
    const hashes = (files: typeof open) => files.map(({ file }) => hash(file)).sort()
    expect((hashes(open).at(-1) ?? '') < (hashes(held)[0] ?? '')).toBe(true)
  })

  test('everything together is under 2 MB', () => {
    const bytes = [...open, ...held, ...read('mixed')].reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    expect(bytes).toBeLessThan(2_000_000)
  })
})

describe('mixed sessions', () => {
  test('there are at least 24, and about half of their turns need what the machine lacks', () => {
    const turns = mixed.flatMap(({ session }) => session.turns)
    const share = turns.filter(({ needs }) => needs !== 'nothing').length / turns.length
    expect(mixed.length).toBeGreaterThanOrEqual(24)
    expect(share).toBeGreaterThan(0.4)
    expect(share).toBeLessThan(0.6)
  })

  test('each is called by its file’s name, and types one line a turn', () => {
    for (const { file, session } of mixed) {
      expect(file).toBe(`${session.name}.json`)
      for (const { action } of session.turns) expect(action[0].keystrokes).toMatch(/^[^\n]+\n$/)
    }
  })

  const prompt = 'root@box:~#'
  const session = Mixed.parse({
    name: 'example',
    about: 'a file that was dreamt',
    turns: ['cat a', 'wc -l a', 'head -1 a', 'ls', 'cat a', 'cat b', 'true', 'true'].map((command) => ({
      action: [{ keystrokes: `${command}\n`, duration: 1 }],
      needs: 'nothing'
    })),
    checks: [
      { turn: 2, equals: { turn: 1, command: "wc -l | sed 's/$/ a/'" } },
      { turn: 3, equals: { turn: 1, command: 'head -1' } },
      { turn: 4, mentions: { turn: 1, pattern: '^the (\\w+)' } },
      { turn: 5, sameAs: 1 },
      { turn: 6, lacks: 'No such file', when: { turn: 4, matches: '^b$' } },
      { turn: 6, matches: 'No such file', unless: { turn: 4, matches: '^b$' } },
      { turn: 7, matches: '.' }
    ]
  })
  const answers = [
    `${prompt} cat a\nthe moon\nthe sun\n${prompt}`,
    `${prompt} wc -l a\n2 a\n${prompt}`,
    `${prompt} head -1 a\nthe sun\n${prompt}`,
    `${prompt} ls\nmoon  sun\n${prompt}`,
    `${prompt} cat a\nthe moon\nthe sun\n${prompt}`,
    `${prompt} cat b\ncat: b: No such file or directory\n${prompt}`,
    'what is left of a long output'
  ]

  test('the judge tells what agrees, what differs and what cannot be told', () => {
    expect(judge(session, answers).map(({ result }) => result)).toEqual([
      'agrees',
      'differs',
      'agrees',
      'agrees',
      'void',
      'agrees',
      'void'
    ])
  })

  test('output is what stands between the command and the next prompt, with wrapped rows joined', () => {
    expect(output('cat x', `${prompt} cat x\n{"a": 1}${prompt}`)).toBe('{"a": 1}')
    expect(output('cat x', `${prompt} cat x\n${'y'.repeat(COLUMNS)}\nyy\n${prompt}`)).toBe('y'.repeat(COLUMNS + 2))
    expect(output('cat x', 'a row of something else')).toBeNull()
  })

  test('nothing has to agree with an answer that only complains', () => {
    const gone = answers.with(0, `${prompt} cat a\ncat: a: No such file or directory\n${prompt}`)
    expect(judge(session, gone).map(({ result }) => result)).toEqual([
      'void',
      'void',
      'void',
      'void',
      'void',
      'agrees',
      'void'
    ])
  })
})
