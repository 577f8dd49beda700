// Six invented businesses, each with what a plain program over the same records answers: the truth for a store that works by rules.
import { Setup, type Tool } from '../../../../src/core/tree/model.ts'
import type { Json } from '../../../../src/core/tree/ports.ts'

export type Row = Record<string, Json>
type Given = Record<string, Json>

/** What a call gives: records in their order, one record, a number of them, that one is gone, or that there is none of that name. */
export type Truth =
  | { rows: Row[]; total?: number }
  | { row: Row }
  | { count: number }
  | { gone: Json }
  | { missing: Json }

export interface Business {
  name: string
  setup: Setup
  /** By their kinds, in the order of the initial state. The calls change them. */
  tables: Record<string, Row[]>
  calls: [name: string, given: Given, truth: (tables: Record<string, Row[]>) => Truth][]
}

const of = (tables: Record<string, Row[]>, kind: string): Row[] => tables[kind] ?? []
const row = (tables: Record<string, Row[]>, kind: string, field: string, id: Json): Truth => {
  const found = of(tables, kind).find((one) => one[field] === id)
  return found ? { row: found } : { missing: id }
}
const put = (tables: Record<string, Row[]>, kind: string, made: Row): Truth => {
  of(tables, kind).push(made)
  return { row: made }
}
const set = (tables: Record<string, Row[]>, kind: string, field: string, id: Json, changes: Row): Truth => {
  const found = of(tables, kind).find((one) => one[field] === id)
  if (!found) return { missing: id }
  Object.assign(found, changes)
  return { row: found }
}
const drop = (tables: Record<string, Row[]>, kind: string, field: string, id: Json): Truth => {
  const at = of(tables, kind).findIndex((one) => one[field] === id)
  if (at < 0) return { missing: id }
  of(tables, kind).splice(at, 1)
  return { gone: id }
}
const some = (
  tables: Record<string, Row[]>,
  kind: string,
  fits: (one: Row) => boolean,
  from = 0,
  most = 1000
): Truth => {
  const found = of(tables, kind).filter(fits)
  return { rows: found.slice(from, from + most), total: found.length }
}
const all = () => true
const num = (value: Json | undefined): number => Number(value)

type Properties = Record<string, Row>
const tool = (name: string, properties: Properties = {}, required: string[] = [], more: Partial<Tool> = {}): Tool => ({
  ...{ name, description: `${name}.`, inputSchema: { type: 'object', properties, required } },
  ...more
})
const TEXT: Row = { type: 'string' }
const WHOLE: Row = { type: 'integer' }
const NUMBER: Row = { type: 'number' }
const FLAG: Row = { type: 'boolean' }
const TEXTS: Row = { type: 'array', items: { type: 'string' } }
const ANY: Row = { type: 'object' }

const business = (
  name: string,
  tools: Tool[],
  tables: Record<string, Row[]>,
  calls: Business['calls'],
  said = (one: Record<string, Row[]>) => JSON.stringify(one, null, 2)
): Business => ({
  ...{ name, tables, calls },
  setup: Setup.parse({ domain: 'mcp', grounding: 'grounded', tools, initialState: said(tables) })
})

const address = (city: string, zip: string): Row => ({ street: `${zip.at(-1)} Quay`, city, zip })

