// A shop that a person states in sentences, a product a line, in the form of WebShop: read into data, so that the rules compute it.

import { z } from 'zod'
import { readJsonAt } from '../../../../observations/documents/value.ts'
import type { Json } from '../../../../tree/ports.ts'
import { Shop } from './data.ts'

// Every look at a text is linear in it; more than this is no shop that somebody wrote.
const MOST_TEXT = 100_000
// "b07rain101  Rain Jacket  $54.90  sizes small, large (hood)", also as an item of a list, or with a colon behind the code.
const CODE = /^[a-z]{1,12}\d[a-z\d]{0,18}:?$/i
const MARKS = new Set(['', '-', '*', '•', ':'])
const TAIL = /^ ?(\d{1,6}(?:\.\d{1,2})?)(.*)$/
// At the beginning of a line, or between the marks of WebShop's pages; what it says may stand in the next line.
const INSTRUCTION = /(?:^|\[SEP\] ?)Instruction:\s{0,20}([^\n]{5,600})/im
const PRICE = /\b(?:less than|lower than|under|below|at most) \$? ?(\d{1,6}(?:\.\d{1,2})?)/i
// Of options: "sizes", "colour".
const OPTION = /^([a-z]{3,20}):? (.+)$/i

/** The data of a shop (`data.ts`), or `null` for a text that names no instruction, no `search[…]`, or no product with code and price. */
export function shopStated(text: string): Json | null {
  if (text.length > MOST_TEXT || !/\bsearch\[/i.test(text)) return null
  const instruction = INSTRUCTION.exec(text)?.[1]
    ?.split('[SEP]')
    .map((one) => one.trim())
    .find(Boolean)
  const listed = productsInJson(text)
  const products = listed.length ? listed : text.split('\n').flatMap((line) => productIn(line) ?? [])
  if (instruction === undefined || !products.length) return null
  const reward = rewardIn(text, products) ?? wantedIn(instruction, products)
  const data = { story: 'shop', version: 1, instruction, products, reward }
  return Shop.safeParse(data).success ? data : null
}

type StatedProduct = {
  code: string
  title: string
  price: number
  options: Record<string, string[]>
  features: string[]
  category?: string
  description?: string
}

function productIn(line: string): StatedProduct | null {
  const at = line.slice(0, 2000).indexOf('$')
  const words = line
    .slice(0, Math.max(0, at))
    .split(/[ \t|]/)
    .filter((word) => !MARKS.has(word))
  const [named = '', ...title] = /^\d{1,3}[.)]$/.test(words[0] ?? '') ? words.slice(1) : words
  const code = /^\[(.*)\]:?$/.exec(named)?.[1] ?? named
  const [, price = '', rest = ''] = TAIL.exec(line.slice(at + 1, 2000)) ?? []
  if (!CODE.test(code) || !title.length || !price) return null
  const options: Record<string, string[]> = {}
  const told: Pick<StatedProduct, 'category' | 'description'> = {}
  const [outside, features] = apart(rest)
  for (const part of outside.split(/[ \t]{2,}|[;|]/)) {
    const [, name = '', values = ''] = OPTION.exec(part.trim()) ?? []
    const key = singular(name.toLowerCase())
    if (key === 'feature' || key === 'attribute') for (const one of listed(values)) features.push(one)
    else if (key === 'category' || key === 'description') told[key] = values
    else if (name) options[key] = listed(values)
  }
  return {
    ...told,
    code: code.replace(':', '').toLowerCase(),
    title: title.join(' '),
    price: Number(price),
    options,
    features
  }
}

// As WebShop's own data and people name them.
const JsonProduct = z
  .object({
    ...{ code: z.string(), asin: z.string(), id: z.string(), title: z.string(), name: z.string() },
    ...{ price: z.union([z.number(), z.string()]), category: z.string(), description: z.string() },
    options: z.record(z.string(), z.array(z.string())),
    ...{ features: z.array(z.string()), attributes: z.array(z.string()) }
  })
  .partial()

