import { describe, expect, test } from 'vitest'
import { domains } from '../../../../src/core/domains/index.ts'
import { mcp } from '../../../../src/core/domains/mcp/index.ts'
import { standard } from '../../../../src/core/domains/mcp/prompts.ts'
import { chooseTools } from '../../../../src/core/domains/tools/choose.ts'
import { OrreryError } from '../../../../src/core/errors.ts'
import { readSetup } from '../../../../src/core/formats/importers/samples.ts'
import { bareTurn, systemPrompt } from '../../../../src/core/step/prompt.ts'
import { withToolCosts } from '../../../../src/core/step/tool-costs.ts'
import { Setup, type Tool } from '../../../../src/core/tree/model.ts'
import { scripted } from '../../acting.ts'

const tool = (name: string, size = 0): Tool => ({
  name,
  ...(size && { description: 'x'.repeat(size) }),
  inputSchema: { type: 'object', properties: {} }
})
const named = (tools: Tool[]) => tools.map(({ name }) => name)

describe('a world has the tools that were chosen', () => {
  const all = ['get_issue', 'list_issues', 'get_file', 'Delete'].map((name) => tool(name))

  test.each<[string[], string[]]>([
    [['get_issue'], ['get_issue']],
    [
      ['get_*', 'delete'],
      ['get_issue', 'get_file', 'Delete']
    ],
    [['*issue*'], ['get_issue', 'list_issues']],
    [['*_*s'], ['list_issues']],
    [['*'], named(all)],
    [[' list_issues ', ''], ['list_issues']]
  ])('%j', (patterns, expected) => {
    expect(named(chooseTools(all, patterns))).toEqual(expected)
  })

  test('what names none is refused with what there is', () => {
    expect(() => chooseTools(all, ['get_*', 'nope', 'g*t_issue*x'])).toThrow(
      'No tool is called "nope" or "g*t_issue*x". The tools are: get_issue, list_issues, get_file, Delete. A * stands for any characters.'
    )
    // The two ends of a pattern do not share letters.
    expect(() => chooseTools([tool('aba')], ['ab*ba'])).toThrow('No tool is called "ab*ba"')
  })
})

describe('every kind of world can have a task', () => {
  test.each(domains)('$id tells it in turn 1 and in no other, with every template', (domain) => {
    const setup: Setup = { ...Setup.parse({ domain: domain.id }), task: 'Find the shop.' }
    const action = domain.fromText('')
    const marked = '**Task Instruction:**\nFind the shop.\n'
    // Without a form of turns the task stands in the context (word2world.test.ts).
    for (const template of domain.templates.filter(({ bare }) => !bare)) {
      expect(bareTurn(domain, template, setup, 1, action).startsWith(`### Turn 1\n${marked}`)).toBe(true)
      expect(bareTurn(domain, template, setup, 2, action)).not.toContain(marked)
    }
  })
})

describe('output schemas can be left out of what the model is told', () => {
  const lists: Tool = { ...tool('list'), outputSchema: { type: 'object', properties: { zebras: { type: 'integer' } } } }
  const setup = Setup.parse({ domain: 'mcp', tools: [lists] })
  const hidden: Setup = { ...setup, hideOutputSchemas: true }
  const call = { name: 'list', arguments: {} }

  test('the answer is held to them all the same', () => {
    expect(systemPrompt(mcp, standard, setup)).toContain('"zebras"')
    expect(systemPrompt(mcp, standard, hidden)).not.toContain('zebras')
    expect(mcp.tools?.schema?.(call, hidden)).toEqual(mcp.tools?.schema?.(call, setup))
    expect(mcp.tools?.schema?.(call, hidden)).not.toBe(null)
  })
})

describe('an exported prompt without output schemas', () => {
  test('is read back with the rule and the whole tools', () => {
    const tools = [{ ...tool('list'), outputSchema: { type: 'object' } }]
    const setup: Setup = { ...Setup.parse({ domain: 'mcp', tools }), hideOutputSchemas: true }
    for (const template of mcp.templates) {
      const sample = { system_str: systemPrompt(mcp, template, setup), prompt: [], tools }
      expect(readSetup(mcp, sample).setup).toEqual({
        ...{ template: template.name, tools, hideOutputSchemas: true, initialState: '', instruction: '' }
      })
    }
  })
})

describe('a refusal for length names the tools', () => {
  const full = new OrreryError('context-full', 'The prompt has 9000 tokens and the context holds 1000.')
  const setup = Setup.parse({ domain: 'mcp', tools: Array.from({ length: 7 }, (_, at) => tool(`t${at}`, at * 100)) })
  const refused = async (
    given: Setup,
    { count, contextSize = 1000 as number | null, error = full as unknown } = {} as {
      count?: (texts: string[]) => Promise<number[] | null>
      contextSize?: number | null
      error?: unknown
    }
  ) => {
    const { engine } = scripted(() => [], { info: { contextSize }, ...(count && { count }) })
    const way = await withToolCosts(error, { domain: mcp, template: () => standard, setup: given, engine })
    return way instanceof Error ? way.message : way
  }
  const lengths = async (texts: string[]) => texts.map(({ length }) => Math.floor(length / 100) * 100)

  test('the largest first, their sum, and what to do', async () => {
    expect(await refused(setup, { count: lengths })).toBe(
      `${full.message} The 7 tools take 2,100 tokens: t6 600, t5 500, t4 400, t3 300, t2 200, and 2 more. Choose fewer tools.`
    )
  })

  test('output schemas are a way where there are any; characters where nothing can count', async () => {
    const [first, ...rest] = setup.tools
    const tools = [{ ...(first ?? tool('t')), outputSchema: { type: 'object' } }, ...rest]
    const message = await refused({ ...setup, tools }, { count: async () => null })
    expect(message).toMatch(
      / The 7 tools take [\d,]+ characters: t6 \d+, .* Choose fewer tools or leave out output schemas\.$/
    )
  })

  test('not where they are a small part of the context, nor for other errors; an engine that fails to count changes nothing', async () => {
    expect(await refused(setup, { count: lengths, contextSize: 100_000 })).toBe(full.message)
    expect(await refused(setup, { count: lengths, error: new OrreryError('no-model', 'None.') })).toBe('None.')
    expect(await refused(setup, { count: () => Promise.reject(new Error('gone')) })).toBe(full.message)
  })
})
