// What a purchase is worth.
import type { Product, Shop } from './data.ts'

type Chosen = Readonly<Record<string, string>>

/** @param chosen the options, by name */
export function worthOf({ reward }: Shop, product: Product, chosen: Chosen): number {
  if (Array.isArray(reward)) return reward.find((one) => fits(one, product, chosen))?.reward ?? 0
  const { category, attributes, options, priceBelow } = reward
  const said = [product.title, product.description, ...product.features].join('\n').toLowerCase()
  const found = attributes.filter((one) => said.includes(one.toLowerCase())).length
  const right = Object.entries(options).filter(([name, value]) => chosen[name] === value).length
  const cheap = priceBelow === undefined || product.price <= priceBelow ? 1 : 0
  const all = attributes.length + Object.keys(options).length + 1
  return (nearness(category, product) * (found + right + cheap)) / all
}

/** The part of the data that says what the purchase is worth: the one of a list that fits it, else all of it. */
export function rewardBy({ reward }: Shop, product: Product, chosen: Chosen): PropertyKey[] {
  const at = Array.isArray(reward) ? reward.findIndex((one) => fits(one, product, chosen)) : -1
  return at < 0 ? ['reward'] : ['reward', at]
}

function fits(
  { code, category, options = {} }: Exclude<Shop['reward'], { attributes: string[] }>[number],
  product: Product,
  chosen: Chosen
) {
  return (
    (code === undefined || code === product.code) &&
    (category === undefined || category === product.category) &&
    Object.entries(options).every(([name, value]) => chosen[name] === value)
  )
}

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word.length > 2)

/** 1 for the kind that is asked for; less where the title shares few words with it (WebShop, appendix on rewards). */
function nearness(category: string, { category: own, title }: Product): number {
  if (own === category) return 1
  const wanted = words(category)
  const its = new Set(words(title))
  const share = wanted.length ? wanted.filter((word) => its.has(word)).length / wanted.length : 0
  return share > 0.2 ? 1 : share >= 0.1 ? 0.5 : share > 0 ? 0.1 : 0
}
