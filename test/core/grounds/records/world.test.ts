// A world of records on the one path: rules answer, the model is asked with the store before it, and both stand in the call.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mcp } from '../../../../src/core/domains/mcp/index.ts'
import { Setup } from '../../../../src/core/tree/model.ts'
import { Scenario } from '../../../../src/core/tree/scenario.ts'
import { openRecords } from '../../../../src/host/grounds/records.ts'
import { must } from '../../../must.ts'
import { act, committed, failed, scripted, start, tagged, world } from '../../acting.ts'

const file = join(import.meta.dirname, '../../../../resources/scenarios/mcp-helpdesk.json')
const { setup: ready, tries } = Scenario.parse(JSON.parse(readFileSync(file, 'utf8')))
const setup = Setup.parse(ready)

describe('on the path of a step', () => {
  it('the ready help desk asks the model once, and remembers what it said', async () => {
    const sent = '{"id": "T-103", "status": "pending", "updated_at": "2026-03-02T09:04:00Z"}'
    const { engine, requests } = scripted(() => [tagged(sent)])
    start(engine, setup)
    world.ground = () => openRecords()
    const made = []
    const lines = [...tries.slice(0, -1), 'get_ticket ticket_id=T-999']
    for (const line of lines) made.push(committed(await act({ action: mcp.fromText(line, setup) })))
    expect(made.map(({ call }) => [call.grounded?.origin, call.grounded?.rule, call.grounded?.over])).toEqual([
      ['executed', 'list', undefined],
      ['executed', 'create', undefined],
      ['executed', 'update', undefined],
      ['predicted', 'unclear-verb', 4],
      ['executed', 'list', 4],
      ['executed', 'missing-record', 4]
    ])
    expect(requests).toHaveLength(1)
    expect(must(requests[0]).messages.at(-1)?.content).toContain('5 tickets; the next id is T-106.')
    expect(JSON.parse(must(made[4]).step.observation.text).tickets[0]).toMatchObject({ id: 'T-103', status: 'pending' })
    expect(must(made[0]).call).toMatchObject({
      engine: 'records',
      model: { name: 'records', hash: expect.stringMatching(/^[0-9a-f]{64}$/) }
    })
  })

  it('a branch that is executed only says which rule would need the model', async () => {
    start(scripted(() => []).engine, { ...setup, grounding: 'executed' })
    world.ground = () => openRecords()
    const events = await act({ action: mcp.fromText('send_reply ticket_id=T-103 message=a', setup) })
    expect(failed(events).error).toMatchObject({ code: 'no-model', message: expect.stringContaining('unclear-verb') })
  })
})
