// The terminal of a desktop, on the machine of the image: one tree of files for its windows and its commands.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it as test } from 'vitest'
import { findDomain } from '../../../../src/core/domains/index.ts'
import { eventOf } from '../../../../src/core/grounds/programs/event.ts'
import { readScreen } from '../../../../src/core/observations/screens/readers/index.ts'
import type { Json } from '../../../../src/core/tree/ports.ts'
import { openTerminals } from '../../../../src/host/grounds/machine/terminals.ts'
import { seenIn } from '../../../../src/host/grounds/programs/browsing.ts'
import { stateAfter, stateOf } from '../../../../src/host/grounds/programs/running.ts'
import { programUse } from '../../../../src/host/grounds/programs/use.ts'
import { createWorldPrograms } from '../../../../src/host/grounds/programs/world-programs.ts'
import { must } from '../../../must.ts'
import { image, WHY } from '../emulator/image.ts'

const resources = join(import.meta.dirname, '../../../../resources')
const home = process.env.ORRERY_GROUND_HOME ?? join(tmpdir(), `orrery-ground-${process.getuid?.() ?? ''}`)
const programsIn = (folder: string) => createWorldPrograms({ terminals: openTerminals({ home: folder, resources }) })
const shared = programsIn(home)
const other = programsIn(mkdtempSync(join(tmpdir(), 'orrery-terminal-')))
afterAll(async () => {
  await Promise.all([shared.dispose(), other.dispose()])
})

beforeEach((context) => {
  if (!image) context.skip(WHY)
})

const domain = findDomain('os')
const text = readFileSync('resources/scenarios/programs/desktop.yaml', 'utf8')
const runningOf = (programs: typeof shared) =>
  seenIn(domain, programs, programUse({ text, language: 'data', version: 1 }), '')

async function desktop(programs = shared) {
  const running = runningOf(programs)
  let { state } = await running.init('7')
  return {
    value: () => state.value(),
    async do(code: string, answers: Json[] = [], from = running) {
      const event = eventOf('desktop', domain.fromText(code))
      const { step, changes } = await from.step(state, answers.length ? { ...event, answers } : event)
      const made = must(step)
      if (made.ask) return made.ask
      state = stateAfter(stateOf(structuredClone(state.value())), structuredClone(changes))
      return String(made.answer)
    },
    async type(line: string, from = running): Promise<string> {
      return terminalOf(String(await this.do(`pyautogui.write(${JSON.stringify(`${line}\n`)})`, [], from)))
    }
  }
}

/** What the terminal shows below the last line that was typed. */
function terminalOf(screen: string): string {
  const read = readScreen(screen)
  if (!('screen' in read)) throw new Error(screen)
  return must(read.screen.nodes.find(({ role }) => role === 'terminal')?.value)
}

const OPEN = 'pyautogui.click(35, 338)'

test('55.13 what is typed in a terminal runs on a machine that has the files of the windows', async () => {
  const world = await desktop()
  expect(terminalOf(String(await world.do(OPEN)))).toBe('user@desktop:~$ ')
  const listed = await world.type('ls Documents; head -1 Documents/notes.txt')
  expect(listed).toBe(
    'user@desktop:~$ ls Documents; head -1 Documents/notes.txt\nLetters  budget.txt  notes.txt\nGarden, to do\nuser@desktop:~$ '
  )
  await world.type('cd Documents && echo hello > new.txt && mv budget.txt Letters && mkdir Plans && rm notes.txt')
  const shown = String(await world.do("pyautogui.hotkey('alt', 'tab')"))
  expect(shown).toContain('user@desktop: ~/Documents - Terminal')
  const { tables } = (world.value() as { program: { tables: Record<string, Record<string, Json>[]> } }).program
  expect(must(tables.files).map(({ id, folder, name, text: inside }) => [id, folder, name, inside])).toEqual([
    [2, 'letters', 'budget.txt', 'Seeds 18.50\nHose 24.90'],
    [3, 'letters', 'union.txt', 'Dear neighbours'],
    [4, 'documents', 'new.txt', 'hello\n']
  ])
  expect(must(tables.folders).map(({ path, parent }) => [path, parent])).toContainEqual([
    'Documents/Plans',
    'documents'
  ])
})

test('55.13 what windows save is there for the next command, and a line is finished by Tab', async () => {
  const world = await desktop()
  await world.do("pyautogui.hotkey('ctrl', 'o')")
  const read = readScreen(String(await world.do('pyautogui.sleep(1)')))
  const { x, y } = must(
    'screen' in read ? read.screen.nodes.findLast(({ name }) => name === 'union.txt')?.bounds : null
  )
  await world.do(`pyautogui.doubleClick(${x + 5}, ${y + 5})`)
  await world.do("pyautogui.write('To all: ')")
  await world.do("pyautogui.hotkey('ctrl', 's')")
  await world.do(OPEN)
  await world.do("pyautogui.write('cat Documents/Letters/un')")
  expect(terminalOf(String(await world.do("pyautogui.press('tab')")))).toContain('cat Documents/Letters/union.txt')
  expect(terminalOf(String(await world.do("pyautogui.press('enter')")))).toContain('To all: Dear neighbours')
})

test('55.13 the lines that were typed make the same machine elsewhere, in the same bytes', async () => {
  const lines = ['echo $RANDOM > Documents/chance.txt; date', 'cd Documents; export A=7', 'cat chance.txt; echo $A']
  const [world, again] = [await desktop(), await desktop(other)]
  await world.do(OPEN)
  await again.do(OPEN)
  for (const line of lines) expect(await again.type(line)).toBe(await world.type(line))
  expect(JSON.stringify(again.value())).toBe(JSON.stringify(world.value()))
  // Another machine has kept none of it, and does the lines again.
  const moved = await desktop()
  await moved.do(OPEN)
  for (const line of lines.slice(0, 2)) await moved.type(line)
  expect(await moved.type('echo $A $PWD', runningOf(other))).toContain('7 /home/user/Documents')
})

test('55.13 what no machine knows is left to the model, and where nobody answers there is no network', async () => {
  const world = await desktop()
  await world.do(OPEN)
  const code = "pyautogui.write('curl -s https://example.com/a.txt; echo $?\\n')"
  const asked = await world.do(code)
  expect(asked).toMatchObject({ template: 'curl: (6) Could not resolve host: example.com' })
  expect(terminalOf(String(await world.do(code, ['Hello from afar.'])))).toContain('\nHello from afar.\n0\nuser@')
})

test('55.13 a key ends what runs', async () => {
  const world = await desktop()
  await world.do(OPEN)
  await world.type('sleep 1000')
  expect(terminalOf(String(await world.do("pyautogui.hotkey('ctrl', 'c')")))).toContain('^C\nuser@desktop:~$ ')
})

test('55.13 without a machine the window says so', async () => {
  const world = await desktop(createWorldPrograms())
  expect(await world.do(OPEN)).toContain('No machine is installed, so no terminal runs.')
})
