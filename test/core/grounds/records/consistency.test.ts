// What was created, changed and deleted is so in every later answer, whatever the order of calls.
import { describe, expect, it } from 'vitest'
import { createRecords } from '../../../../src/core/grounds/records/ground.ts'
import type { Fields } from '../../../../src/core/grounds/records/record.ts'
import type { Setup } from '../../../../src/core/tree/model.ts'
import type { Json } from '../../../../src/core/tree/ports.ts'
import { createDice, type Dice } from '../../../fixtures/dice.ts'
import { must } from '../../../must.ts'
import { play } from './play.ts'
import { crm, invoices, wiki } from './sets.ts'

interface Business {
  name: string
  setup: Setup
  tools: Record<'list' | 'get' | 'create' | 'update' | 'remove', string>
  idField: string
  idArg: string
  /** Arguments that list everything. */
  all: Fields
  records(listed: Json): Fields[]
  make(dice: Dice): Fields
  change(dice: Dice): Fields
  /** The change as the tool takes it. */
  given?(change: Fields): Fields
}

const isList = (value: Json | undefined): value is Fields[] => Array.isArray(value)
const listOf = (value: Json | undefined): Fields[] => (isList(value) ? value : [])
const fieldsOf = (value: Json): Fields => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`no record: ${JSON.stringify(value)}`)
  return value
}

const businesses: Business[] = [
  {
    ...{ name: 'crm', setup: crm, idField: 'id', idArg: 'companyId', all: { limit: 1000 } },
    tools: {
      list: 'listCompanies',
      get: 'getCompany',
      create: 'createCompany',
      update: 'updateCompany',
      remove: 'deleteCompany'
    },
    records: (listed) => listOf(fieldsOf(listed).companies),
    make: (dice) => ({
      name: dice.letters(3, 9),
      country: dice.pick(['NO', 'FR']),
      ...(dice.chance(0.5) && { notes: dice.letters(1, 20) })
    }),
    change: (dice) =>
      dice.pick([{ notes: dice.letters(1, 9) }, { stage: 'customer' }, { name: dice.letters(2, 5), ownerEmail: null }]),
    given: (changes) => ({ changes })
  },
  {
    ...{ name: 'invoices', setup: invoices, idField: 'id', idArg: 'id', all: {} },
    tools: {
      list: 'list-invoices',
      get: 'get-invoice',
      create: 'create-invoice',
      update: 'edit-invoice',
      remove: 'delete-invoice'
    },
    records: listOf,
    make: (dice) => ({
      customer: dice.letters(3, 9),
      amount: dice.below(1000) / 2,
      due: `2026-0${1 + dice.below(9)}-15`
    }),
    change: (dice) => dice.pick([{ amount: dice.below(500) }, { due: '2027-01-01' }, { amount: 1, due: '2027-02-02' }])
  },
  {
    ...{ name: 'wiki', setup: wiki, idField: 'slug', idArg: 'slug', all: { per_page: 1000 } },
    tools: {
      list: 'wiki.pages.list',
      get: 'wiki.page.get',
      create: 'wiki.page.create',
      update: 'wiki.page.update',
      remove: 'wiki.page.delete'
    },
    records: listOf,
    make: (dice) => ({
      slug: dice.letters(12, 16),
      title: dice.letters(2, 9),
      space: dice.pick(['people', 'tech']),
      body: dice.letters(0, 30)
    }),
    change: (dice) => dice.pick([{ title: dice.letters(2, 9) }, { body: dice.letters(0, 9) }])
  }
]