/** camelCase, integer ids, nested objects, an offset and a limit, operators in names, an output schema. */
const crm = (): Business =>
  business(
    'crm',
    [
      tool(
        'listAccounts',
        {
          industry: TEXT,
          minEmployees: WHOLE,
          maxEmployees: WHOLE,
          city: TEXT,
          limit: WHOLE,
          offset: WHOLE,
          sortBy: TEXT,
          sortOrder: TEXT
        },
        [],
        {
          outputSchema: {
            type: 'object',
            properties: { accounts: { type: 'array', items: { type: 'object' } }, total: WHOLE, hasMore: FLAG },
            required: ['accounts', 'total', 'hasMore']
          }
        }
      ),
      tool('getAccount', { accountId: WHOLE }, ['accountId']),
      tool('createAccount', { name: TEXT, industry: TEXT, employees: WHOLE, address: ANY, tags: TEXTS }, [
        'name',
        'industry',
        'employees',
        'address',
        'tags'
      ]),
      tool(
        'updateAccount',
        { accountId: WHOLE, name: TEXT, industry: TEXT, employees: WHOLE, address: ANY, tags: TEXTS },
        ['accountId']
      ),
      tool('deleteAccount', { accountId: WHOLE }, ['accountId']),
      tool('searchAccounts', { query: TEXT, limit: WHOLE }, ['query']),
      tool('countAccounts', { industry: TEXT }),
      tool('bulkDeleteAccounts', { accountIds: { type: 'array', items: WHOLE } }, ['accountIds'])
    ],
    {
      accounts: [
        {
          id: 7,
          name: 'Nord Kraft',
          industry: 'energy',
          employees: 120,
          address: address('Bergen', '5003'),
          tags: ['grid', 'eu']
        },
        { id: 9, name: 'Sol Bank', industry: 'finance', employees: 45, address: address('Porto', '4000'), tags: [] },
        {
          id: 12,
          name: 'Åse & Co',
          industry: 'Energy',
          employees: 3,
          address: address('Bergen', '5020'),
          tags: ['eu']
        },
        {
          id: 20,
          name: 'Bergen Fisk',
          industry: 'food',
          employees: 45,
          address: address('Oslo', '0150'),
          tags: ['grid']
        }
      ]
    },
    [
      ['listAccounts', {}, (t) => some(t, 'accounts', all)],
      ['listAccounts', { limit: 2 }, (t) => some(t, 'accounts', all, 0, 2)],
      ['listAccounts', { limit: 2, offset: 3 }, (t) => some(t, 'accounts', all, 3, 2)],
      ['listAccounts', { limit: 2, offset: 9 }, (t) => some(t, 'accounts', all, 9, 2)],
      ['listAccounts', { limit: 0 }, (t) => some(t, 'accounts', all, 0, 0)],
      ['listAccounts', { minEmployees: 45 }, (t) => some(t, 'accounts', (a) => num(a.employees) >= 45)],
      [
        'listAccounts',
        { minEmployees: 4, maxEmployees: 45 },
        (t) => some(t, 'accounts', (a) => num(a.employees) >= 4 && num(a.employees) <= 45)
      ],
      ['listAccounts', { city: 'Bergen' }, (t) => some(t, 'accounts', (a) => (a.address as Row).city === 'Bergen')],
      [
        'listAccounts',
        { sortBy: 'employees', sortOrder: 'desc' },
        (t) => ({ rows: [...of(t, 'accounts')].sort((a, b) => num(b.employees) - num(a.employees)), total: 4 })
      ],
      [
        'listAccounts',
        { sortBy: 'name' },
        (t) => ({
          rows: [...of(t, 'accounts')].sort((a, b) => String(a.name).localeCompare(String(b.name), 'en')),
          total: 4
        })
      ],
      ['getAccount', { accountId: 12 }, (t) => row(t, 'accounts', 'id', 12)],
      ['getAccount', { accountId: 8 }, (t) => row(t, 'accounts', 'id', 8)],
      [
        'updateAccount',
        { accountId: 9, address: { city: 'Lisboa' } },
        () => ({ missing: 'whether an object is merged or replaced is told nowhere' })
      ],
      [
        'updateAccount',
        { accountId: 9, employees: 50, tags: ['bank'] },
        (t) => set(t, 'accounts', 'id', 9, { employees: 50, tags: ['bank'] })
      ],
      [
        'searchAccounts',
        { query: 'bergen' },
        (t) => some(t, 'accounts', (a) => JSON.stringify(a).toLowerCase().includes('bergen'))
      ],
      ['searchAccounts', { query: '45' }, () => ({ missing: 'whether numbers are searched is told nowhere' })],
      ['countAccounts', {}, (t) => ({ count: of(t, 'accounts').length })],
      ['deleteAccount', { accountId: 20 }, (t) => drop(t, 'accounts', 'id', 20)],
      [
        'createAccount',
        { name: 'Ny', industry: 'food', employees: 1, address: address('Oslo', '0151'), tags: ['new'] },
        (t) =>
          put(t, 'accounts', {
            id: 21,
            name: 'Ny',
            industry: 'food',
            employees: 1,
            address: address('Oslo', '0151'),
            tags: ['new']
          })
      ],
      [
        'bulkDeleteAccounts',
        { accountIds: [7, 9] },
        (t) => {
          drop(t, 'accounts', 'id', 7)
          return drop(t, 'accounts', 'id', 9)
        }
      ],
      ['listAccounts', {}, (t) => some(t, 'accounts', all)]
    ]
  )

