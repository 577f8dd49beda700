import { describe, expect, test } from 'vitest'
import { typedCall, typedPlainly } from '../../../../src/core/domains/tool-line.ts'
import type { Tool } from '../../../../src/core/tree/model.ts'

const tool: Tool = {
  name: 'create_folder',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      folder_id: { type: 'string' },
      count: { type: 'integer' },
      ratio: { type: 'number' },
      deep: { type: 'boolean' },
      labels: { type: 'array', items: { type: 'string' } },
      sizes: { type: 'array', items: { type: 'integer' } },
      meta: { type: 'object' },
      state: { type: 'string', enum: ['open', 'closed'] },
      level: { enum: [1, 2, 'auto'] },
      parent: { type: ['string', 'null'] },
      owner: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      either: { oneOf: [{ type: 'integer' }, { type: 'string' }] },
      kind: { $ref: '#/$defs/Kind' },
      both: { allOf: [{ $ref: '#/$defs/Kind' }] },
      loop: { $ref: '#/$defs/Loop' },
      anything: {}
    },
    $defs: { Kind: { type: 'string', enum: ['7', 'plain'] }, Loop: { $ref: '#/$defs/Loop' } }
  }
}
const typed = (line: string) => typedCall(`create_folder ${line}`, [tool]).arguments

describe('what is typed becomes what the tool asks for', () => {
  test.each<[string, unknown]>([
    ['name=x folder_id=0', { name: 'x', folder_id: '0' }],
    ['folder_id=true', { folder_id: 'true' }],
    ['folder_id=[1,2]', { folder_id: '[1,2]' }],
    ['folder_id="0"', { folder_id: '0' }],
    ['folder_id=null', { folder_id: 'null' }],
    ['count=3 ratio=1.5', { count: 3, ratio: 1.5 }],
    ['count="3"', { count: 3 }],
    ['ratio=1.10', { ratio: 1.1 }],
    ['deep=true', { deep: true }],
    ['labels=["a", "b"]', { labels: ['a', 'b'] }],
    ['labels=bug,docs', { labels: ['bug', 'docs'] }],
    ['labels=7', { labels: ['7'] }],
    ['sizes=1,2', { sizes: [1, 2] }],
    ['meta={"a": 1}', { meta: { a: 1 } }],
    ['state=Open', { state: 'open' }],
    ['level=2', { level: 2 }],
    ['level=auto', { level: 'auto' }],
    ['parent=null', { parent: null }],
    ['parent="null"', { parent: 'null' }],
    ['parent=5', { parent: '5' }],
    ['owner=5', { owner: 5 }],
    ['either=5', { either: 5 }],
    ['either="5"', { either: '5' }],
    ['either=five', { either: 'five' }],
    ['kind=7 both=7', { kind: '7', both: '7' }],
    ['loop=7 anything=7', { loop: 7, anything: 7 }],
    ['something_else=7', { something_else: 7 }]
  ])('%s', (line, expected) => {
    expect(typed(line)).toEqual(expected)
  })

  test.each([
    ['count=many', '"count" of create_folder cannot be "many": expected a whole number, such as 3.'],
    ['count=1.5', '"count" of create_folder cannot be "1.5": expected a whole number, such as 3.'],
    ['deep=yes', '"deep" of create_folder cannot be "yes": expected true or false.'],
    ['state=shut', '"state" of create_folder cannot be "shut": expected one of: open, closed.'],
    ['owner=me', '"owner" of create_folder cannot be "me": expected a whole number, such as 3 or null.'],
    ['sizes=a,b', '"sizes" of create_folder cannot be "a,b": expected a list, such as ["a", "b"].'],
    ['foldr_id=0', 'create_folder has no parameter "foldr_id". Did you mean "folder_id"?'],
    ['folderId=0', 'create_folder has no parameter "folderId". Did you mean "folder_id"?']
  ])('%s is refused in a sentence', (line, message) => {
    expect(() => typed(line)).toThrow(message)
  })

  test('a name that the tool does not know is taken as it is: the tool itself says so', () => {
    expect(typedCall('nope a=1', [tool])).toEqual({ name: 'nope', arguments: { a: 1 } })
  })
})

describe('a tool that has to be given one text may have it as it is', () => {
  const of = (name: string, properties: string[], required: string[]): Tool => ({
    name,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(properties.map((one) => [one, { type: 'string' }])),
      required
    }
  })
  const tools = [
    of('say', ['message'], ['message']),
    of('read', ['path', 'limit'], ['path']),
    of('move', ['from', 'to'], ['from', 'to'])
  ]
  test.each([
    ['say What is your booking reference?', { message: 'What is your booking reference?' }],
    ['say "Good morning"', { message: 'Good morning' }],
    ['say message="Good morning"', { message: 'Good morning' }],
    ['read src/app.py', { path: 'src/app.py' }],
    ['say', {}]
  ])('%s', (line, args) => {
    expect(typedPlainly(line, tools).arguments).toEqual(args)
  })

  test('where several parameters could be meant they are to be named', () => {
    for (const line of ['move a b', 'read src/app.py limit=2', 'other thing'])
      expect(() => typedPlainly(line, tools)).toThrow(/is not of the form key=value/)
  })
})
