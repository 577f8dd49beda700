// The MCP project's own conformance suite against the MCP door, as two revisions of the specification require it.
//
// The suite asks for a server with certain tools. A world has the tools that its rules give it, so those are given: what an MCP world can
// have. What Orrery does not offer stands in a baseline, a file for each revision, with the reason on every line.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Served, serveDoors, shows } from './served.ts'

const SUITE = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js')

const plain = (name: string, inputSchema: object = { type: 'object', properties: {} }) => ({
  ...{ name, description: `The tool ${name}.` },
  inputSchema: inputSchema as Record<string, never>
})
// Keywords of JSON Schema 2020-12 that must reach the client as they are.
const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } }
    }
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' }
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  ...{ if: { properties: { contactMethod: { const: 'phone' } } }, then: { required: ['phone'] } },
  else: { required: ['email'] },
  additionalProperties: false
}
const ANSWERS: Record<string, string> = {
  test_simple_text: 'This is a simple text response for testing.',
  test_error_handling: 'Error: This tool intentionally returns an error for testing',
  test_tool_with_progress: 'One part, another part, a third part, and the end.',
  json_schema_2020_12_tool: 'It was kept.'
}

let served: Served
let url = ''
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-conformance-'))
  served = await serveDoors(({ action }) => shows(ANSWERS[String(Object(action).name)] ?? 'Nothing.'))
  const tools = Object.keys(ANSWERS).map((name) => plain(name, name.startsWith('json_schema') ? SCHEMA : undefined))
  const { secret } = await served.world({ domain: 'mcp', tools })
  url = `${served.url}/w/${secret}/mcp`
})
afterAll(async () => {
  await served.close()
  rmSync(folder, { recursive: true })
})

test.each(['2025-11-25', '2026-07-28'])(
  'what MCP %s requires holds, but for what the baseline names',
  async (revision) => {
    const baseline = join(import.meta.dirname, `conformance-${revision}.yaml`)
    const { code, said } = await run([
      ...['server', '--url', url, '--requirements', revision, '--expected-failures', baseline],
      ...['--output-dir', join(folder, revision)]
    ])
    expect(code, said).toBe(0)
    expect(said).toContain('tools-list')
  }
)

test.each(['2025-11-25', '2026-07-28'])('every line of the baseline of %s has its reason', (revision) => {
  const text = readFileSync(join(import.meta.dirname, `conformance-${revision}.yaml`), 'utf8')
  const entries = text.split('\n').filter((line) => line.trim().startsWith('- '))
  expect(entries.filter((line) => !/ # \w.{20,}$/.test(line))).toEqual([])
  expect(parse(text).server).toHaveLength(entries.length)
})

function run(args: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [SUITE, ...args], { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, said: `${stdout}\n${stderr}` })
    })
  })
}
