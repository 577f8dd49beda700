// What the model says of records is what the store knows from then on.
import { describe, expect, it } from 'vitest'
import { readBook } from '../../../../src/core/grounds/records/book.ts'
import { contextOf } from '../../../../src/core/grounds/records/context.ts'
import { createRecords } from '../../../../src/core/grounds/records/ground.ts'
import { begin } from '../../../../src/core/grounds/records/state.ts'
import { Setup } from '../../../../src/core/tree/model.ts'
import { play } from './play.ts'
import { crm, invoices, wiki } from './sets.ts'

describe('the model sees the store, and its answer is taken in', () => {
  it('a sent invoice is sent in every later list', async () => {
    const world = play(invoices)
    const sent = await world.call(
      'send_invoice',
      { id: 'INV-0003' },
      '{"id": "INV-0003", "status": "sent", "sent_to": "post@nord.example"}'
    )
    const value = {
      id: 'INV-0003',
      customer: 'Hotel Nord',
      amount: 1200,
      due: '2026-04-30',
      status: 'sent',
      sent_to: 'post@nord.example'
    }
    expect(sent.grounded).toMatchObject({
      ...{ origin: 'predicted', rule: 'unclear-verb', over: 1 },
      dreams: [{ of: 'send_invoice id=INV-0003', effects: [{ do: 'entity', kind: 'invoice', id: 'INV-0003', value }] }]
    })
    expect(sent.questions).toMatchObject([{ action: { name: 'send_invoice' } }])
    const listed = await world.call('list-invoices', { status: 'sent' })
    expect(listed.value).toMatchObject([{ id: 'INV-0003' }, { id: 'INV-0004' }])
    expect(listed.grounded).toMatchObject({ origin: 'executed', over: 1 })
    expect((await world.call('get-invoice', { id: 'INV-0003' })).value).toEqual(value)
  })

  it('a state told in a sentence is taken in; an error changes nothing', async () => {
    const world = play(invoices)
    await world.call('send_invoice', { id: 'INV-0003' }, 'Invoice INV-0003 is now sent.')
    expect((await world.call('get-invoice', { id: 'INV-0003' })).value).toMatchObject({ status: 'sent' })
    const failed = await world.call('send_invoice', { id: 'INV-0004' }, '{"error": "the mail server does not answer"}')
    expect(failed.grounded.dreams[0]?.effects).toEqual([])
    expect(failed.grounded.uncertain).toBeUndefined()
    const vague = await world.call('send_invoice', { id: 'INV-0004' }, 'Done, thank you.')
    expect(vague.grounded.uncertain).toBe('No record could be read from the answer to send_invoice in turn 4.')
    expect((await world.call('get-invoice', { id: 'INV-0004' })).grounded.uncertain).toBeDefined()
  })

  it('a deletion counts once the answer confirms it', async () => {
    for (const [text, gone] of [
      ['{"success": true, "companyId": 11}', true],
      ['{"success": false, "companyId": 11}', false],
      ['{"error": "it has contacts"}', false],
      ['Company 11 was deleted.', true]
    ] as const) {
      const world = play(crm)
      await world.call('deleteCompany', { companyId: 11 }, text)
      expect([text, (await world.call('getCompany', { companyId: 11 })).error]).toEqual([text, gone])
    }
  })

  it('records that nobody had told of are invented once', async () => {
    const world = play({ ...invoices, initialState: '' })
    expect((await world.route('list-invoices')).rule).toBe('unread-records')
    const list = '[{"id": "INV-0031", "customer": "Ann", "amount": 5, "status": "draft"}]'
    await world.call('list-invoices', {}, list)
    expect((await world.call('list-invoices')).text).toBe(JSON.stringify(JSON.parse(list)))
    expect((await world.call('get-invoice', { id: 'INV-0031' })).value).toMatchObject({ customer: 'Ann' })
    expect(await world.call('get-invoice', { id: 'INV-0001' })).toMatchObject({
      error: true,
      grounded: { rule: 'missing-record' }
    })
    expect((await world.call('create-invoice', { customer: 'Bo', amount: 9, due: '2026-05-01' })).value).toMatchObject({
      id: 'INV-0032',
      status: 'draft'
    })
  })

  it('new records and those inside of others are told apart by what they stand under', async () => {
    const world = play(crm)
    const text =
      '{"company": {"id": 12, "notes": "in the register since 1998", "contacts": [{"id": 7, "companyId": 12, "name": "Lia"}]}}'
    const { grounded } = await world.call('enrichCompany', { companyId: 12 }, text)
    expect(grounded.dreams[0]?.effects).toMatchObject([
      { kind: 'company', id: '12', value: { name: 'Rio Textil', notes: 'in the register since 1998' } },
      { kind: 'contact', id: '7', value: { name: 'Lia' } }
    ])
    expect((await world.call('listContacts', { companyId: 12 })).value).toEqual([{ id: 7, companyId: 12, name: 'Lia' }])
  })

  it('the context begins with the records that the call names, and is bounded', () => {
    const rows = Array.from({ length: 400 }, (_, at) => ({
      id: `P-${at}`,
      name: `Part ${at}`,
      note: 'n'.repeat(at === 399 ? 5000 : 40)
    }))
    const tools = [
      { name: 'inspect_part', inputSchema: { type: 'object', properties: { part_id: { type: 'string' } } } },
      ...wiki.tools
    ]
    const book = readBook(tools, JSON.stringify({ parts: rows, pages: [{ slug: 'a' }] }))
    const context = contextOf(book, begin(book), { name: 'inspect_part', arguments: { part_id: 'P-399' } })
    expect(context.split('\n')[1]).toMatch(/^part: \{"id":"P-399"/)
    expect(context).toMatch(/400 parts, 3\d\d not shown; the next id is P-400\./)
    expect(context.length).toBeLessThan(7000)
  })
})

describe('the state follows from the steps', () => {
  it('a world that is opened again knows what the model had said, without asking it', async () => {
    const world = play(invoices)
    await world.call('send_invoice', { id: 'INV-0003' }, '{"id": "INV-0003", "status": "sent"}')
    await world.call('create-invoice', { customer: 'Ann', amount: 3, due: '2026-05-01' })
    const again = play(invoices)
    again.chain.push(...world.chain)
    for (const [step, call] of world.calls) again.calls.set(step, call)
    expect((await again.call('list-invoices')).text).toBe((await world.call('list-invoices')).text)
  })

  it('steps that came about without the store are read like answers of the model', async () => {
    const world = play(invoices)
    await world.told(
      'create-invoice',
      { customer: 'Ann', amount: 3, due: 'x' },
      '{"id": "INV-0008", "customer": "Ann", "amount": 3, "status": "draft"}'
    )
    await world.told('delete-invoice', { id: 'INV-0004' }, 'Deleted.')
    await world.told('edit-invoice', { id: 'INV-0003' }, 'Error: the books are closed')
    const { value, grounded } = await world.call('list-invoices')
    expect(value).toMatchObject([{ id: 'INV-0003', amount: 1200 }, { id: 'INV-0007' }, { id: 'INV-0008' }])
    expect(grounded).toMatchObject({ origin: 'executed', over: 1 })
  })

  it('a step that rules answer otherwise today is named, and stays', async () => {
    const world = play(invoices)
    const { grounded } = await world.call('get-invoice', { id: 'INV-0003' })
    const other = play(invoices, createRecords({ hash: 'newer' }))
    await other.told('get-invoice', { id: 'INV-0003' }, '{"id": "INV-0003", "amount": 7}')
    const [step] = other.chain
    const [call] = world.calls.values()
    if (!step || !call) throw new Error('nothing was called')
    other.calls.set(step.id, { ...call, grounded })
    expect((await other.call('get-invoice', { id: 'INV-0004' })).grounded.diverged).toEqual([1])
  })

  it('branches share steps and no state', async () => {
    const ground = createRecords({ hash: 'test' })
    const one = play(invoices, ground)
    const other = play(
      Setup.parse({ ...invoices, initialState: invoices.initialState.replace('1200', '1300') }),
      ground
    )
    await one.call('count-nothing', {}, 'what?')
    await other.call('count-nothing', {}, 'what?')
    expect(other.chain[0]?.id).toBe(one.chain[0]?.id)
    expect((await one.call('get-invoice', { id: 'INV-0003' })).value).toMatchObject({ amount: 1200 })
    expect((await other.call('get-invoice', { id: 'INV-0003' })).value).toMatchObject({ amount: 1300 })
  })
})
