import { expect, it } from 'vitest'
import { uiautomator } from '../../../../src/core/observations/screens/readers/android/uiautomator.ts'
import { html } from '../../../../src/core/observations/screens/readers/html/index.ts'
import { readers } from '../../../../src/core/observations/screens/readers/index.ts'
import { DEEPEST, MOST_NODES } from '../../../../src/core/observations/screens/readers/limits.ts'
import {
  decode,
  escapeAttribute,
  escapeText
} from '../../../../src/core/observations/screens/readers/markup/entities.ts'
import { readMarkup } from '../../../../src/core/observations/screens/readers/markup/index.ts'
import { osworldXml } from '../../../../src/core/observations/screens/readers/osworld/xml.ts'
import { must } from '../../../must.ts'
import { samples, screenOf } from './samples.ts'

/** Tags and texts in document order, each below its parent's number. */
function tree(text: string, isHtml = false) {
  const { parts, warnings } = readMarkup(text, { html: isHtml })
  return { parts: parts.map(({ name, text, parent }) => `${parent} ${name ? `<${name}>` : text}`), warnings }
}

const markup = samples('osworld-xml', 'uiautomator', 'html')
const written = [osworldXml, uiautomator, html]

it('reads an element with its attributes as written, its text with references read, and where each stands', () => {
  const text = `<a b="1 &amp; 2" c='"' d:e=""> x &lt; y <!-- no --><f/></a>`
  expect(readMarkup(text, { html: false })).toEqual({
    parts: [
      {
        name: 'a',
        attributes: [
          ['b', '1 &amp; 2'],
          ['c', '"'],
          ['d:e', '']
        ],
        text: '',
        parent: -1,
        start: 0,
        end: 30,
        last: 2
      },
      { name: '', attributes: [], text: 'x < y', parent: 0, start: 31, end: 39, last: 1 },
      { name: 'f', attributes: [], text: '', parent: 0, start: 51, end: 55, last: 2 }
    ],
    warnings: []
  })
})

it('reads character references, and leaves what is none as it was', () => {
  expect(decode('&lt;&#65;&#x1F600;&#55357;&#56832;&eacute;&nbsp;&hellip; &bogus; &#0; & &amp;amp;')).toBe(
    '<A😀😀é\u00a0… &bogus; &#0; & &amp;'
  )
  const odd = 'a <b> & "c"\n\td'
  expect([decode(escapeText(odd)), decode(escapeAttribute(odd))]).toEqual([odd, odd])
})

it('takes a CDATA section for text, and no tag from it', () => {
  expect(tree('<a>1 &lt; <![CDATA[<b> &amp; ]]>2</a>')).toEqual({
    parts: ['-1 <a>', '0 1 < <b> &amp; 2'],
    warnings: []
  })
})

it('recovers from wrong nesting and says so', () => {
  expect(tree('<a><b><c></b></x><d></a><e>')).toEqual({
    parts: ['-1 <a>', '0 <b>', '1 <c>', '0 <d>', '-1 <e>'],
    warnings: [
      'The text ends before 1 element is closed.',
      '2 elements have no closing tag of their own.',
      '1 closing tag closes nothing.'
    ]
  })
})

it('ends a tag that lacks its quote or its bracket where the next begins', () => {
  expect(tree('<a b="1><c d="2"/><e <f g=3/></a')).toEqual({
    parts: ['-1 <a>', '0 <c>', '0 <e>', '2 <f>'],
    warnings: [
      'The text ends inside a closing tag.',
      'The text ends before 2 elements are closed.',
      '2 tags end where the next one begins.'
    ]
  })
})

it('says inside what a text ends', () => {
  const ends = ['<a b="', '<a><!-- b', '<a><![CDATA[b', '<a><?b', '<a></a'].map((text) => tree(text).warnings[0])
  expect(ends).toEqual([
    'The text ends inside a tag.',
    'The text ends inside a comment.',
    'The text ends inside a CDATA section.',
    'The text ends inside an instruction.',
    'The text ends inside a closing tag.'
  ])
})

it('shows no fence that a model put around its tree', () => {
  const { nodes, preface, warnings } = screenOf('```html\n<p>a</p>\n```\n')
  expect([nodes.map(({ tag }) => tag), preface, warnings]).toEqual([['p'], '```html\n', []])
})

it('knows what HTML leaves out: closing tags, void elements, quotes, and case', () => {
  expect(
    tree('<UL><li>1<LI>2</ul><p>3<br>4<p>5<div>6</div><table><tr><td>7<td>8<tr><td a=b/c>9</table>', true)
  ).toEqual({
    parts: [
      ...['-1 <UL>', '0 <li>', '1 1', '0 <LI>', '3 2', '-1 <p>', '5 3', '5 <br>', '5 4', '-1 <p>', '9 5'],
      ...[
        '-1 <div>',
        '11 6',
        '-1 <table>',
        '13 <tr>',
        '14 <td>',
        '15 7',
        '14 <td>',
        '17 8',
        '13 <tr>',
        '19 <td>',
        '20 9'
      ]
    ],
    warnings: []
  })
})

it('takes nothing for a tag or a text that is a script or a style', () => {
  expect(tree('<script>"<b>"; a</b</script ><style>p > q</STYLE><textarea><b> &amp;</textarea>', true)).toEqual({
    parts: ['-1 <script>', '-1 <style>', '-1 <textarea>', '2 <b> &'],
    warnings: []
  })
})

it.each(markup)('13.4 writes $name again as it was read', ({ text }) => {
  const screen = screenOf(text)
  expect(written.find(({ name }) => name === screen.format)?.write(screen)).toBe(text)
})

