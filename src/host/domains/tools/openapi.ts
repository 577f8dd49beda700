// The operations of an OpenAPI document (3.0, 3.1, or Swagger 2) as tools.

import { MOST_PROBLEMS, MOST_TOOLS, type ReadTools, TOO_MANY } from '../../../core/domains/tools/tools.ts'
import { OrreryError } from '../../../core/errors.ts'
import { isObject } from '../../../core/text/json.ts'
import { trimEndOf } from '../../../core/text/plain.ts'
import type { Tool } from '../../../core/tree/model.ts'
import { type Beside, linked } from './references.ts'
import { createSchemas, type Dict, type Schemas } from './schemas.ts'

/** Whether a value is an OpenAPI document, of whatever version. */
export const isOpenApi = (value: unknown): value is Dict =>
  isObject(value) && ('openapi' in value || 'swagger' in value)

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/**
 * One tool for each operation, in the document's order: named by its `operationId`, else by method and path. Parameters and the
 * fields of the request's body are its arguments; the JSON object of the 2xx response is its output. References to other files are followed
 * into `files`, whose paths and the document's `name` start from one folder. Nothing is fetched.
 * @throws OrreryError invalid-input for a version that is none of these
 */
export function readOpenApi(
  given: Dict,
  { name: own, files }: { name: string; files: Beside[] } = { name: '', files: [] }
): ReadTools {
  const version = String(given.openapi ?? given.swagger)
  if (!/^3\.|^2(\.0)?$/.test(version)) {
    const known = 'Orrery reads OpenAPI 3.0 and 3.1, and Swagger 2.0'
    throw new OrreryError('invalid-input', `This file declares OpenAPI ${version}. ${known}: convert it first.`)
  }
  const problems = new Set<string>()
  const tools = new Map<string, Tool>()
  const { document, elsewhere } = linked(given, own, files)
  const broken = new Map<string, { why: string; operations: Set<string> }>()
  let where = ''
  const schemas = createSchemas(document, {
    note: (problem) => problems.add(problem),
    elsewhere,
    unresolved(ref, why) {
      const known = broken.get(ref) ?? { why, operations: new Set() }
      if (broken.size < MOST_PROBLEMS) broken.set(ref, known)
      known.operations.add(where)
    }
  })
  reading: for (const [path, item] of Object.entries(isObject(document.paths) ? document.paths : {})) {
    where = path
    const shared = path.startsWith('x-') ? null : schemas.follow(item)
    for (const method of METHODS) {
      const operation = shared?.[method]
      if (operation === undefined) continue
      where = `${method.toUpperCase()} ${path}`
      if (!isObject(operation)) {
        problems.add(`${where} is not an operation: expected an object, such as {"responses": {}}.`)
        continue
      }
      if (tools.size === MOST_TOOLS || problems.size >= MOST_PROBLEMS) {
        problems.add(TOO_MANY)
        break reading
      }
      const tool = toolOf(operation, {
        where,
        parameters: shared?.parameters,
        schemas,
        note: (one) => problems.add(one)
      })
      const name = free(tool.name, tools)
      if (name !== tool.name)
        problems.add(`${where}: there is already an operation "${tool.name}"; this one was renamed to "${name}".`)
      tools.set(name, { ...tool, name })
    }
  }
  for (const [ref, { why, operations }] of broken) {
    const [first = '', ...more] = operations
    const others = more.length ? ` and ${more.length.toLocaleString('en-US')} more` : ''
    problems.add(`"${ref}" (in ${first}${others}) ${why}: any value is accepted there.`)
  }
  if (!tools.size) problems.add('There are no operations in this file: its "paths" are missing or empty.')
  return { tools: [...tools.values()], problems: [...problems] }
}

interface Place {
  /** Method and path, as people write them. */
  where: string
  /** What all operations of the path take. */
  parameters: unknown
  schemas: Schemas
  note(problem: string): void
}

function toolOf(operation: Dict, place: Place): Tool {
  const { where, schemas } = place
  const said = [operation.summary, operation.description].filter((one) => typeof one === 'string' && one.trim())
  const marks = operation.deprecated === true ? ['Deprecated.'] : []
  const id = typeof operation.operationId === 'string' ? operation.operationId : ''
  const output = outputOf(operation, schemas)
  return {
    name: clean(id) || clean(where.replace(/^\w+/, (method) => method.toLowerCase())),
    description: [...new Set(said.length ? said : [where]), ...marks].join('\n\n'),
    inputSchema: schemas.standalone(inputOf(operation, place), 'input'),
    ...(output && { outputSchema: output })
  }
}

// What MCP clients take as a name (letters, digits, `_`, `-`, `.`; 128 at most).
const clean = (name: string) => trimEndOf(name.replace(/[^\w.-]+/g, '_').replace(/^_+/, ''), '_').slice(0, 128)

function free(name: string, taken: Map<string, Tool>): string {
  if (!taken.has(name)) return name
  for (let count = 2; ; count++) if (!taken.has(`${name}_${count}`)) return `${name}_${count}`
}

const IN_BRACES = /\{([\w.-]{1,128})\}/g

