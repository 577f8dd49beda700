// A rule from play: what the model answered in the program's place becomes a rule of the program, so that it is asked no more.
import { isScalar, parseDocument } from 'yaml'
import { toolCallOf } from '../../../core/domains/tool-call.ts'
import { OrreryError } from '../../../core/errors.ts'
import { readScene } from '../../../core/observations/documents/scene.ts'
import { isObject, parseJson } from '../../../core/text/json.ts'
import type { Action, Setup, Step } from '../../../core/tree/model.ts'
import type { Json } from '../../../core/tree/ports.ts'
import type { ProgramUse } from '../../../core/tree/program.ts'
import { programUse } from './use.ts'

/** The program with the step's answer as a rule, for the same action in any state. @throws OrreryError invalid-input where no rule can be added */
export function withRule(setup: Setup & { program: ProgramUse }, { action, observation }: Step): ProgramUse {
  const { hash: _, ...program } = setup.program
  if (program.language === 'z-machine')
    throw new OrreryError(
      'invalid-input',
      'A Z-machine story takes no rules. Write the world as data or in JavaScript.'
    )
  const text =
    program.language === 'data'
      ? inData(program.text, action, observation.text)
      : inCode(program.text, action, observation.text)
  return programUse({ ...program, text })
}

function inData(text: string, action: Action, shown: string): string {
  const document = parseDocument(text)
  if (!document.hasIn(['tables']))
    throw new OrreryError(
      'invalid-input',
      'This program is a story, whose rules are fixed. Write the world as tables or in JavaScript.'
    )
  if (typeof action === 'string') {
    if (!document.hasIn(['text'])) throw noDoor('lines of text')
    const line = action.trim()
    if (/[{}]/.test(line))
      throw new OrreryError('invalid-input', `The line "${line}" cannot be a command: it has braces.`)
    const name = freeName(document, 'said')
    document.setIn(['verbs', name], document.createNode({ answer: escaped(readScene(shown).scene) }))
    document.setIn(['text', 'commands', line.toLowerCase()], name)
    return String(document)
  }
  const { name, arguments: given } = toolCallOf(action)
  if (!name) throw noDoor('such actions')
  if (document.hasIn(['verbs', name]) || verbOfTable(document.toJS(), name))
    throw new OrreryError('invalid-input', `The program has a verb "${name}" already. Change it in its text.`)
  const input = Object.fromEntries(
    Object.entries(given).map(([one, value]) => [one, { type: typeOf(value), required: true }])
  )
  const texts = Object.entries(given).filter(([, value]) => typeof value === 'string' && value.length > 2)
  const answer = texts.reduce((made, [one, value]) => made.replaceAll(String(value), `{{${one}}}`), escaped(shown))
  document.setIn(['verbs', name], document.createNode({ ...(Object.keys(input).length > 0 && { input }), answer }))
  return String(document)
}

const escaped = (text: string): string => text.replaceAll('{{', '{ {')

const noDoor = (what: string) =>
  new OrreryError('invalid-input', `This program takes no ${what}, so no rule for them can be added.`)

const typeOf = (value: Json): string =>
  typeof value === 'number'
    ? 'number'
    : typeof value === 'boolean'
      ? 'boolean'
      : Array.isArray(value)
        ? 'list'
        : typeof value === 'string'
          ? 'text'
          : 'json'

function freeName(document: ReturnType<typeof parseDocument>, base: string): string {
  for (let at = 1; ; at++) {
    const found = document.getIn(['verbs', `${base}_${at}`], true)
    if (found === undefined || (isScalar(found) && found.value === null)) return `${base}_${at}`
  }
}

/** `list_tickets` of a table whose verbs are named by one word each. */
function verbOfTable(data: unknown, name: string): boolean {
  const tables = isObject(data) && isObject(data.tables) ? Object.entries(data.tables) : []
  return tables.some(
    ([table, own]) =>
      isObject(own) && Array.isArray(own.verbs) && own.verbs.some((verb) => name === `${String(verb)}_${table}`)
  )
}

const TAKEN = /^const taken = (\{.*\})$/m
const STEP = /^export (function |const )step\b/m

/** Around the program's own step, which is asked first. */
const AROUND = `
// What was taken over from play, for actions that the rules leave open.
export function step(state, event) {
  const made = ruled(state, event)
  if (made !== undefined) return made
  const key = event.door === 'tools' ? JSON.stringify([event.tool, Object.entries(event.arguments).sort()]) : String(event.text).trim().toLowerCase()
  return Object.hasOwn(taken, key) ? taken[key] : undefined
}
`

function inCode(text: string, action: Action, shown: string): string {
  const { name, arguments: given } = toolCallOf(action)
  const key =
    typeof action === 'string' ? action.trim().toLowerCase() : JSON.stringify([name, Object.entries(given).sort()])
  const { scene, reward, done } = readScene(shown)
  const rule =
    typeof action === 'string'
      ? { answer: scene, ...(reward !== null && { reward }), ...(done !== null && { done }) }
      : { answer: shown }
  const before = TAKEN.exec(text)?.[1]
  if (before !== undefined) {
    // Written here, as JSON in a line.
    const all = { ...(parseJson(before) as { [key: string]: Json }), [key]: rule }
    return text.replace(TAKEN, () => `const taken = ${JSON.stringify(all)}`)
  }
  if (!STEP.test(text))
    throw new OrreryError('invalid-input', 'The program has no line "export function step". Add the rule in its text.')
  const inner = text.replace(STEP, (_, kind: string) => `${kind}ruled`)
  return `${inner.trimEnd()}\n\nconst taken = ${JSON.stringify({ [key]: rule })}\n${AROUND}`
}
