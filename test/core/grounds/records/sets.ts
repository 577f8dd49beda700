// Three businesses that were invented for these tests, with tools as MCP servers define them.
import { Setup, type Tool } from '../../../../src/core/tree/model.ts'
import type { Json } from '../../../../src/core/tree/ports.ts'

type Properties = Record<string, Record<string, Json>>
const text = (description: string, more: Record<string, Json> = {}) => ({ type: 'string', description, ...more })
const whole = (description: string, more: Record<string, Json> = {}) => ({ type: 'integer', description, ...more })

function tool(
  name: string,
  description: string,
  properties: Properties,
  required: string[] = [],
  more: Partial<Tool> = {}
): Tool {
  return { name, description, inputSchema: { type: 'object', properties, required }, ...more }
}

const world = (tools: Tool[], initialState: string): Setup =>
  Setup.parse({ domain: 'mcp', grounding: 'grounded', tools, initialState })

const company = {
  type: 'object',
  properties: {
    id: whole('Id.'),
    name: text('Name.'),
    country: text('Code.'),
    stage: text('Stage.', { enum: ['lead', 'customer', 'lost'] }),
    ownerEmail: { type: ['string', 'null'] },
    notes: text('Notes.')
  },
  required: ['id', 'name', 'country', 'stage', 'ownerEmail', 'notes']
}
const page = { limit: whole('Most of them.', { default: 10 }), page: whole('Which page, from 1.') }

/** A CRM: camel case, records as JSON, numbers as ids, output schemas. */
export const crm = world(
  [
    tool(
      'listCompanies',
      'Lists companies.',
      { stage: text('Stage.'), country: text('Code.'), sortBy: text('Field.'), ...page },
      [],
      {
        outputSchema: {
          type: 'object',
          properties: {
            companies: { type: 'array', items: company },
            totalCount: { type: 'integer' },
            hasMore: { type: 'boolean' }
          },
          required: ['companies', 'totalCount', 'hasMore']
        }
      }
    ),
    tool('getCompany', 'Returns a company.', { companyId: whole('Id.') }, ['companyId'], { outputSchema: company }),
    tool(
      'createCompany',
      'Adds a company.',
      {
        name: text('Name.'),
        country: text('Code.'),
        stage: text('Stage.', { enum: ['lead', 'customer', 'lost'], default: 'lead' }),
        ownerEmail: text('Email.'),
        notes: text('Notes.')
      },
      ['name', 'country'],
      { outputSchema: company }
    ),
    tool(
      'updateCompany',
      'Changes the given fields.',
      { companyId: whole('Id.'), changes: { type: 'object', description: 'Fields with their new values.' } },
      ['companyId', 'changes'],
      { outputSchema: company }
    ),
    tool('deleteCompany', 'Removes a company.', { companyId: whole('Id.') }, ['companyId'], {
      outputSchema: {
        type: 'object',
        properties: { success: { type: 'boolean' }, companyId: { type: 'integer' } },
        required: ['success', 'companyId']
      }
    }),
    tool('searchCompanies', 'Finds companies.', { query: text('Words.'), ...page }, ['query']),
    tool('countCompanies', 'Counts companies.', { stage: text('Stage.') }),
    tool(
      'createContact',
      'Adds a person to a company.',
      { companyId: whole('Id.'), name: text('Name.'), email: text('Email.') },
      ['companyId', 'name', 'email']
    ),
    tool('listContacts', 'Lists people.', { companyId: whole('Id.') }),
    tool('scoreLead', 'Computes how likely a company is to buy.', { companyId: whole('Id.') }, ['companyId']),
    tool(
      'enrichCompany',
      'Looks a company up in public registers and fills in what is missing.',
      { companyId: whole('Id.') },
      ['companyId']
    )
  ],
  JSON.stringify(
    {
      now: '2026-05-04T10:00:00Z',
      companies: [
        {
          id: 11,
          name: 'Fjell Data',
          country: 'NO',
          stage: 'customer',
          ownerEmail: 'kari@crm.example',
          notes: 'Renewal in June'
        },
        { id: 12, name: 'Rio Textil', country: 'BR', stage: 'lead', ownerEmail: null, notes: '' },
        {
          id: 15,
          name: 'Café Lumière',
          country: 'FR',
          stage: 'lost',
          ownerEmail: 'kari@crm.example',
          notes: 'Chose a rival'
        }
      ],
      contacts: [{ id: 1, companyId: 11, name: 'Ola Vik', email: 'ola@fjell.example' }]
    },
    null,
    2
  )
)

