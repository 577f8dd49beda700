import { describe, expect, it, test } from 'vitest'
import { guard, holdsAnswer } from '../../../../src/core/grounds/fiction/leak.ts'

const reference = (answer: string, aliases: string[] = [], reveal: string[] = []) => ({
  question: '',
  answer,
  aliases,
  reveal
})
const SEARCH = { name: 'web_search', arguments: { queries: ['something else'] } }

describe('the answer is found in every form', () => {
  const cases: [answer: string, texts: string[]][] = [
    [
      'Ingrid Moen',
      [
        'Built by Ingrid Moen.',
        'INGRID MOEN',
        'ingrid-moen',
        'Ingrid\nMoen',
        '**Ingrid** _Moen_',
        'Moen, Ingrid',
        'I n g r i d  M o e n',
        'Ing\u00adrid\u200b Moen',
        'Ｉｎｇｒｉｄ Ｍｏｅｎ',
        'Іngrid Моеn',
        'https://x.example/people/ingrid_moen',
        'Ingr%69d%20Moen',
        '&#73;ngrid&nbsp;Moen',
        'Ingrid Moen’s bridge',
        'Íngrìd Möen'
      ]
    ],
    [
      '1,204 m',
      [
        'It is 1,204 m long.',
        '1204 metres',
        '1 204 m',
        '1.204 m',
        "1'204",
        '1\u202f204',
        '1204.0 m',
        '１２０４',
        '١٢٠٤',
        '1,204m',
        'a length of 1 2 0 4 m',
        'one thousand two hundred and four metres',
        'twelve hundred four metres',
        '| length | 1204 |',
        'length_1204'
      ]
    ],
    ['2,500,000', ['2.5 million people', '2 500 000', '2500000', '2500k']],
    ['12.5', ['12.5', '12,5', '12.50']],
    ['12 km', ['12 km', '12km', '12 kilometres', '12.0 km']],
    ['7%', ['7 %', '7%', '7 percent']],
    [
      '2026-04-18',
      [
        '2026-04-18',
        '18 April 2026',
        '18th of April, 2026',
        'April 18, 2026',
        'Apr 18 2026',
        '18.04.2026',
        '18/4/2026',
        '04/18/2026',
        '20260418',
        '2026-04-18T10:00Z',
        '2026 / 04 / 18'
      ]
    ],
    ['April 18, 2026', ['2026-04-18', '18 Apr. 2026']],
    ['松本橋', ['これは松本橋です']],
    ['Brennholm', ['Brennholmbrücke', 'brenn-holm']]
  ]
  test.each(cases)('%s', (answer, texts) => {
    expect(texts.filter((text) => !holdsAnswer(text, reference(answer)))).toEqual([])
  })

  it('knows aliases', () => {
    expect(holdsAnswer('the Old Lady opened', reference('Brennholm', ['Old Lady']))).toBe(true)
  })
})

describe('what only looks like the answer stays', () => {
  const cases: [answer: string, texts: string[]][] = [
    ['1,204', ['11,204', '1,204,000', '3.1204', '12045', '1204.5', '12 or 04', '1,205', '1.204.7']],
    ['12 km', ['12 m', '112 km', '12.5 km', 'at 12, km 3']],
    ['7%', ['17%', '7 people']],
    ['2026-04-18', ['2026-04-19', '18 April 2027', '12026-04-18', '2026-04-181']],
    ['Oslo', ['Osloer', 'Poslo', 'O, s, l']],
    ['Ingrid Moen', ['Ingrid Berg and Lars Moen', 'Moens Ingrid']]
  ]
  test.each(cases)('%s', (answer, texts) => {
    expect(texts.filter((text) => holdsAnswer(text, reference(answer)))).toEqual([])
  })
})

describe('32.5 a leak is withheld with what it stands in', () => {
  it('takes the sentence out of a snippet and leaves the rest', () => {
    const text =
      '[1] https://a.example/x\nTitle: The bridge\nSnippet: A bridge in Sundvik. It is 1,204 m long. Cyclists like it.\nDate: N/A'
    expect(guard(text, reference('1,204 m'), SEARCH)).toEqual({
      text: '[1] https://a.example/x\nTitle: The bridge\nSnippet: A bridge in Sundvik. ... Cyclists like it.\nDate: N/A',
      withheld: 1,
      leaks: false
    })
  })

  it('takes a cell, an address part and a title out', () => {
    const text = '| Name | Length |\n| --- | --- |\n| Sund | 1,204 m |\nhttps://a.example/sund-1204\n# 1204 metres'
    expect(guard(text, reference('1,204 m'), SEARCH).text).toBe(
      '| Name | Length |\n| --- | --- |\n| Sund | ... |\nhttps://a.example/sund-...\n# ...'
    )
  })

  it('keeps JSON what it is', () => {
    const text = '{\n  "name": "Sund",\n  "length": 1204,\n  "text": "Long. It has 1,204 metres. Wide."\n}'
    const made = guard(text, reference('1,204 m'), SEARCH)
    expect(made).toEqual({
      text: '{\n  "name": "Sund",\n  "length": null,\n  "text": "Long. ... Wide."\n}',
      withheld: 2,
      leaks: false
    })
  })

  it('finds an answer that is cut by lines and fields', () => {
    const lines = guard('Ingrid\nMoen built it.', reference('Ingrid Moen'), SEARCH)
    expect(lines.leaks).toBe(false)
    const fields = guard('["Ingrid","Moen"]', reference('Ingrid Moen'), SEARCH)
    expect(fields.leaks).toBe(false)
    expect(JSON.parse(fields.text)).toHaveLength(2)
  })

  it('leaves other texts byte for byte', () => {
    for (const text of ['', '{"a":  1}', 'Nothing here.\r\n\t']) {
      expect(guard(text, reference('Ingrid Moen'), SEARCH)).toEqual({ text, withheld: 0, leaks: false })
    }
  })
})

describe('only the page of the reference shows it', () => {
  const page = 'https://a.example/moen'
  const open = (url: string) => ({ name: 'web_extractor', arguments: { url } })

  it('on the page itself, however its address is written', () => {
    for (const url of [page, `${page}/`, 'http://www.A.example/moen#top'])
      expect(guard('Ingrid Moen', reference('Ingrid Moen', [], [page]), open(url)).text).toBe('Ingrid Moen')
  })

  it('on no other', () => {
    expect(guard('Ingrid Moen', reference('Ingrid Moen', [], [page]), open(`${page}2`)).text).toBe('...')
    expect(guard('Ingrid Moen', reference('Ingrid Moen', [], [page]), SEARCH).text).toBe('...')
  })

  it('of several pages on its own alone', () => {
    const other = 'https://a.example/other'
    const action = { name: 'web_extractor', arguments: { urls: [other, page] } }
    expect(
      guard(`${other}\nIngrid Moen.\n${page}\nIngrid Moen.`, reference('Ingrid Moen', [], [page]), action).text
    ).toBe(`${other}\n...\n${page}\nIngrid Moen.`)
  })
})

it('a long text costs time in proportion to its length', () => {
  for (const part of ['1 ', '1,', 'Ingrid ', 'a.b/', '{"', '%20', '&#1;', '\u200b', '1204 '])
    expect(guard(part.repeat(30_000), reference('1,204 m', ['Ingrid Moen']), SEARCH).leaks).toBe(false)
})
