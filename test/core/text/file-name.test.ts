import { describe, expect, test } from 'vitest'
import { createFileNames, fileStem } from '../../../src/core/text/file-name.ts'

const family = '👩‍👩‍👧‍👦'

describe('a title as the name of a file', () => {
  test.each([
    // What it says stays, in any script.
    ['日本語の世界', '日本語の世界'],
    ['Привет', 'Привет'],
    ['مرحبا بالعالم', 'مرحبا-بالعالم'],
    ['नमस्ते दुनिया', 'नमस्ते-दुनिया'],
    ['می‌خواهم', 'می‌خواهم'],
    ['Größe: 3½ m²', 'Größe-3½-m²'],
    ['snake_case v1.2-rc', 'snake_case-v1.2-rc'],
    [`Launch 🚀 ${family} 👍🏽 🇩🇪`, `Launch-🚀-${family}-👍🏽-🇩🇪`],
    ['e\u0301te\u0301', '\u00e9t\u00e9'],
    // Nothing that a system, a shell or a reader stumbles over.
    ['a<b>c:d"e/f\\g|h?i*j', 'a-b-c-d-e-f-g-h-i-j'],
    ['tab\there\nline\u0000zero\u007f', 'tab-here-line-zero'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['../../etc/passwd', 'etc-passwd'],
    ['--force', 'force'],
    ['-rf /', 'rf'],
    ['.hidden', 'hidden'],
    ['\u0301mark', 'mark'],
    ['ends. . .', 'ends'],
    ['ends ', 'ends'],
    ["it's $HOME `x` & ~y!", 'it-s-HOME-x-y'],
    ['\ud800 lone', 'lone'],
    // Names that Windows keeps for devices, with any ending.
    ['CON', 'CON_'],
    ['nul', 'nul_'],
    ['com1.tar', 'com1_.tar'],
    ['LPT²', 'LPT²_'],
    ['console', 'console'],
    ['aux cable', 'aux-cable'],
    // Nothing is left.
    ['', 'world'],
    ['???', 'world'],
    ['...', 'world']
  ])('%j is %s', (title, name) => {
    expect(fileStem(title)).toBe(name)
  })

  test('is cut between characters, in characters and in bytes', () => {
    expect(fileStem('x'.repeat(100))).toBe('x'.repeat(60))
    expect(fileStem('語'.repeat(100))).toBe('語'.repeat(60))
    expect(fileStem(family.repeat(20))).toBe(family.repeat(7))
    expect(fileStem(`${'x'.repeat(59)} y`)).toBe('x'.repeat(59))
    const tower = `a${'\u0301'.repeat(500)}`
    expect(new TextEncoder().encode(fileStem(tower)).length).toBeLessThanOrEqual(180)
  })

  test('is that of one file alone: equal ones are numbered, in upper and lower case, composed or not', () => {
    const nameOf = createFileNames('cast')
    const titles = [
      'Été',
      'été',
      'e\u0301te\u0301',
      'Straße',
      'STRASSE',
      '',
      '?',
      'world-2',
      `${'語'.repeat(70)}a`,
      '語'.repeat(70)
    ]
    expect(titles.map(nameOf)).toEqual([
      'Été.cast',
      'été-2.cast',
      'été-3.cast',
      'Straße.cast',
      'STRASSE-2.cast',
      'world.cast',
      'world-2.cast',
      'world-2-2.cast',
      `${'語'.repeat(60)}.cast`,
      `${'語'.repeat(60)}-2.cast`
    ])
  })
})
