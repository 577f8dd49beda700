import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkArguments } from '../../../../src/core/domains/tools/tools.ts'
import { besides } from '../../../../src/host/domains/tools/beside.ts'
import { readDefinitions } from '../../../../src/host/domains/tools/read.ts'
import { must } from '../../../must.ts'
import { folder } from '../../folder.ts'

const fixture = (name: string) => readFile(join(import.meta.dirname, '../../../fixtures/openapi', name), 'utf8')
const book = {
  properties: {
    title: { type: 'string' },
    mood: { type: ['string', 'null'], enum: ['calm', 'loud', null] },
    parts: { type: 'array', items: { $ref: '#/$defs/Book' } }
  }
}
const known = { id: { type: 'integer' }, ...book.properties }

describe('an OpenAPI document', () => {
  test('in YAML, version 3.0: each operation is a tool', async () => {
    const { tools } = readDefinitions(await fixture('library.yaml'))
    expect(tools.map(({ name, description }) => [name, description])).toEqual([
      ['getBook', 'Get a book\n\nGives one book with its parts.'],
      ['put_books_id', 'Replace a book\n\nDeprecated.'],
      ['list_shelves', 'GET /shelves'],
      ['addShelf', 'POST /shelves']
    ])
  })

  test("arguments are the path's and the operation's parameters, the operation's own first; headers of HTTP itself are none", async () => {
    const [getBook] = readDefinitions(await fixture('library.yaml')).tools
    expect(getBook?.inputSchema).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer', description: 'Its number' },
        trace: { type: 'string', maxLength: 8, description: 'Kept in the log' }
      },
      required: ['id']
    })
  })

  test('the fields of a body are arguments, without what only the server sets; a name that is taken stays the parameter', async () => {
    const { tools } = readDefinitions(await fixture('library.yaml'))
    expect(tools[1]?.inputSchema).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer', description: 'Its number' },
        trace: { type: 'string' },
        body: { type: 'object', required: ['title'], ...book }
      },
      required: ['id', 'body'],
      $defs: { Book: { type: 'object', required: ['title'], ...book } }
    })
  })

  test('the JSON object of the 2xx response is the output; an array is none', async () => {
    const [getBook, put, list, add] = readDefinitions(await fixture('library.yaml')).tools
    const whole = { type: 'object', required: ['id', 'title'], properties: known }
    expect(getBook?.outputSchema).toEqual({ ...whole, $defs: { Book: whole } })
    expect([put?.outputSchema, list?.outputSchema]).toEqual([undefined, undefined])
    expect(add?.outputSchema).toEqual({
      type: 'object',
      allOf: [
        { type: 'object', properties: { name: { type: 'string' }, first: whole, lost: {} } },
        { type: 'object', properties: { made: { type: 'string' } } }
      ],
      $defs: { Book: whole }
    })
  })

  test("what a dialect says in its own way is said in JSON Schema's", async () => {
    const { tools } = readDefinitions(await fixture('library.yaml'))
    expect(tools[2]?.inputSchema).toEqual({
      type: 'object',
      properties: { floor: { type: 'integer', exclusiveMinimum: 0, examples: [2] } },
      required: ['floor']
    })
  })

  test('Swagger 2 in JSON: body and form fields, shared parameters and responses; two operations of one name are told apart', async () => {
    const sale = { item: { type: 'string' }, price: { type: 'number' } }
    expect(readDefinitions(await fixture('kiosk.json'))).toEqual({
      tools: [
        {
          name: 'listSales',
          description: 'GET /sales',
          inputSchema: {
            type: 'object',
            properties: {
              limit: { type: 'integer', maximum: 50 },
              tag: { type: 'array', items: { type: 'string' } }
            }
          }
        },
        {
          name: 'listSales_2',
          description: 'POST /sales',
          inputSchema: { type: 'object', properties: sale, required: ['item'] },
          outputSchema: { type: 'object', properties: sale, required: ['item'] }
        },
        {
          name: 'post_photos',
          description: 'POST /photos',
          inputSchema: {
            type: 'object',
            properties: { photo: { type: 'string', format: 'binary' }, note: { type: 'string' } },
            required: ['photo']
          }
        }
      ],
      problems: [
        'POST /sales: there is already an operation "listSales"; this one was renamed to "listSales_2".',
        'GET /photos is not an operation: expected an object, such as {"responses": {}}.'
      ]
    })
  })

  test('a call to a tool with a schema that goes round in circles is checked all the way down', async () => {
    const put = must(readDefinitions(await fixture('library.yaml')).tools[1])
    const call = (title: unknown) => ({ id: 1, body: { title: 'a', parts: [{ title: 'b', parts: [{ title }] }] } })
    expect(checkArguments(put, call('c'))).toEqual([])
    expect(checkArguments(put, call(3)).length).toBeGreaterThan(0)
  })

  test('a version that is not read is refused by its number', () => {
    expect(() => readDefinitions('{"openapi": "4.0.0", "paths": {}}')).toThrow(
      'This file declares OpenAPI 4.0.0. Orrery reads OpenAPI 3.0 and 3.1, and Swagger 2.0: convert it first.'
    )
  })

  test('a document without operations says so', () => {
    expect(readDefinitions('openapi: 3.1.0')).toEqual({
      tools: [],
      problems: ['There are no operations in this file: its "paths" are missing or empty.']
    })
  })
})

