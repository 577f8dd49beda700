import { describe, expect, it } from 'vitest'
import type { DomainTemplate } from '../../../src/core/domains/domain.ts'
import { terminal } from '../../../src/core/domains/terminal/index.ts'
import { buildPrompt, userTurn } from '../../../src/core/step/prompt.ts'
import { readUserTurn } from '../../../src/core/step/turns.ts'
import { Setup } from '../../../src/core/tree/model.ts'

const template: DomainTemplate = {
  name: 'test',
  thinking: false,
  prefill: false,
  stop: [],
  repeats: 0,
  taskDescription: 'Be a terminal.',
  actionSpace: 'Keys.',
  demonstrations: 'None.'
}
const ls = [{ keystrokes: 'ls\n', duration: 1 }]
const setup = Setup.parse({ domain: 'terminal', initialState: 'A box.', instruction: 'Be slow.' })

describe('the prompt has five components in the protocol order, then the turns', () => {
  it('is built whole', () => {
    const chain = [{ action: ls, observation: { text: '$ ls\na\n$ ' } }]
    expect(buildPrompt(terminal, template, setup, chain, [], { instruction: 'Fail.' }).messages).toEqual([
      {
        role: 'system',
        content:
          '# Task\n\nBe a terminal.\n\n# Action Space\n\nKeys.\n\n# Initial State\n\nA box.\n\n# Demonstrations\n\nNone.\n\n# Simulation Instruction\n\nBe slow.'
      },
      { role: 'user', content: '### Turn 1\n**Action:**\n```json\n[{"keystrokes":"ls\\n","duration":1}]\n```' },
      { role: 'assistant', content: '**Environment Observation:**\n$ ls\na\n$ ' },
      { role: 'user', content: '### Turn 2\n**Action:**\n```json\n[]\n```\n\n**Simulation Instruction:**\nFail.' }
    ])
  })

  it('leaves out components without text', () => {
    const bare = Setup.parse({ domain: 'terminal' })
    expect(buildPrompt(terminal, template, bare, [], ls).parts.map(({ name }) => name)).toEqual([
      'task_description',
      'action_space',
      'demonstrations',
      'turn'
    ])
  })

  it('keeps everything before the new turn the same when a turn is added', () => {
    const step = { action: ls, observation: { text: 'a' } }
    const one = buildPrompt(terminal, template, setup, [step], ls).messages
    const two = buildPrompt(terminal, template, setup, [step, step], ls).messages
    expect(two.slice(0, one.length)).toEqual(one)
  })

  it('leaves out the oldest turns; the others keep their numbers, and marks are not told', () => {
    const chain = ['a', 'b', 'c\n[Orrery cut this off after 9 tokens]'].map((text) => ({
      action: ls,
      observation: { text }
    }))
    const { messages, parts } = buildPrompt(terminal, template, setup, chain, ls, { leftOut: 2 })
    const [system, ...turns] = buildPrompt(terminal, template, setup, chain, ls).messages
    expect(messages).toEqual([system, ...turns.slice(4)])
    expect(parts.filter(({ name }) => name === 'turn').map(({ text }) => text)).toEqual([
      userTurn(terminal, 3, ls),
      '**Environment Observation:**\nc',
      userTurn(terminal, 4, ls)
    ])
  })

  it('puts the state into turn 1 for domains that carry it there', () => {
    expect(userTurn(terminal, 1, ls, { state: 'SCREEN' })).toBe(
      '### Turn 1\n**Current State:**\nSCREEN\n\n**Action:**\n```json\n[{"keystrokes":"ls\\n","duration":1}]\n```'
    )
    expect(userTurn(terminal, 2, ls, { state: 'SCREEN' })).not.toContain('SCREEN')
  })
})

describe('a user turn reads back to its action', () => {
  const actions = [
    [],
    ls,
    [{ keystrokes: '', duration: 0 }],
    [{ keystrokes: "cat > f <<'E'\n```json\n[1]\n```\nE\n", duration: 1 }],
    [{ keystrokes: 'echo "**Action:**" ünï 🙂\n', duration: 0.1 }]
  ]
  it.each(actions.map((action) => [JSON.stringify(action), action] as const))('%s', (_name, action) => {
    for (const instruction of ['', 'Say ```no```.']) {
      expect(terminal.read(readUserTurn(userTurn(terminal, 3, action, { state: 's', instruction })).action)).toEqual(
        action
      )
    }
  })

  it('reads what follows the heading when there is no fence', () => {
    expect(readUserTurn('### Turn 1\n**Action:**\n[]')).toMatchObject({ state: '', action: '[]', instruction: '' })
    const bare = '### Turn 1\n**Current State:**\nA page.\n\n**Action:**\nclick(1)'
    expect(readUserTurn(bare)).toMatchObject({ state: 'A page.', action: 'click(1)', instruction: '' })
  })

  it('reads the state of the first turn, which may speak of actions itself, and the instruction', () => {
    const state = '\n**Action:** press\n\n**Action:**\nread\n'
    const instruction = 'Be slow.\n\n**Now.**'
    expect(readUserTurn(userTurn(terminal, 1, ls, { state, instruction }))).toMatchObject({
      state,
      action: terminal.format(ls),
      instruction
    })
  })
})

describe('a whole prompt', () => {
  const tools = [{ name: 'echo', description: 'Says $& and {demonstrations}', inputSchema: { type: 'object' } }]
  const server: typeof terminal = { ...terminal, tools: { of: () => tools, certain: () => null } }
  const ask = (whole: string) =>
    buildPrompt(server, { ...template, taskDescription: '', actionSpace: '', whole }, setup, [], ls)

  it('has the tools and the examples where it wants them, untouched by what they hold, and the rules after it', () => {
    const { parts } = ask('Be it.\n{tool_definitions}\nSeen: {demonstrations} {other}\n')
    expect(parts.slice(0, -1)).toEqual([
      { name: 'task_description', text: `Be it.\n${JSON.stringify(tools[0])}` },
      { name: 'initial_state', text: '# Initial State\n\nA box.' },
      { name: 'demonstrations', text: 'Seen: None. {other}' },
      { name: 'simulation_instruction', text: '# Simulation Instruction\n\nBe slow.' }
    ])
  })

  it('has the initial state before the examples and what leads to them', () => {
    for (const lead of [
      '## Examples\n\n',
      '## Examples\n\nThese show the form:\n\n',
      '## Examples\n\n**Seen before:**\n'
    ]) {
      const { parts } = ask(`Be it. {tool_definitions}\n\n${lead}{demonstrations}\n\n## End`)
      expect(parts.slice(1, 3)).toEqual([
        { name: 'initial_state', text: '## Initial State\n\nA box.' },
        { name: 'demonstrations', text: `${lead}None.\n\n## End` }
      ])
    }
  })

  it('without a place for the tools is followed by them; without one for the examples it has none', () => {
    const { parts } = ask('Be it.')
    expect(parts.slice(0, 2)).toEqual([
      { name: 'task_description', text: 'Be it.' },
      { name: 'action_space', text: `# Action Space\n\n${JSON.stringify(tools[0])}` }
    ])
    expect(parts.map(({ name }) => name)).not.toContain('demonstrations')
  })
})