/** snake_case, prefixed ids, soft deletion, pages, lists in filters, dates. */
const tickets = (): Business =>
  business(
    'tickets',
    [
      tool('ticket_list', {
        status: { type: 'array', items: TEXT },
        priority: TEXT,
        created_after: TEXT,
        created_before: TEXT,
        tag: TEXT,
        page: WHOLE,
        per_page: WHOLE,
        include_deleted: FLAG,
        sort: TEXT
      }),
      tool('ticket_get', { ticket_id: TEXT }, ['ticket_id']),
      tool('ticket_create', { subject: TEXT, priority: { type: 'string', enum: ['low', 'high'], default: 'low' } }, [
        'subject'
      ]),
      tool(
        'ticket_update',
        { ticket_id: TEXT, subject: TEXT, priority: TEXT, assignee: { type: ['string', 'null'] } },
        ['ticket_id']
      ),
      tool('ticket_close', { ticket_id: TEXT }, ['ticket_id']),
      tool('ticket_reopen', { ticket_id: TEXT }, ['ticket_id']),
      tool('ticket_delete', { ticket_id: TEXT }, ['ticket_id']),
      tool('ticket_restore', { ticket_id: TEXT }, ['ticket_id']),
      tool('ticket_search', { q: TEXT }, ['q'])
    ],
    {
      tickets: [
        {
          id: 'TCK-008',
          subject: 'Login fails',
          status: 'open',
          priority: 'high',
          assignee: 'ann',
          tags: ['auth'],
          created_at: '2026-02-01T08:00:00Z',
          deleted_at: null
        },
        {
          id: 'TCK-009',
          subject: 'Slow report',
          status: 'closed',
          priority: 'low',
          assignee: null,
          tags: [],
          created_at: '2026-02-10T23:30:00Z',
          deleted_at: null
        },
        {
          id: 'TCK-010',
          subject: 'Old spam',
          status: 'open',
          priority: 'low',
          assignee: null,
          tags: ['spam'],
          created_at: '2026-02-11T00:00:00Z',
          deleted_at: '2026-02-12T00:00:00Z'
        },
        {
          id: 'TCK-011',
          subject: 'login page typo',
          status: 'pending',
          priority: 'low',
          assignee: 'bo',
          tags: ['auth', 'ui'],
          created_at: '2026-03-01T12:00:00Z',
          deleted_at: null
        }
      ]
    },
    [
      ['ticket_list', {}, (t) => some(t, 'tickets', (one) => one.deleted_at === null)],
      [
        'ticket_list',
        { status: ['open', 'pending'] },
        (t) => some(t, 'tickets', (one) => one.deleted_at === null && ['open', 'pending'].includes(String(one.status)))
      ],
      ['ticket_list', { include_deleted: true }, (t) => some(t, 'tickets', all)],
      [
        'ticket_list',
        { tag: 'auth' },
        (t) => some(t, 'tickets', (one) => one.deleted_at === null && (one.tags as Json[]).includes('auth'))
      ],
      [
        'ticket_list',
        { created_after: '2026-02-10' },
        (t) => some(t, 'tickets', (one) => one.deleted_at === null && String(one.created_at) >= '2026-02-10')
      ],
      ['ticket_list', { page: 2, per_page: 1 }, (t) => some(t, 'tickets', (one) => one.deleted_at === null, 1, 1)],
      [
        'ticket_list',
        { sort: '-created_at', per_page: 2, page: 1 },
        (t) => ({
          rows: of(t, 'tickets')
            .filter((one) => one.deleted_at === null)
            .reverse()
            .slice(0, 2),
          total: 3
        })
      ],
      ['ticket_get', { ticket_id: 'TCK-010' }, () => ({ missing: 'TCK-010' })],
      ['ticket_get', { ticket_id: 'tck-008' }, () => ({ missing: 'tck-008' })],
      ['ticket_get', { ticket_id: 'TCK-8' }, () => ({ missing: 'TCK-8' })],
      [
        'ticket_search',
        { q: 'LOGIN' },
        (t) => some(t, 'tickets', (one) => /login/i.test(String(one.subject)) && one.deleted_at === null)
      ],
      ['ticket_close', { ticket_id: 'TCK-011' }, (t) => set(t, 'tickets', 'id', 'TCK-011', { status: 'closed' })],
      ['ticket_close', { ticket_id: 'TCK-099' }, () => ({ missing: 'TCK-099' })],
      ['ticket_reopen', { ticket_id: 'TCK-009' }, (t) => set(t, 'tickets', 'id', 'TCK-009', { status: 'open' })],
      [
        'ticket_update',
        { ticket_id: 'TCK-008', assignee: null },
        (t) => set(t, 'tickets', 'id', 'TCK-008', { assignee: null })
      ],
      [
        'ticket_delete',
        { ticket_id: 'TCK-009' },
        (t) => {
          set(t, 'tickets', 'id', 'TCK-009', { deleted_at: 'NOW' })
          return { gone: 'TCK-009' }
        }
      ],
      ['ticket_list', {}, (t) => some(t, 'tickets', (one) => one.deleted_at === null)],
      ['ticket_get', { ticket_id: 'TCK-009' }, () => ({ missing: 'TCK-009' })],
      [
        'ticket_create',
        { subject: 'New one' },
        (t) =>
          put(t, 'tickets', {
            id: 'TCK-012',
            subject: 'New one',
            status: 'open',
            priority: 'low',
            assignee: null,
            tags: [],
            created_at: 'NOW',
            deleted_at: null
          })
      ],
      [
        'ticket_list',
        { priority: 'low' },
        (t) => some(t, 'tickets', (one) => one.deleted_at === null && one.priority === 'low')
      ]
    ]
  )

