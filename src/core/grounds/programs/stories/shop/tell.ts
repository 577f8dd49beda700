// The pages of a shop as WebShop tells them: the texts of a page's elements in one line, apart by [SEP].
import type { Teller, TellerAnswer } from '../teller.ts'
import type { Product, Shop } from './data.ts'
import { found } from './find.ts'
import { rewardBy, worthOf } from './worth.ts'

/** Plain JSON. */
export type ShopState = {
  page: 'search' | 'results' | 'product' | 'part' | 'bought'
  words: string
  /** Of the results, from 1. */
  number: number
  code: string
  /** Of the product: its description, features or reviews. */
  part: string
  chosen: { [option: string]: string }
}

const BETWEEN = ' [SEP] '
// Products of one page of results.
const A_PAGE = 10
const PARTS = ['description', 'features', 'reviews']

export function shopTeller(shop: Shop): Teller<ShopState> {
  const tell = (state: ShopState): TellerAnswer<ShopState> => ({
    ...{ text: pageOf(shop, state), state },
    by: productBy(shop, state)
  })
  return {
    begin: () => ({ page: 'search', words: '', number: 1, code: '', part: '', chosen: {} }),
    opening: (state) => pageOf(shop, state),
    over: ({ page }) => page === 'bought',
    lines: (state) => [
      ...(state.page === 'search' ? ['search[<your words>]'] : []),
      ...clicks(shop, state).map((name) => `click[${name}]`)
    ],
    tell(state, line) {
      const [, verb = '', inner = ''] = /^(search|click)\[(.*)\]$/i.exec(line.slice(0, 1000)) ?? []
      const said = inner.trim().toLowerCase()
      if (verb.toLowerCase() === 'search' && state.page !== 'bought' && said) {
        return tell({ ...state, page: 'results', words: said, number: 1, code: '', chosen: {} })
      }
      // A click on what is not there changes nothing.
      if (verb.toLowerCase() !== 'click' || !clicks(shop, state).includes(said)) return { text: pageOf(shop, state) }
      if (said !== 'buy now') return tell(clicked(shop, state, said))
      const product = productOf(shop, state)
      const reward = product ? worthOf(shop, product, state.chosen) : 0
      const bought = { ...state, page: 'bought' as const }
      const by = [...productBy(shop, state), ...(product ? [rewardBy(shop, product, state.chosen)] : [])]
      return { text: pageOf(shop, bought), state: bought, reward, done: true, by }
    }
  }
}

const productOf = ({ products }: Shop, { code }: ShopState): Product | undefined =>
  products.find((one) => one.code === code)

function productBy({ products }: Shop, { code }: ShopState): PropertyKey[][] {
  const at = products.findIndex((one) => one.code === code)
  return at < 0 ? [] : [['products', at]]
}

/** What can be clicked, in small letters, in the order of the environment. */
function clicks(shop: Shop, state: ShopState): string[] {
  switch (state.page) {
    case 'search':
    case 'bought':
      return []
    case 'results': {
      const { shown, before, after } = results(shop, state)
      const codes = shown.map(({ code }) => code)
      return ['back to search', ...(before ? ['< prev'] : []), ...(after ? ['next >'] : []), ...codes]
    }
    case 'product': {
      const options = Object.values(productOf(shop, state)?.options ?? {}).flat()
      return ['back to search', '< prev', ...PARTS, 'buy now', ...options.map((one) => one.toLowerCase())]
    }
    case 'part':
      return ['back to search', '< prev']
    default:
      return state.page satisfies never
  }
}

function clicked(shop: Shop, state: ShopState, name: string): ShopState {
  if (name === 'back to search') return { ...state, page: 'search', words: '', number: 1, code: '', chosen: {} }
  if (state.page === 'part') return { ...state, page: 'product', part: '' }
  if (state.page === 'results') {
    if (name === 'next >') return { ...state, number: state.number + 1 }
    if (name === '< prev') return { ...state, number: state.number - 1 }
    return { ...state, page: 'product', code: name, chosen: {} }
  }
  if (name === '< prev') return { ...state, page: 'results', code: '', chosen: {} }
  if (PARTS.includes(name)) return { ...state, page: 'part', part: name }
  for (const [option, values] of Object.entries(productOf(shop, state)?.options ?? {})) {
    const value = values.find((one) => one.toLowerCase() === name)
    if (value !== undefined) return { ...state, chosen: { ...state.chosen, [option]: value } }
  }
  return state
}

function results({ products }: Shop, { words, number }: ShopState) {
  const all = found(products, words)
  const from = (number - 1) * A_PAGE
  return { all, shown: all.slice(from, from + A_PAGE), before: number > 1, after: from + A_PAGE < all.length }
}

const priceOf = ({ price }: Product): string => `$${price.toFixed(2)}`

function pageOf(shop: Shop, state: ShopState): string {
  const product = productOf(shop, state)
  const top = `Instruction:${BETWEEN}${shop.instruction}`
  switch (state.page) {
    case 'search':
      return ['WebShop', top, 'Search'].join(BETWEEN)
    case 'results': {
      const { all, shown, before, after } = results(shop, state)
      return [
        ...[top, 'Back to Search', `Page ${state.number} (Total results: ${all.length})`],
        ...[...(before ? ['< Prev'] : []), ...(after ? ['Next >'] : [])],
        ...shown.flatMap((one) => [one.code.toUpperCase(), one.title, priceOf(one)])
      ].join(BETWEEN)
    }
    case 'product':
      return [top, 'Back to Search', '< Prev', ...(product ? elementsOf(product) : [])].join(BETWEEN)
    case 'part':
      return [top, 'Back to Search', '< Prev', ...(product ? partOf(product, state.part) : [])].join(BETWEEN)
    case 'bought':
      return end(shop, state, product)
    default:
      return state.page satisfies never
  }
}

function elementsOf(product: Product): string[] {
  const { options, title, rating } = product
  return [
    ...Object.entries(options).flatMap(([name, values]) => [name, ...values]),
    ...[title, `Price: ${priceOf(product)}`, `Rating: ${rating ?? 'N.A.'}`],
    ...['Description', 'Features', 'Reviews', 'Buy Now']
  ]
}

function partOf({ description, features, reviews }: Product, part: string): string[] {
  if (part === 'description') return [description]
  if (part === 'features') return features
  if (!reviews.length) return ['No reviews found']
  return reviews.flatMap(({ title, score, text }) => [`"${title}"`, String(score), text])
}

/** A number as Python writes a float. */
const float = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value))

function end(shop: Shop, { chosen }: ShopState, product: Product | undefined): string {
  const options = Object.entries(chosen)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  return [
    ...['Thank you for shopping with us!', 'Your code:', 'None', '(Paste it in your MTurk interface.)', 'Purchased'],
    ...['asin', product?.code.toUpperCase() ?? 'None', 'options', `{${options.join(', ')}}`, 'attrs', 'None'],
    ...['category', 'None', 'query', 'None', 'product category', 'None', 'Target', 'asin', 'options', 'attrs'],
    ...['price upper', 'instuction text', 'category', 'product category', 'query', 'Goal', 'None', 'Reward'],
    ...['Your score (min 0.0, max 1.0)', float(product ? worthOf(shop, product, chosen) : 0), 'Reward Details', 'None']
  ].join(BETWEEN)
}
