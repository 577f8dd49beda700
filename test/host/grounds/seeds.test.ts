// What a seed changes in a world that a machine computes: what asks for chance, and nothing else.
import { expect, it } from 'vitest'
import { type Action, Setup } from '../../../src/core/tree/model.ts'
import type { Ground } from '../../../src/core/tree/ports.ts'
import { must } from '../../must.ts'
import { freshMachines, type MachinePast, noPast, skippedWithoutImage, take } from './on-machine.ts'

skippedWithoutImage()
const fresh = freshMachines()
const typed = (line: string): Action => [{ keystrokes: `${line}\n`, duration: 1, until: 'prompt' }]
const setupOf = (seed: number): Setup => Setup.parse({ domain: 'terminal', grounding: 'executed', seed })

/** Acts after what was done. @returns what each line showed */
async function act(ground: Ground, seed: number, past: MachinePast, lines: string[]): Promise<string[]> {
  const shown: string[] = []
  for (const line of lines)
    shown.push((await take(ground, setupOf(seed), past, typed(line), { model: () => 'nobody is asked' })).text)
  return shown
}

const after = ({ chain, calls }: MachinePast): MachinePast => ({ chain: [...chain], calls: new Map(calls) })

const CHANCE = [
  'echo $RANDOM',
  'head -c 6 /dev/urandom | xxd -p',
  `python3 -c 'import os, random; print(os.urandom(6).hex(), random.random(), hash("a"))'`,
  `node -p 'Math.random() + " " + require("crypto").randomUUID()'`,
  `perl -e 'print join(" ", keys %{{map { $_ => 1 } "a" .. "p"}}), "\\n"'`,
  'bash -c "echo $RANDOM"; mktemp -u',
  'sh -c "echo pid \\$\\$"',
  'date +%s.%N',
  'cat /proc/sys/kernel/random/uuid'
]
const PLAIN = ['echo 6 > six; cat six', 'ls -la / | wc -l', 'id; pwd; uname -a']

it('seed 0 is the machine as it comes, and any other seed is another world, the same on another machine', async () => {
  const [one, other] = [fresh(), fresh()]
  const lines = [...PLAIN, ...CHANCE]
  const zero = await act(one, 0, noPast(), lines)
  const seven = await act(one, 7, noPast(), lines)
  const eight = await act(one, 8, noPast(), lines)
  expect(await act(other, 7, noPast(), lines)).toEqual(seven)
  expect(seven.slice(0, PLAIN.length)).toEqual(zero.slice(0, PLAIN.length))
  for (const [index] of CHANCE.entries()) {
    const at = PLAIN.length + index
    expect(new Set([zero[at], seven[at], eight[at]]).size, lines[at]).toBe(3)
  }
})

it('a branch of another seed goes on from what was done, and its machine is made again of its calls alone', async () => {
  const [one, other] = [fresh(), fresh()]
  const past = noPast()
  const before = await act(one, 7, past, ['echo kept > file', 'echo $RANDOM'])
  const [same, another] = [after(past), after(past)]
  const lines = ['cat file', 'echo $RANDOM', 'head -c 6 /dev/urandom | xxd -p']
  const went = await act(one, 7, same, lines)
  const turned = await act(one, 9, another, lines)
  expect(turned[0]).toBe(went[0])
  expect(turned.slice(1)).not.toEqual(went.slice(1))
  expect(must(another.calls.get(must(another.chain.at(-1)).id)).grounded?.seeded).toEqual([
    { after: null, seed: 7, by: 'program' },
    { after: must(past.chain.at(-1)).id, seed: 9, by: 'program' }
  ])
  // Nothing is kept there: all of it is done again.
  const [last] = another.chain.slice(-1)
  const shorter = { chain: another.chain.slice(0, -1), calls: another.calls }
  expect(await act(other, 9, shorter, lines.slice(-1))).toEqual([must(last).observation.text])
  expect(shorter.calls.get(must(shorter.chain.at(-1)).id)?.grounded?.diverged).toBeUndefined()
  expect(before).toHaveLength(2)
})

it('a world that was begun before there were seeds goes on as it was', async () => {
  const ground = fresh()
  const past = noPast()
  await act(ground, 0, past, ['echo $RANDOM'])
  const shown = await act(ground, 5, past, ['echo $RANDOM'])
  expect(past.calls.get(must(past.chain.at(-1)).id)?.grounded?.seeded).toEqual([
    { after: must(past.chain[0]).id, seed: 5, by: 'program' }
  ])
  expect(past.calls.get(must(past.chain.at(-1)).id)?.grounded?.diverged).toBeUndefined()
  expect(shown).toHaveLength(1)
})

it('a world that Perl seeded is seeded by Perl when it is done again', async () => {
  const lines = ['echo $RANDOM', 'head -c 6 /dev/urandom | xxd -p']
  const past = noPast()
  await act(fresh(), 7, past, ['true'])
  // As calls told it at first.
  for (const call of past.calls.values()) must(call.grounded).seeded = [{ after: null, seed: 7 }]
  const [mine, theirs] = [after(past), after(past)]
  const shown = await act(fresh(), 7, mine, lines)
  expect(await act(fresh(), 7, theirs, lines)).toEqual(shown)
  expect(mine.calls.get(must(mine.chain.at(-1)).id)?.grounded?.seeded).toEqual([{ after: null, seed: 7 }])
  expect((await act(fresh(), 7, noPast(), ['true', ...lines])).slice(1)).not.toEqual(shown)
})
