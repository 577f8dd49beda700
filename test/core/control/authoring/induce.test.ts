// Programs that are induced from recorded turns: tables and verbs, a household, a shop, rules of words.
import { expect, test } from 'vitest'
import { householdSeen } from '../../../../src/core/control/authoring/induce/household.ts'
import { inducedPrograms } from '../../../../src/core/control/authoring/induce/index.ts'
import { rowsSeen } from '../../../../src/core/control/authoring/induce/rows.ts'
import { shopSeen } from '../../../../src/core/control/authoring/induce/shop.ts'
import type { SeenRecording } from '../../../../src/core/control/authoring/turns.ts'
import { readData } from '../../../../src/core/grounds/programs/data/read-data.ts'
import type { Tool } from '../../../../src/core/tree/model.ts'
import type { Json } from '../../../../src/core/tree/ports.ts'

const tool = (name: string, properties: string[], required: string[] = properties): Tool => ({
  name,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(properties.map((one) => [one, { type: 'string' }])),
    required
  }
})

const tools = [
  tool('list_boats', ['berth'], []),
  tool('get_boat', ['boat_id']),
  tool('create_boat', ['name', 'berth']),
  tool('launch_boat', ['boat_id']),
  tool('count_boats', ['berth'], [])
]

const turn = (name: string, given: Record<string, Json>, answer: Json) => ({
  action: { name, arguments: given },
  label: name,
  text: typeof answer === 'string' ? answer : JSON.stringify(answer)
})

const ida = { id: 'B-1', name: 'Ida', berth: 'north', afloat: false }
const una = { id: 'B-2', name: 'Una', berth: 'south', afloat: true }

const harbour: SeenRecording = {
  ...{ initial: '', task: null, tools },
  turns: [
    turn('list_boats', {}, { boats: [ida, una], total: 2 }),
    turn('get_boat', { boat_id: 'B-9' }, 'Error: boat B-9 not found'),
    turn('create_boat', { name: 'Ea', berth: 'north' }, { id: 'B-3', name: 'Ea', berth: 'north', afloat: false }),
    turn('launch_boat', { boat_id: 'B-1' }, 'Boat B-1 is afloat.'),
    turn('get_boat', { boat_id: 'B-1' }, { ...ida, afloat: true }),
    turn('count_boats', { berth: 'north' }, { count: 2 })
  ]
}

const JSON_AS_YAML = { write: (value: Json) => JSON.stringify(value), read: readLines }

// What `proposeDeclared` writes, without a library: two spaces a level, and JSON or flow behind the colon.
function readLines(text: string): Json {
  const lines = text.split('\n').filter((line) => line.trim() && !line.trimStart().startsWith('#'))
  const rows = (from: number, depth: number): [Json, number] => {
    const made: Record<string, Json> = {}
    const list: Json[] = []
    let at = from
    while (at < lines.length) {
      const line = lines[at] ?? ''
      const own = line.length - line.trimStart().length
      if (own < depth) break
      const said = line.trim()
      if (said.startsWith('- ')) {
        list.push(JSON.parse(said.slice(2)))
        at++
        continue
      }
      const colon = said.indexOf(':')
      const [name, rest] = [said.slice(0, colon), said.slice(colon + 1).trim()]
      if (rest) {
        made[name] = flow(rest)
        at++
      } else {
        const [value, next] = rows(at + 1, own + 1)
        made[name] = value
        at = next
      }
    }
    return [list.length ? list : made, at]
  }
  return rows(0, 0)[0]
}

function flow(text: string): Json {
  const quoted = text.replace(/[A-Za-z][\w-]*/g, (word) => (/^(?:true|false|null)$/.test(word) ? word : `"${word}"`))
  try {
    return JSON.parse(text)
  } catch {
    try {
      return JSON.parse(quoted.replaceAll('""', '"'))
    } catch {
      return text
    }
  }
}

test('the rows of the beginning are those that were seen before they were made or changed', () => {
  expect(Object.fromEntries(rowsSeen([harbour]))).toEqual({ boat: [ida, una] })
})

