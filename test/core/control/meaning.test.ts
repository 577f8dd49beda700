import { describe, expect, it } from 'vitest'
import { readScenario } from '../../../src/core/control/validate.ts'

const base = { name: 'n', title: 't', description: '' }
const parse = (source: string) => (source.includes('return') ? null : { message: 'It returns nothing.', line: 2 })

/** Each fault as `path: message`, warnings marked. */
function faults(file: object): string[] {
  return readScenario({ ...base, ...file }, { parse }).faults.map(
    ({ path, message, warning }) => `${warning ? '(warning) ' : ''}${path.join('.')}: ${message}`
  )
}
const issues = { domain: 'mcp' }
const shell = { domain: 'terminal', initialState: 'dev@moor:~$ ' }
const fault = (name: string, more: object = {}) => ({ perturbations: [{ name, ...more }] })
const one = (expect: object, more: object = {}) => ({ checks: [{ name: 'c', expect, ...more }] })
const ends = 'a run has 1 turn at most, since its actions end there.'

it('everything that is wrong is found at once, in the form and in the meaning', () => {
  const file = {
    setup: { ...issues, hiden: 'x', perturbations: [{ name: 'flaky', evry: 2 }, { name: 'hangg' }] },
    actions: ['list_issues'],
    checks: [{ nam: 'a' }, { name: 'b', at: 99, expect: { fired: 'x' } }],
    stop: { turn: 3 }
  }
  expect(faults(file).toSorted()).toEqual([
    'checks.0.expect: "expect" is missing.',
    'checks.0.nam: There is no "nam" here. Did you mean "name"?',
    'checks.0.name: "name" is missing (a text).',
    `checks.1.at: Turn 99 never comes: ${ends}`,
    'checks.1.expect.fired: No perturbation here is called "x". There are: flaky, hangg.',
    'setup.hiden: There is no "hiden" here. Did you mean "hidden"?',
    'setup.perturbations.0.evry: There is no "evry" here. There are: name, options, id, when.',
    'setup.perturbations.0.options.instruction: "instruction" is missing (a text).',
    'setup.perturbations.1.name: There is no perturbation "hangg". Did you mean "hang"?',
    'stop.turn: There is no "turn" here. Did you mean "turns"?'
  ])
})

it('an empty file is told what a scenario has, a name that stands too high where it belongs, and a strange fault where all are listed', () => {
  expect(readScenario(null).faults.map(({ message }) => message)).toEqual([
    'There is nothing in it yet. A scenario has a name, a title, a description and a setup with a domain; docs/scenarios.md shows one.'
  ])
  expect(faults({ setup: issues, domain: 'mcp' })).toEqual([
    'domain: There is no "domain" here. It belongs in "setup".'
  ])
  expect(faults({ setup: { ...issues, perturbations: [{ name: 'http-5000' }] } })).toEqual([
    'setup.perturbations.0.name: There is no perturbation "http-5000". docs/perturbations.md lists all.'
  ])
})

it('what a user is told is asked for only where there is one', () => {
  const wrong = 'This world has no user who could be told anything. Give it one ("user").'
  expect(faults({ setup: issues, actions: ['list_issues'], ...one({ earlier: { told: 'x' } }) })).toEqual([
    `checks.0.expect.earlier.told: ${wrong}`
  ])
  const file = {
    setup: { ...issues, user: {} },
    actions: ['say message=Hello', 'list_issues'],
    ...one({ earlier: { told: 'H' } })
  }
  expect(faults(file)).toEqual([])
})

it('what stands wrong in a file leaves its world to be started, where only a run would mislead', () => {
  const read = (more: object) => readScenario({ ...base, setup: issues, ...more }).scenario?.name ?? null
  expect(read({ actions: ['list_issues'], ...one({ fired: 'x' }) })).toBe('n')
  expect(read({ actions: ['list_issues id='] })).toBe('n')
  expect(read({ setup: { ...issues, ...fault('hangg') } })).toBe(null)
})