describe('29.3 what a call changed is so in every later answer', () => {
  it.each(businesses)('$name: 100 calls in any order, and no model', async (business) => {
    const { tools, idField, idArg, all } = business
    for (const seed of [1, 2, 3, 4]) {
      const dice = createDice(seed)
      const world = play(business.setup)
      const listed = async () => business.records((await world.call(tools.list, all)).value)
      const mirror = new Map<string, Fields>()
      for (const { [idField]: id = null } of await listed()) {
        mirror.set(String(id), fieldsOf((await world.call(tools.get, { [idArg]: id })).value))
      }
      expect(mirror.size).toBe(3)
      const given = new Set(mirror.keys())
      while (world.chain.length < 100) {
        // A company with a contact: whether it may be deleted is the model's to say.
        const id = dice.pick([...mirror.keys(), 'nowhere-1'].filter((one) => one !== '11'))
        const known = mirror.get(id)
        const asked: Json = known?.[idField] ?? (typeof [...mirror.values()][0]?.[idField] === 'number' ? 9999 : id)
        switch (dice.below(5)) {
          case 0: {
            const args = business.make(dice)
            const made = fieldsOf((await world.call(tools.create, args)).value)
            const own = String(made[idField])
            expect([given.has(own), made]).toEqual([false, expect.objectContaining(args)])
            given.add(own)
            mirror.set(own, fieldsOf((await world.call(tools.get, { [idArg]: must(made[idField]) })).value))
            expect(mirror.get(own)).toEqual(made)
            break
          }
          case 1: {
            const change = business.change(dice)
            const { value, error } = await world.call(tools.update, {
              [idArg]: asked,
              ...(business.given?.(change) ?? change)
            })
            expect(error).toBe(!known)
            if (!known) break
            mirror.set(id, { ...known, ...change })
            expect(value).toEqual(mirror.get(id))
            break
          }
          case 2: {
            const { error } = await world.call(tools.remove, { [idArg]: asked })
            expect(error).toBe(!known)
            mirror.delete(id)
            expect((await world.call(tools.get, { [idArg]: asked })).error).toBe(true)
            break
          }
          case 3: {
            const { value, error } = await world.call(tools.get, { [idArg]: asked })
            expect(error ? null : value).toEqual(known ?? null)
            break
          }
          default:
            expect(byId(await listed(), idField)).toEqual(byId([...mirror.values()].map(shortened(business)), idField))
        }
      }
      // Another process, which has only the steps, knows the same.
      const again = play(business.setup, createRecords({ hash: 'test' }))
      again.chain.push(...world.chain)
      for (const [step, call] of world.calls) again.calls.set(step, call)
      expect((await again.call(tools.list, all)).text).toBe((await world.call(tools.list, all)).text)
      expect((await again.call(tools.list, all)).grounded.diverged).toBeUndefined()
    }
  })

  it('pages are parts of the whole list, in one order', async () => {
    const world = play(crm)
    for (const name of ['a', 'b', 'c', 'd']) await world.call('createCompany', { name, country: 'NO' })
    const whole = listOf(fieldsOf((await world.call('listCompanies', { sortBy: 'name' })).value).companies)
    const pages = []
    for (const page of [1, 2, 3, 4]) {
      const { companies, totalCount, hasMore } = fieldsOf(
        (await world.call('listCompanies', { sortBy: 'name', limit: 2, page })).value
      )
      pages.push(...listOf(companies))
      expect([totalCount, hasMore]).toEqual([7, page < 4])
    }
    expect(pages).toEqual(whole)
    expect(whole.map(({ name }) => name)).toEqual(['Café Lumière', 'Fjell Data', 'Rio Textil', 'a', 'b', 'c', 'd'])
  })

  it('filters, bounds, words and counts agree with the records', async () => {
    const world = play(invoices)
    const ids = async (args: Fields) => listOf((await world.call('list-invoices', args)).value).map(({ id }) => id)
    expect(await ids({ status: 'sent' })).toEqual(['INV-0004'])
    expect(await ids({ status: 'all' })).toEqual(['INV-0003', 'INV-0004', 'INV-0007'])
    expect(await ids({ min_amount: 300 })).toEqual(['INV-0003', 'INV-0007'])
    expect(await ids({ due_before: '2026-04-30', min_amount: 400 })).toEqual(['INV-0003'])
    const others = play(crm)
    expect((await others.call('countCompanies', { stage: 'lead' })).value).toEqual({ count: 1 })
    expect(listOf((await others.call('searchCompanies', { query: 'rival café' })).value).map(({ id }) => id)).toEqual([
      15
    ])
    expect((await others.call('searchCompanies', { query: 'nothing' })).value).toEqual([])
    const contact = (await others.call('createContact', { companyId: 12, name: 'Ana', email: 'ana@rio.example' })).value
    expect(contact).toEqual({ id: 2, companyId: 12, name: 'Ana', email: 'ana@rio.example' })
    expect((await others.call('listContacts', { companyId: 12 })).value).toEqual([contact])
    expect(await others.call('createContact', { companyId: 99, name: 'x', email: 'y' })).toMatchObject({
      text: 'Error: Company 99 not found',
      error: true
    })
  })

  it('a verb that is a state sets it, and nothing else', async () => {
    const world = play(wiki)
    const before = fieldsOf((await world.call('wiki.page.get', { slug: 'leave' })).value)
    expect((await world.call('wiki.page.archive', { slug: 'leave' })).value).toEqual({ ...before, archived: true })
    expect((await world.call('wiki.page.unarchive', { slug: 'leave' })).value).toEqual(before)
    const books = play(invoices)
    await books.call('cancel-invoice', { id: 'INV-0004' })
    expect((await books.call('get-invoice', { id: 'INV-0004' })).value).toMatchObject({
      status: 'cancelled',
      amount: 89.5
    })
    expect((await books.call('delete-invoice', { id: 'INV-0004' })).text).toBe('Deleted invoice INV-0004.')
  })
})

const byId = (records: Fields[], idField: string) =>
  [...records].sort((one, other) => (String(one[idField]) < String(other[idField]) ? -1 : 1))

/** A list of invoices has only the fields that its description names. */
const shortened =
  ({ name }: Business) =>
  (record: Fields): Fields => {
    const { due, ...rest } = record
    return name === 'invoices' ? rest : record
  }

describe('ids and times go on', () => {
  it('an id is made like the others and never given twice', async () => {
    const world = play(invoices)
    const make = async () =>
      fieldsOf((await world.call('create-invoice', { customer: 'a', amount: 1, due: '2026-05-01' })).value)
    expect((await make()).id).toBe('INV-0008')
    await world.call('delete-invoice', { id: 'INV-0008' })
    expect(await make()).toEqual({ id: 'INV-0009', customer: 'a', amount: 1, due: '2026-05-01', status: 'draft' })
    expect((await play(crm).call('createCompany', { name: 'a', country: 'NO' })).value).toMatchObject({
      id: 16,
      stage: 'lead',
      notes: ''
    })
    expect(
      (await play(wiki).call('wiki.page.create', { slug: 'leave', title: 'b', space: 'tech', body: '' })).text
    ).toBe('Error: page leave already exists')
  })
})