const EVENT = [
  '5d1f0c1e-8a77-4f6e-9a54-0b8f4a3c1d10',
  '0c9b7a66-2d3f-4f0a-8e21-7b6c5d4e3f20',
  'e7a1b2c3-4d5e-4f60-9182-a3b4c5d6e730'
] as const

/** kebab-case, UUIDs, times with bounds, a list of people, a filter object. */
const calendar = (): Business =>
  business(
    'calendar',
    [
      tool('list-events', {
        'start-after': TEXT,
        'end-before': TEXT,
        attendee: TEXT,
        status: TEXT,
        'max-results': WHOLE,
        'page-token': TEXT
      }),
      tool('query-events', { filter: ANY, limit: WHOLE }, ['filter']),
      tool('get-event', { 'event-id': TEXT }, ['event-id']),
      tool('create-event', { title: TEXT, start: TEXT, end: TEXT, attendees: TEXTS, location: TEXT }, [
        'title',
        'start',
        'end'
      ]),
      tool('update-event', { 'event-id': TEXT, title: TEXT, start: TEXT, end: TEXT, location: TEXT }, ['event-id']),
      tool('cancel-event', { 'event-id': TEXT }, ['event-id']),
      tool('delete-event', { 'event-id': TEXT }, ['event-id']),
      tool('search-events', { text: TEXT }, ['text']),
      tool('count-events', { status: TEXT })
    ],
    {
      events: [
        {
          id: EVENT[0],
          title: 'Standup',
          start: '2026-05-04T09:00:00',
          end: '2026-05-04T09:15:00',
          attendees: ['ann', 'bo'],
          location: 'Room 1',
          status: 'confirmed'
        },
        {
          id: EVENT[1],
          title: 'Board meeting',
          start: '2026-05-05T13:00:00',
          end: '2026-05-05T15:00:00',
          attendees: ['ann'],
          location: '',
          status: 'cancelled'
        },
        {
          id: EVENT[2],
          title: 'Offsite',
          start: '2026-05-08T08:00:00',
          end: '2026-05-09T18:00:00',
          attendees: [],
          location: 'Bergen',
          status: 'confirmed'
        }
      ]
    },
    [
      ['list-events', {}, (t) => some(t, 'events', all)],
      [
        'list-events',
        { attendee: 'ann' },
        (t) => some(t, 'events', (one) => (one.attendees as Json[]).includes('ann'))
      ],
      [
        'list-events',
        { 'start-after': '2026-05-05T00:00:00' },
        (t) => some(t, 'events', (one) => String(one.start) >= '2026-05-05T00:00:00')
      ],
      [
        'list-events',
        { 'end-before': '2026-05-05T15:00:00' },
        () => ({ missing: 'whether "before" is with its end is told nowhere' })
      ],
      [
        'list-events',
        { 'end-before': '2026-05-06T15:00:00' },
        (t) => some(t, 'events', (one) => String(one.end) < '2026-05-06T15:00:00')
      ],
      ['list-events', { 'max-results': 1 }, (t) => some(t, 'events', all, 0, 1)],
      [
        'list-events',
        { 'max-results': 1, 'page-token': 'abc' },
        () => ({ missing: 'what a token stands for is told nowhere' })
      ],
      [
        'query-events',
        { filter: { status: 'confirmed' } },
        (t) => some(t, 'events', (one) => one.status === 'confirmed')
      ],
      [
        'query-events',
        { filter: { start: { gte: '2026-05-05' } } },
        (t) => some(t, 'events', (one) => String(one.start) >= '2026-05-05')
      ],
      ['get-event', { 'event-id': EVENT[1] }, (t) => row(t, 'events', 'id', EVENT[1])],
      [
        'get-event',
        { 'event-id': EVENT[1].toUpperCase() },
        () => ({ missing: 'whether UUIDs are compared by case is told nowhere' })
      ],
      ['cancel-event', { 'event-id': EVENT[2] }, (t) => set(t, 'events', 'id', EVENT[2], { status: 'cancelled' })],
      [
        'count-events',
        { status: 'cancelled' },
        (t) => ({ count: of(t, 'events').filter((one) => one.status === 'cancelled').length })
      ],
      ['list-events', { status: 'confirmed' }, (t) => some(t, 'events', (one) => one.status === 'confirmed')],
      [
        'update-event',
        { 'event-id': EVENT[0], location: 'Room 2' },
        (t) => set(t, 'events', 'id', EVENT[0], { location: 'Room 2' })
      ],
      [
        'search-events',
        { text: 'room 2' },
        (t) => some(t, 'events', (one) => JSON.stringify(one).toLowerCase().includes('room 2'))
      ],
      ['search-events', { text: 'nothing like it' }, () => ({ rows: [], total: 0 })],
      ['delete-event', { 'event-id': EVENT[1] }, (t) => drop(t, 'events', 'id', EVENT[1])],
      ['delete-event', { 'event-id': EVENT[1] }, (t) => drop(t, 'events', 'id', EVENT[1])],
      ['list-events', {}, (t) => some(t, 'events', all)]
    ]
  )

