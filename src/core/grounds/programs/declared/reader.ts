// Reads the expressions and templates of declared data, and collects what is wrong with them.
import { meant } from '../../../text/issues.ts'
import type { Json } from '../../../tree/ports.ts'
import { type Expression, ExpressionError, namesIn, readExpression } from './expression.ts'
import { namesInTemplate, readTemplate, type TextTemplate } from './template.ts'

/** What is wrong with the data, and where. */
export interface DeclaredFault {
  path: PropertyKey[]
  message: string
}

export interface DeclaredReader {
  fault(path: PropertyKey[], message: string): void
  /** @param names those that the expression may use */
  formula(value: Json, path: PropertyKey[], names: ReadonlySet<string>): Expression
  template(text: string, path: PropertyKey[], names: ReadonlySet<string>): TextTemplate
}

/** Names that every expression knows. */
export const EVERYWHERE = ['now', 'today', 'caller']

const NOTHING: Expression = { is: 'value', value: null }

export function readerInto(faults: DeclaredFault[]): DeclaredReader {
  const fault = (path: PropertyKey[], message: string): void => {
    faults.push({ path, message })
  }
  const attempt = <T>(path: PropertyKey[], otherwise: T, run: () => T): T => {
    try {
      return run()
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      fault(path, `${error.message} (character ${error.at + 1})`)
      return otherwise
    }
  }
  const strangers = (found: { name: string; at: number }[], path: PropertyKey[], names: ReadonlySet<string>): void => {
    for (const { name, at } of found) {
      if (!names.has(name)) {
        fault(path, `Nothing is called "${name}" here (character ${at + 1}).${meant(name, [...names])}`)
      }
    }
  }
  return {
    fault,
    formula: (value, path, names) =>
      attempt(path, NOTHING, () => {
        if (typeof value !== 'string') return { is: 'value', value }
        const read = readExpression(value)
        strangers(namesIn(read), path, names)
        return read
      }),
    template: (text, path, names) =>
      attempt(path, [], () => {
        const read = readTemplate(text)
        strangers(namesInTemplate(read), path, names)
        return read
      })
  }
}
