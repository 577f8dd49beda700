// A shell of a code world that lives on: what the host feeds it, and worlds of before, whose commands a script gave it.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { findDomain } from '../../../src/core/domains/index.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import type { Ground } from '../../../src/core/tree/ports.ts'
import { sessionOver } from '../../../src/host/grounds/disk-tools/disk/session.ts'
import { must } from '../../must.ts'
import { image, WHY } from './emulator/image.ts'
import { freshMachines, type MachinePast, noPast, take } from './on-machine.ts'

const fresh = freshMachines()
const { shell } = findDomain('swe')
const setup = Setup.parse({ domain: 'swe', grounding: 'grounded' })

/** Gives the shell these commands, after what was done. @returns what each showed */
async function act(ground: Ground, past: MachinePast, commands: string[]): Promise<string[]> {
  const shown: string[] = []
  for (const command of commands) {
    const action = must(shell).action(command, setup, { way: { session: 'one' } })
    const { text, result } = await take(ground, setup, past, action, { model: () => '{"name": "of the model"}' })
    shown.push(result?.output ?? text)
  }
  return shown
}

const calls = ({ chain, calls }: MachinePast) => chain.map(({ id }) => must(calls.get(id)?.grounded))
const copy = ({ chain, calls }: MachinePast): MachinePast => ({ chain: [...chain], calls: structuredClone(calls) })

it.skipIf(!image)(`a command is fed to its shell, and done again the same${image ? '' : `: ${WHY}`}`, async () => {
  const past = noPast()
  const commands = [
    'x=1; f() { echo "f $x"; }; sleep 1000 &',
    'date +%s%N',
    'f; sleep 3; echo "later $x"',
    'y=$(curl -s https://example.org/a.json | jq -r .name); echo "$y"',
    'exit 3',
    'echo "x is <$x>"; pgrep -c sleep'
  ]
  const shown = await act(fresh(), past, commands)
  expect(shown.slice(2)).toEqual(['f 1\nlater 1\n', 'of the model\n', 'exit\n', 'x is <>\n1\n'])
  expect(calls(past).map(({ fed }) => fed)).toEqual(commands.map(() => true))
  const again = copy(past)
  const [next] = await act(fresh(), again, ['date +%s%N'])
  expect(must(calls(again).at(-1)).diverged).toBeUndefined()
  expect(next).toMatch(/^\d{19}\n$/)

  // As if a script had done it, as at first: the job’s number and the moment are others, and the shell goes on with what it knows.
  const before: MachinePast = { chain: past.chain.slice(0, 2), calls: structuredClone(past.calls) }
  for (const one of calls(before)) delete one.fed
  expect(await act(fresh(), before, ['f', 'exit 4', 'echo "x is <$x>"'])).toEqual(['f 1\n', 'exit\n', 'x is <>\n'])
  expect(calls(before).map(({ diverged }) => diverged)).toEqual([undefined, undefined, [1, 2], [1, 2], [1, 2]])
})

it('the script of worlds of before is what it was, to the byte', async () => {
  let script = ''
  const run = async (given: string) => {
    script = given
    return { status: 0, output: '' }
  }
  await sessionOver({ run, root: '/repo', state: '/run/swe' }, 'ls', { name: 'a', timeoutSeconds: 9 })
  expect(createHash('sha256').update(script).digest('hex')).toBe(
    '31b30f0132f289313e8cb011ae220daddda5915f2ec928cda66c81d679ed7993'
  )
})