test('tables answer as the recording was answered: wrapped lists, refusals, defaults, verbs of its own, counts', () => {
  const made = inducedPrograms('tools', [harbour], tools, JSON_AS_YAML).find(({ way }) => way === 'tables')
  const data: Json = JSON.parse(made?.program.text ?? 'null')
  const { program, faults } = readData(data)
  expect(faults).toEqual([])
  if (!program) throw new Error('no program')
  let state = program.init('')
  const call = (name: string, given: Record<string, Json> = {}): Json | undefined => {
    const step = program.step(state, { door: 'tools', tool: name, arguments: given })
    if (step?.state !== undefined) state = step.state
    return step?.error ?? step?.answer
  }
  expect(call('list_boats', { berth: 'south' })).toEqual({ boats: [una], total: 1 })
  expect(call('get_boat', { boat_id: 'B-7' })).toBe('Error: boat B-7 not found')
  expect(call('create_boat', { name: 'Lo', berth: 'south' })).toEqual({
    ...{ id: 'B-3', name: 'Lo', berth: 'south', afloat: false }
  })
  expect(call('launch_boat', { boat_id: 'B-3' })).toBe('Boat B-3 is afloat.')
  expect(call('get_boat', { boat_id: 'B-3' })).toMatchObject({ afloat: true })
  expect(call('count_boats', { berth: 'south' })).toEqual({ count: 2 })
})

const ROOM = 'You are in the middle of a room. Looking quickly around you, you see a drawer 1, and a table 1.'
const said = (label: string, text: string) => ({ action: label, label, text })

test('a household has what was seen in its places, and not what was put there meanwhile', () => {
  const seen = householdSeen([
    {
      ...{ initial: `${ROOM}\n\nYour task is to: put a pen in drawer 1.`, task: null, tools: [] },
      turns: [
        said('take cup 1 from table 1', 'Nothing happens.'),
        said('go to table 1', 'You arrive at table 1. On the table 1, you see a cup 1, and a pen 1.'),
        said('take pen 1 from table 1', 'You pick up the pen 1 from the table 1.'),
        said('go to drawer 1', 'You arrive at drawer 1. The drawer 1 is closed.'),
        said('open drawer 1', 'You open the drawer 1. The drawer 1 is open. In it, you see a key 1.')
      ]
    }
  ])
  expect(seen).toMatchObject({
    story: 'household',
    places: { 'drawer 1': { open: false, holds: ['key 1'] }, 'table 1': { holds: ['cup 1', 'pen 1'] } },
    unknown: 'nothing'
  })
})

test('a shop sells what its pages showed, with its options and reviews', () => {
  const page = (text: string, admits: string) =>
    `Instruction: [SEP] Find a red mug [SEP] ${text}\n\nAdmissible actions: ${admits}`
  const seen = shopSeen([
    {
      ...{ initial: 'WebShop [SEP] Instruction: [SEP] Find a red mug [SEP] Search', task: null, tools: [] },
      turns: [
        said(
          'search[mug]',
          page(
            'Back to Search [SEP] Page 1 (Total results: 1) [SEP] B01MUG001 [SEP] Red Mug [SEP] $9.50',
            'click[b01mug001]'
          )
        ),
        said(
          'click[b01mug001]',
          page(
            'Back to Search [SEP] < Prev [SEP] size [SEP] small [SEP] large [SEP] Red Mug [SEP] Price: $9.50 [SEP] Rating: N.A.',
            'click[small], click[large]'
          )
        ),
        said(
          'click[reviews]',
          page('Back to Search [SEP] < Prev [SEP] "Good" [SEP] 5 [SEP] It holds tea.', 'click[< prev]')
        )
      ]
    }
  ])
  expect(seen).toMatchObject({
    story: 'shop',
    instruction: 'Find a red mug',
    products: [
      {
        ...{ code: 'b01mug001', title: 'Red Mug', price: 9.5, options: { size: ['small', 'large'] } },
        reviews: [{ title: 'Good', score: 5, text: 'It holds tea.' }]
      }
    ]
  })
})