describe('references of an OpenAPI document', () => {
  test('that lead nowhere are named with the operation and the place that was looked at; they take anything', async () => {
    const { tools, problems } = readDefinitions(await fixture('library.yaml'), { name: 'library.yaml', files: [] })
    expect(problems).toEqual([
      '"#/components/schemas/Nowhere" (in GET /shelves and 1 more) does not exist in this file: any value is accepted there.',
      '"shelf.yaml#/Shelf" (in POST /shelves) was not found: there is no file "shelf.yaml" beside "library.yaml": any value is accepted there.'
    ])
    expect(tools[3]?.inputSchema).toEqual({ type: 'object', properties: { body: {} }, required: ['body'] })
  })

  test('that only point at each other end', () => {
    const schemas = { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } }
    const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } }
    const paths = { '/a': { post: { requestBody: body, responses: {} } } }
    const { tools, problems } = readDefinitions(JSON.stringify({ openapi: '3.1.0', paths, components: { schemas } }))
    expect(tools[0]?.inputSchema).toEqual({
      type: 'object',
      properties: { body: { $ref: '#/$defs/A' } },
      required: ['body'],
      $defs: { A: { $ref: '#/$defs/A' } }
    })
    expect(problems).toEqual(['"#/components/schemas/A" only refers to itself: any value is accepted there.'])
  })

  test('that would be written out a billion times are written once each', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 30 }, (_, level) => {
        const next = { $ref: `#/components/schemas/L${level + 1}` }
        return [`L${level}`, level === 29 ? { type: 'string' } : { type: 'object', properties: { a: next, b: next } }]
      })
    )
    const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/L0' } } } }
    const paths = { '/a': { post: { requestBody: body, responses: {} } } }
    const { tools, problems } = readDefinitions(JSON.stringify({ openapi: '3.1.0', paths, components: { schemas } }))
    expect(problems).toEqual([])
    expect(JSON.stringify(tools).length).toBeLessThan(100_000)
  })

  test('that lead to nearly everything from everywhere are followed so far and no further', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => {
        const near = Array.from({ length: 12 }, (_, by) => (at * 7 + by * 31) % 300)
        const links = near.map((one) => [`to${one}`, { $ref: `#/components/schemas/S${one}` }])
        return [`S${at}`, { type: 'object', properties: Object.fromEntries(links) }]
      })
    )
    const paths = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => {
        const content = { 'application/json': { schema: { $ref: `#/components/schemas/S${at}` } } }
        return [`/p${at}`, { get: { responses: { 200: { description: '', content } } } }]
      })
    )
    const { tools, problems } = readDefinitions(JSON.stringify({ openapi: '3.1.0', paths, components: { schemas } }))
    expect(problems).toEqual(['Some of these schemas have more than 600 parts: any value is accepted in deeper ones.'])
    expect(tools).toHaveLength(100)
    expect(Math.max(...tools.map((tool) => JSON.stringify(tool).length))).toBeLessThan(50_000)
  })

  test('with names that objects have from birth reach nothing but the document', () => {
    const get = { parameters: [{ $ref: '#/constructor' }, { $ref: '#/__proto__' }], responses: {} }
    const { tools, problems } = readDefinitions(JSON.stringify({ openapi: '3.1.0', paths: { '/a': { get } } }))
    expect(tools[0]?.inputSchema).toEqual({ type: 'object', properties: {} })
    expect(problems.length).toBe(2)
  })
})