/** snake_case, SKUs, numbers with operators, another kind that records belong to, a Markdown table. */
const inventory = (): Business =>
  business(
    'inventory',
    [
      tool('list_products', {
        category: TEXT,
        price_gte: NUMBER,
        price_lt: NUMBER,
        in_stock: FLAG,
        stock_gt: WHOLE,
        skip: WHOLE,
        limit: { type: 'integer', default: 50 },
        order_by: TEXT
      }),
      tool('get_product', { sku: TEXT }, ['sku']),
      tool('create_product', { sku: TEXT, name: TEXT, category: TEXT, price: NUMBER, stock: WHOLE }, [
        'sku',
        'name',
        'category',
        'price',
        'stock'
      ]),
      tool('update_product', { sku: TEXT, name: TEXT, price: NUMBER, stock: WHOLE }, ['sku']),
      tool('set_product_price', { sku: TEXT, price: NUMBER }, ['sku', 'price']),
      tool('adjust_stock', { sku: TEXT, delta: WHOLE }, ['sku', 'delta']),
      tool('delete_product', { sku: TEXT }, ['sku']),
      tool('search_products', { query: TEXT, category: TEXT }, ['query']),
      tool('bulk_update_products', { skus: TEXTS, changes: ANY }, ['skus', 'changes']),
      tool('list_low_products', {})
    ],
    {
      products: [
        { sku: 'A-1', name: 'Rope 10 m', category: 'deck', price: 12.5, stock: 40, in_stock: true },
        { sku: 'A-2', name: 'Anchor', category: 'deck', price: 99, stock: 0, in_stock: false },
        { sku: 'B-10', name: 'Lamp', category: 'light', price: 12.5, stock: 3, in_stock: true },
        { sku: 'B-9', name: 'Torch', category: 'light', price: 7, stock: 11, in_stock: true }
      ]
    },
    [
      ['list_products', {}, (t) => some(t, 'products', all)],
      ['list_products', { price_gte: 12.5 }, (t) => some(t, 'products', (one) => num(one.price) >= 12.5)],
      ['list_products', { price_lt: 12.5 }, (t) => some(t, 'products', (one) => num(one.price) < 12.5)],
      ['list_products', { stock_gt: 3 }, (t) => some(t, 'products', (one) => num(one.stock) > 3)],
      ['list_products', { in_stock: false }, (t) => some(t, 'products', (one) => one.in_stock === false)],
      [
        'list_products',
        { category: 'deck', price_gte: 50 },
        (t) => some(t, 'products', (one) => one.category === 'deck' && num(one.price) >= 50)
      ],
      [
        'list_products',
        { order_by: 'price desc' },
        (t) => ({ rows: [...of(t, 'products')].sort((a, b) => num(b.price) - num(a.price)), total: 4 })
      ],
      [
        'list_products',
        { order_by: '-stock', limit: 2, skip: 1 },
        (t) => ({ rows: [...of(t, 'products')].sort((a, b) => num(b.stock) - num(a.stock)).slice(1, 3), total: 4 })
      ],
      ['get_product', { sku: 'B-9' }, (t) => row(t, 'products', 'sku', 'B-9')],
      ['get_product', { sku: 'B-09' }, () => ({ missing: 'B-09' })],
      ['set_product_price', { sku: 'A-2', price: 89 }, (t) => set(t, 'products', 'sku', 'A-2', { price: 89 })],
      ['adjust_stock', { sku: 'A-2', delta: 5 }, (t) => set(t, 'products', 'sku', 'A-2', { stock: 5, in_stock: true })],
      ['get_product', { sku: 'A-2' }, (t) => row(t, 'products', 'sku', 'A-2')],
      [
        'search_products',
        { query: 'a', category: 'light' },
        (t) => some(t, 'products', (one) => one.category === 'light' && /a/i.test(String(one.name)))
      ],
      [
        'create_product',
        { sku: 'C-1', name: 'Buoy', category: 'deck', price: 30, stock: 2 },
        (t) => put(t, 'products', { sku: 'C-1', name: 'Buoy', category: 'deck', price: 30, stock: 2, in_stock: true })
      ],
      [
        'create_product',
        { sku: 'A-1', name: 'Again', category: 'deck', price: 1, stock: 1 },
        () => ({ missing: 'A-1' })
      ],
      [
        'bulk_update_products',
        { skus: ['A-1', 'B-9'], changes: { category: 'sale' } },
        (t) => {
          set(t, 'products', 'sku', 'A-1', { category: 'sale' })
          set(t, 'products', 'sku', 'B-9', { category: 'sale' })
          return { rows: of(t, 'products').filter((one) => one.category === 'sale') }
        }
      ],
      ['list_products', { category: 'sale' }, (t) => some(t, 'products', (one) => one.category === 'sale')],
      ['delete_product', { sku: 'B-10' }, (t) => drop(t, 'products', 'sku', 'B-10')],
      ['list_low_products', {}, () => ({ missing: 'which are low is told nowhere' })],
      ['list_products', { limit: 2 }, (t) => some(t, 'products', all, 0, 2)]
    ]
  )

