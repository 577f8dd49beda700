// What Qwen-AgentWorld is sent, section by section: written by hand, after the published data. `docs/flagship.md` says why.
import { describe, expect, test } from 'vitest'
import { findDomain, findTemplate } from '../../../src/core/domains/index.ts'
import { buildPrompt } from '../../../src/core/step/prompt.ts'
import { readUserTurn } from '../../../src/core/step/turns.ts'
import { type Action, Setup, type Tool } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({ name, inputSchema: { type: 'object' }, ...more })

interface World {
  setup: Partial<Setup>
  past: [action: Action, observation: string][]
  now: Action
  /** The user and assistant messages, without the closing block of the last. */
  turns: string[]
}

const screen = '[ 0] | android.widget.Button | text="" desc="Create contact" | bounds=[860,2100][1030,2270] | clickable'

const worlds: Record<string, World> = {
  terminal: {
    setup: { initialState: 'A Debian 12 server.\n\nroot@host:/app# ' },
    past: [
      [[{ keystrokes: 'ls\n', duration: 1 }], 'root@host:/app# ls\nmain.py\nroot@host:/app# '],
      [[{ keystrokes: 'sleep 9\n', duration: 0.5 }], 'root@host:/app# sleep 9']
    ],
    now: [{ keystrokes: '', duration: 10 }],
    turns: [
      '### Turn 1\n**Current State:**\nroot@host:/app#\n\n**Action:**\n```json\n[\n  {\n    "keystrokes": "ls\\n",\n    "duration": 1.0\n  }\n]\n```',
      '**Environment Observation:**\nroot@host:/app# ls\nmain.py\nroot@host:/app# ',
      '### Turn 2\n**Action:**\n```json\n[\n  {\n    "keystrokes": "sleep 9\\n",\n    "duration": 0.5\n  }\n]\n```',
      '**Environment Observation:**\nroot@host:/app# sleep 9',
      '### Turn 3\n**Action:**\n```json\n[\n  {\n    "keystrokes": "",\n    "duration": 10.0\n  }\n]\n```'
    ]
  },
  swe: {
    setup: { tools: [tool('Bash'), tool('Edit'), tool('Read')] },
    past: [
      [{ name: 'Read', arguments: { file_path: '/app/a.py' } }, '     1\tx = 1'],
      [{ name: 'Bash', arguments: { command: 'pytest' } }, '1 passed']
    ],
    now: { name: 'Bash', arguments: { command: 'git diff "a b"' } },
    turns: [
      '### Turn 1\n**Action:**\n```json\n{\n  "name": "Read",\n  "arguments": "{\\"file_path\\":\\"/app/a.py\\"}"\n}\n```',
      '**Environment Observation:**\n     1\tx = 1',
      '### Turn 2\n**Action:**\n```json\n{\n  "name": "Bash",\n  "arguments": "{\\"command\\":\\"pytest\\"}"\n}\n```',
      '**Environment Observation:**\n1 passed',
      '### Turn 3\n**Action:**\n```json\n{\n  "name": "Bash",\n  "arguments": "{\\"command\\":\\"git diff \\\\\\"a b\\\\\\"\\"}"\n}\n```'
    ]
  },
  mcp: {
    setup: { tools: [tool('list_rooms'), tool('book')] },
    past: [
      [{ name: 'list_rooms', arguments: {} }, '{"type":"text","text":"A, B","annotations":null}'],
      [{ name: 'book', arguments: { room: 'A' } }, '{"type":"text","text":"Booked.","annotations":null}']
    ],
    now: { name: 'list_rooms', arguments: { free: true } },
    turns: [
      '### Turn 1\n**Action:**\n```json\n{\n  "name": "list_rooms",\n  "arguments": {}\n}\n```',
      '**Environment Observation:**\n{"type":"text","text":"A, B","annotations":null}',
      '### Turn 2\n**Action:**\n```json\n{\n  "name": "book",\n  "arguments": {\n    "room": "A"\n  }\n}\n```',
      '**Environment Observation:**\n{"type":"text","text":"Booked.","annotations":null}',
      '### Turn 3\n**Action:**\n```json\n{\n  "name": "list_rooms",\n  "arguments": {\n    "free": true\n  }\n}\n```'
    ]
  },
  search: {
    setup: {},
    past: [
      [{ name: 'web_search', arguments: { queries: ['rye'] } }, '[1] https://rye.example/'],
      [{ name: 'web_extractor', arguments: { url: 'https://rye.example/' } }, '# Rye']
    ],
    now: { name: 'dict_memory', arguments: { action: 'retrieve_all' } },
    turns: [
      '### Turn 1\n**Action:**\n```json\n{\n  "name": "web_search",\n  "arguments": {\n    "queries": [\n      "rye"\n    ]\n  }\n}\n```',
      '**Environment Observation:**\n[1] https://rye.example/',
      '### Turn 2\n**Action:**\n```json\n{\n  "name": "web_extractor",\n  "arguments": {\n    "url": "https://rye.example/"\n  }\n}\n```',
      '**Environment Observation:**\n# Rye',
      '### Turn 3\n**Action:**\n```json\n{\n  "name": "dict_memory",\n  "arguments": {\n    "action": "retrieve_all"\n  }\n}\n```'
    ]
  },
  web: {
    setup: { initialState: "RootWebArea 'Shop'\n\t[41] link 'Sign in'" },
    past: [
      ["click('41')", "RootWebArea 'Sign in'"],
      ["fill('7', 'a')", "RootWebArea 'Sign in'"]
    ],
    now: 'go_back()',
    turns: [
      "### Turn 1\n**Current State:**\nRootWebArea 'Shop'\n\t[41] link 'Sign in'\n\n**Action:**\n```\nclick('41')\n```",
      "**Environment Observation:**\nRootWebArea 'Sign in'",
      "### Turn 2\n**Action:**\n```\nfill('7', 'a')\n```",
      "**Environment Observation:**\nRootWebArea 'Sign in'",
      '### Turn 3\n**Action:**\n```\ngo_back()\n```'
    ]
  },
  android: {
    setup: { initialState: screen, task: 'Create a contact.' },
    past: [
      [{ action_type: 'click', index: 0 }, screen],
      [{ action_type: 'navigate_back' }, screen]
    ],
    now: { action_type: 'wait' },
    turns: [
      `### Turn 1\n**Task Instruction:**\nCreate a contact.\n\n**Current State:**\n${screen}\n\n**Action:**\n\`\`\`json\n{"action_type":"click","index":0}\n\`\`\``,
      `**Environment Observation:**\n${screen}`,
      '### Turn 2\n**Action:**\n```json\n{"action_type":"navigate_back"}\n```',
      `**Environment Observation:**\n${screen}`,
      '### Turn 3\n**Action:**\n```json\n{"action_type":"wait"}\n```'
    ]
  },
  os: {
    setup: { initialState: 'tag\tname\ttext', task: 'Save the file.' },
    past: [
      ['pyautogui.click(10, 20)', 'tag\tname\ttext'],
      ["pyautogui.hotkey('ctrl', 's')", 'tag\tname\ttext']
    ],
    now: 'DONE',
    turns: [
      '### Turn 1\n**Task Instruction:**\nSave the file.\n\n**Current State:**\ntag\tname\ttext\n\n**Action:**\n```python\npyautogui.click(10, 20)\n```',
      '**Environment Observation:**\ntag\tname\ttext',
      "### Turn 2\n**Action:**\n```python\npyautogui.hotkey('ctrl', 's')\n```",
      '**Environment Observation:**\ntag\tname\ttext',
      '### Turn 3\n**Action:**\n```python\nDONE\n```'
    ]
  }
}