describe('25.50 references of an OpenAPI document to other files', () => {
  const post = (schema: object) => ({
    post: { operationId: 'add', requestBody: { content: { 'application/json': { schema } } }, responses: {} }
  })
  const api = (paths: object) =>
    JSON.stringify({ openapi: '3.1.0', paths, components: { schemas: { Id: { type: 'integer' } } } })
  const input = (read: ReturnType<typeof readDefinitions>) => read.tools[0]?.inputSchema

  test('are followed into files that came with it: JSON and YAML, whole files, folders below, and back', () => {
    const files = [
      {
        path: 'paths/things.yaml',
        text: 'post:\n  operationId: add\n  requestBody:\n    content:\n      application/json:\n        schema: { $ref: ../schemas/thing.json }\n'
      },
      {
        path: 'schemas/thing.json',
        text: JSON.stringify({
          type: 'object',
          properties: { id: { $ref: '../api.json#/components/schemas/Id' }, size: { $ref: 'more.yaml#/Size' } },
          required: ['id']
        })
      },
      { path: 'schemas/more.yaml', text: 'Size: { $ref: "#/Real" }\nReal: { type: string, enum: [s, m] }\n' }
    ]
    const read = readDefinitions(api({ '/things': { $ref: 'paths/things.yaml' } }), { name: 'api.json', files })
    expect(read.problems).toEqual([])
    expect(input(read)).toEqual({
      type: 'object',
      properties: { id: { type: 'integer' }, size: { type: 'string', enum: ['s', 'm'] } },
      required: ['id']
    })
  })

  test('that go round in circles through files end', () => {
    const files = [
      { path: 'node.yaml', text: 'Node: { type: object, properties: { next: { $ref: "node.yaml#/Node" } } }' }
    ]
    const read = readDefinitions(api({ '/n': post({ type: 'array', items: { $ref: './node.yaml#/Node' } }) }), {
      name: 'api.json',
      files
    })
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } }
    expect(input(read)).toEqual({
      type: 'object',
      properties: { body: { type: 'array', items: node } },
      required: ['body'],
      $defs: { Node: node }
    })
    expect(read.problems).toEqual([])
  })

  test('outside the folder, on the network, in a broken file and at a place that is not there: each says so', () => {
    const files = [
      { path: 'broken.yaml', text: 'a: [' },
      { path: 'ok.yaml', text: 'A: {}' }
    ]
    const refs = ['../up.yaml#/A', 'https://example.com/a.json#/A', 'broken.yaml#/A', 'ok.yaml#/B', '/etc/a.yaml']
    const paths = Object.fromEntries(refs.map(($ref, at) => [`/p${at}`, post({ $ref })]))
    const { problems } = readDefinitions(api(paths), { name: 'api.json', files })
    expect(problems.filter((one) => !one.includes('already'))).toEqual([
      '"../up.yaml#/A" (in POST /p0) is outside the folder of this document: any value is accepted there.',
      '"https://example.com/a.json#/A" (in POST /p1) is on the network, from which nothing is fetched: any value is accepted there.',
      expect.stringMatching(
        /^"broken\.yaml#\/A" \(in POST \/p2\) is in "broken\.yaml", which cannot be read: .*: any value is accepted there\.$/
      ),
      '"ok.yaml#/B" (in POST /p3) does not exist in "ok.yaml": any value is accepted there.',
      '"/etc/a.yaml#" (in POST /p4) is outside the folder of this document: any value is accepted there.'
    ])
  })

  test('on disk: read beside the file and below it, never outside its folder, not through links either', async () => {
    const home = await folder()
    const own = join(home, 'api')
    await mkdir(join(own, 'schemas'), { recursive: true })
    await writeFile(join(home, 'secret.yaml'), 'A: { type: string }')
    await symlink(join(home, 'secret.yaml'), join(own, 'link.yaml'))
    await writeFile(join(own, 'schemas/a.yaml'), 'A: { $ref: "b.yaml#/B" }')
    await writeFile(join(own, 'schemas/b.yaml'), 'B: { $ref: "../../secret.yaml#/A" }')
    const text = api({
      '/a': post({ $ref: 'schemas/a.yaml#/A' }),
      '/b': post({ $ref: 'link.yaml#/A' }),
      '/c': post({ $ref: '../secret.yaml#/A' })
    })
    const { name, files } = await besides(join(own, 'api.json'), text)
    expect([name, files.map(({ path }) => path)]).toEqual(['api.json', ['schemas/a.yaml', 'schemas/b.yaml']])
  })
})

