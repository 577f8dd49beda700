// What a query of a search engine asks for beside its words.
import { expect, it } from 'vitest'
import { fitsQuery, isPlainQuery, readQuery } from '../../../../src/core/grounds/fiction/query.ts'

const page = {
  address: 'https://news.tarn.example/2030/tower',
  text: 'The tower was raised on Thursday.',
  date: '2030-09-12'
}

it.each([
  ['tower', true],
  ['"raised on Thursday"', true],
  ['"Thursday raised"', false],
  ['tower -thursday', false],
  ['tower -friday', true],
  ['site:tarn.example tower', true],
  ['site:news.tarn.example', true],
  ['site:arn.example tower', false],
  ['tower after:2030-09-12', true],
  ['tower after:2030-09-13', false],
  ['tower before:2030-09-12', true],
  ['tower before:2030-09-11', false],
  ['site:other.example site:tarn.example tower', true]
])('%s', (query, fits) => {
  expect(fitsQuery(readQuery(query), page)).toBe(fits)
})

it('a page without a date is neither before nor after a day', () => {
  const undated = { ...page, date: '' }
  expect(['after:2000-01-01', 'before:2100-01-01'].map((query) => fitsQuery(readQuery(query), undated))).toEqual([
    false,
    false
  ])
})

it('words and those of phrases are looked for in the index; what else is asked for is no word', () => {
  expect(readQuery('big "old tower" -sea site:tarn.example after:2030-01-01').words.sort()).toEqual([
    'big',
    'old',
    'tower'
  ])
  expect(
    ['big tower', 'tower -sea', '"big tower"', 'site:tarn.example'].map((one) => isPlainQuery(readQuery(one)))
  ).toEqual([true, false, false, false])
})
