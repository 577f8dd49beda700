// What is said of YAML that people write, and what of it is no mistake.
import { expect, test } from 'vitest'
import { readDefinitions } from '../../../../src/host/domains/tools/read.ts'
import { readYaml } from '../../../../src/host/domains/tools/yaml.ts'

test.each(['---\na: 1\n---\n', 'a: 1\r\n--- \r\n# end\r\n', 'a: 1\n...\n'])('%j is one document', (text) => {
  expect(readYaml(text)).toMatchObject({ value: { a: 1 } })
})

test('a second document is refused where it begins, in words for whoever wrote it', () => {
  const reason = 'A second document begins here, and one is read. Put each into a file of its own'
  expect(readYaml('a: 1\n---\nb: 2\n')).toEqual({
    problem: `${reason} (line 2, column 1)`,
    wrong: [{ reason, at: { line: 2, column: 1 } }]
  })
})

test('what a path has in braces is an argument, declared or not, and the list of problems says so', () => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
  const paths = { '/rooms/{id}/days/{day}': { parameters, get: { operationId: 'day' } } }
  expect(readDefinitions(JSON.stringify({ openapi: '3.0.0', paths }))).toMatchObject({
    tools: [
      {
        name: 'day',
        inputSchema: { properties: { id: { type: 'integer' }, day: { type: 'string' } }, required: ['id', 'day'] }
      }
    ],
    problems: ['GET /rooms/{id}/days/{day} does not declare its "{day}": any text is accepted there.']
  })
})
