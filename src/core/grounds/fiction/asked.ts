// A question that a query of SQL over a fiction answers, in words: by rule for queries of one table, or as a model words it, checked.
import type { FictionSpec } from '../../tree/fiction.ts'
import { spoken } from '../../tree/fiction.ts'
import { holdsAnswer } from './leak.ts'
import { titleOf } from './pages.ts'

/** @returns `null` for a query that no rule words: of several tables, with a sum, or nested */
export function questionBySql(sql: string, spec: FictionSpec): string | null {
  const parts = partsOf(sql)
  if (!parts || /\b(?:join|union|group by|having|with)\b|\(\s*select\b/i.test(sql)) return null
  const table = spec.tables.find(({ name }) => name === parts.from.toLowerCase())
  if (!table) return null
  const column = (text: string) => spoken(text.trim().replace(/^.*\./, '').replace(/"/g, '')).toLowerCase()
  const isName = (text: string) =>
    table.columns.some(({ name }) => name === text.trim().replace(/"/g, '').toLowerCase())
  const wanted = parts.select.replace(/^distinct /i, '').split(',')
  const counts = /^count\s*\(/i.test(parts.select)
  const means = /^(avg|sum|min|max)\s*\(\s*"?(\w+)"?\s*\)$/i.exec(parts.select.trim())
  const all = parts.select.trim() === '*'
  if (!counts && !means && !all && !wanted.every(isName)) return null
  const among = titleOf(table)
  const where = parts.where ? ` where ${conditionTold(parts.where)}` : ''
  const order = /^"?(\w+)"?(?:\s+(asc|desc))?$/i.exec(parts.order)
  if (parts.order && !order) return null
  const ranked = order
    ? `, by ${column(order[1] ?? '')} from the ${/desc/i.test(order[2] ?? '') ? 'highest' : 'lowest'} on`
    : ''
  const only = parts.limit ? (parts.limit === '1' ? ', the first one only' : `, the first ${parts.limit} only`) : ''
  if (counts) return `How many entries of “${among}” are there${where}?`
  if (means)
    return `What is the ${MEANS[(means[1] ?? '').toLowerCase()]} ${column(means[2] ?? '')} in “${among}”${where}?`
  const named = all ? 'everything' : wanted.map(column).join(', ')
  return `What is the ${named} of the entries of “${among}”${where}${ranked}${only}?`
}

const MEANS: Record<string, string> = { avg: 'mean', sum: 'sum of', min: 'lowest', max: 'highest' }

/** `height_m > 30 AND town = 'Vik'` as people say it. */
function conditionTold(where: string): string {
  return where
    .replaceAll('"', '')
    .split(/\b(and|or)\b/i)
    .map((part) => {
      const [, name, sign, value] = /^(\w+)\s*(>=|<=|<>|!=|=|>|<|like)\s*(\S.*)$/i.exec(part.trim()) ?? []
      if (name === undefined || sign === undefined || value === undefined) return part.toLowerCase().trim()
      return `${spoken(name).toLowerCase()} ${SIGNS[sign.toLowerCase()]} ${value.replace(/^'|'$/g, '').replaceAll('%', '')}`
    })
    .join(' ')
}

const SIGNS: Record<string, string> = {
  ...{ '=': 'is', '<>': 'is not', '!=': 'is not', like: 'is like' },
  ...{ '>': 'is more than', '<': 'is less than', '>=': 'is at least', '<=': 'is at most' }
}

/** The parts of a plain query, cut at its words of grammar. */
function partsOf(sql: string): { select: string; from: string; where: string; order: string; limit: string } | null {
  const text = sql.trim().replace(/;$/, '').split(/\s+/).join(' ')
  const cut = (rest: string, word: string): [string, string] => {
    const at = ` ${rest} `.toLowerCase().indexOf(` ${word} `)
    return at < 0 ? [rest, ''] : [rest.slice(0, Math.max(0, at - 1)), rest.slice(at + word.length).trim()]
  }
  if (!/^select /i.test(text)) return null
  const [head, limit] = cut(text, 'limit')
  const [body, order] = cut(head, 'order by')
  const [front, where] = cut(body, 'where')
  const [select, from] = cut(front.slice('select '.length), 'from')
  return select && /^"?\w+"?$/.test(from) ? { select, from: from.replaceAll('"', ''), where, order, limit } : null
}

/** Why a question cannot be asked for this answer; `null` where it can: it gives nothing away, and names all that the query compares with. */
export function questionProblem(question: string, answer: string, sql: string): string | null {
  if (!question.trim()) return 'It is empty.'
  if (holdsAnswer(question, { answer })) return 'It holds the answer.'
  const compared = [...sql.matchAll(/'([^']{1,200})'/g)].map(([, text = '']) => text.replaceAll('%', ''))
  const lost = compared.find((text) => text && !question.toLowerCase().includes(text.toLowerCase()))
  return lost === undefined ? null : `It does not say "${lost}", which the query compares with.`
}
