// StableToolBench's public files, by forms as its repository and MirrorAPI's data have them, with contents of our own.
import { describe, expect, test } from 'vitest'
import { standardised, toolbenchSet, toolbenchToolOf } from '../../../../src/core/domains/tools/toolbench.ts'
import { readTools } from '../../../../src/core/domains/tools/tools.ts'
import { must } from '../../../must.ts'
import { read as readText } from './reading.ts'

const read = (name: string, text: string) => readText(text, { name })

const PARAMETER = { name: 'q', type: 'STRING', description: 'What is looked for.', default: "it's" }
const DOC = `{'api_name': 'Find Tea', 'api_description': "A shop's teas", 'required_parameters': [{'name': 'q', 'type': 'STRING', 'description': '', 'default': 'oolong'}], 'optional_parameters': [], 'tool_description': 'Teas', 'tool_name': 'Tea-House', 'tool_category': 'Food'}`
const INSTRUCTION = `API doc:\n${DOC}\n\nRequest:\n{'category': 'Food', 'tool_name': 'Tea-House', 'api_name': 'Find Tea', 'tool_input': '{"q": "green"}', 'strip': 'filter'}`
const OUTPUT = `{"error": "", "response": "{'teas': ['Sencha']}"}\n`
const CALL = 'find_tea_for_tea_house'
const FUNCTION = {
  name: CALL,
  description: 'Teas',
  parameters: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'], optional: [] }
}
const FINISH = { name: 'Finish', description: '', parameters: { type: 'object', properties: {} } }
const told = { error: '', response: '{"teas": []}' }

const node = (node_type: string, description: string, more: object = {}) => ({ node_type, description, ...more })
const action = (given: object, observation: string, children: object[] = []) => ({
  ...node('Action', CALL),
  children: [{ ...node('Action Input', JSON.stringify(given), { observation }), children }]
})

const json = (value: unknown) => JSON.stringify(value)
const stepsOf = ({ trees }: Awaited<ReturnType<typeof read>>) =>
  trees.map(({ steps }) => steps.map(({ action: done, observation }) => [done, observation.text]))

describe('a row of an API and a request', () => {
  const rows = {
    'MirrorAPI’s data': [{ system: 'You are an API server.', instruction: INSTRUCTION, output: OUTPUT }],
    'Word2World’s data': [
      {
        messages: [
          { role: 'system', content: 'x' },
          { role: 'user', content: INSTRUCTION },
          { role: 'assistant', content: OUTPUT }
        ]
      }
    ],
    'ShareGPT’s form': [
      {
        conversations: [
          { from: 'human', value: INSTRUCTION },
          { from: 'gpt', value: OUTPUT }
        ]
      }
    ],
    'JSON in place of Python': [
      {
        instruction: `API doc:\n${json({ api_name: 'Find Tea', tool_name: 'Tea-House', required_parameters: [PARAMETER] })}\nRequest:\n    data = ${json({ tool_input: { q: 'green' } })}`,
        output: OUTPUT
      }
    ]
  }
  test.each(Object.entries(rows))('in %s', async (_name, given) => {
    const found = await read('rows.json', json(given))
    expect(found.importer).toBe('stabletoolbench')
    expect(stepsOf(found)).toEqual([[[{ name: CALL, arguments: { q: 'green' } }, OUTPUT.trim()]]])
    const { setup } = must(found.trees[0]?.branches[0])
    expect(setup).toMatchObject({ domain: 'mcp', tools: [{ name: CALL, inputSchema: { required: ['q'] } }] })
  })

  test('a line that cannot be read costs itself', async () => {
    const bad = { instruction: "API doc:\n{'api_name': open()}\n\nRequest:\n{'tool_input': '{}'}", output: OUTPUT }
    const found = await read('rows.json', json([bad, { instruction: INSTRUCTION, output: OUTPUT }]))
    expect(found.trees).toHaveLength(1)
    expect(found.problems).toEqual([[null, expect.stringContaining('API doc')]])
  })
})