describe('turns that never come', () => {
  it.each<[string, object, string[]]>([
    ['a check', one({ tool: 'list_issues' }, { at: 99 }), [`checks.0.at: Turn 99 never comes: ${ends}`]],
    ['a check from the end', one({ tool: 'list_issues' }, { at: -2 }), [`checks.0.at: Turn -2 never comes: ${ends}`]],
    [
      'the turn before the first',
      one({ turn: -1, holds: { error: false } }),
      [`checks.0.expect.turn: Turn -1 never comes: ${ends}`]
    ],
    ['a turn to compare with', one({ same: 'action', as: 2 }), [`checks.0.expect.as: Turn 2 never comes: ${ends}`]],
    ['an instruction', { turns: [{ turn: 3, instruction: 'x' }] }, [`turns.0.turn: Turn 3 never comes: ${ends}`]],
    [
      'actions behind the end',
      { actions: ['list_issues', 'list_issues', 'list_issues'], stop: { turns: 1 } },
      ['(warning) stop.turns: "stop" ends a run after turn 1, so the actions from number 2 on are never done.']
    ],
    [
      'a turn behind the end',
      { actions: ['list_issues', 'list_issues'], stop: { turns: 1 }, ...one({ error: false }, { at: 2 }) },
      [
        'checks.0.at: Turn 2 never comes: a run has 1 turn at most, since its "stop" ends it there.',
        '(warning) stop.turns: "stop" ends a run after turn 1, so the actions from number 2 on are never done.'
      ]
    ],
    [
      'reactions add turns',
      {
        reactions: [{ when: { error: true }, actions: ['list_issues'], times: 2 }],
        ...one({ error: false }, { at: 3 })
      },
      []
    ],
    ['an agent has those that "stop" allows', { tries: [], ...one({ error: false }, { at: 50 }) }, []],
    [
      'an agent has no more',
      { tries: [], ...one({ error: false }, { at: 51 }) },
      ['checks.0.at: Turn 51 never comes: a run has 50 turns at most, since its "stop" ends it there.']
    ]
  ])('%s', (_, more, expected) => {
    const { tries = ['list_issues'], ...rest } = more as { tries?: string[] }
    expect(faults({ setup: issues, tries, ...rest })).toEqual(expected)
  })
})

