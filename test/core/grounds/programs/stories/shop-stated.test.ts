// Shops as people state them, read into data that the rules play.
import { expect, it } from 'vitest'
import { readData } from '../../../../../src/core/grounds/programs/data/read-data.ts'
import { shopStated } from '../../../../../src/core/grounds/programs/stories/shop/stated.ts'
import type { Json } from '../../../../../src/core/tree/ports.ts'
import { told } from './telling.ts'

const END =
  'Commands: search[words], click[name].\n\nScene:\nInstruction: Find me a red mug, size large, for less than 12.00 dollars [SEP] Search'
const MUG = 'b01mug001  Red Mug  $9.50  sizes small, large  (holds 1,000 ml, dishwasher safe)'

const products: [line: string, product: Json][] = [
  [
    MUG,
    {
      ...{ code: 'b01mug001', title: 'Red Mug', price: 9.5, options: { size: ['small', 'large'] } },
      features: ['holds 1,000 ml', 'dishwasher safe']
    }
  ],
  ['- B02POT: Tea Pot, Two Cups - $30', { code: 'b02pot', title: 'Tea Pot, Two Cups', price: 30, options: {} }],
  [
    'b03cup1 | Cup | $ 4.00 | colour: blue, green',
    { code: 'b03cup1', price: 4, options: { colour: ['blue', 'green'] } }
  ],
  [
    'b04hat1  Hat (wool)  $8.00  color x-light, light',
    { title: 'Hat (wool)', options: { color: ['x-light', 'light'] } }
  ],
  [
    '1. [B05SLIP1] Felt Slippers - $19.90 (size: 41, 42) | features: warm, grey | category: slippers',
    {
      ...{ code: 'b05slip1', title: 'Felt Slippers', options: { size: ['41', '42'] } },
      ...{ features: ['warm', 'grey'], category: 'slippers' }
    }
  ],
  [
    '[{"asin": "B06KET1", "name": "Kettle", "price": "$49.90", "options": {"color": ["blue"]}, "attributes": ["steel"]}]',
    { code: 'b06ket1', title: 'Kettle', price: 49.9, options: { color: ['blue'] }, features: ['steel'] }
  ]
]

it.each(products)('reads a product: %s', (line, product) => {
  expect(shopStated(`${line}\n${END}`)).toMatchObject({ products: [product] })
})

const rewards: [said: string, reward: Json][] = [
  [
    'Reward: 1 for b01mug001 in large; 0.5 for the same in another size; 0.1 for another mug; else 0.',
    [
      { code: 'b01mug001', options: { size: 'large' }, reward: 1 },
      { code: 'b01mug001', reward: 0.5 },
      { category: 'mug', reward: 0.1 }
    ]
  ],
  // As WebShop does, where nothing is said or nothing that rules can read.
  ['', { category: 'red mug', options: { size: 'large' }, priceBelow: 12, attributes: [] }],
  ['Reward: 1 for whatever pleases her most; else 0.', { options: { size: 'large' }, priceBelow: 12 }]
]

it.each(rewards)('reads what a purchase is worth: %s', (said, reward) => {
  expect(shopStated(`${MUG}\n${said}\n${END}`)).toMatchObject({ reward })
})

it.each([
  'WebShop [SEP] Instruction: [SEP] I need a pair of felt slippers, size 42 [SEP] Search\nsearch[words]',
  'Instruction:\nI need a pair of felt slippers, size 42\nsearch[words]'
])('reads the instruction: %s', (begin) => {
  const instruction = 'I need a pair of felt slippers, size 42'
  expect(shopStated(`${begin}\n${MUG}`)).toMatchObject({ instruction, reward: { category: 'felt slippers' } })
})

it('plays a stated shop to its end', () => {
  const { program, faults } = readData(shopStated(`${MUG}\nb02pot1  Tea Pot  $30.00\n${END}`))
  if (!program) throw new Error(JSON.stringify(faults))
  const lines = ['search[red mug]', 'click[b01mug001]', 'click[large]', 'click[buy now]']
  const { answers } = told(program, lines)
  expect(answers[0]).toContain('B01MUG001 [SEP] Red Mug [SEP] $9.50')
  expect(answers.at(-1)).toMatchObject({ answer: expect.stringContaining('{"size": "large"}'), reward: 1, done: true })
})

it.each([
  '',
  MUG,
  END,
  `A web site sells mugs for $9.50 each.\n${END}`,
  `${MUG}\n${MUG}\n${END}`,
  `${MUG}\nInstruction: Find me a mug.`,
  'x'.repeat(200_000)
])('leaves to the model what is no shop: %.40s', (text) => {
  expect(shopStated(text)).toBeNull()
})