test('answers of an agent’s search: each way through it, without the call that ends it', async () => {
  const tree = {
    ...node('Action Input', ''),
    children: [
      action({ q: 'a' }, json(told), [
        action({ q: 'b' }, 'later'),
        { ...node('Action', 'Finish'), children: [node('Action Input', '{}', { observation: 'x' })] }
      ])
    ]
  }
  const run = {
    win: true,
    tree: { size: 4, tree },
    forward_args: {},
    answer_generation: { query: 'Which teas?', function: [FUNCTION, FINISH] }
  }
  const found = await read('1_DFS_woFilter_w2.json', json(run))
  expect(stepsOf(found)).toEqual([
    [
      [{ name: CALL, arguments: { q: 'a' } }, json(told)],
      [{ name: CALL, arguments: { q: 'b' } }, 'later']
    ]
  ])
  // The way that ended at once begins the other.
  expect(found.dropped).toEqual({ 'final answers of agents': 1 })
  expect(found.trees[0]?.branches[0]?.setup).toMatchObject({ task: 'Which teas?', tools: [{ name: CALL }] })
})

test('answers as they are converted for its judge', async () => {
  const message = { name: CALL, arguments: '{"q": "a"}', response: json(told) }
  const details = [
    {
      role: 'system',
      message: '',
      next: [
        {
          role: 'user',
          message: '',
          next: [
            {
              role: 'tool',
              message,
              next: [{ role: 'tool', message: { name: 'Finish', arguments: '{}', response: '' }, next: [] }]
            }
          ]
        }
      ]
    }
  ]
  const found = await read(
    'G1.json',
    json({ 7: { query: 'Which teas?', available_tools: [FUNCTION], answer: { answer_details: details } } })
  )
  expect(stepsOf(found)).toEqual([[[{ name: CALL, arguments: { q: 'a' } }, json(told)]]])
})

test('the cache of its server: a call for each input', async () => {
  const found = await read(
    'tool_response_cache/Food/tea_house_for_Food/find_tea.json',
    json({ "{'q': 'a'}": told, '{}': told })
  )
  expect(found.importer).toBe('stabletoolbench')
  expect(stepsOf(found)).toEqual([
    [
      [{ name: CALL, arguments: { q: 'a' } }, json(told)],
      [{ name: CALL, arguments: {} }, json(told)]
    ]
  ])
})

const QUERY = {
  api_list: [
    {
      category_name: 'Food',
      tool_name: 'Tea-House',
      api_name: 'Find Tea',
      required_parameters: [PARAMETER],
      optional_parameters: [{ name: 'From', type: 'NUMBER' }]
    }
  ],
  query: 'Which teas?',
  query_id: 3
}

test('queries are worlds that nobody has acted in', async () => {
  const found = await read('G1_instruction.json', json([QUERY]))
  expect(stepsOf(found)).toEqual([[]])
  expect(found.trees[0]?.branches[0]?.setup).toMatchObject({ task: 'Which teas?', tools: [{ name: CALL }] })
})

test('its lists of APIs are tools: of a query, of many, of a tool’s own file', () => {
  const own = {
    tool_name: 'Tea-House',
    tool_description: 'Teas',
    api_list: [{ name: 'Find Tea', description: 'All', required_parameters: [] }]
  }
  for (const given of [QUERY, [QUERY, QUERY], own]) {
    expect(readTools(given)).toMatchObject({
      tools: [{ name: CALL, outputSchema: { required: ['error', 'response'] } }],
      problems: []
    })
  }
  expect(readTools(QUERY).tools[0]?.inputSchema).toEqual({
    type: 'object',
    properties: {
      q: { type: 'string', description: 'What is looked for.', examples: ["it's"] },
      is_from: { type: ['number', 'string'] }
    },
    required: ['q']
  })
})

test('names are as the benchmark spells them', () => {
  expect(['Kick.com API | Kick API', '3D__Model', 'QueryKeywords', '_a-'].map(standardised)).toEqual([
    'kick_com_api_kick_api',
    'get_3d_model',
    'querykeywords',
    'a'
  ])
  const { tools } = toolbenchSet
  expect(tools).toHaveLength(23)
  const asked = (tool_name: string, api_name: string) => toolbenchToolOf(tools, { tool_name, api_name })?.name
  expect(asked('Kick.com API | Kick API', 'Get Channel Clips')).toBe('get_channel_clips_for_kick_com_api_kick_api')
  expect(asked('keyword_analysis_for_Data', 'querykeywords')).toBe('querykeywords_for_keyword_analysis')
  expect(asked('Kick.com API | Kick API', 'Get Chat User (like user from chat)')).toBe(
    'get_chat_user_like_user_from_chat_for_kick_com_api_kick_api'
  )
  expect(asked('TheClique', 'Nothing')).toBeUndefined()
})