/** camelCase with dots, ids with a prefix, amounts in an object, states as verbs, what belongs to a customer. */
const payments = (): Business =>
  business(
    'payments',
    [
      tool('pay.payments.list', {
        customerId: TEXT,
        status: TEXT,
        amountMin: WHOLE,
        amountMax: WHOLE,
        currency: TEXT,
        startingAfter: TEXT,
        limit: WHOLE
      }),
      tool('pay.payments.get', { paymentId: TEXT }, ['paymentId']),
      tool('pay.payments.create', { customerId: TEXT, amount: WHOLE, currency: TEXT, metadata: ANY }, [
        'customerId',
        'amount',
        'currency'
      ]),
      tool('pay.payments.cancel', { paymentId: TEXT }, ['paymentId']),
      tool('pay.payments.capture', { paymentId: TEXT, amount: WHOLE }, ['paymentId']),
      tool('pay.payments.update', { paymentId: TEXT, metadata: ANY }, ['paymentId']),
      tool('pay.customers.list', { email: TEXT, limit: WHOLE }),
      tool('pay.customers.get', { customerId: TEXT }, ['customerId']),
      tool('pay.customers.create', { name: TEXT, email: TEXT }, ['name', 'email']),
      tool('pay.customers.delete', { customerId: TEXT }, ['customerId'])
    ],
    {
      customers: [
        { id: 'cus_1', name: 'Ann', email: 'ann@pay.example' },
        { id: 'cus_2', name: 'Bo', email: 'bo@pay.example' },
        { id: 'cus_3', name: 'Cy', email: 'Ann@pay.example' }
      ],
      payments: [
        { id: 'pay_101', customerId: 'cus_1', amount: 500, currency: 'eur', status: 'succeeded', metadata: {} },
        {
          id: 'pay_102',
          customerId: 'cus_2',
          amount: 1500,
          currency: 'usd',
          status: 'pending',
          metadata: { order: '7' }
        },
        { id: 'pay_103', customerId: 'cus_1', amount: 20, currency: 'eur', status: 'canceled', metadata: {} }
      ]
    },
    [
      ['pay.payments.list', { customerId: 'cus_1' }, (t) => some(t, 'payments', (one) => one.customerId === 'cus_1')],
      ['pay.payments.list', { amountMin: 500 }, (t) => some(t, 'payments', (one) => num(one.amount) >= 500)],
      [
        'pay.payments.list',
        { amountMin: 10, amountMax: 499 },
        (t) => some(t, 'payments', (one) => num(one.amount) >= 10 && num(one.amount) <= 499)
      ],
      [
        'pay.payments.list',
        { startingAfter: 'pay_101', limit: 1 },
        (t) => ({ rows: of(t, 'payments').slice(1, 2), total: 3 })
      ],
      [
        'pay.payments.list',
        { status: 'pending', currency: 'usd' },
        (t) => some(t, 'payments', (one) => one.status === 'pending')
      ],
      ['pay.payments.get', { paymentId: 'pay_102' }, (t) => row(t, 'payments', 'id', 'pay_102')],
      ['pay.payments.get', { paymentId: '102' }, () => ({ missing: '102' })],
      [
        'pay.customers.list',
        { email: 'ann@pay.example' },
        () => ({ missing: 'whether addresses are compared by case is told nowhere' })
      ],
      ['pay.customers.get', { customerId: 'cus_2' }, (t) => row(t, 'customers', 'id', 'cus_2')],
      ['pay.customers.get', { customerId: 'bo@pay.example' }, () => ({ missing: 'bo@pay.example' })],
      [
        'pay.customers.create',
        { name: 'Di', email: 'di@pay.example' },
        (t) => put(t, 'customers', { id: 'cus_4', name: 'Di', email: 'di@pay.example' })
      ],
      [
        'pay.payments.create',
        { customerId: 'cus_4', amount: 75, currency: 'eur' },
        (t) =>
          put(t, 'payments', {
            id: 'pay_104',
            customerId: 'cus_4',
            amount: 75,
            currency: 'eur',
            status: 'pending',
            metadata: {}
          })
      ],
      ['pay.payments.create', { customerId: 'cus_9', amount: 75, currency: 'eur' }, () => ({ missing: 'cus_9' })],
      [
        'pay.payments.cancel',
        { paymentId: 'pay_102' },
        (t) => set(t, 'payments', 'id', 'pay_102', { status: 'canceled' })
      ],
      ['pay.payments.get', { paymentId: 'pay_102' }, (t) => row(t, 'payments', 'id', 'pay_102')],
      [
        'pay.payments.cancel',
        { paymentId: 'pay_101' },
        () => ({ missing: 'whether what succeeded can be cancelled is told nowhere' })
      ],
      [
        'pay.payments.capture',
        { paymentId: 'pay_103', amount: 10 },
        () => ({ missing: 'what a capture changes is told nowhere' })
      ],
      [
        'pay.customers.delete',
        { customerId: 'cus_1' },
        () => ({ missing: 'what becomes of its payments is told nowhere' })
      ],
      ['pay.customers.delete', { customerId: 'cus_3' }, (t) => drop(t, 'customers', 'id', 'cus_3')],
      ['pay.customers.list', { limit: 10 }, (t) => some(t, 'customers', all)]
    ]
  )