const invoiceId = text('Such as INV-0007.')

/** Bookkeeping: kebab case, records in a list and in sections, padded ids, states as verbs. */
export const invoices = world(
  [
    tool('list-invoices', 'Invoices as a JSON array of objects with id, customer, amount and status.', {
      status: text('State.', { enum: ['draft', 'sent', 'paid', 'cancelled', 'all'] }),
      min_amount: { type: 'number' },
      due_before: text('Date.')
    }),
    tool('get-invoice', 'One invoice as JSON.', { id: invoiceId }, ['id']),
    tool(
      'create-invoice',
      'Makes a draft.',
      { customer: text('Name.'), amount: { type: 'number' }, due: text('Date.') },
      ['customer', 'amount', 'due']
    ),
    tool('edit-invoice', 'Changes what is given.', { id: invoiceId, amount: { type: 'number' }, due: text('Date.') }, [
      'id'
    ]),
    tool('cancel-invoice', 'Cancels an invoice.', { id: invoiceId }, ['id']),
    tool('delete-invoice', 'Deletes an invoice. Answers with a sentence.', { id: invoiceId }, ['id']),
    tool('send_invoice', 'Sends an invoice to its customer.', { id: invoiceId }, ['id']),
    tool('refund-payment', 'Pays money back.', { invoice_id: invoiceId, amount: { type: 'number' } }, [
      'invoice_id',
      'amount'
    ])
  ],
  `Books of a bakery. Today is 2026-04-10.

Invoices:
- INV-0003 (customer: Hotel Nord, amount: 1200, due: 2026-04-30, status: draft)
- INV-0004 (customer: Bistro Sol, amount: 89.5, due: 2026-05-15, status: sent)

Invoice INV-0007
customer: Hotel Nord
amount: 300
due: 2026-04-20
status: paid`
)

/** A wiki: dotted names, a Markdown table, booleans, drafts that become public. */
export const wiki = world(
  [
    tool('wiki.pages.list', 'All pages, sorted by title.', {
      space: text('Space.'),
      archived: { type: 'boolean' },
      per_page: whole('Most.'),
      page: whole('From 1.')
    }),
    tool('wiki.page.get', 'A page.', { slug: text('Slug.') }, ['slug']),
    tool(
      'wiki.page.create',
      'Adds a page.',
      { slug: text('Slug.'), title: text('Title.'), space: text('Space.'), body: text('Markdown.') },
      ['slug', 'title', 'space', 'body']
    ),
    tool(
      'wiki.page.update',
      'Changes a page.',
      { slug: text('Slug.'), title: text('Title.'), body: text('Markdown.') },
      ['slug']
    ),
    tool('wiki.page.archive', 'Archives a page.', { slug: text('Slug.') }, ['slug']),
    tool('wiki.page.unarchive', 'Brings a page back.', { slug: text('Slug.') }, ['slug']),
    tool('wiki.page.delete', 'Removes a page.', { slug: text('Slug.') }, ['slug']),
    tool('wiki.pages.search', 'Pages with these words.', { q: text('Words.') }, ['q']),
    tool('wiki.page.summarize', 'Summarizes a page.', { slug: text('Slug.') }, ['slug'])
  ],
  `## Pages
| slug | title | space | body | archived | views |
| --- | --- | --- | --- | --- | --- |
| onboarding | First week | people | Get a laptop | false | 3 |
| leave | Leave and holidays | people | Ask your lead | false | 1 |
| deploy | How to deploy | tech | Push to main | true | 9 |`
)
