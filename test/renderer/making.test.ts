import { describe, expect, test } from 'vitest'
import type { StreamEvent } from '../../src/core/contract/index.ts'
import { domains, findDomain } from '../../src/core/domains/index.ts'
import { OrreryError } from '../../src/core/errors.ts'
import { commands } from '../../src/renderer/commands.ts'
import { byKind } from '../../src/renderer/kinds.tsx'
import { mergeTools } from '../../src/renderer/store/setup.ts'
import { createState } from '../../src/renderer/store/state.ts'
import { addressOf } from '../../src/renderer/worlds/setup/AskServer.tsx'
import { documentsIn } from '../../src/renderer/worlds/setup/definition-files.ts'
import { reading } from '../../src/renderer/worlds/setup/InitialState.tsx'
import { signature } from '../../src/renderer/worlds/setup/ToolChoice.tsx'
import { addedWords } from '../../src/renderer/worlds/setup/Tools.tsx'
import { createFakeHost } from './host.ts'

const tool = (name: string, description?: string) => ({ name, inputSchema: {}, ...(description && { description }) })
const answer: StreamEvent<'tools.ask'> = {
  type: 'tools',
  tools: [tool('a')],
  problems: [],
  server: { name: 's', version: '1' }
}

async function window() {
  const host = await createFakeHost()
  const store = createState(host.client, { frame: (flush) => flush() })
  return { host, store, act: store.getState() }
}

describe('18.3 asking a live server from the window', () => {
  test('shows what happens while it happens, and ends with the tools', async () => {
    const { host, store, act } = await window()
    const seen: unknown[] = []
    host.asks = async function* () {
      yield { type: 'confirm', text: 'Answer there.' }
      seen.push([store.getState().confirming, store.getState().asking])
      yield { type: 'progress', text: 'Starting' }
      seen.push(store.getState().confirming)
      seen.push(store.getState().asking)
      yield { type: 'progress', text: 'Connected' }
      seen.push(store.getState().asking)
      yield answer
    }
    expect(await act.askServer({ command: 'x' })).toEqual(answer)
    expect([...seen, store.getState().asking]).toEqual([
      ['Answer there.', []],
      null,
      ['Starting'],
      ['Starting', 'Connected'],
      null
    ])
    expect(host.log).toEqual([{ name: 'tools.ask', input: { command: 'x' } }])
  })

  test('asks one server at a time', async () => {
    const { host, act } = await window()
    let open = () => {}
    host.asks = async function* () {
      await new Promise<void>((resolve) => {
        open = resolve
      })
      yield answer
    }
    const first = act.askServer({ command: 'x' })
    expect(await act.askServer({ command: 'y' })).toBe(null)
    open()
    expect(await first).toEqual(answer)
    expect(host.log).toHaveLength(1)
  })

  test('that is stopped gives nothing and complains of nothing; one that fails says why', async () => {
    const { host, store, act } = await window()
    host.asks = async function* (signal) {
      yield { type: 'progress', text: 'Starting' }
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new OrreryError('cancelled', 'Stopped.')))
      })
    }
    const asked = act.askServer({ command: 'x' })
    await expect.poll(() => store.getState().asking).toEqual(['Starting'])
    act.stopAsking()
    expect([await asked, store.getState().asking, store.getState().problems.tools]).toEqual([null, null, undefined])
    // biome-ignore lint/correctness/useYield: it fails before it says anything
    host.asks = async function* () {
      throw new OrreryError('not-found', 'There is no command "x".')
    }
    expect(await act.askServer({ command: 'x' })).toBe(null)
    expect(store.getState().problems.tools).toEqual({ code: 'not-found', message: 'There is no command "x".' })
  })

  test('at an address takes headers a line each, and says what is none', () => {
    expect(addressOf({ url: ' https://a.example/mcp ', headers: 'Authorization: Bearer x:y\n\nX-A:1' })).toEqual({
      url: 'https://a.example/mcp',
      headers: { Authorization: 'Bearer x:y', 'X-A': '1' }
    })
    expect(() => addressOf({ url: 'https://a.example', headers: 'nothing' })).toThrow('“nothing” is not a header.')
    expect(() => addressOf({ url: 'file:///etc/passwd', headers: '' })).toThrow('This is not a valid URL.')
  })
})

describe('the tools of a world', () => {
  test('grow by what is read; a tool of the same name is replaced where it stands', () => {
    const merged = mergeTools([tool('a'), tool('b')], [tool('c'), tool('a', 'new')])
    expect(merged).toEqual({ tools: [tool('a', 'new'), tool('b'), tool('c')], added: 1, replaced: 1 })
    expect(addedWords(merged, 'x.yaml')).toBe('1 tool added, 1 tool replaced from x.yaml.')
    expect(addedWords({ added: 0, replaced: 0 }, 'the text')).toBe('No tools found in the text.')
  })

  test('are listed by what they take', () => {
    const inputSchema = { type: 'object', properties: { id: {}, trace: {} }, required: ['id'] }
    expect([signature({ name: 'get', inputSchema }), signature(tool('now'))]).toEqual(['get(id, trace?)', 'now()'])
  })

  test('come from a text over the contract; a text that is refused says so', async () => {
    const { host, store, act } = await window()
    expect(await act.readTools('a,b')).toEqual({ tools: [tool('a'), tool('b')], problems: [] })
    host.broken.set('tools.read', new OrreryError('invalid-input', 'Too deep.'))
    expect(await act.readTools('a')).toBe(null)
    expect(store.getState().problems.tools?.message).toBe('Too deep.')
  })
})