describe('definitions in a text', () => {
  const tool = { name: 'echo', inputSchema: { type: 'object', properties: {} } }

  test('are read as JSON, as one a line, and as YAML', () => {
    const read = { tools: [tool], problems: [] }
    expect(readDefinitions(`\uFEFF${JSON.stringify({ tools: [tool] })}`)).toEqual(read)
    expect(readDefinitions(`${JSON.stringify(tool)}\n`)).toEqual(read)
    expect(readDefinitions('tools:\n  - name: echo\n    inputSchema: { type: object, properties: {} }\n')).toEqual(read)
  })

  test('that are neither say what is wrong with what they were meant to be', () => {
    expect(readDefinitions('hello').problems).toEqual([expect.stringMatching(/^This is not JSON \(/)])
    expect(readDefinitions('{"tools": [').problems).toEqual([expect.stringMatching(/^This is not JSON \(/)])
    expect(readDefinitions('openapi: 3.1.0\npaths: [').problems).toEqual([expect.stringMatching(/^This is not YAML: /)])
  })

  test('that are nested without an end are refused, in words', () => {
    const deep = `{"openapi":"3.1.0","paths":{"/a":{"get":{"parameters":[{"name":"a","in":"query","schema":${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}}]}}}}`
    expect(() => readDefinitions(deep)).toThrow('The JSON is nested more than 100 levels deep')
    expect(() => readDefinitions(`tools: ${'['.repeat(20_000)}${']'.repeat(20_000)}`)).toThrow(
      'This YAML is nested more than 100 levels deep'
    )
    expect(() => readDefinitions(`tools:\n${'- '.repeat(20_000)}a`)).toThrow(
      'This YAML is nested more than 100 levels deep'
    )
  })

  test('that multiply by aliases are refused', () => {
    const bomb = ['openapi: 3.1.0', 'a0: &a0 [x, x]']
    for (let level = 1; level < 30; level++) bomb.push(`a${level}: &a${level} [*a${level - 1}, *a${level - 1}]`)
    expect(readDefinitions(bomb.join('\n')).problems).toEqual([expect.stringMatching(/^This is not YAML: .*alias/)])
  })
})

describe('definitions have a largest size, whatever makes them large', () => {
  test('300,000 keys of YAML, and a million characters of it', () => {
    const keys = Array.from({ length: 300_000 }, (_, n) => `k${n}: ${n}`).join('\n')
    expect(() => readDefinitions(`openapi: 3.1.0\n${keys}`)).toThrow(
      'This YAML is too long: it has 5 million characters; the limit is one million. Convert it to JSON'
    )
  })

  test('aliases: 99 of a long text, and one that holds itself', () => {
    const shared = `tools: []\na: &a "${'x'.repeat(500_000)}"\nb: [${Array(99).fill('*a').join(', ')}]`
    const most = 'Expanded, this YAML has more than 4,000,000 characters. Its aliases repeat the same parts too often.'
    expect(() => readDefinitions(shared)).toThrow(most)
    expect(() => readDefinitions('tools: []\na: &a [*a]')).toThrow(most)
  })

  test('what is wrong with YAML is told with its place', () => {
    expect(readDefinitions('openapi: 3.1.0\npaths: [').problems).toEqual([
      expect.stringMatching(/^This is not YAML: .* \(line 2, column \d+\)\.$/)
    ])
  })

  test('3,000 tools, and 3,000 operations', () => {
    const tools = Array.from({ length: 3000 }, (_, n) => ({ name: `t${n}` }))
    const get = { responses: {} }
    const paths = Object.fromEntries(tools.map(({ name }) => [`/${name}`, { get }]))
    for (const text of [JSON.stringify(tools), JSON.stringify({ openapi: '3.1.0', paths })]) {
      const read = readDefinitions(text)
      expect(read.tools).toHaveLength(2000)
      expect(read.problems).toEqual([expect.stringMatching(/^The rest was left out: the limits are 2,000 tools and/)])
    }
  })

  test('a list of which nothing can be taken names the first of them', () => {
    const { tools, problems } = readDefinitions(JSON.stringify(Array(300_000).fill(5)))
    expect([tools, problems.length]).toEqual([[], 201])
  })
})
