// Whole sessions for tests of exporters and importers.
import { treeSource } from '../../src/core/formats/exporters/source.ts'
import type { Chunk, Exporter, Writing } from '../../src/core/formats/exporting.ts'
import type { SessionTree } from '../../src/core/formats/importing.ts'
import { makeStep } from '../../src/core/tree/history.ts'
import { type Action, type Branch, type Call, Setup, type Step } from '../../src/core/tree/model.ts'
import type { Json } from '../../src/core/tree/ports.ts'
import { must } from '../must.ts'

/** Turns that formats like to damage: fences, unicode, blanks at the ends, no observation at all. */
export const AWKWARD: [keystrokes: string, observation: string][] = [
  ['ls -la\n', 'root@sim:~# ls -la\ntotal 0\nroot@sim:~# '],
  [
    "cat <<'E'\n```json\n[]\n```\nE\n",
    "root@sim:~# cat <<'E'\n> ```json\n> []\n> ```\n> E\n```json\n[]\n```\nroot@sim:~# "
  ],
  ['echo "ünïcødé 😀 \u2028 \u001b[1m"\n', '  leading blanks\n\n\nünïcødé 😀 \u2028 \u001b[1m\t\n\n'],
  ['', ''],
  ['clear\n', '\n\n'],
  ['**Action:**\n### Turn 9\n', '**Environment Observation:**\n<predicted_observation>\r\nx</think>\n']
]

/** A session with `main` holding the awkward turns, and a branch that leaves it after the second. */
export async function tree(): Promise<SessionTree> {
  const steps: Step[] = []
  for (const [keystrokes, text] of AWKWARD) {
    steps.push(await makeStep(steps.at(-1)?.id ?? null, [{ keystrokes, duration: 0.5 }], { text }))
  }
  const other = await makeStep(must(steps[1]).id, [], { text: 'root@sim:~# ' })
  const setup = Setup.parse({ domain: 'terminal', initialState: 'A fresh Debian box.', instruction: 'Slow disk.' })
  const session = { id: 's1', title: 'Awkward', notes: 'kept', domain: 'terminal', createdAt: 1000, updatedAt: 2000 }
  const branches: Branch[] = [
    { id: 'b1', session: 's1', title: 'main', tip: must(steps.at(-1)).id, fork: null, setup, createdAt: 1000 },
    {
      id: 'b2',
      session: 's1',
      title: 'other',
      tip: other.id,
      fork: must(steps[1]).id,
      setup: {
        ...setup,
        seed: 7,
        perturbations: [{ name: 'flaky', options: { rate: 0.5, instruction: 'The disk is slow.' } }]
      },
      createdAt: 1500
    }
  ]
  const calls = [...steps, other].map((step, index) => call(step, index, must(branches[step === other ? 1 : 0])))
  return { session, branches, steps: [...steps, other], calls }
}

function call(step: Step, index: number, { id, setup }: Branch): Call {
  return {
    id: `c${index}`,
    step: step.id,
    session: 's1',
    branch: id,
    engine: 'llama',
    model: { name: 'demo', hash: 'f'.repeat(64) },
    seed: index,
    setup,
    template: 'small',
    instruction: index === 1 ? 'Answer slowly.' : '',
    firings: [{ name: 'flaky', effect: 'alter', draw: 0.25, detail: 'cut short' }],
    raw: `<think>hm</think>${step.observation.text}`,
    thinking: 'hm',
    warnings: [],
    tokens: { prompt: 10, cached: 4, generated: 3 },
    ms: { first: 1.5, total: 12.25 },
    createdAt: 1000 + index,
    trace: index === 2 ? [{ text: ' \ud83d', probability: 0.5, top: [{ text: 'ls\n', probability: 0.5 }] }] : null
  }
}

/** What an exporter is given beside the sessions. */
export function writing(change: Partial<Writing> = {}): Writing {
  return {
    signal: new AbortController().signal,
    version: '0.0.0',
    templates: () => [],
    asset: async (name) => {
      throw new Error(`this test gave no asset "${name}"`)
    },
    ...change
  }
}

/** Everything an exporter yields for these trees, its options at their defaults but for `options`. */
export async function chunksOf(
  exporter: Exporter,
  trees: SessionTree | SessionTree[],
  {
    branch,
    options = {},
    writing: change = {}
  }: { branch?: string | undefined; options?: Record<string, unknown>; writing?: Partial<Writing> } = {}
): Promise<Chunk[]> {
  const sources = [trees].flat().map((each) => treeSource(each, { branch }))
  const chunks: Chunk[] = []
  for await (const chunk of exporter.write(sources, exporter.options.parse(options), writing(change)))
    chunks.push(chunk)
  return chunks
}

/** The same as one text. */
export async function written(...given: Parameters<typeof chunksOf>): Promise<string> {
  const decoder = new TextDecoder()
  const text = (chunk: Chunk) => (chunk instanceof Uint8Array ? decoder.decode(chunk) : chunk)
  return (await chunksOf(...given))
    .map(text)
    .filter((chunk) => typeof chunk === 'string')
    .join('')
}

/** A world of tools with a program, in which somebody acted at all three of its doors. */
export async function bodies(): Promise<SessionTree> {
  const text = 'version: 1\ntables:\n  notes: { columns: { id: id, text: text }, verbs: [list, create] }\n'
  const request = (method: string, path: string, body: Json = null): Action => ({
    name: 'http_request',
    arguments: { method, path, query: {}, headers: { 'content-type': 'application/json' }, body },
    door: 'http'
  })
  const done: [Action, string][] = [
    [{ name: 'list_notes', arguments: {} }, '[]'],
    [request('POST', '/notes', { text: 'milk' }), 'HTTP/1.1 201\ncontent-type: application/json\n\n{\n  "id": 1\n}'],
    [
      request('GET', '/notes/7'),
      'HTTP/1.1 404\ncontent-type: application/json\n\n{\n  "error": "There is no note 7."\n}'
    ],
    [{ name: 'text_command', arguments: { text: 'notes' }, door: 'text' }, '1 milk'],
    [{ name: 'list_notes', arguments: {} }, '[\n  {\n    "id": 1\n  }\n]']
  ]
  const tools = ['list_notes', 'create_note'].map((name) => ({ name, inputSchema: { type: 'object' } }))
  const program = { language: 'data', version: 1, text, hash: 'a'.repeat(64) } as const
  const setup = Setup.parse({ domain: 'mcp', tools, program, initialState: 'Notes.' })
  const steps: Step[] = []
  for (const [action, seen] of done) steps.push(await makeStep(steps.at(-1)?.id ?? null, action, { text: seen }))
  const session = { id: 's1', title: 'Three doors', notes: '', domain: 'mcp', createdAt: 1000, updatedAt: 2000 }
  const branch: Branch = {
    ...{ id: 'b1', session: 's1', title: 'main', tip: must(steps.at(-1)).id, fork: null, setup, createdAt: 1000 }
  }
  return { session, branches: [branch], steps, calls: steps.map((step, index) => call(step, index, branch)) }
}
