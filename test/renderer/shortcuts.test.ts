// One list of shortcuts is what the keyboard runs and what the palette, the buttons and the help print.
import { expect, test, vi } from 'vitest'
import { commands, localKeys } from '../../src/renderer/commands.ts'
import { listenToKeys } from '../../src/renderer/keys.ts'
import { commandOf, SHORTCUTS, type Stroke } from '../../src/renderer/shortcuts.ts'
import { createState } from '../../src/renderer/store/state.ts'
import { createFakeHost } from './host.ts'

const stroke = (over: Partial<Stroke>): Stroke => ({ mod: false, alt: false, shift: false, code: '', key: '', ...over })

test.each<[string, Partial<Stroke>, string | undefined]>([
  ['a letter counts by its place', { mod: true, code: 'KeyK', key: 'л' }, 'palette'],
  ['with Shift it is another', { mod: true, shift: true, code: 'KeyE', key: 'E' }, 'export'],
  ['without Shift it is none', { mod: true, code: 'KeyE', key: 'e' }, undefined],
  ['the second keys of a command', { alt: true, code: 'KeyN', key: 'n' }, 'new'],
  ['an arrow with Alt', { alt: true, code: 'ArrowLeft', key: 'ArrowLeft' }, 'back'],
  ['an arrow alone', { code: 'ArrowLeft', key: 'ArrowLeft' }, 'back'],
  ['Esc', { code: 'Escape', key: 'Escape' }, 'cancel'],
  ['? is what is written, wherever it is', { shift: true, code: 'Minus', key: '?' }, 'help'],
  ['a letter alone is typed', { code: 'KeyK', key: 'k' }, undefined]
])('%s', (_what, given, id) => {
  expect(commandOf(stroke(given))).toBe(id)
})

test('every shortcut is of a command that the palette has, printed there with its first keys', async () => {
  const host = await createFakeHost(['ls'])
  const store = createState(host.client, { frame: (flush) => flush() })
  const [session] = (await host.client.call('worlds.list', {})) as { id: string }[]
  await store.getState().open(session?.id ?? '')
  const shown = commands(store.getState()).flatMap(({ id, keys }) => (keys === undefined ? [] : [[id, keys]]))
  const expected = Object.entries(SHORTCUTS).map(([id, [first]]) => [id, first])
  expect(shown.sort(), 'A shortcut in src/renderer/shortcuts.ts names a command of src/renderer/commands.ts').toEqual(
    expected.sort()
  )
})

test('no two commands have the same keys', () => {
  const all = Object.values(SHORTCUTS).flat()
  expect(all.filter((keys, at) => all.indexOf(keys) !== at)).toEqual([])
})

test('the help says of the keys that work only outside text what they do', () => {
  const bare = Object.values(SHORTCUTS).flatMap((all) => all.slice(1).filter((keys) => !keys.includes('+')))
  const help = localKeys.flatMap(([keys]) => keys.split(' '))
  expect(
    bare.filter((keys) => !help.includes(keys)),
    'Add these keys to localKeys in src/renderer/commands.ts'
  ).toEqual([])
})

test('a key that an input method takes is no key of the window’s, nor of what is in it', async () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('Element', class {})
  try {
    listenToKeys(createState((await createFakeHost()).client))
    const heard: string[] = []
    page.addEventListener('keydown', (event) => heard.push((event as KeyboardEvent).key))
    const press = (key: string, more: object) =>
      page.dispatchEvent(
        Object.assign(new Event('keydown'), { key, code: key, getModifierState: () => false, ...more })
      )
    press('Enter', { isComposing: true })
    press('Escape', { isComposing: true })
    // As Safari tells of the key that ends a composition.
    press('Enter', { keyCode: 229 })
    press('Enter', { keyCode: 13 })
    press('a', { isComposing: true })
    expect(heard).toEqual(['Enter', 'a'])
  } finally {
    vi.unstubAllGlobals()
  }
})
