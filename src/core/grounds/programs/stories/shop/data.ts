// A shop as data: what is asked for, the products, and how much a purchase is worth.
import { z } from 'zod'

const Text = z.string().min(1).max(2000)
const Code = z.string().regex(/^[a-z0-9]{1,20}$/, 'a code is small letters and digits, such as b07rain101')

const Product = z.strictObject({
  code: Code,
  title: Text,
  price: z.number().min(0),
  /** `size: [small, large]`: one of each can be chosen. */
  options: z.record(z.string().min(1).max(40), z.array(z.string().min(1).max(60)).min(1)).default({}),
  description: z.string().max(5000).default(''),
  features: z.array(Text).default([]),
  reviews: z
    .array(z.strictObject({ title: Text, score: z.number().min(0).max(5), text: z.string().max(2000) }))
    .default([]),
  rating: z.number().min(0).max(5).exactOptional(),
  /** What kind of thing it is. */
  category: z.string().max(200).exactOptional()
})
export type Product = z.infer<typeof Product>

const Options = z.record(z.string(), z.string())

/** What fits counts, the first of a list. */
const Worth = z.strictObject({
  code: Code.exactOptional(),
  category: z.string().exactOptional(),
  options: Options.exactOptional(),
  reward: z.number()
})

/** As WebShop rewards: attributes, options and price that fit, of all that are asked for, times how near the kind of product is. */
const Wanted = z.strictObject({
  category: z.string(),
  attributes: z.array(Text).default([]),
  options: Options.default({}),
  priceBelow: z.number().exactOptional()
})

export const Shop = z
  .strictObject({
    story: z.literal('shop'),
    version: z.literal(1),
    /** What every page begins with. */
    instruction: Text,
    products: z.array(Product).min(1).max(1000),
    reward: z.union([Wanted, z.array(Worth).min(1)])
  })
  .superRefine(({ products, reward }, context) => {
    const codes = new Set<string>()
    for (const [at, { code }] of products.entries()) {
      if (codes.has(code))
        context.addIssue({ code: 'custom', path: ['products', at, 'code'], message: `"${code}" is there twice` })
      codes.add(code)
    }
    for (const [at, worth] of (Array.isArray(reward) ? reward : []).entries()) {
      if (worth.code === undefined || codes.has(worth.code)) continue
      context.addIssue({ code: 'custom', path: ['reward', at, 'code'], message: `there is no product "${worth.code}"` })
    }
  })
export type Shop = z.infer<typeof Shop>
