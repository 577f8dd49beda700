// A basket in a shop: one thing that every tool shows, with sums.
const tool = (name, properties = {}, required = Object.keys(properties)) => ({
  name,
  description: name,
  inputSchema: { type: 'object', properties, required }
})
const text = { type: 'string' }
const goods = [
  { sku: 'MUG-1', name: 'Blue mug', price: 9.5, stock: 12 },
  { sku: 'POT-2', name: 'Teapot', price: 31, stock: 3 },
  { sku: 'CUP-3', name: 'Egg cup', price: 4.25, stock: 40 }
]
export const init = () => ({ items: {}, coupon: null, orders: 0 })
export const actions = () => ({
  tools: [
    tool('list_products'),
    tool('get_product', { sku: text }),
    tool('view_cart'),
    tool('add_to_cart', { sku: text, quantity: { type: 'integer' } }),
    tool('remove_from_cart', { sku: text }),
    tool('apply_coupon', { code: { type: 'string', enum: ['TEN', 'FIVE'] } }),
    tool('checkout')
  ]
})
const cart = ({ items, coupon }) => {
  const lines = Object.entries(items).map(([sku, quantity]) => ({
    sku,
    quantity,
    amount: goods.find((g) => g.sku === sku).price * quantity
  }))
  const subtotal = lines.reduce((s, l) => s + l.amount, 0)
  return {
    items: lines,
    coupon,
    subtotal,
    total: Math.round(subtotal * (coupon === 'TEN' ? 90 : coupon === 'FIVE' ? 95 : 100)) / 100
  }
}
export function step(state, { tool, arguments: g }) {
  const done = (next) => ({ state: next, answer: cart(next) })
  if (tool === 'list_products') return { answer: { products: goods } }
  if (tool === 'view_cart') return { answer: cart(state) }
  if (tool === 'apply_coupon')
    return ['TEN', 'FIVE'].includes(g.code)
      ? done({ ...state, coupon: g.code })
      : { error: `Coupon '${g.code}' is not valid` }
  if (tool === 'checkout')
    return Object.keys(state.items).length
      ? {
          state: { items: {}, coupon: null, orders: state.orders + 1 },
          answer: { order_number: 500 + state.orders, total: cart(state).total, status: 'placed' }
        }
      : { error: 'The cart is empty' }
  const product = goods.find((one) => one.sku === g.sku)
  if (!product) return { error: `No product with sku '${g.sku}'` }
  if (tool === 'get_product') return { answer: product }
  if (tool === 'remove_from_cart') {
    if (!state.items[g.sku]) return { error: `'${g.sku}' is not in the cart` }
    const { [g.sku]: _, ...items } = state.items
    return done({ ...state, items })
  }
  if (!(g.quantity > 0)) return { error: 'quantity must be at least 1' }
  return done({ ...state, items: { ...state.items, [g.sku]: (state.items[g.sku] ?? 0) + g.quantity } })
}