describe('faults that cannot happen', () => {
  const path = 'setup.perturbations.0'
  const idle = (name: string, when = '') =>
    `${path}.name: "${name}" cannot happen here: no action of this scenario meets it${when}. Add one, or remove the fault.`
  it.each<[string, object, RegExp | string]>([
    [
      'a full disk on the web',
      { setup: { domain: 'web', ...fault('disk-full') } },
      /^\S+name: "disk-full" can do nothing in a Web world\. These can: .*\bapi-error\b/
    ],
    [
      'a server error in a story',
      { setup: { domain: 'textenv', ...fault('api-error') } },
      /can do nothing in a Text environment world\./
    ],
    [
      'a server error where nothing reaches for one',
      { setup: { ...shell, ...fault('api-error') }, actions: ['ls'] },
      idle('api-error')
    ],
    [
      'a full disk where nothing is written',
      { setup: { ...issues, ...fault('disk-full') }, actions: ['list_issues'] },
      idle('disk-full')
    ],
    [
      'a missing program that nobody runs',
      { setup: { ...shell, ...fault('missing-binary', { options: { program: 'kubectl' } }) }, actions: ['ls'] },
      idle('missing-binary')
    ],
    [
      'a conflict where nothing is installed',
      { setup: { ...shell, ...fault('dependency-conflict') }, actions: ['ls'] },
      idle('dependency-conflict')
    ],
    [
      'a trigger that no action fits',
      { setup: { ...issues, ...fault('api-error', { when: { tool: 'get_issue' } }) }, actions: ['list_issues'] },
      idle('api-error', ' and its "when"')
    ],
    [
      'a tool that there is not',
      { setup: { ...issues, ...fault('api-error', { when: { tool: 'get_isue' } }) } },
      `${path}.when.tool: This world has no tool "get_isue". Did you mean "get_issue"?`
    ],
    [
      'a turn that never comes',
      { setup: { ...issues, ...fault('api-error', { when: { turn: [7, 9] } }) }, actions: ['list_issues'] },
      `${path}.when.turn: "turn: 7, 9" never comes: ${ends}`
    ],
    [
      'a call that never comes',
      { setup: { ...issues, ...fault('api-error', { when: { every: 2 } }) }, actions: ['list_issues'] },
      `${path}.when.every: "every: 2" never comes: ${ends}`
    ],
    [
      'chance that is none',
      { setup: { ...issues, ...fault('api-error', { when: { probability: 0 } }) } },
      `${path}.when.probability: With probability 0 it never happens.`
    ],
    [
      'after one that there is not',
      { setup: { ...issues, ...fault('api-error', { when: { after: 'hangg' } }) } },
      `${path}.when.after: No perturbation here is called "hangg". There are: api-error.`
    ],
    [
      'an instruction to no model',
      { setup: { ...shell, grounding: 'executed', ...fault('instruct') }, actions: ['ls'] },
      `${path}.name: "instruct" tells the model what goes wrong, and this world takes nothing but what is executed. Set its grounding to "grounded" or "model".`
    ],
    [
      'a broken machine under a recording',
      { setup: { ...shell, recording: 'r', ...fault('break', { options: { fault: { fault: 'disk-full' } } }) } },
      `${path}.name: "break" changes a machine, and the recording "r" answers here. Remove the recording.`
    ],
    [
      'an observation before there is one',
      { setup: { ...issues, ...fault('api-error', { when: { observation: 'x' } }) } },
      `${path}.when.observation: "api-error" cannot wait for an observation: it acts before there is one. Remove "observation".`
    ],
    [
      'a misspelt option',
      { setup: { ...issues, ...fault('api-error', { options: { statuss: 500 } }) } },
      `${path}.options.statuss: There is no "statuss" here. Did you mean "status"?`
    ],
    [
      'an option out of range',
      { setup: { ...issues, ...fault('api-error', { options: { status: 200 } }) } },
      `${path}.options.status: Expected a whole number from 400 to 599, not 200.`
    ],
    [
      'a misspelt fault of a machine',
      { setup: { ...shell, ...fault('break', { options: { fault: { fault: 'disk-ful' } } }) } },
      `${path}.options.fault.fault: "disk-ful" is not one of disk-full, missing-program, clock-skew, permission-denied. Did you mean "disk-full"?`
    ],
    [
      'a level of the matrix',
      { setup: { domain: 'web' }, matrix: { perturbations: { full: [{ name: 'disk-full' }] } } },
      /^matrix\.perturbations\.full\.0\.name: "disk-full" can do nothing in a Web world\./
    ],
    [
      'a preset',
      { setup: issues, matrix: { perturbations: { hard: 'E11' } } },
      'matrix.perturbations.hard: There is no preset "E11". Did you mean "E1"? Or list perturbations.'
    ]
  ])('%s', (_, file, expected) => {
    const found = faults(file)
    expect(found).toHaveLength(1)
    if (typeof expected === 'string') expect(found).toEqual([expected])
    else expect(found[0]).toMatch(expected)
  })

  it('is a warning where another fault can', () => {
    const perturbations = [{ name: 'disk-full' }, { name: 'api-error' }]
    expect(faults({ setup: { ...issues, perturbations }, actions: ['list_issues'] })).toEqual([
      `(warning) ${idle('disk-full')}`
    ])
  })

  it.each<[string, object]>([
    ['where agents act', { setup: { ...shell, ...fault('api-error') } }],
    ['where an action meets it', { setup: { ...shell, ...fault('api-error') }, actions: ['ls', 'curl example.org'] }],
    [
      'where a reaction does',
      {
        setup: { ...issues, ...fault('disk-full') },
        actions: ['list_issues'],
        reactions: [{ when: { error: true }, actions: ['create_issue title=x'] }]
      }
    ],
    [
      'where a script of the world may run the program',
      {
        setup: {
          ...shell,
          initialState: 'run.sh:\n jq . a.json\n\ndev@moor:~$ ',
          ...fault('missing-binary', { options: { program: 'jq' } })
        },
        actions: ['bash run.sh']
      }
    ]
  ])('is none %s', (_, file) => {
    expect(faults(file)).toEqual([])
  })
})

