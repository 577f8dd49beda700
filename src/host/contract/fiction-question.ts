// A question from SQL over a fiction: the query is executed, and its answer's question is written back by rule, by the model, or by a person.
import { z } from 'zod'
import type { CallOutput, Handlers } from '../../core/contract/index.ts'
import { type AnswerTable, tableText } from '../../core/control/evaluate/table-answer.ts'
import { OrreryError } from '../../core/errors.ts'
import { questionBySql, questionProblem } from '../../core/grounds/fiction/asked.ts'
import { readJson } from '../../core/observations/documents/value.ts'
import { askFor } from '../engines/ask.ts'
import { queryFacts } from '../grounds/facts/query.ts'
import type { HostParts } from './parts.ts'

type Asked = Parameters<Handlers['calls']['fictions.ask']>[0]
type Made = CallOutput<'fictions.ask'>

const Worded = z.object({ question: z.string().min(1).max(2000) })

export function askFiction({ fictions, answering }: Pick<HostParts, 'fictions' | 'answering'>) {
  return async ({ name, sql, question, write, seed }: Asked): Promise<Made> => {
    const fiction = fictions.get(name)
    const found = queryFacts(fiction, sql)
    const answer = answerOf(found)
    const made = (said: string, by: Made['by'], note = ''): Made => {
      const problem = questionProblem(said, answer, by === 'person' ? '' : sql)
      if (problem)
        throw new OrreryError('invalid-input', `This question cannot be asked. ${problem} Give one with "question".`)
      return { question: said, answer, rows: found.rows.length, by, note }
    }
    if (question !== undefined) return made(question, 'person')
    const plain = questionBySql(sql, fiction.spec)
    if (write === 'template') {
      if (plain === null)
        throw new OrreryError(
          'invalid-input',
          'No rule words this query: it is of several tables, nested or grouped. Give a question yourself, or have the model write one.'
        )
      return made(plain, 'template')
    }
    const engine = await answering.engine()
    if (engine.absent) throw engine.absent
    const { signal } = new AbortController()
    const asked = {
      system:
        'You write a question in one sentence, as a person would ask it who does not know the tables. Name every value that the query compares with, exactly as it is. Do not give the answer.',
      prompt: `The world: ${fiction.spec.title}. ${fiction.spec.premise}\nThe query: ${sql}\nIts answer, which the question must not hold: ${answer.slice(0, 2000)}${plain ? `\nThe question in plain words: ${plain}` : ''}`,
      schema: z.json().parse(z.toJSONSchema(Worded)),
      seed
    }
    answering.inFlight.add(`ask ${name}`)
    try {
      const read = Worded.safeParse(readJson(await askFor(engine, asked, { owner: `ask ${name}`, signal }))?.value)
      const problem = read.success ? questionProblem(read.data.question, answer, sql) : 'It cannot be read.'
      if (read.success && problem === null) return made(read.data.question, 'model')
      if (plain === null)
        throw new OrreryError('no-output', `The model's question cannot be asked. ${problem} Give one with "question".`)
      return made(plain, 'template', `The model's question was left out. ${problem}`)
    } finally {
      answering.inFlight.delete(`ask ${name}`)
    }
  }
}

/** One value as it is, more as a table. */
const answerOf = (found: AnswerTable): string => {
  const [[only = ''] = []] = found.rows
  return found.rows.length === 1 && found.columns.length === 1 ? only : tableText(found)
}
