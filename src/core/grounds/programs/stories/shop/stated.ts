// A shop that a person states in sentences, a product a line, in the form of WebShop: read into data, so that the rules compute it.
import type { Json } from '../../../../tree/ports.ts'
import { Shop } from './data.ts'

// Every look at a text is linear in it; more than this is no shop that somebody wrote.
const MOST_TEXT = 100_000
// "b07rain101  Rain Jacket  $54.90  sizes small, large (hood)", also as an item of a list, or with a colon behind the code.
const CODE = /^[a-z]{1,12}\d[a-z\d]{0,18}:?$/i
const MARKS = new Set(['', '-', '*', '•', ':'])
const TAIL = /^ ?(\d{1,6}(?:\.\d{1,2})?)(.*)$/
const INSTRUCTION = /^Instruction:([^\n]{5,600})/im
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
  const products = text.split('\n').flatMap((line) => productIn(line) ?? [])
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
}

function productIn(line: string): StatedProduct | null {
  const at = line.slice(0, 2000).indexOf('$')
  const [code = '', ...title] = line
    .slice(0, Math.max(0, at))
    .split(/[ \t|]/)
    .filter((word) => !MARKS.has(word))
  const [, price = '', rest = ''] = TAIL.exec(line.slice(at + 1, 2000)) ?? []
  if (!CODE.test(code) || !title.length || !price) return null
  const options: Record<string, string[]> = {}
  const [outside, features] = apart(rest)
  for (const part of outside.split(/[ \t]{2,}|[;|]/)) {
    const [, name = '', values = ''] = OPTION.exec(part.trim()) ?? []
    if (name) options[singular(name.toLowerCase())] = listed(values)
  }
  return {
    code: code.replace(':', '').toLowerCase(),
    title: title.join(' '),
    price: Number(price),
    options,
    features
  }
}

/** What stands in brackets says what it is like; the rest what can be chosen. */
function apart(text: string): [outside: string, inside: string[]] {
  const pieces = text.split(/[()]/)
  return [pieces.filter((_, at) => at % 2 === 0).join('  '), listed(pieces.filter((_, at) => at % 2 === 1).join(', '))]
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
    category: instruction.split(/[,.]/, 1)[0] ?? instruction,
    attributes: [...features].filter((one) => has(instruction, one)),
    options: chosenIn(instruction, products),
    ...(priceBelow !== undefined && { priceBelow: Number(priceBelow) })
  }
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
