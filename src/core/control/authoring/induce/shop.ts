// A shop in WebShop's pages, from the results and products that a recording looked at: the rules are there, what is sold is read.
import { shopStated } from '../../../grounds/programs/stories/shop/stated.ts'
import { readScene } from '../../../observations/documents/scene.ts'
import { isObject } from '../../../text/json.ts'
import type { Json } from '../../../tree/ports.ts'
import type { SeenRecording, SeenTurn } from '../turns.ts'

interface ProductSeen {
  code: string
  title: string
  price: number
  options: Record<string, string[]>
  description: string
  features: string[]
  reviews: { title: string; score: number; text: string }[]
}

const SEPARATOR = ' [SEP] '
const PRICE = /^(?:Price: )?\$(\d{1,7}(?:\.\d{1,2})?)$/
const CODE = /^[A-Z0-9]{5,20}$/

/** The data of the shop (`stories/shop/data.ts`); `null` for a world that is told otherwise. What was never seen is not sold. */
export function shopSeen(recordings: readonly SeenRecording[]): Json | null {
  const texts = recordings.flatMap(({ initial, turns }) => [initial, ...turns.map(({ text }) => text)])
  const page = texts.find((text) => text.includes(`Instruction:${SEPARATOR}`))
  if (page === undefined) return null
  const parts = page.split(SEPARATOR)
  const instruction = parts[parts.findIndex((part) => part.endsWith('Instruction:')) + 1]?.split('\n')[0]?.trim()
  const products = new Map<string, ProductSeen>()
  for (const { turns } of recordings) look(turns, products)
  if (!instruction || !products.size) return null
  const lines = [...products.values()].map(({ code, title, price }) => `${code}  ${title}  $${price.toFixed(2)}`)
  const stated = shopStated(
    [`WebShop. Actions: search[words], click[thing].`, `Instruction: ${instruction}`, ...lines].join('\n')
  )
  const usual = { category: '', attributes: [] }
  const reward = isObject(stated) && 'reward' in stated ? (stated as { [name: string]: Json }).reward : usual
  // As JSON, which its own reader holds to its form.
  return JSON.parse(
    JSON.stringify({
      story: 'shop',
      version: 1,
      instruction,
      products: [...products.values()],
      reward: reward ?? usual
    })
  ) as Json
}

function look(turns: readonly SeenTurn[], products: Map<string, ProductSeen>): void {
  let current: string | null = null
  for (const { label, text } of turns) {
    const { scene, admissible } = readScene(text)
    const parts = scene.split(SEPARATOR).map((part) => part.trim())
    const clicked = /^click\[(.{1,100})\]$/.exec(label.trim().toLowerCase())?.[1]
    for (const [at, part] of parts.entries()) {
      const price = PRICE.exec(parts[at + 2] ?? '')?.[1]
      if (CODE.test(part) && price !== undefined && !(parts[at + 2] ?? '').startsWith('Price'))
        named(part, parts[at + 1] ?? '', Number(price))
    }
    if (clicked !== undefined && products.has(clicked)) current = clicked
    const product = current === null ? undefined : products.get(current)
    const from = parts.indexOf('< Prev')
    if (!product || from < 0) continue
    const priced = parts.findIndex((part) => part.startsWith('Price: $'))
    if (priced > from) options(product, parts.slice(from + 1, priced - 1), admissible)
    else if (clicked === 'features') product.features = parts.slice(from + 1)
    else if (clicked === 'description') product.description = parts.slice(from + 1).join(' ')
    else if (clicked === 'reviews') product.reviews = reviewsIn(parts.slice(from + 1))
  }

  function named(code: string, title: string, price: number): void {
    const id = code.toLowerCase()
    if (products.has(id)) return
    products.set(id, { code: id, title, price, options: {}, description: '', features: [], reviews: [] })
  }
}

/** What can be clicked is a value; what cannot is the name of the values behind it. */
function options(product: ProductSeen, parts: readonly string[], admissible: readonly string[]): void {
  const values = new Set(admissible.map((one) => one.toLowerCase()))
  let name: string | null = null
  const found: Record<string, string[]> = {}
  for (const part of parts) {
    if (!values.has(`click[${part.toLowerCase()}]`)) name = part
    else if (name !== null) found[name] = [...(found[name] ?? []), part]
  }
  if (Object.keys(found).length) product.options = found
}

function reviewsIn(parts: readonly string[]): ProductSeen['reviews'] {
  const found: ProductSeen['reviews'] = []
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [title = '', score = '', text = ''] = parts.slice(at, at + 3)
    if (/^[0-5](?:\.\d)?$/.test(score))
      found.push({
        title: title.startsWith('"') && title.endsWith('"') ? title.slice(1, -1) : title,
        score: Number(score),
        text
      })
  }
  return found
}
