// What the model included with Orrery is sent is what it was trained on, byte for byte: it is a trained model of another dialect.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getLlama, LlamaLogLevel } from 'node-llama-cpp'
import { expect, test } from 'vitest'
import { domains, findDomain, findTemplate } from '../../src/core/domains/index.ts'
import { Sample } from '../../src/core/formats/importers/samples.ts'
import { buildRequest } from '../../src/core/step/request.ts'
import { makeStep } from '../../src/core/tree/history.ts'
import { type Action, Sampling, Setup, type Step, type Tool } from '../../src/core/tree/model.ts'
import { requestFor } from '../../src/host/control/evaluate/request.ts'
import { createPrompter } from '../../src/host/engine-process/prompt.ts'
import { ToEngine } from '../../src/host/engine-process/protocol.ts'

const ROOT = join(import.meta.dirname, '../..')
// Both were recorded by this file at commit 65a7fdb, before the templates for large models changed.
const REQUESTS = '30b5308749a9657f425b090716e004670fa2f4958838f3ad70439c43111df073'
const TOKENS = '8d37ae28210c366020fc39950d51aa489c2f6db76325e530f59f4c83d9d23415'

test('25.22 the requests for the 200 held-out samples, and their tokens', async () => {
  const samples = readFileSync(join(ROOT, 'model/held-out-200.jsonl'), 'utf8').trimEnd().split('\n')
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.disabled })
  const modelPath = join(ROOT, 'resources/models/orrery-lwm-135m-q4.gguf')
  const prompter = createPrompter(await llama.loadModel({ modelPath, vocabOnly: true }))
  const [requests, tokens] = [createHash('sha256'), createHash('sha256')]
  for (const line of samples) {
    const options = { template: 'small', seed: 0, greedy: true }
    const making = { templates: () => [], sampling: Sampling.parse({ maxTokens: 2048 }) }
    const { request } = await requestFor(Sample.parse(JSON.parse(line)), options, 'small', making)
    const { messages, prefill, thinking, stop, repeats, counts, shape, sampling, seed, strict, parent, action } =
      request
    const sent = { messages, prefill, thinking, stop, repeats, counts, shape, sampling, seed, strict, parent, action }
    requests.update(`${JSON.stringify(sent)}\n`)
    const ask = ToEngine.parse({ budget: null, tagged: false, ...request, counts: request.counts ?? true })
    tokens.update(`${prompter.prompt(ask, { checkpoint: false, exact: true }).tokens}\n`)
  }
  await llama.dispose()
  expect(samples).toHaveLength(200)
  expect({ requests: requests.digest('hex'), tokens: tokens.digest('hex') }).toEqual({
    requests: REQUESTS,
    tokens: TOKENS
  })
})

const screen = '[ 0] | android.widget.Button | text="" desc="Create contact" | bounds=[860,2100][1030,2270] | clickable'
const page = "RootWebArea 'Shop', focused\n\t[41] link 'Sign in', clickable\n"
const room: Tool = { name: 'rooms', description: 'Lists rooms.', inputSchema: { type: 'object', properties: {} } }

interface World {
  setup?: Partial<Setup>
  past: [action: Action, text: string][]
  now: Action
}

// Three turns each; what is seen ends in the blanks that real screens and shells end in.
const worlds: Record<string, World> = {
  terminal: {
    setup: { initialState: 'A Debian 12 server.\n\nroot@host:/app# ' },
    past: [
      [[{ keystrokes: 'ls\n', duration: 1 }], 'root@host:/app# ls\nmain.py\nroot@host:/app# '],
      [[{ keystrokes: 'sleep 9\n', duration: 0.5 }], 'root@host:/app# sleep 9\n']
    ],
    now: [{ keystrokes: 'C-c', duration: 0.2 }]
  },
  swe: {
    setup: { initialState: 'A small library.\n' },
    past: [
      [{ name: 'Read', arguments: { file_path: '/app/a.py' } }, '     1\tx = 1 \n'],
      [{ name: 'Bash', arguments: { command: 'pytest' } }, '1 passed\n\n']
    ],
    now: { name: 'Bash', arguments: { command: 'git diff "a b"' } }
  },
  mcp: {
    setup: { tools: [room], initialState: 'Two rooms. ', instruction: 'Be slow. ' },
    past: [
      [{ name: 'rooms', arguments: {} }, '{"rooms":["A","B"]} '],
      [{ name: 'rooms', arguments: { free: true } }, 'error: no such parameter\n']
    ],
    now: { name: 'rooms', arguments: {} }
  },
  search: {
    past: [
      [{ name: 'web_search', arguments: { queries: ['rye'] } }, '[1] https://rye.example/\n'],
      [{ name: 'web_extractor', arguments: { url: 'https://rye.example/' } }, '# Rye  ']
    ],
    now: { name: 'dict_memory', arguments: { action: 'retrieve_all' } }
  },
  textenv: {
    setup: { initialState: 'A hall with two doors. ' },
    past: [
      ['look', 'You are in a hall. '],
      ['go north', 'A cellar.\n']
    ],
    now: 'inventory'
  },
  web: {
    setup: { initialState: page },
    past: [
      ["click('41')", page],
      ["fill('41', 'a')", `${page} `]
    ],
    now: 'go_back()'
  },
  android: {
    setup: { initialState: screen },
    past: [
      [{ action_type: 'click', index: 0 }, `${screen}\n`],
      [{ action_type: 'navigate_back' }, `${screen} `]
    ],
    now: { action_type: 'wait' }
  },
  os: {
    setup: { initialState: 'tag\tname\ttext\t' },
    past: [
      ['pyautogui.click(10, 20)', 'tag\tname\ttext\t'],
      ["pyautogui.hotkey('ctrl', 's')", 'tag\tname\ttext\t\n']
    ],
    now: 'DONE'
  }
}

test('25.22 every domain has a golden request', () => {
  expect(Object.keys(worlds).sort()).toEqual(domains.map(({ id }) => id).sort())
})

test.each(Object.keys(worlds))('25.22 the request of three turns of %s under its small template', async (id) => {
  const { setup, past, now } = worlds[id] as World // One of the names that are listed.
  const domain = findDomain(id)
  const chain: Step[] = []
  for (const [action, text] of past) chain.push(await makeStep(chain.at(-1)?.id ?? null, action, { text }))
  const turn = { domain, template: findTemplate(domain, 'small', 'small'), chain, action: now, instruction: '' }
  const asked = { ...turn, setup: Setup.parse({ domain: id, ...setup }) }
  const { request } = buildRequest(asked, { suited: 'small', seed: 0, owner: 'a' })
  const { messages, prefill, stop, repeats, thinking } = request
  const text = `${JSON.stringify({ messages, prefill, stop, repeats, thinking }, null, 2)}\n`
  // Recorded at commit 65a7fdb, as above. Never record them again: the model would have to be trained again.
  expect(text).toBe(readFileSync(join(ROOT, `test/fixtures/small/${id}.json`), 'utf8'))
})