/** Mixed notation, numbers as ids given as text, flags, managers that are employees too, a table in Markdown. */
const staff = (): Business =>
  business(
    'staff',
    [
      tool('hr_list_employees', {
        department: TEXT,
        is_active: FLAG,
        hired_after: TEXT,
        salary_range: { type: 'object', properties: { min: NUMBER, max: NUMBER } },
        manager_id: WHOLE,
        fields: TEXTS,
        page: WHOLE,
        page_size: WHOLE
      }),
      tool('hr_get_employee', { employee_id: WHOLE }, ['employee_id']),
      tool('hr_get_employee_salary', { employee_id: WHOLE }, ['employee_id']),
      tool('hr_add_employee', { name: TEXT, department: TEXT, salary: NUMBER, manager_id: WHOLE }, [
        'name',
        'department',
        'salary'
      ]),
      tool('hr_update_employee', { employee_id: WHOLE, updates: ANY }, ['employee_id', 'updates']),
      tool('hr_deactivate_employee', { employee_id: WHOLE }, ['employee_id']),
      tool('hr_activate_employee', { employee_id: WHOLE }, ['employee_id']),
      tool('hr_remove_employee', { employee_id: WHOLE }, ['employee_id']),
      tool('hr_find_employee', { name: TEXT }, ['name']),
      tool('hr_count_employees', { department: TEXT, is_active: FLAG })
    ],
    {
      employees: [
        {
          id: 1,
          name: 'Ada',
          department: 'Engineering',
          salary: 900,
          manager_id: null,
          is_active: true,
          hired_on: '2020-01-05'
        },
        {
          id: 2,
          name: 'Bo',
          department: 'Engineering',
          salary: 700,
          manager_id: 1,
          is_active: true,
          hired_on: '2022-06-01'
        },
        {
          id: 3,
          name: 'Cy',
          department: 'Sales',
          salary: 650,
          manager_id: 1,
          is_active: false,
          hired_on: '2023-02-11'
        },
        {
          id: 4,
          name: 'Bo',
          department: 'Sales',
          salary: 610.5,
          manager_id: 3,
          is_active: true,
          hired_on: '2024-09-30'
        }
      ]
    },
    [
      ['hr_list_employees', {}, (t) => some(t, 'employees', all)],
      [
        'hr_list_employees',
        { department: 'Sales', is_active: true },
        (t) => some(t, 'employees', (one) => one.department === 'Sales' && one.is_active === true)
      ],
      ['hr_list_employees', { manager_id: 1 }, (t) => some(t, 'employees', (one) => one.manager_id === 1)],
      [
        'hr_list_employees',
        { hired_after: '2022-06-02' },
        (t) => some(t, 'employees', (one) => String(one.hired_on) > '2022-06-02')
      ],
      [
        'hr_list_employees',
        { salary_range: { min: 620, max: 700 } },
        (t) => some(t, 'employees', (one) => num(one.salary) >= 620 && num(one.salary) <= 700)
      ],
      [
        'hr_list_employees',
        { fields: ['id', 'name'] },
        (t) => ({ rows: of(t, 'employees').map(({ id, name }) => ({ id: id as Json, name: name as Json })), total: 4 })
      ],
      ['hr_list_employees', { page: 2, page_size: 3 }, (t) => some(t, 'employees', all, 3, 3)],
      ['hr_list_employees', { page: 0, page_size: 3 }, () => ({ missing: 'what page 0 is, is told nowhere' })],
      ['hr_get_employee', { employee_id: 3 }, (t) => row(t, 'employees', 'id', 3)],
      ['hr_get_employee', { employee_id: 0 }, () => ({ missing: 0 })],
      [
        'hr_get_employee_salary',
        { employee_id: 2 },
        (t) => {
          const found = of(t, 'employees')[1]
          return { row: { id: 2, salary: found?.salary ?? null } }
        }
      ],
      ['hr_find_employee', { name: 'Bo' }, (t) => some(t, 'employees', (one) => one.name === 'Bo')],
      [
        'hr_count_employees',
        { is_active: true },
        (t) => ({ count: of(t, 'employees').filter((one) => one.is_active).length })
      ],
      [
        'hr_update_employee',
        { employee_id: 2, updates: { salary: 750, department: 'Sales' } },
        (t) => set(t, 'employees', 'id', 2, { salary: 750, department: 'Sales' })
      ],
      [
        'hr_update_employee',
        { employee_id: 2, updates: { nickname: 'B' } },
        () => ({ missing: 'whether there are other fields is told nowhere' })
      ],
      ['hr_deactivate_employee', { employee_id: 4 }, (t) => set(t, 'employees', 'id', 4, { is_active: false })],
      ['hr_activate_employee', { employee_id: 3 }, (t) => set(t, 'employees', 'id', 3, { is_active: true })],
      [
        'hr_remove_employee',
        { employee_id: 1 },
        () => ({ missing: 'what becomes of whom they manage is told nowhere' })
      ],
      ['hr_remove_employee', { employee_id: 4 }, (t) => drop(t, 'employees', 'id', 4)],
      [
        'hr_count_employees',
        { department: 'Sales' },
        (t) => ({ count: of(t, 'employees').filter((one) => one.department === 'Sales').length })
      ]
    ],
    ({ employees = [] }) =>
      `## Employees\n| ${Object.keys(employees[0] ?? {}).join(' | ')} |\n|${' --- |'.repeat(7)}\n${employees
        .map(
          (one) =>
            `| ${Object.values(one)
              .map((value) => value ?? '')
              .join(' | ')} |`
        )
        .join('\n')}`
  )

export const businesses = (): Business[] => [crm(), tickets(), calendar(), inventory(), payments(), staff()]