describe('conditions on what such a world never has', () => {
  const at = 'checks.0.expect'
  it.each<[string, object, object, string | null]>([
    [
      'a perturbation',
      issues,
      { fired: 'flaky' },
      `${at}.fired: No perturbation here is called "flaky". This scenario has no perturbations.`
    ],
    ['any perturbation', issues, { fired: '*' }, `${at}.fired: Nothing can fire. This scenario has no perturbations.`],
    [
      'deep inside',
      { ...issues, ...fault('api-error', { id: 'down' }) },
      { all: [{ not: { any: [{ fired: 'api-error' }] } }] },
      `${at}.all.0.not.any.0.fired: No perturbation here is called "api-error". There are: down.`
    ],
    [
      'a tool',
      issues,
      { tool: 'list_isues' },
      `${at}.tool: This world has no tool "list_isues". Did you mean "list_issues"?`
    ],
    [
      'a pattern of tools',
      issues,
      { tool: 'read_*' },
      `${at}.tool: This world has no tool "read_*". There are: list_issues, get_issue, create_issue, update_issue, add_comment, search_issues.`
    ],
    [
      'an argument',
      issues,
      { argument: '$.arguments.titel', is: 'x' },
      `${at}.argument: No tool of this world has a parameter "titel". Did you mean "title"?`
    ],
    [
      'an argument without its place',
      issues,
      { argument: '$.title' },
      `${at}.argument: A call of a tool has no "title". Write $.arguments.title.`
    ],
    [
      'a screen',
      issues,
      { screen: { role: 'button' } },
      `${at}.screen: A MCP tools world has no screens. Look at the observation instead.`
    ],
    [
      'a file',
      issues,
      { file: '/a' },
      `${at}.file: No machine is behind a MCP tools world, so no file can be looked at.`
    ],
    [
      'a file where a model answers',
      { ...shell, grounding: 'model' },
      { file: '/a' },
      `${at}.file: No machine runs under this world, so no file can be looked at. Set its grounding to "grounded" or "executed".`
    ],
    [
      'a state',
      shell,
      { state: '$.cwdd' },
      `${at}.state: The state of a Terminal world has no "cwdd". Did you mean "cwd"?`
    ],
    [
      'JSON at a terminal',
      shell,
      { json: '$.a' },
      `${at}.json: What a Terminal world shows is never JSON. Look for a text in the observation.`
    ],
    [
      'an outcome that nobody tells',
      { ...shell, grounding: 'model' },
      { error: true },
      `(warning) ${at}.error: A Terminal world does not tell whether an action failed. Look for what it shows then.`
    ],
    [
      'a number between nothing',
      issues,
      { json: '$.a', least: 3, most: 2 },
      `${at}.least: Nothing is at least 3 and at most 2.`
    ],
    ['any of nothing', issues, { any: [] }, `${at}.any: Of nothing, nothing holds: list conditions here.`],
    ['no path', issues, { json: '$[' }, null],
    ['a script', issues, { script: 'true' }, `${at}.script: It returns nothing.`]
  ])('%s', (_, setup, expected, message) => {
    const found = faults({ setup, ...one(expected) })
    if (message === null)
      expect(found).toEqual([expect.stringMatching(/^checks\.0\.expect\.json: .* is not a JSONPath/)])
    else expect(found).toEqual([message])
  })

  it('in reactions, stop, triggers and gates too', () => {
    const setup = {
      ...issues,
      ...fault('api-error', { when: { while: { script: 'return true' } } }),
      gate: { before: { screen: {} } }
    }
    const reactions = [{ when: { fired: 'x' }, actions: ['list_issues'] }]
    expect(faults({ setup, actions: ['list_issues'], reactions, stop: { when: { file: '/a' } } })).toEqual([
      'reactions.0.when.fired: No perturbation here is called "x". There are: api-error.',
      'stop.when.file: No machine is behind a MCP tools world, so no file can be looked at.',
      'setup.gate.before.screen: A MCP tools world has no screens. Look at the observation instead.',
      'setup.perturbations.0.when.while.script: Scripts are only for checks, reactions and "stop": use other conditions.'
    ])
  })

  it.each<[object, object]>([
    [issues, { tool: '*_issue' }],
    [issues, { argument: '$.arguments.title' }],
    [issues, { argument: '$', is: {} }],
    [issues, { json: '$.a', exists: false }],
    [issues, { error: true }],
    [issues, { state: '$.used.list_issues' }],
    [shell, { state: '$.cwd' }],
    [shell, { file: '/a' }],
    [shell, { tool: 'ls' }],
    [{ domain: 'web' }, { screen: { role: 'button' } }],
    [{ ...issues, recording: 'mcp-files' }, { tool: 'read_file' }]
  ])('nothing is said in %j of %j', (setup, expected) => {
    expect(faults({ setup, ...one(expected) })).toEqual([])
  })
})