describe.each(Object.entries(worlds))(
  '25.1 %s is asked as the flagship was trained',
  (id, { setup, past, now, turns }) => {
    const domain = findDomain(id)
    const template = findTemplate(domain, 'standard', 'standard')
    const chain = past.map(([action, text]) => ({ action, observation: { text } }))
    const asked = (seed: number) =>
      buildPrompt(domain, template, Setup.parse({ domain: id, instruction: 'Be slow.', ...setup }), chain, now, {
        seed
      })

    test('the turns, word for word', () => {
      const [system, ...rest] = asked(0).messages
      const last = must(rest.pop())
      const [bare = '', closing = '', ...more] = last.content.split(/\n\n(?=[A-Z][^\n]*<predicted_observation>)/)
      expect([...rest.map(({ content }) => content), bare]).toEqual(turns)
      expect(closing).toMatch(/step by step.*<predicted_observation><\/predicted_observation>/)
      expect(more).toEqual([])
      const headings = [...must(system).content.matchAll(/^# (.+)$/gm)].map(([, heading]) => heading)
      const state = !domain.prediction.stateInFirstTurn && setup.initialState ? ['Initial State'] : []
      expect(headings.filter((one) => SECTIONS.includes(one ?? ''))).toEqual([
        'Task',
        'Action Space',
        ...state,
        'Demonstrations',
        'Simulation Instruction'
      ])
    })

    test('the closing block has three wordings, chosen by the seed, and history has none', () => {
      const last = [0, 1, 2, 3].map((seed) => must(asked(seed).messages.at(-1)).content)
      expect(new Set(last).size).toBe(3)
      expect(last[3]).toBe(last[0])
      for (const { content } of asked(0).messages.slice(1, -1)) expect(content).not.toContain('predicted_observation')
    })

    test('a turn reads back to its task, state and action', () => {
      const messages = asked(1).messages
      const first = readUserTurn(must(messages[1]).content)
      expect(domain.read(first.action)).toEqual(domain.read(domain.format(must(past[0])[0])))
      expect(first.task).toBe(setup.task ?? '')
      const last = readUserTurn(must(messages.at(-1)).content)
      expect(domain.read(last.action)).toEqual(domain.read(domain.format(now)))
      expect(last.closing).not.toBe('')
    })
  }
)

const SECTIONS = ['Task', 'Action Space', 'Initial State', 'Demonstrations', 'Simulation Instruction']
