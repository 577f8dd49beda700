// Text2World's files: the benchmark, a list of domains with their descriptions, or results, an object of domains that a model wrote.
import { z } from 'zod'
import { readDocument } from '../../../core/formats/importers/whole.ts'
import { sentenceOf } from '../../../core/text/issues.ts'
import { isObject } from '../../../core/text/json.ts'

/** The fields that the published files have and that count; others may stand beside them. */
const Item = z
  .looseObject({
    id: z.union([z.string(), z.number()]).exactOptional(),
    file_name: z.string().exactOptional(),
    pddl_domain: z.string().exactOptional(),
    corrected_description: z.string().exactOptional(),
    gt_domain_without_comment: z.string().exactOptional(),
    domain_description: z.string().exactOptional(),
    pred_domain: z.string().nullish()
  })
  .check((context) => {
    const { pddl_domain, gt_domain_without_comment } = context.value
    if (pddl_domain === undefined && gt_domain_without_comment === undefined)
      context.issues.push({
        code: 'custom',
        input: context.value,
        message: 'the true domain is missing: "pddl_domain" of the benchmark, or "gt_domain_without_comment" of results'
      })
  })

export interface Text2WorldItem {
  id: string
  truth: string
  /** What a model is asked by; `null` where the file does not say. */
  description: string | null
  /** What was written already; `null`: a model is asked. */
  predicted: string | null
}

export function readText2World(text: string): {
  items: Text2WorldItem[]
  problems: { line: number | null; reason: string }[]
} {
  const read = readDocument(text)
  if ('reason' in read) return { items: [], problems: [read] }
  const { value } = read
  if (!Array.isArray(value) && !isObject(value))
    return { items: [], problems: [{ line: 1, reason: 'Expected a list of domains, or an object of results.' }] }
  const items: Text2WorldItem[] = []
  const problems: { line: number | null; reason: string }[] = []
  const places = placesIn(text)
  for (const [index, [key, one]] of Object.entries(value).entries()) {
    const item = Item.safeParse(one)
    if (!item.success) {
      problems.push({ line: places[index] ?? null, reason: `Item ${key}: ${sentenceOf(item.error)}` })
      continue
    }
    const { id, file_name, pddl_domain, gt_domain_without_comment, pred_domain, ...told } = item.data
    items.push({
      id: String(file_name ?? id ?? key),
      truth: gt_domain_without_comment ?? pddl_domain ?? '',
      description: told.corrected_description ?? told.domain_description ?? null,
      predicted: pred_domain ?? null
    })
  }
  return { items, problems }
}

/** The line of each element of the outermost list or object. */
function placesIn(text: string): number[] {
  const lines: number[] = []
  let [depth, line, expects] = [0, 1, false]
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (letter === '\n') line++
    if (/\s/.test(letter)) continue
    if (expects && depth === 1 && letter !== ',') {
      lines.push(line)
      expects = false
    }
    if (letter === '"') for (at++; at < text.length && text.charAt(at) !== '"'; at++) if (text.charAt(at) === '\\') at++
    if (letter === '[' || letter === '{') {
      depth++
      expects ||= depth === 1
    } else if (letter === ']' || letter === '}') depth--
    else if (letter === ',' && depth === 1) expects = true
  }
  return lines
}

/** The domain in an answer: its longest block of code, as the published script takes it; the whole answer where there is none. */
export function domainInAnswer(answer: string): string {
  const marked = blocksIn(answer, '```pddl')
  const blocks = marked.length ? marked : blocksIn(answer, '```')
  return blocks.reduce((one, other) => (other.length > one.length ? other : one), '').trim() || answer
}

function blocksIn(answer: string, fence: string): string[] {
  const blocks: string[] = []
  let open: string[] | null = null
  for (const line of answer.split('\n')) {
    if (open && line.startsWith('```')) {
      blocks.push(open.join('\n'))
      open = null
    } else if (open) open.push(line)
    else if (line.trimEnd() === fence) open = []
  }
  return blocks
}
