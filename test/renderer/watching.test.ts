import { expect, test } from 'vitest'
import { wordsFor } from '../../src/renderer/agents/Watching.tsx'

test('42.2 a link that several agents use names all who are there, in the same order whoever called last', () => {
  const now = 1e6
  const client = (name: string, ago: number) => ({ door: 'mcp', name, lastAt: now - ago, calls: 1 })
  const link = (...clients: ReturnType<typeof client>[]) => ({ clients, title: 'A world', paused: false })
  const told = (of: ReturnType<typeof link>, paused = false) => {
    const { who, does } = wordsFor({ ...of, paused }, { here: true, now })
    return `${who} ${does}`
  }
  const two = link(client('beta 1', 0), client('alpha 1', 1000))
  expect(told(two)).toBe('alpha 1 and beta 1 act in this world.')
  expect(told(link(...two.clients.toReversed()))).toBe('alpha 1 and beta 1 act in this world.')
  expect(told(two, true)).toBe('alpha 1 and beta 1 wait. Act yourself, or let them go on.')
  expect(told(link(client('beta 1', 0), client('alpha 1', 100_000)))).toBe('beta 1 acts in this world.')
  expect(told(link(client('beta 1', 100_000), client('alpha 1', 200_000)), true)).toBe(
    'beta 1 waits. Act yourself, or let it go on.'
  )
  expect(told(link())).toBe('A world acts in this world.')
  // A name is what a client says of itself.
  expect(told(link(client('agent\u202e1', 0)))).toBe('agent⟨202E⟩1 acts in this world.')
})