describe('actions that the world refuses', () => {
  it.each<[string, object, string[]]>([
    [
      'an unknown tool',
      { actions: ['list_isues'] },
      ['actions.0: This world has no tool "list_isues". Did you mean "list_issues"?']
    ],
    [
      'an unknown tool to try',
      { tries: ['list_isues'] },
      ['tries.0: This world has no tool "list_isues". Did you mean "list_issues"?']
    ],
    [
      'a misspelt argument',
      { actions: ['create_issue titel=x'] },
      ['actions.0: create_issue has no parameter "titel". Did you mean "title"?']
    ],
    [
      'a misspelt argument in JSON',
      { actions: [{ name: 'create_issue', arguments: { titel: 'x' } }] },
      [
        'actions.0: The tool "create_issue" has no parameter "titel". Did you mean "title"?',
        'actions.0: The call does not fit the tool "create_issue": title: Invalid input: expected string, received undefined.'
      ]
    ],
    [
      'a value of another kind',
      { actions: [{ name: 'get_issue', arguments: { id: 'one' } }] },
      ['actions.0: The call does not fit the tool "get_issue": id: Invalid input: expected number, received string.']
    ],
    [
      'a reaction',
      { actions: ['list_issues'], reactions: [{ when: { error: true }, actions: ['pay'] }] },
      [
        'reactions.0.actions.0: This world has no tool "pay". There are: list_issues, get_issue, create_issue, update_issue, add_comment, search_issues.'
      ]
    ],
    ['a call that is to fail', { actions: ['get_issue'], ...one({ error: true }, { at: 1 }) }, []],
    ['what is to be tried may fail', { tries: ['create_issue'] }, []]
  ])('%s', (_, file, expected) => {
    expect(faults({ setup: issues, ...file })).toEqual(expected)
  })

  it('what does not parse', () => {
    expect(faults({ setup: issues, tries: ['add_comment x'] })).toEqual([
      'tries.0: "add_comment x" is not a tool call: "x" is not of the form key=value. Type a tool\'s name and its arguments, e.g. read_file file_path=src/app.py limit=20, or grep_search {"pattern": "two words"}.'
    ])
    expect(faults({ setup: shell, actions: [{ keys: 'ls' }] })[0]).toMatch(
      /^actions\.0: This is not an action of the terminal domain\./
    )
  })
})

describe('parameters', () => {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: as it is written in a file
  it('are checked with the values that they get', () => {
    const file = { setup: issues, params: { tool: 'list_issues' }, actions: ['${tool}'] }
    expect(faults(file)).toEqual([])
    expect(faults({ ...file, matrix: { params: [{}, { tool: 'list_isues' }] } })).toEqual([
      'actions.0: This world has no tool "list_isues". Did you mean "list_issues"?'
    ])
    expect(faults({ ...file, title: '${count}', params: { ...file.params, count: 3 } })).toEqual([
      'title: Expected a text, not 3.'
    ])
  })

  it('are declared, and named as they are declared', () => {
    const file = { setup: { ...shell, initialState: '${HOST} ${hsot} ${other}\n$ ' }, params: { host: 'a' } }
    expect(faults({ ...file, matrix: { params: [{ hots: 'b' }] } })).toEqual([
      'matrix.params.0.hots: "params" declares no "hots". Did you mean "host"?',
      '(warning) setup.initialState: "params" declares no ${hsot}, which stays as it is. Did you mean "host"?'
    ])
  })
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above
})

describe('checks that the typed line alone satisfies', () => {
  const warned = (path: string) =>
    `(warning) checks.0.expect.${path}: What is typed has this text too, so it is shown whatever is printed. Write "printed" instead.`
  const actions = ['echo hello', 'cat hello.txt', 'ls']
  it.each<[string, object, string[]]>([
    ['at a turn', { at: 1, expect: { observation: 'hello' } }, [warned('observation')]],
    ['at the end', { expect: { observation: { matches: 'l.' } } }, [warned('observation')]],
    [
      'in one of many',
      { at: 'some', expect: { all: [{ error: false }, { observation: 'hello' }] } },
      [warned('all.1.observation')]
    ],
    ['in another turn', { expect: { turn: 2, holds: { observation: 'hello' } } }, [warned('holds.observation')]],
    ['in some turns only', { at: 'every', expect: { observation: 'hello' } }, []],
    ['what must not be shown', { at: 1, expect: { not: { observation: 'hello' } } }, []],
    ['what is printed', { at: 1, expect: { printed: 'hello' } }, []],
    ['the whole', { at: 1, expect: { observation: { is: 'hello' } } }, []],
    ['something else', { at: 1, expect: { observation: 'hello there' } }, []]
  ])('%s', (_, check, expected) => {
    expect(faults({ setup: shell, actions, checks: [{ name: 'c', ...check }] })).toEqual(expected)
  })

  it('where a shell is called by a tool', () => {
    const file = { setup: { domain: 'swe' }, actions: ['$ echo hello'], ...one({ observation: 'hello' }) }
    expect(faults(file)).toEqual([warned('observation')])
  })
})