it.each(markup.filter(({ name }) => !/by-hand|html-page|with-tabs/.test(name)))(
  '13.4 keeps no tag of $name but in tag and attributes',
  ({ text }) => {
    // What a program wrote follows from the fields alone; only other spellings are kept as they are.
    const { layout, nodes } = screenOf(text)
    expect(layout?.filter((piece) => typeof piece === 'number')).toEqual(nodes.map((_, index) => index))
  }
)

it.each(markup)('cuts from $name what each node was read from', ({ text }) => {
  const { nodes } = screenOf(text)
  const wrong = nodes.filter(({ start, end, tag, name, attributes }, index) => {
    const cut = text.slice(start, end)
    if (start < (nodes[index - 1]?.end ?? 0)) return true
    if (tag === '#text') return cut.includes('<') || decode(cut).replace(/\s+/g, ' ') !== name
    return !/^<[^<]*>$/.test(cut) || !attributes.every(([key, value]) => cut.includes(key) && cut.includes(value))
  })
  expect(wrong).toEqual([])
})

it.each(markup)('is recognised as one format only: $name', ({ name, text }) => {
  const claims = readers.filter((reader) => reader.recognises(text)).map((reader) => reader.name)
  expect(claims).toEqual([name.startsWith('osworld') ? 'osworld-xml' : name.split('-')[0]])
})

it.each(samples('android', 'aria', 'axtree', 'osworld-table', 'webarena'))('takes $name for no markup', ({ text }) => {
  expect(written.filter((reader) => reader.recognises(text)).map((reader) => reader.name)).toEqual([])
})

it('leaves a page that shows markup to the format that tells of the page', () => {
  const others = [
    `RootWebArea 'Dump'\n\t[3] StaticText '<hierarchy rotation="0">'\n<div>`,
    `- heading "XML"\n<desktop-frame>\n`,
    'tag\tname\ntext\t"\n<html>\n"',
    'UI element 0: UIElement(text="\n<html>")',
    'No markup at all',
    ''
  ]
  expect(others.map((text) => written.filter(({ recognises }) => recognises(text)).length)).toEqual([0, 0, 0, 0, 0, 0])
})

it.each(markup.filter(({ text }) => text.length < 2600))(
  'keeps every node of $name before a cut, wherever it is',
  ({ text }) => {
    const whole = screenOf(text)
    const reader = must(written.find(({ name }) => name === whole.format))
    const lost: unknown[] = []
    for (let cut = 0; cut <= text.length; cut += 1) {
      const part = text.slice(0, cut)
      const before = whole.nodes.filter(({ end }) => end <= cut)
      if (before.length === 0) continue
      const screen = screenOf(part)
      const kept = new Set(screen.nodes.map(({ tag, ref, start, end }) => `${tag} ${ref} ${start} ${end}`))
      lost.push(...before.filter(({ tag, ref, start, end }) => !kept.has(`${tag} ${ref} ${start} ${end}`)))
      if (reader.write(screen) !== part) lost.push(cut)
    }
    expect(lost).toEqual([])
  }
)

it('shows no more than can be drawn, and says what is missing', () => {
  const { parts, warnings } = readMarkup('<a>'.repeat(100_000), { html: false })
  const depth: number[] = []
  parts.forEach(({ parent }, index) => {
    depth[index] = parent < 0 ? 1 : must(depth[parent]) + 1
  })
  expect([parts.length, Math.max(...depth), warnings]).toEqual([
    MOST_NODES,
    DEEPEST + 1,
    [
      'Things lie more than 256 levels deep in one another; the deepest are shown side by side.',
      'There is more than can be drawn: what follows the first 20,000 things is left out.'
    ]
  ])
})

// Each is slow to read for whoever looks at any part of it twice.
const HOSTILE = {
  'a million brackets': '<'.repeat(1_000_000),
  'a hundred thousand levels, closed again': '<a>'.repeat(100_000) + '</a>'.repeat(100_000),
  'closing tags of nothing': `<a>${'</b>'.repeat(50_000)}`,
  'levels and closing tags of nothing': '<a>'.repeat(15_000) + '</b>'.repeat(50_000),
  'one line of 5 MB': `<a>${'x'.repeat(5_000_000)}</a>`,
  'one name of 5 MB': `<${'x'.repeat(5_000_000)}`,
  'one value of 5 MB': `<a b="${'x'.repeat(5_000_000)}`,
  'blanks in a tag': `<a${' '.repeat(1_000_000)}`,
  'blanks in text': `<a>${' '.repeat(1_000_000)}x`,
  'attributes without end': `<a${' b'.repeat(100_000)}>`,
  'quotes that close each other': '<a b="'.repeat(30_000),
  'tags without an end': '<a '.repeat(30_000),
  'comments in comments': '<!--'.repeat(300_000),
  'instructions without an end': '<?a '.repeat(300_000),
  'CDATA in CDATA': `<a>${'<![CDATA['.repeat(100_000)}`,
  references: `<a>${'&'.repeat(1_000_000)}${'&a'.repeat(500_000)}`,
  'scripts in scripts': '<script>'.repeat(30_000),
  'nested tables': '<table>'.repeat(5000),
  'nested links': `${'<a href="#">'.repeat(5000)}x`,
  'a label around many fields': `<label>${'<input>'.repeat(5000)}x</label>`
}

it.each(Object.entries(HOSTILE))('comes to an end with %s, and to the same text again', (_, text) => {
  for (const reader of [osworldXml, html]) {
    const again = (() => {
      try {
        return reader.write(reader.read(text))
      } catch (error) {
        // Nothing to read in it: said in a sentence.
        return error instanceof Error && error.message.endsWith('.') ? text : String(error)
      }
    })()
    expect(again === text).toBe(true)
  }
})
