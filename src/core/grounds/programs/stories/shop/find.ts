// Which products a search finds: those that share words with it, the rarest words counting most, and the title more than the rest.
import type { Product } from './data.ts'

// As many as WebShop's search gives.
const MOST_FOUND = 50
const TITLE = 3

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter(Boolean)

/** Products in order. Linear in the products for each word; the first sixteen words count. */
export function found(products: readonly Product[], search: string): Product[] {
  const asked = [...new Set(words(search))].slice(0, 16)
  const texts = products.map((product) => ({
    product,
    title: new Set(words(product.title)),
    rest: new Set(
      words(
        [product.description, ...product.features, product.category, ...Object.values(product.options).flat()].join(
          '\n'
        )
      )
    )
  }))
  const weights = asked.map((word) => {
    const many = texts.filter(({ title, rest }) => title.has(word) || rest.has(word)).length
    return { word, weight: Math.log(1 + products.length / (many || 1)) }
  })
  const scored = texts.map(({ product, title, rest }, at) => ({
    product,
    at,
    score: weights.reduce(
      (sum, { word, weight }) => sum + (title.has(word) ? TITLE * weight : 0) + (rest.has(word) ? weight : 0),
      0
    )
  }))
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, MOST_FOUND)
    .map(({ product }) => product)
}
