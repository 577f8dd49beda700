import { describe, expect, it } from 'vitest'
import { domains, findDomain } from '../../../../src/core/domains/index.ts'
import { perturbations } from '../../../../src/core/faults/perturbations/index.ts'
import { readScreen } from '../../../../src/core/observations/screens/readers/index.ts'
import { Setup } from '../../../../src/core/tree/model.ts'
import { show, take } from './worlds.ts'

const NAMES = [
  ...['api-error', 'auth-expiry', 'clock-skew', 'dependency-conflict', 'disk-full', 'hang', 'logged-out'],
  ...['missing-binary', 'network-down', 'permission-denied', 'rate-limit', 'still-running', 'time-out']
]
const failing = perturbations.filter(({ name }) => NAMES.includes(name))
const examples = failing.flatMap(({ name, examples }) =>
  examples.map((example, index) => ({ name, index, domain: example.domain, example }))
)

describe('what fails looks as it does in that world', () => {
  it('has all of them', () => expect(failing).toHaveLength(NAMES.length))

  it.each(examples)('$name $index in $domain', async ({ name, example, domain }) => {
    const { text, firings } = await show(name, example)
    expect(firings.map((one) => one.name)).toEqual([name])
    expect(text).not.toBe(example.turns.at(-1)?.observation)
    if (findDomain(domain).surface === 'screen') {
      const read = readScreen(text)
      expect('screen' in read && read.screen.warnings).toEqual([])
    }
    expect(await show(name, example)).toMatchObject({ text })
  })

  const fail = (
    id: string,
    line: string,
    failure = { status: 503, message: 'Busy.' },
    initialState = 'dev@moor:~$ '
  ) => {
    const domain = findDomain(id)
    const setup = Setup.parse({ domain: id, initialState })
    const action = domain.fromText(line, setup)
    return (
      domain.fail?.(action, failure as never, { state: domain.initial(setup), setup, before: initialState }) ?? null
    )
  }
  it.each([
    [
      'curl -s https://a.example/x',
      'dev@moor:~$ curl -s https://a.example/x\n{"error":{"code":503,"message":"Busy."}}\ndev@moor:~$ '
    ],
    [
      'curl -fsS https://a.example/x',
      'dev@moor:~$ curl -fsS https://a.example/x\ncurl: (22) The requested URL returned error: 503\ndev@moor:~$ '
    ],
    [
      "curl -s -o /dev/null -w '%{http_code}' https://a.example/x",
      "dev@moor:~$ curl -s -o /dev/null -w '%{http_code}' https://a.example/x\n503\ndev@moor:~$ "
    ],
    [
      'git push origin main',
      "dev@moor:~$ git push origin main\nfatal: unable to access 'https://git.example.org/project.git/': The requested URL returned error: 503\ndev@moor:~$ "
    ],
    [
      'sudo apt-get update',
      expect.stringContaining('Err:1 http://deb.debian.org/debian bookworm InRelease\n  503  Service Unavailable')
    ],
    ['cd /tmp', null],
    ['git commit -m x', null],
    ['', null]
  ])('a terminal: %s', (line, text) => expect(fail('terminal', line)).toEqual(text))

  it.each([
    ['unresolved', 'curl: (6) Could not resolve host: a.example'],
    ['timeout', "curl: (28) Failed to connect to a.example port 443 after 130014 ms: Couldn't connect to server"],
    ['refused', "curl: (7) Failed to connect to a.example port 443 after 21 ms: Couldn't connect to server"],
    ['reset', 'curl: (56) Recv failure: Connection reset by peer']
  ])('a connection that is %s', (connection, text) => {
    expect(fail('terminal', 'curl https://a.example/', { status: null, message: '', connection } as never)).toContain(
      text
    )
  })

  it('tools answer as JSON where this world does, else in a sentence', () => {
    expect(fail('mcp', 'get_issue id=1', undefined, '{"a": 1}')).toBe('{"error":{"code":503,"message":"Busy."}}')
    expect(fail('mcp', 'get_issue id=1', undefined, 'A tracker.')).toBe('Error: HTTP 503: Service Unavailable. Busy.')
    expect(fail('search', 'https://a.example/x')).toMatch(/^Error: HTTP 503/)
  })

  it('every domain that can fail does so for some first try of its ready worlds', () => {
    expect(domains.filter(({ fail }) => fail).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['terminal', 'swe', 'mcp', 'search', 'web', 'android', 'os'])
    )
  })
})

