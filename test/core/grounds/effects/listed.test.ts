import { expect, it } from 'vitest'
import { readListed } from '../../../../src/core/grounds/effects/listed.ts'
import type { StateChange } from '../../../../src/core/tree/ground.ts'

const read = (effects: unknown[], more: { ruled?: StateChange[]; inShell?: boolean } = {}) =>
  readListed(JSON.stringify({ effects }), { ruled: [], inShell: false, ...more })

it('a list of changes is taken in as far as it is valid, and the rest is refused with the reason', () => {
  const good = [
    { do: 'write', path: '/srv/a.txt', content: 'a\n' },
    { do: 'append', path: '/srv/log', content: 'b\n' },
    { do: 'remove', path: '/srv/old' },
    { do: 'mkdir', path: '/srv/d' },
    { do: 'install', manager: 'pip', name: 'requests', version: '2.31.0' },
    { do: 'exit', code: 3 }
  ]
  expect(read(good)).toEqual({ listed: good, refused: [] })
  const bad = [
    { do: 'write', path: 'srv/a', content: '' },
    { do: 'write', path: '/srv/../etc/x', content: '' },
    { do: 'write', path: '/proc/sys/x', content: '' },
    { do: 'remove', path: '/' },
    { do: 'install', manager: 'apt', name: 'x; rm -rf /', version: '1' },
    { do: 'exit', code: 900 },
    { do: 'cwd', path: '/srv' },
    { do: 'env', name: 'A', value: 'b' },
    { do: 'page', address: 'https://x', content: '' },
    { do: 'write', path: '/srv/big', content: 'x'.repeat(30_000) },
    'nonsense'
  ]
  const { listed, refused } = read(bad)
  expect(listed).toEqual([])
  expect(refused).toHaveLength(bad.length)
  expect(refused[6]).toBe('cwd /srv: it belongs to the shell, which a program cannot change.')
})

it('rules win on the same path, the number is bounded, and the shell may change its folder and variables', () => {
  const write = { do: 'write', path: '/a', content: 'listed' }
  expect(read([write], { ruled: [{ do: 'claim', path: '/a', kind: 'file' }] })).toEqual({ listed: [], refused: [] })
  const many = Array.from({ length: 20 }, (_, at) => ({ do: 'mkdir', path: `/d${at}` }))
  expect(read(many).listed).toHaveLength(16)
  expect(read(many).refused).toEqual(['Only the first 16 of 20 changes are taken in.'])
  const own = [
    { do: 'cwd', path: '/srv' },
    { do: 'env', name: 'A', value: 'b' }
  ]
  expect(read(own, { inShell: true })).toEqual({ listed: own, refused: [] })
  expect(readListed('I cannot say.', { ruled: [], inShell: true }).refused).toHaveLength(1)
  expect(readListed('<think>{</think>```json\n{"effects":[]}\n```', { ruled: [], inShell: true }).refused).toEqual([])
})
