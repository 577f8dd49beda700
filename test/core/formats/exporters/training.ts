// Worlds for tests of training formats: a terminal whose rules change, and a server whose tools are called.

import type { SessionTree } from '../../../../src/core/formats/importing.ts'
import { makeStep } from '../../../../src/core/tree/history.ts'
import { type Action, type Branch, type Call, Setup, type Step, type Tool } from '../../../../src/core/tree/model.ts'

export interface Made {
  action: Action
  text: string
  engine?: string
  instruction?: string
  thinking?: string
  /** What another branch tried at the same point, and what came of it. */
  instead?: { action: Action; text: string; engine?: string; thinking?: string }[]
  setup?: Partial<Setup>
  firings?: Call['firings']
}

/** A session of one branch, with a branch for everything that was tried instead. */
export async function world(
  rules: Partial<Setup> & { domain: string },
  turns: Made[],
  title = 'Fix it'
): Promise<SessionTree> {
  const setup = Setup.parse(rules)
  const session = { id: 's1', title, notes: '', domain: rules.domain, createdAt: 1, updatedAt: 2 }
  const [steps, calls, branches]: [Step[], Call[], Branch[]] = [[], [], []]
  const call = (
    step: Step,
    branch: string,
    { engine = 'llama', instruction = '', thinking = '', firings = [], setup: own = {} }: Partial<Made>
  ) => {
    calls.push({
      ...{ id: `c${calls.length}`, step: step.id, session: 's1', branch, engine, seed: 0, setup: { ...setup, ...own } },
      ...{
        model: { name: engine === 'recorded' ? 'bash 5.2' : 'demo', hash: null },
        template: 'standard',
        instruction,
        firings
      },
      ...{ raw: step.observation.text, thinking, warnings: [], tokens: { prompt: 1, cached: 0, generated: 1 } },
      ...{ ms: { first: 1, total: 2 }, createdAt: 1, trace: null }
    })
  }
  const main: Branch = { id: 'main', session: 's1', title: 'main', tip: null, fork: null, setup, createdAt: 1 }
  branches.push(main)
  for (const made of turns) {
    const step = await makeStep(main.tip, made.action, { text: made.text })
    steps.push(step)
    call(step, 'main', made)
    for (const other of made.instead ?? []) {
      const tried = await makeStep(main.tip, other.action, { text: other.text })
      const id = `b${branches.length}`
      if (!steps.some((one) => one.id === tried.id)) steps.push(tried)
      call(tried, id, other)
      branches.push({ ...main, id, title: id, tip: tried.id, fork: main.tip })
    }
    main.tip = step.id
  }
  return { session, branches, steps, calls }
}

const keys = (keystrokes: string) => [{ keystrokes, duration: 1 }]

/** Three turns in a shell: recorded, simulated under an instruction, and cut off. */
export const shell = await world({ domain: 'terminal', initialState: 'A box.\n$ ' }, [
  { action: keys('ls\n'), text: '$ ls\na\n$ ', engine: 'recorded' },
  { action: keys('cat a\n'), text: '$ cat a\nhello\n$ ', instruction: 'Be slow.' },
  { action: keys('yes\n'), text: '$ yes\ny\ny\n[Orrery cut this off after 9 tokens]' }
])

export const TOOLS: Tool[] = [
  {
    name: 'find',
    description: 'Finds notes.',
    inputSchema: { type: 'object', properties: { word: { type: 'string' } } }
  },
  { name: 'now', inputSchema: { type: 'object' } }
]

/** Two calls of tools; at the first, two other things were tried. */
export const notes = await world({ domain: 'mcp', tools: TOOLS, initialState: 'Notes of ada.' }, [
  {
    action: { name: 'find', arguments: { word: 'rye' } },
    text: '[{"id": 1}]',
    instead: [
      { action: { name: 'now', arguments: {} }, text: '12:00' },
      { action: { name: 'find', arguments: { word: 'rye' } }, text: '[]' }
    ]
  },
  { action: { name: 'now', arguments: {} }, text: '12:01' }
])

/** The lines of a file, parsed. */
export const rowsIn = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
