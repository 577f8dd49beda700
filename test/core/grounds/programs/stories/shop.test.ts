import { expect, it } from 'vitest'
import { readScene } from '../../../../../src/core/observations/documents/scene.ts'
import { shipped, story, told } from './telling.ts'

const SHOP = shipped('shop')
const TOP =
  'Instruction: [SEP] Find me a waterproof rain jacket for men with taped seams, color blue, size large, for less than 80.00 dollars [SEP]'
const HARBOR = `${TOP} Back to Search [SEP] < Prev [SEP] size [SEP] medium [SEP] large [SEP] color [SEP] blue [SEP] olive [SEP] Harbor Waterproof Shell for Men [SEP] Price: $72.00 [SEP] Rating: N.A. [SEP] Description [SEP] Features [SEP] Reviews [SEP] Buy Now`
const page = (text: string) => `${TOP} ${text}`
const SEARCH = `WebShop [SEP] ${page('Search')}`
const bought = (code: string, options: string, score: string, reward: number) => ({
  answer: `Thank you for shopping with us! [SEP] Your code: [SEP] None [SEP] (Paste it in your MTurk interface.) [SEP] Purchased [SEP] asin [SEP] ${code} [SEP] options [SEP] ${options} [SEP] attrs [SEP] None [SEP] category [SEP] None [SEP] query [SEP] None [SEP] product category [SEP] None [SEP] Target [SEP] asin [SEP] options [SEP] attrs [SEP] price upper [SEP] instuction text [SEP] category [SEP] product category [SEP] query [SEP] Goal [SEP] None [SEP] Reward [SEP] Your score (min 0.0, max 1.0) [SEP] ${score} [SEP] Reward Details [SEP] None`,
  ...{ reward, done: true }
})

const TURNS: [line: string, answer: unknown][] = [
  ['click[buy now]', SEARCH],
  ['search[]', SEARCH],
  ['dance', SEARCH],
  ['search[zebra]', page('Back to Search [SEP] Page 1 (Total results: 0)')],
  ['search[cucumber]', page('Back to Search [SEP] Page 1 (Total results: 0)')],
  ['click[back to search]', SEARCH],
  [
    'search[poncho]',
    page('Back to Search [SEP] Page 1 (Total results: 1) [SEP] B07RAIN103 [SEP] Drizzle Poncho, One Size [SEP] $12.50')
  ],
  [
    'click[b07rain102]',
    page('Back to Search [SEP] Page 1 (Total results: 1) [SEP] B07RAIN103 [SEP] Drizzle Poncho, One Size [SEP] $12.50')
  ],
  [
    'click[B07RAIN103]',
    page(
      'Back to Search [SEP] < Prev [SEP] color [SEP] yellow [SEP] Drizzle Poncho, One Size [SEP] Price: $12.50 [SEP] Rating: N.A. [SEP] Description [SEP] Features [SEP] Reviews [SEP] Buy Now'
    )
  ],
  ['click[reviews]', page('Back to Search [SEP] < Prev [SEP] No reviews found')],
  [
    'click[< prev]',
    page(
      'Back to Search [SEP] < Prev [SEP] color [SEP] yellow [SEP] Drizzle Poncho, One Size [SEP] Price: $12.50 [SEP] Rating: N.A. [SEP] Description [SEP] Features [SEP] Reviews [SEP] Buy Now'
    )
  ],
  [
    'click[< prev]',
    page('Back to Search [SEP] Page 1 (Total results: 1) [SEP] B07RAIN103 [SEP] Drizzle Poncho, One Size [SEP] $12.50')
  ],
  ['click[back to search]', SEARCH],
  [
    'search[harbor shell taped seams]',
    page(
      'Back to Search [SEP] Page 1 (Total results: 2) [SEP] B07RAIN102 [SEP] Harbor Waterproof Shell for Men [SEP] $72.00 [SEP] B07FISH301 [SEP] Fishing Rain Jacket with Bib [SEP] $94.50'
    )
  ],
  ['click[b07rain102]', HARBOR],
  [
    'click[features]',
    page('Back to Search [SEP] < Prev [SEP] Waterproof to 20000 mm [SEP] Taped seams [SEP] Hood that takes a helmet')
  ],
  ['click[< prev]', HARBOR],
  [
    'click[reviews]',
    page(
      'Back to Search [SEP] < Prev [SEP] "Dry at last" [SEP] 5 [SEP] Two weeks of spray and not a drop inside. [SEP] "Runs small" [SEP] 3 [SEP] Take one size more than usual.'
    )
  ],
  ['click[< prev]', HARBOR],
  ['click[large]', HARBOR],
  ['click[blue]', HARBOR],
  ['click[buy now]', bought('B07RAIN102', '{"color": "blue", "size": "large"}', '1.0', 1)]
]

