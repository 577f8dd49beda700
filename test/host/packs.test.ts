import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { domains, findDomain } from '../../src/core/domains/index.ts'
import { turnExamples } from '../../src/core/step/pack.ts'
import type { Engine, Request } from '../../src/core/tree/ports.ts'
import { main } from '../../src/host/commands/cli.ts'
import { createHost } from '../../src/host/host.ts'
import { createPacks } from '../../src/host/library/packs.ts'
import { must } from '../must.ts'
import { folder } from './folder.ts'

const PACK = join(import.meta.dirname, '../fixtures/prompt-pack')
const PATHS = [
  'mine/terminal/system_prompt.txt',
  'mine/terminal/judge_system_prompt.txt',
  'mine/mcp/system_prompt.txt',
  'mine/garden/system_prompt.txt'
]
const text = (path: string) => readFileSync(join(PACK, path.replace('mine/', '')), 'utf8')
const files = PATHS.map((path) => ({ path, text: text(path) }))
const known = domains.map(({ id }) => id).join(', ')
const garden = `"garden" is not a domain (${known}) and is left out.`
const only = (domain: string) => [{ path: `${domain}/system_prompt.txt`, text: 'Be it.' }]
const judged = 'Its judge prompts (terminal) are kept with it, but Orrery does not use them yet.'

describe('a prompt pack', () => {
  test('is kept as it came and gives its domains a template each; domains that are unknown are named', async () => {
    const home = await folder()
    const packs = createPacks({ home })
    expect(packs.import('mine', files)).toEqual({
      name: 'mine',
      domains: ['terminal', 'mcp'],
      problems: [garden, judged]
    })
    for (const path of PATHS.slice(0, 3)) expect(readFileSync(join(home, 'templates', path), 'utf8')).toBe(text(path))
    const terminal = findDomain('terminal')
    expect(packs.templates(terminal)).toEqual([
      {
        name: 'mine',
        pack: {
          name: 'mine',
          hash: createHash('sha256').update(text('mine/terminal/system_prompt.txt')).digest('hex')
        },
        whole: text('mine/terminal/system_prompt.txt'),
        taskDescription: '',
        actionSpace: '',
        demonstrations: turnExamples(terminal, must(terminal.templates[0])),
        thinking: true,
        prefill: false,
        stop: [],
        repeats: 0,
        // Turns as the domain's own template for such models has them.
        toolForm: 'markdown',
        closings: terminal.templates[0]?.closings,
        format: terminal.templates[0]?.format,
        currentState: terminal.templates[0]?.currentState
      }
    ])
    expect(packs.templates(findDomain('web'))).toEqual([])
    expect(packs.list('terminal')).toEqual([
      { domain: 'terminal', name: 'standard', thinking: true, pack: false, judge: false },
      { domain: 'terminal', name: 'small', thinking: false, pack: false, judge: false },
      { domain: 'terminal', name: 'mine', thinking: true, pack: true, judge: true }
    ])
    expect(packs.list().filter(({ pack }) => pack)).toHaveLength(2)
  })

  test('is seen by another Orrery on the same data, and gone once deleted', async () => {
    const home = await folder()
    const [one, other] = [createPacks({ home }), createPacks({ home })]
    one.import('mine', files)
    expect(other.templates(findDomain('mcp')).map(({ name }) => name)).toEqual(['mine'])
    other.delete('mine')
    expect(one.list().filter(({ pack }) => pack)).toEqual([])
    expect(() => one.delete('mine')).toThrow('There is no prompt pack "mine". There are none.')
  })

  test('that cannot be used is refused with the layout, and leaves nothing', async () => {
    const home = await folder()
    const packs = createPacks({ home })
    expect(() => packs.import('mine', [{ path: 'README.md', text: 'Hello' }])).toThrow(
      'There is no system prompt that Orrery can use. A pack is a folder with one subfolder per domain that holds a system_prompt.txt, such as terminal/system_prompt.txt.'
    )
    expect(() => packs.import('mine', only('garden'))).toThrow(garden)
    expect(() => packs.import('mine', [{ path: 'terminal/system_prompt.txt', text: ' \n' }])).toThrow('is empty')
    expect(packs.list().filter(({ pack }) => pack)).toEqual([])
  })

  test('18.6 never reaches outside its folder, whatever its paths and name say', async () => {
    const home = await folder()
    const packs = createPacks({ home })
    const path = '../../../terminal/system_prompt.txt'
    expect(packs.import('mine', [{ path, text: 'Be it.' }]).domains).toEqual(['terminal'])
    expect(readFileSync(join(home, 'templates/mine/terminal/system_prompt.txt'), 'utf8')).toBe('Be it.')
    for (const name of ['', '..', '../x', 'a/b', '.hidden', 'a b']) {
      expect(() => packs.import(name, only('terminal'))).toThrow(`"${name}" cannot be the name of a prompt pack.`)
    }
    writeFileSync(join(home, 'kept'), '')
    expect(() => packs.delete('../kept')).toThrow('There is no prompt pack')
  })

  test('18.6 cannot take a name that worlds may use already', async () => {
    const packs = createPacks({ home: await folder() })
    packs.import('mine', only('terminal'))
    expect(() => packs.import('Mine', only('terminal'))).toThrow('There is already a prompt pack "Mine".')
    for (const name of ['auto', 'standard', 'Small']) {
      expect(() => packs.import(name, only('terminal'))).toThrow(`"${name}" is the name of one of Orrery's own`)
    }
  })

  test('with two prompts for a domain keeps the first; one without a place for the tools says where they go', async () => {
    const packs = createPacks({ home: await folder() })
    const twice = ['a', 'b'].map((text) => ({ path: `${text}/mcp/system_prompt.txt`, text }))
    expect(packs.import('mine', twice).problems).toEqual([
      'mcp/system_prompt.txt has no {tool_definitions}; the tools of a world are added after it.',
      'mcp/system_prompt.txt occurs twice; the first is kept.'
    ])
    expect(packs.templates(findDomain('mcp'))[0]?.whole).toBe('a')
  })

  test('left half written by an Orrery that was killed is no pack', async () => {
    const home = await folder()
    mkdirSync(join(home, 'templates/.mine.new/terminal'), { recursive: true })
    writeFileSync(join(home, 'templates/.mine.new/terminal/system_prompt.txt'), 'half')
    const packs = createPacks({ home })
    expect(packs.templates(findDomain('terminal'))).toEqual([])
    packs.import('mine', only('terminal'))
    expect(packs.templates(findDomain('terminal')).map(({ whole }) => whole)).toEqual(['Be it.'])
  })
})

