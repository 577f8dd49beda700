import { describe, expect, it } from 'vitest'
import { checkAction, domains, findDomain } from '../../../src/core/domains/index.ts'
import { readTools } from '../../../src/core/domains/tools/tools.ts'
import { buildPrompt } from '../../../src/core/step/prompt.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { shippedWorlds } from '../shipped-worlds.ts'

const scenarios = shippedWorlds

describe('every ready world works as it stands', () => {
  it.each(scenarios)(
    '$file is named like its file, and its first actions are actions of its domain',
    ({ file, scenario }) => {
      expect(`${scenario.name}.json`).toBe(file)
      const domain = findDomain(scenario.setup.domain)
      expect(scenario.tries.length).toBeGreaterThan(2)
      const setup = Setup.parse(scenario.setup)
      for (const line of scenario.tries) {
        const action = checkAction(domain, domain.fromText(line, setup))
        // A coding agent makes no mistake in its first calls.
        if (domain.tools?.sets) expect(domain.tools?.certain(action, setup) ?? null).toBe(null)
      }
    }
  )

  it.each(scenarios.filter(({ scenario }) => scenario.setup.tools.length))(
    '$file has tools that are read whole',
    ({ scenario }) => {
      expect(readTools({ tools: scenario.setup.tools })).toEqual({ tools: scenario.setup.tools, problems: [] })
    }
  )

  it('has one for each ready tool set, with the very tools of the set', () => {
    for (const { id, tools: kind } of domains) {
      for (const { name, tools } of kind?.sets ?? []) {
        const own = scenarios.find(({ scenario }) => scenario.name === `${id}-${name}`)
        expect(own?.scenario.setup.tools).toEqual(tools)
      }
    }
  })

  it('has at least two for each of the domains whose surface is a document', () => {
    const few = domains.filter(({ id, surface }) => {
      return surface === 'document' && scenarios.filter(({ scenario }) => scenario.setup.domain === id).length < 2
    })
    expect(few.map(({ id }) => id)).toEqual([])
  })
})

describe('a kind of world that cannot begin with nothing begins like a ready world', () => {
  const starting = domains.flatMap(({ id, initialState: { start } }) => (start === undefined ? [] : [{ id, start }]))

  it.each(starting)('$id: $start is a world of that kind, with an initial state', ({ id, start }) => {
    const ready = scenarios.find(({ scenario }) => scenario.name === start)?.scenario
    expect(ready?.setup.domain).toBe(id)
    expect(ready?.setup.initialState).not.toBe('')
  })

  it('is every kind that shows something before the first action', () => {
    expect(starting.map(({ id }) => id)).toEqual(['terminal', 'textenv', 'web', 'android', 'os'])
  })
})

describe('templates tell the model its tools and no other prompt text', () => {
  const documents = domains.filter(({ surface }) => surface === 'document')
  const cases = documents.flatMap((domain) =>
    domain.templates
      .filter(({ bare }) => !bare)
      .map((template) => ({ id: domain.id, name: template.name, domain, template }))
  )

  it.each(cases)('$id, $name', ({ domain, template }) => {
    const setup = Setup.parse({
      domain: domain.id,
      tools: domain.tools ? [{ name: 'own_tool', inputSchema: { type: 'object' } }] : []
    })
    const action = domain.fromText('')
    const prompt = buildPrompt(domain, template, setup, [], action)
    const system = prompt.messages[0]?.content ?? ''
    expect(system).not.toContain('{tool_definitions}')
    const told =
      template.toolForm === 'markdown'
        ? '### 1. own_tool\nParameters: none'
        : '{"name":"own_tool","inputSchema":{"type":"object"}}'
    expect(system.split(told).length - 1).toBe(domain.tools ? 1 : 0)
    const [closing = ''] = template.closings ?? []
    expect(prompt.messages.at(-1)?.content).toBe(
      `### Turn 1\n**Action:**\n\`\`\`${domain.fence()}\n${domain.format(action)}\n\`\`\`${closing && `\n\n${closing}`}`
    )
    expect([template.thinking, system.includes('<predicted_observation>')]).toEqual(
      template.name === 'standard' ? [true, true] : [false, false]
    )
  })

  it.each(documents.filter((domain) => domain.tools))('$id offers tools that are read whole', (domain) => {
    const tools = domain.tools?.of(Setup.parse({ domain: domain.id }))
    expect(readTools(tools)).toEqual({ tools, problems: [] })
  })
})
