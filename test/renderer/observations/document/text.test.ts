import { describe, expect, test } from 'vitest'
import { visible } from '../../../../src/core/text/visible.ts'
import type { Tool } from '../../../../src/core/tree/model.ts'
import { findTools, promisesOf, searchTool } from '../../../../src/renderer/observations/document/find.ts'
import { diffSize, readDiff } from '../../../../src/renderer/observations/document/results/diff.ts'
import { absolute, sections } from '../../../../src/renderer/observations/document/results/page.ts'
import { beginning, pieces, printed } from '../../../../src/renderer/observations/document/results/plain.ts'
import { drawable, opening } from '../../../../src/renderer/observations/document/results/tree.ts'

const tools: Tool[] = [
  {
    name: 'read_file',
    title: 'Read a file',
    description: 'Lines of a file',
    inputSchema: {},
    annotations: { readOnlyHint: true }
  },
  {
    name: 'delete_file',
    description: 'Removes what you read',
    inputSchema: {},
    annotations: { destructiveHint: true, idempotentHint: true }
  },
  { name: 'web_search', inputSchema: { properties: { queries: { type: 'array' } } } }
]

describe('tools', () => {
  test('are found by every word in name, title or description, names first', () => {
    const names = (query: string) => findTools(tools, query).map(({ name }) => name)
    expect([names(''), names('READ'), names('file read'), names('nothing')]).toEqual([
      ['read_file', 'delete_file', 'web_search'],
      ['read_file', 'delete_file'],
      ['read_file', 'delete_file'],
      []
    ])
  })

  test('say what their annotations promise', () => {
    expect(tools.map((tool) => promisesOf(tool).map(({ short }) => short))).toEqual([
      ['read-only'],
      ['destructive', 'idempotent'],
      []
    ])
  })

  test('that search are known by name and argument', () => {
    expect(searchTool(tools)).toEqual({ tool: tools[2], argument: 'queries', list: true })
    expect(searchTool(tools.slice(0, 2))).toBeNull()
  })
})

describe('17.6 hostile text', () => {
  test('control characters and direction overrides are seen, everything else stays', () => {
    expect(visible('a\x00\x1b[31m\tb\r\nc\u202ed\u2067\x7f\x9b שלום 🪐')).toBe(
      'a␀␛[31m\tb\nc⟨202E⟩d⟨2067⟩␡⟨009B⟩ שלום 🪐'
    )
  })

  test('a program’s output is what a terminal leaves of it', () => {
    expect(printed('\x1b[32mok\x1b[0m\n10%\r50%\r100%\r\n\x1b]0;title\x07done\x1b[')).toBe('ok\n100%\ndone')
    // Not in time that grows with the square.
    expect(printed(`${'\r'.repeat(500_000)}end\r\r`)).toBe('end')
  })

  test('pieces join to the text, end at lines, and cut no character in two', () => {
    const text = `${'🪐'.repeat(30)}\nshort\n${'x'.repeat(50)}`
    const cut = pieces(text, 21)
    expect(cut.join('')).toBe(text)
    expect(cut.filter((piece) => piece.length > 21 || /^[\udc00-\udfff]|[\ud800-\udbff]$/.test(piece))).toEqual([])
    expect(beginning('a🪐', 2)).toBe('a')
  })

  test('a page is cut into sections that join to it, but for fences that are opened again', () => {
    const prose = Array.from({ length: 40 }, (_, index) => `Paragraph ${index} with some words.`).join('\n\n')
    expect(sections(prose, 200).join('')).toBe(prose)
    const code = `Text\n\n\`\`\`js\n${'let a = 1\n'.repeat(30)}\`\`\`\n\nEnd`
    const cut = sections(code, 120)
    expect(cut.every((section) => (section.match(/^```/gm) ?? []).length % 2 === 0)).toBe(true)
    expect(cut.at(-1)).toContain('End')
  })

  test('quotes in quotes end', () => {
    expect(sections('>'.repeat(5_000), 1_000)[0]).toBe('>'.repeat(24))
  })

  test('addresses are those of the page', () => {
    expect([
      absolute('/b', 'https://x.example/a/c'),
      absolute('d', 'https://x.example/a/c'),
      absolute('/b', null),
      absolute('javascript:alert(1)', 'https://x.example')
    ]).toEqual(['https://x.example/b', 'https://x.example/a/d', '/b', 'javascript:alert(1)'])
  })
})

describe('a diff', () => {
  const text =
    'diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -2,3 +2,3 @@ def f\n same\n-old\n+new\n\n\\ No newline at end of file\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n--- sql comment\n+x'

  test('has the numbers of both files', () => {
    expect(readDiff(text).map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ['file', null, null],
      ['file', null, null],
      ['file', null, null],
      ['hunk', null, null],
      ['same', 2, 2],
      ['remove', 3, null],
      ['add', null, 3],
      ['same', 4, 4],
      ['file', null, null],
      ['file', null, null],
      ['file', null, null],
      ['hunk', null, null],
      ['remove', 1, null],
      ['add', null, 1]
    ])
    expect(diffSize(readDiff(text))).toEqual({ added: 2, removed: 2 })
  })

  test('keeps every line as it stands', () => {
    expect(
      readDiff(text)
        .map((line) => line.text)
        .join('\n')
    ).toBe(text)
  })
})

describe('17.6 a tree', () => {
  test('draws long lists in ranges, cuts long strings and deep parts, and says so', () => {
    const drawn = drawable(Array.from({ length: 250 }, (_, index) => index))
    expect(Object.keys(Object(drawn))).toEqual(['0 … 99', '100 … 199', '200 … 249'])
    expect(drawable('x'.repeat(2_010))).toBe(`${'x'.repeat(2_000)}… (10 more characters: see Text)`)
    let deep: unknown = 1
    for (let index = 0; index < 90; index++) deep = [deep]
    expect(JSON.stringify(drawable(deep))).toBe(`${'['.repeat(40)}"… (deeper: see Text)"${']'.repeat(40)}`)
  })

  test('no level has more than a hundred entries, however long the list', () => {
    const most = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Math.max(Object.keys(value).length, ...Object.values(value).map(most))
        : 0
    expect(most(drawable(Array.from({ length: 123_456 }, () => 0)))).toBeLessThanOrEqual(100)
  })

  test('ends after so many parts, and says how many are left', () => {
    const drawn = JSON.stringify(drawable(Array.from({ length: 60_000 }, () => 0)))
    expect(drawn).toContain('"…":"10,001 more: see Text"')
  })

  test('opens as far as a screen reaches', () => {
    const small = opening({ a: { b: { c: 1 } } })
    expect([0, 1, 2, 3].map((level) => small(level, null))).toEqual([true, true, true, true])
    const wide = opening(Array.from({ length: 100 }, () => [1, 2, 3]))
    expect([0, 1].map((level) => wide(level, null))).toEqual([true, false])
  })
})
