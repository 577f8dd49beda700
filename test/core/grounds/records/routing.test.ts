// Who answers a call: what a rule determines, and what goes to the model by which rule.
import { describe, expect, it } from 'vitest'
import { createRecords } from '../../../../src/core/grounds/records/ground.ts'
import { RULES } from '../../../../src/core/grounds/records/rules.ts'
import { Setup, type Tool } from '../../../../src/core/tree/model.ts'
import type { Json } from '../../../../src/core/tree/ports.ts'
import { play } from './play.ts'
import { crm, invoices, wiki } from './sets.ts'

const item = (
  name: string,
  description: string,
  properties: Record<string, Json> = {},
  more: Partial<Tool> = {}
): Tool => ({
  ...{ name, description, inputSchema: { type: 'object', properties }, ...more }
})
const world = (tools: Tool[], initialState: string) => Setup.parse({ domain: 'mcp', tools, initialState })
const string = { type: 'string' }

const STATE =
  '## Orders\n| id | customer | total | status |\n|---|---|---|---|\n| O-1 | ann | 20 | open |\n| O-2 | bo | 35 | shipped |'
const orders = world(
  [
    item('list_orders', 'Orders, in order of total.', { status: string, note: string }),
    item('list_open_orders', 'Orders that wait.'),
    item('list_late_orders', 'Orders that are late.'),
    item('get_order', 'One order.', { order_id: string }),
    item('get_order_status', 'Where an order is.', { order_id: string }),
    item('get_order_history', 'What happened to an order.', { order_id: string }),
    item('create_order', 'Adds an order.', { customer: string }),
    item('update_order', 'Changes an order.', {
      order_id: string,
      status: string,
      customer: string,
      express: { type: 'boolean' }
    }),
    item('cancel_order', 'Cancels an order and notifies the customer.', { order_id: string }),
    item('close_order', 'Closes an order. Only open orders can be closed.', { order_id: string }),
    item('delete_order', 'Deletes an order.', { order_id: string }),
    item('delete_orders', 'Deletes orders.', { order_ids: { type: 'array', items: string } }),
    item('search_orders', 'Finds orders.', { query: string, limit: { type: 'integer' } }),
    item('count_orders', 'Counts orders.', { customer: string }),
    item('add_note', 'Adds a note.', { order_id: string, text: string }),
    item('list_refunds', 'Refunds.'),
    item('get_statistics', 'Calculates the average of all orders.'),
    item('ship', 'Ships an order.', { order_id: string }),
    item('create_label', 'Makes a label.', { order_id: string }, { annotations: { readOnlyHint: true } })
  ],
  STATE
)

describe('a call is answered by the rule that it names', () => {
  const order = { order_id: 'O-1' }
  it.each<[string, Record<string, Json>, string, string]>([
    ['list_orders', {}, 'ground', 'list'],
    ['list_orders', { status: 'open' }, 'ground', 'list'],
    ['list_orders', { note: 'x' }, 'model', 'unknown-argument'],
    ['list_open_orders', {}, 'ground', 'list'],
    ['list_late_orders', {}, 'model', 'unclear-kind'],
    ['get_order', order, 'ground', 'get'],
    ['get_order', { order_id: 'O-7' }, 'ground', 'missing-record'],
    ['get_order_status', order, 'ground', 'get'],
    ['get_order_history', order, 'model', 'unknown-field'],
    ['create_order', { customer: 'cy' }, 'model', 'unknown-field'],
    ['update_order', { ...order, status: 'shipped' }, 'ground', 'update'],
    ['update_order', { ...order, express: true }, 'model', 'unknown-argument'],
    ['cancel_order', order, 'model', 'side-effect'],
    ['close_order', order, 'model', 'stated-rule'],
    ['delete_order', order, 'ground', 'delete'],
    ['delete_orders', { order_ids: ['O-1'] }, 'model', 'bulk'],
    ['search_orders', { query: 'ann' }, 'ground', 'search'],
    ['search_orders', { query: 'status:open OR bo' }, 'model', 'query-syntax'],
    ['count_orders', { customer: 'bo' }, 'ground', 'count'],
    ['add_note', order, 'model', 'unclear-kind'],
    ['list_refunds', {}, 'model', 'unread-records'],
    ['get_statistics', {}, 'model', 'side-effect'],
    ['ship', order, 'model', 'unclear-verb'],
    ['create_label', order, 'model', 'unclear-verb']
  ])('%s %j: %s, %s', async (name, args, by, rule) => {
    expect(await play(orders).route(name, args)).toMatchObject({ by, rule })
  })

  it('every rule stands in the table, on the side that it decides for', async () => {
    const asked = await Promise.all(
      orders.tools.map(({ name }) => play(orders).route(name, { order_id: 'O-1', query: 'a', customer: 'b' }))
    )
    for (const { by, rule, why } of asked) {
      expect(RULES).toContainEqual(expect.objectContaining({ by, name: rule }))
      expect(why).toMatch(/[."]$/)
    }
    expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length)
  })

  it('an instruction is the model’s to follow, of a turn or of the world', async () => {
    expect(await play(orders).route('get_order', { order_id: 'O-1' }, 'The database is down.')).toMatchObject({
      by: 'model',
      rule: 'instruction'
    })
    const told = { ...orders, instruction: 'Every third call fails.' }
    expect(await play(told).route('get_order', { order_id: 'O-1' })).toMatchObject({ by: 'model', rule: 'instruction' })
  })

  it('a rule told in the initial state goes to the model where the call touches it', async () => {
    const ruled = { ...orders, initialState: `${STATE}\n\nOnly shipped orders may be deleted.` }
    expect(await play(ruled).route('delete_order', { order_id: 'O-1' })).toMatchObject({
      by: 'model',
      rule: 'stated-rule'
    })
    expect(await play(ruled).route('get_order', { order_id: 'O-1' })).toMatchObject({ by: 'ground', rule: 'get' })
  })

  it('what belongs to another record is not deleted from under it', async () => {
    expect(await play(crm).route('deleteCompany', { companyId: 11 })).toMatchObject({ by: 'model', rule: 'referenced' })
    expect(await play(crm).route('deleteCompany', { companyId: 12 })).toMatchObject({ by: 'ground', rule: 'delete' })
  })

  it('worlds without records to keep are left to the model', () => {
    const { serves } = createRecords({ hash: 'test' })
    expect([crm, invoices, wiki, orders].map(serves)).toEqual([true, true, true, true])
    const clock = [item('get_time', 'The time.'), item('convert_time', 'Another zone.', { zone: string })]
    expect(serves(world(clock, 'It is noon.'))).toBe(false)
    expect(serves(Setup.parse({ domain: 'terminal', initialState: STATE }))).toBe(false)
    expect(serves(Setup.parse({ domain: 'swe', initialState: STATE }))).toBe(false)
  })
})