// The specification: parameters of these names describe what HTTP itself does, and are ignored.
const NO_HEADERS = ['accept', 'content-type', 'authorization']

/** All arguments as one schema, references still in it. */
function inputOf(operation: Dict, { where, parameters: shared, schemas, note }: Place): Dict {
  const given = [shared, operation.parameters].flatMap((list) => (Array.isArray(list) ? list : []))
  // An operation's own parameter replaces the path's of the same name and place.
  const parameters = new Map<string, Dict>()
  for (const one of given) {
    const parameter = schemas.follow(one)
    if (parameter && typeof parameter.name === 'string') {
      parameters.set(`${String(parameter.in)} ${parameter.name}`, parameter)
    }
  }
  // A path cannot be asked for without what stands in its braces.
  for (const [, name = ''] of where.matchAll(IN_BRACES)) {
    if (parameters.has(`path ${name}`)) continue
    parameters.set(`path ${name}`, { name, in: 'path', schema: { type: 'string' } })
    note(`${where} does not declare its "{${name}}": any text is accepted there.`)
  }
  const properties = new Map<string, unknown>()
  const required: string[] = []
  let body = bodyOf(operation, schemas)
  for (const parameter of parameters.values()) {
    const name = String(parameter.name)
    if (parameter.in === 'body') {
      body = { schema: parameter.schema, required: parameter.required === true, description: parameter.description }
    } else if (!(parameter.in === 'header' && NO_HEADERS.includes(name.toLowerCase()))) {
      const key = properties.has(name) ? `${String(parameter.in)}_${name}` : name
      properties.set(key, parameterSchema(parameter))
      if (parameter.required === true || parameter.in === 'path') required.push(key)
    }
  }
  if (body) {
    const fields = fieldsOf(body.schema, schemas)
    if (fields && !Object.keys(fields.properties).some((name) => properties.has(name))) {
      for (const [name, schema] of Object.entries(fields.properties)) properties.set(name, schema)
      if (body.required) for (const one of fields.required) required.push(one)
    } else {
      const key = properties.has('body') ? 'request_body' : 'body'
      properties.set(key, described(body.schema, body.description))
      if (body.required) required.push(key)
    }
  }
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length && { required })
  }
}

const described = (schema: unknown, description: unknown): unknown =>
  typeof description === 'string' && description ? { ...(isObject(schema) && schema), description } : (schema ?? {})

/** OpenAPI 3 has a schema in the parameter; in Swagger 2 the parameter is one. */
function parameterSchema(parameter: Dict): unknown {
  const { name: _, in: _in, required: _r, collectionFormat: _c, allowEmptyValue: _a, ...told } = parameter
  const { schema, content, description, example, ...rest } = told
  const own = schema ?? mediaOf(content)?.schema
  if (own === undefined && (content !== undefined || rest.type === undefined)) return described({}, description)
  return described({ ...(isObject(own) ? own : rest), ...(example !== undefined && { example }) }, description)
}

function bodyOf(operation: Dict, schemas: Schemas) {
  const body = schemas.follow(operation.requestBody)
  const media = body && mediaOf(body.content)
  if (!body || !media) return null
  // A body that is not said to be optional is one that the operation does not work without, whatever the default says.
  return { schema: media.schema, required: body.required !== false, description: body.description }
}

/** The properties of a body that is a plain object: they are arguments like the others. */
function fieldsOf(schema: unknown, schemas: Schemas): { properties: Dict; required: string[] } | null {
  const { type, properties, required, additionalProperties, allOf, anyOf, oneOf } = schemas.follow(schema) ?? {}
  const isPlain = (type === undefined || type === 'object') && !allOf && !anyOf && !oneOf
  if (!isPlain || !isObject(properties) || isObject(additionalProperties)) return null
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
  return { properties, required: names }
}

const isJson = (type: string) => /^application\/(.+\+)?json\b/i.test(type)

/** JSON where it is offered, else what is named first. */
function mediaOf(content: unknown): Dict | null {
  const all = Object.entries(isObject(content) ? content : {})
  const media = (all.find(([type]) => isJson(type)) ?? all[0])?.[1]
  return isObject(media) ? media : null
}

function outputOf(operation: Dict, schemas: Schemas): Tool['inputSchema'] | null {
  const all = Object.entries(isObject(operation.responses) ? operation.responses : {})
  for (const [, one] of all.filter(([status]) => /^2(\d\d|XX)$/i.test(status)).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const response = schemas.follow(one)
    const media = Object.entries(isObject(response?.content) ? response.content : {}).find(([type]) =>
      isJson(type)
    )?.[1]
    const schema = response?.schema ?? (isObject(media) ? media.schema : undefined)
    if (schema === undefined) continue
    const output = schemas.standalone(schema, 'output')
    return isObjectSchema(output) ? { ...output, type: 'object' } : null
  }
  return null
}

function isObjectSchema(schema: unknown): boolean {
  if (!isObject(schema)) return false
  if (schema.type !== undefined) return schema.type === 'object'
  return isObject(schema.properties) || (Array.isArray(schema.allOf) && schema.allOf.some(isObjectSchema))
}