describe('a world under a pack', () => {
  const requests: Request[] = []
  const engine: Engine = {
    info: () => ({ engine: 'llama', model: { name: 'm', hash: null }, contextSize: null, template: 'small' }),
    async *generate(request) {
      requests.push(request)
      yield { type: 'text', text: '<think>so</think><predicted_observation>\n$ \n</predicted_observation>' }
      const tokens = { prompt: 1, cached: 0, generated: 1 }
      yield { type: 'done', tokens, cut: null, trace: null, engine: 'llama', model: { name: 'm', hash: null } }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }

  async function orrery(argv: string[], stdin = '') {
    let [out, err] = ['', '']
    const io = {
      stdin: (async function* () {
        yield stdin
      })(),
      stdout: { write: (text: string) => (out += text) },
      stderr: { write: (text: string) => (err += text) }
    }
    const code = await main(argv, io, {
      open: (options) => createHost({ ...options, engine }),
      signal: new AbortController().signal
    })
    return { code, out, err }
  }

  test('is asked in its words, with the examples in their place and the rules after it, from the command line to the engine', async () => {
    const before = process.env.ORRERY_HOME
    process.env.ORRERY_HOME = await folder()
    onTestFinished(() => {
      if (before === undefined) delete process.env.ORRERY_HOME
      else process.env.ORRERY_HOME = before
    })
    const step = ['step', '--template', 'mine', '--initial-state', 'A box.', '--instruction', 'Be slow.']
    expect(await orrery(step, 'ls')).toMatchObject({
      code: 1,
      err: 'orrery: The terminal domain has no template "mine". Use auto or one of: standard, small. (not-found)\n'
    })
    expect(await orrery(['templates', 'import', PACK, '--name', 'mine'])).toEqual({
      code: 0,
      out: 'Imported "mine" for terminal, mcp.\n',
      err: `${garden}\n${judged}\n`
    })
    expect((await orrery(['templates', '--domain', 'terminal'])).out).toBe(
      'terminal  standard  thinking     built in\n' +
        'terminal  small     no thinking  built in\n' +
        'terminal  mine      thinking     prompt pack, with a judge prompt\n'
    )
    const preview = JSON.parse((await orrery([...step, '--print', 'request'], 'ls')).out)
    expect((await orrery(step, 'ls')).code).toBe(0)
    const [request] = requests
    const terminal = findDomain('terminal')
    const examples = turnExamples(terminal, must(terminal.templates[0]))
    const whole = text('mine/terminal/system_prompt.txt').replace('{demonstrations}', () => examples)
    const [head = '', tail = ''] = whole.split('\n\n## Seen before')
    expect(request?.messages[0]).toEqual({
      role: 'system',
      content: `${head}\n\n## Initial State\n\nA box.\n\n## Seen before${tail.trimEnd()}\n\n# Simulation Instruction\n\nBe slow.`
    })
    expect([request?.thinking, request?.prefill, request?.shape.tags]).toEqual([true, '', true])
    expect(preview.messages).toEqual(request?.messages)
    expect((await orrery(['templates', 'delete', 'mine'])).out).toBe('Deleted "mine".\n')
    expect(await orrery(['templates', 'import', '/no/such/folder'])).toMatchObject({
      code: 1,
      err: 'orrery: There is no folder "/no/such/folder". (not-found)\n'
    })
  })
})