describe('what began goes on, whatever the trigger says', () => {
  const curl = {
    action: 'curl -s https://a.example/x',
    observation: 'dev@moor:~$ curl -s https://a.example/x\n{"ok":1}\ndev@moor:~$ '
  }
  const setup = { initialState: 'dev@moor:~$ ' }
  it('a terminal hangs until C-c', async () => {
    const turns = [curl, { action: '', observation: 'never' }, { action: 'C-c', observation: 'never' }, curl]
    const taken = await take({ domain: 'terminal', setup }, [{ name: 'hang', when: { turn: 1 } }], turns)
    expect(taken.map(({ asked }) => asked)).toEqual([false, false, false, true])
    expect(taken[0]?.text).toBe('dev@moor:~$ curl -s https://a.example/x')
    expect(taken[2]?.text).toMatch(/\^C\ndev@moor:~\$ ?$/)
    expect(taken[3]?.firings).toEqual([])
  })

  it('what still runs ends with the answer that was withheld', async () => {
    const wait = { action: '', observation: 'never' }
    const uses = [{ name: 'still-running', options: { turns: 2 }, when: { turn: 1 } }]
    const taken = await take({ domain: 'terminal', setup }, uses, [curl, wait, wait])
    expect(taken.map(({ asked }) => asked)).toEqual([true, false, false])
    expect(taken[0]?.text).not.toContain('ok')
    expect(taken[1]?.text).toBe(taken[0]?.text)
    expect(taken[2]?.text?.trimEnd()).toBe(curl.observation.trimEnd())
    const call = { action: 'get_issue id=41', observation: '{"id": 41}' }
    const tools = await take({ domain: 'mcp' }, [{ name: 'still-running', when: { turn: 1 } }], [call, call, call])
    expect(tools.map(({ text }) => JSON.parse(text))).toMatchObject([
      { status: 'running' },
      { status: 'running' },
      { id: 41 }
    ])
    expect(tools.map(({ asked }) => asked)).toEqual([true, false, false])
  })

  it('a rate limit lets calls through again when its window has passed', async () => {
    const call = { action: 'get_issue id=41', observation: '{"id": 41}' }
    const taken = await take(
      { domain: 'mcp' },
      [{ name: 'rate-limit', options: { calls: 2, turns: 3 } }],
      [call, call, call, call, call]
    )
    expect(taken.map(({ asked }) => asked)).toEqual([true, true, false, true, true])
    expect(taken[2]?.text).toContain('429')
  })

  it('a token holds for some calls, and again after a login', async () => {
    const call = { action: 'get_issue id=41', observation: '{"id": 41}' }
    const login = { action: 'list_issues q=login', observation: '[]' }
    const taken = await take(
      { domain: 'mcp' },
      [{ name: 'auth-expiry', options: { calls: 1 } }],
      [call, call, login, call]
    )
    expect(taken.map(({ asked }) => asked)).toEqual([true, false, true, true])
  })
})

it('on a machine the fault is done to it, once', async () => {
  const ls = { action: 'ls', observation: 'dev@moor:~$ ls\ndev@moor:~$ ' }
  const setup = { initialState: 'dev@moor:~$ ', grounding: 'grounded' as const }
  for (const name of ['disk-full', 'clock-skew']) {
    const taken = await take({ domain: 'terminal', setup }, [{ name }], [ls, ls])
    expect(taken.map(({ firings }) => firings.map(({ effect }) => effect))).toEqual([['change'], []])
  }
})