/** A JSON list of products, alone or below lines of words; `[]`: there is none. */
function productsInJson(text: string): StatedProduct[] {
  const from = text.search(/\[\s*\{/)
  const list = readJsonAt(text, from)?.value
  return (Array.isArray(list) ? list : []).flatMap((one): StatedProduct[] => {
    const { data = {} } = JsonProduct.safeParse(one)
    const { options = {}, features = [], attributes = [], category, description } = data
    const code = (data.code ?? data.asin ?? data.id ?? '').toLowerCase()
    const title = data.title ?? data.name ?? ''
    const price = Number.parseFloat(String(data.price ?? '').replace(/^[^\d]{0,5}/, ''))
    if (!CODE.test(code) || !title || Number.isNaN(price)) return []
    const told = { ...(category !== undefined && { category }), ...(description !== undefined && { description }) }
    return [{ code, title, price, options, features: [...features, ...attributes], ...told }]
  })
}

/** What stands in brackets says what it is like; the rest what can be chosen. */
function apart(text: string): [outside: string, inside: string[]] {
  const pieces = text.split(/[()]/)
  // "(sizes: 41, 42)" can be chosen.
  const isOutside = (piece: string, at: number) => at % 2 === 0 || /^[a-z]{3,20}: /i.test(piece)
  return [pieces.filter(isOutside).join('  '), listed(pieces.filter((piece, at) => !isOutside(piece, at)).join(', '))]
}

// A comma within a number is none between two things.
const listed = (text: string): string[] =>
  text
    .split(/,(?!\d)/)
    .map((one) => one.trim())
    .filter(Boolean)

const singular = (word: string): string => (word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word)

/** "Reward: 1 for CODE in blue, large; 0.5 for the same with another option; 0.25 for another rain jacket; else 0." */
function rewardIn(text: string, products: StatedProduct[]): Json[] | null {
  const said = /\breward\b([^\n]{0,2000})/i.exec(text)?.[1]
  const worth: Json[] = []
  let same: string | undefined
  for (const clause of said?.split(';') ?? []) {
    const [, reward, what = ''] = /(\d(?:\.\d{1,4})?) (?:is )?for ([^\n]{1,300})/.exec(clause) ?? []
    if (reward === undefined) continue
    const code = products.find((one) => has(what, one.code))?.code
    const kind = /^(?:another|any(?: other)?|a|an) ([a-z -]{3,60}?)\.?$/i.exec(what.trim())?.[1]
    if (code !== undefined) {
      same = code
      worth.push({ code, options: chosenIn(what, products), reward: Number(reward) })
    } else if (/\b(?:the same|it)\b/i.test(what) && same !== undefined)
      worth.push({ code: same, reward: Number(reward) })
    else if (kind !== undefined) {
      for (const one of products) if (kind.split(' ').every((word) => has(one.title, word))) one.category ??= kind
      worth.push({ category: kind, reward: Number(reward) })
    } else return null
  }
  return worth.length ? worth : null
}

/** What an instruction asks for, rewarded as WebShop does where nothing is said of rewards. */
function wantedIn(instruction: string, products: readonly StatedProduct[]): Json {
  const priceBelow = PRICE.exec(instruction)?.[1]
  const features = new Set(products.flatMap((one) => one.features))
  return {
    category: kindIn(instruction),
    attributes: [...features].filter((one) => has(instruction, one)),
    options: chosenIn(instruction, products),
    ...(priceBelow !== undefined && { priceBelow: Number(priceBelow) })
  }
}

const ASKS =
  /^(?:please )?(?:find|get|buy|show|i need|i want|i am looking for|i'm looking for|looking for)\b(?: me)? ?/i
const MORE = /[,.]|\b(?:with|for|in|of|that|which|under|below|less|lower|cheaper|price|priced|size|at most)\b/i

const SOME = /^(?:an?|some|the|my) |^(?:pair|set|pack|box|bottle) of /i

/** The kind of thing: "Find me a blue kettle with price lower than 60.00 dollars" is about a "blue kettle". */
function kindIn(instruction: string): string {
  const asked = instruction.trim().replace(ASKS, '').replace(SOME, '').replace(SOME, '')
  return asked.split(MORE, 1)[0]?.trim() || asked
}

/** The values of options that a text names, by option. */
function chosenIn(text: string, products: readonly StatedProduct[]): Record<string, string> {
  const values = products.flatMap(({ options }) =>
    Object.entries(options).flatMap(([name, all]) => all.map((value) => ({ name, value })))
  )
  // "x-large" before "large".
  const longest = values.sort((one, other) => other.value.length - one.value.length)
  const chosen: Record<string, string> = {}
  for (const { name, value } of longest) if (has(text, value)) chosen[name] ??= value
  return chosen
}

/** Whether words stand in a text as whole words, in whatever case. */
const has = (text: string, words: string): boolean => ` ${plain(text)} `.includes(` ${plain(words)} `)

const plain = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]/u)
    .filter(Boolean)
    .join(' ')