it('tells the shipped shop in the pages of WebShop, and rewards the purchase', () => {
  const { answers, lines } = told(
    story(SHOP),
    TURNS.map(([line]) => line)
  )
  expect(answers).toEqual(TURNS.map(([, answer]) => answer))
  expect(lines).toEqual([])
})

it('pages through results, ten at a time', () => {
  const { answers, lines } = told(story(SHOP), ['search[men waterproof blue jacket]', 'click[next >]', 'click[< prev]'])
  const codes = (answer: unknown) => [...String(answer).matchAll(/B07[A-Z]+\d+/g)].map(([code]) => code)
  expect(String(answers[0])).toContain('Page 1 (Total results: 11) [SEP] Next > [SEP]')
  expect(String(answers[1])).toContain('Page 2 (Total results: 11) [SEP] < Prev [SEP]')
  expect(codes(answers[0])).toHaveLength(10)
  expect(codes(answers[1])).toHaveLength(1)
  expect(new Set([...codes(answers[0]), ...codes(answers[1])]).size).toBe(11)
  expect(answers[2]).toBe(answers[0])
  expect(lines.slice(0, 2)).toEqual(['click[back to search]', 'click[next >]'])
})

it.each([
  [['click[b07rain102]', 'click[olive]', 'click[large]'], '{"color": "olive", "size": "large"}', 0.75],
  [['click[b07rain101]', 'click[blue]', 'click[large]'], '{"color": "blue", "size": "large"}', 0.5],
  [['click[b07rain101]'], '{}', 0.25],
  [['click[b07rain103]'], '{}', 0]
])('what a purchase is worth: %j', (clicks, options, reward) => {
  const { answers } = told(story(SHOP), ['search[men rain jacket poncho shell one]', ...clicks, 'click[buy now]'])
  const code = (clicks[0] ?? '').slice(6, -1).toUpperCase()
  expect(answers.at(-1)).toEqual(
    bought(code, options, Number.isInteger(reward) ? `${reward}.0` : String(reward), reward)
  )
})

it('is read as a page by what reads text environments', () => {
  const { lines } = told(story(SHOP), ['search[poncho]'])
  expect(lines).toEqual(['click[back to search]', 'click[b07rain103]'])
  expect(readScene(`x\n\nAdmissible actions: ${lines.join(', ')}`).admissible).toEqual(lines)
})

const WANTED = `
story: shop
version: 1
instruction: A red mug.
products:
  - { code: m1, title: Red Mug, price: 9, category: mug, options: { size: [small, large] }, features: [Dishwasher safe] }
  - { code: m2, title: Mug Rack, price: 30, category: rack }
  - { code: m3, title: Teapot, price: 30, category: teapot }
reward: { category: mug, attributes: [red, dishwasher safe], options: { size: large }, priceBelow: 10 }
`

it.each([
  ['m1', ['click[large]'], 1],
  ['m1', ['click[small]'], 0.75],
  ['m2', [], 0],
  ['m3', [], 0]
])('counts what fits, as WebShop does: %s %j', (code, clicks, reward) => {
  const program = story(WANTED)
  const { answers } = told(program, ['search[mug teapot]', `click[${code}]`, ...clicks, 'click[buy now]'])
  expect(answers.at(-1)).toMatchObject({ reward, done: true })
})