describe('25.50 definitions in several files', () => {
  const file = (path: string, text: string) => ({ path, text })
  const yaml = file('api/main.yaml', 'openapi: 3.1.0\npaths: {}')
  const json = file('api/other.json', '{"info": {}, "openapi": "3.0.0"}')
  const part = file('api/schemas/a.yaml', 'A: { type: object, description: "an openapi: thing" }')

  test('an OpenAPI document has the others beside it', () => {
    expect(documentsIn([part, yaml, file('logo.png', 'x')])).toEqual([
      { name: yaml.path, text: yaml.text, files: [part] }
    ])
    expect(documentsIn([yaml, json, part]).map(({ name, files }) => [name, files.length])).toEqual([
      ['api/main.yaml', 2],
      ['api/other.json', 2]
    ])
  })

  test('without one each file stands for itself', () => {
    expect(documentsIn([part, file('b.json', '[]')]).map(({ name, files }) => [name, files])).toEqual([
      ['api/schemas/a.yaml', []],
      ['b.json', []]
    ])
    expect(documentsIn([file('tools', '[]')])).toHaveLength(1)
  })
})

describe('prompt packs in the window', () => {
  test('are listed once imported, and gone once deleted', async () => {
    const { store, act } = await window()
    const names = () => store.getState().templates.map(({ name }) => name)
    expect(await act.importPack('mine', [])).toEqual({ name: 'mine', domains: ['terminal'], problems: [] })
    expect(names()).toEqual(['mine'])
    expect(await act.deletePack('mine')).toBe(true)
    expect(names()).toEqual([])
  })

  test('that are refused say why, beside the field', async () => {
    const { host, store, act } = await window()
    host.broken.set('prompts.import', new OrreryError('conflict', 'There is one already.'))
    expect(await act.importPack('mine', [])).toBe(null)
    expect(store.getState().problems.templates).toEqual({ code: 'conflict', message: 'There is one already.' })
  })
})

describe('kinds of world', () => {
  test('part what there is, in the order of the kinds, without those that have nothing', () => {
    const items = ['web 1', 'terminal 1', 'web 2', 'unknown 1']
    const parted = byKind(items, (item) => item.split(' ')[0] ?? '')
    expect(parted.map(({ domain, items }) => [domain.id, items])).toEqual([
      ['terminal', ['terminal 1']],
      ['web', ['web 1', 'web 2']]
    ])
  })

  test('are each a command that opens the dialog there', async () => {
    const { store } = await window()
    for (const { id, title } of domains) {
      const found = commands(store.getState()).find((one) => one.title === `New world: ${title}…`)
      found?.run()
      expect([store.getState().dialog, store.getState().newKind]).toEqual(['new', id])
    }
  })
})

describe('the first screen', () => {
  const page = "RootWebArea 'Shop', focused\n\t[14] link 'Cart (2)', clickable\n\t[a7] textbox 'Search', clickable"

  test('is read while it is typed: its format, its size in things, and what could not be read', () => {
    const web = findDomain('web')
    expect(reading(' \n', web)).toMatchObject({ words: expect.stringMatching(/^Empty: /), well: false })
    expect(reading('hello', web)).toEqual({
      words:
        'This observation is not in a screen format that Orrery knows. Web worlds use a BrowserGym accessibility tree, a WebArena accessibility tree, a Playwright aria snapshot or an HTML page. It will be shown as text.',
      warnings: [],
      well: false
    })
    expect(reading(page, web)).toMatchObject({ words: expect.stringMatching(/^Read as .+: 3 nodes\.$/), well: true })
  })

  test('in the format of another kind of world is read, and told of in a warning', () => {
    expect(reading(page, findDomain('android'))).toEqual({
      words: 'Read as a BrowserGym accessibility tree: 3 nodes.',
      warnings: [
        "This is a BrowserGym accessibility tree; Android worlds use AndroidWorld's list of elements, AndroidWorld's list of elements in full, a list of phone elements with bounds, DroidRun's phone state, DroidBot's accessibility tree or a uiautomator dump."
      ],
      well: false
    })
    expect(reading(page, findDomain('os')).warnings).toEqual([
      "This is a BrowserGym accessibility tree; Desktop worlds use OSWorld's table, OSWorld's older table or an OSWorld accessibility tree."
    ])
  })
})
