// The table of rules: who answers a call in a search world. Steps name these.
import type { Rule } from '../rule.ts'

export const RULES = [
  { name: 'results', by: 'ground', why: 'Stated pages match the query.' },
  { name: 'nothing', by: 'ground', why: 'No stated page matches the query, and there are no others.' },
  { name: 'page', by: 'ground', why: 'The page is stated.' },
  { name: 'kept', by: 'ground', why: 'It was answered before, and stays as it was.' },
  { name: 'missing-page', by: 'ground', why: 'No page is stated at this address, and there are no others.' },
  { name: 'in-page', by: 'ground', why: 'The words are looked for on the page that is open.' },
  { name: 'view', by: 'ground', why: 'It moves among results and pages that were shown.' },
  { name: 'memory', by: 'ground', why: 'The notes are those of the calls before.' },
  { name: 'instruction', by: 'model', why: 'An instruction says how the world is to behave.' },
  { name: 'open-query', by: 'model', why: 'No stated page matches the query, and the world has other pages.' },
  { name: 'unwritten-page', by: 'model', why: 'Nobody has written this page yet, and the world has other pages.' },
  { name: 'unclear-tool', by: 'model', why: 'The tool neither searches, opens nor remembers.' }
] as const satisfies readonly Rule[]

export type SearchRule = (typeof RULES)[number]['name']
