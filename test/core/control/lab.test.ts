import { expect, it } from 'vitest'
import { terminalSession } from '../../../src/core/control/lab/terminal.ts'
import { commandsIn } from '../../../src/core/domains/shell/commands.ts'

it('the same seed gives the same session, another one another', () => {
  expect(terminalSession(7, 12)).toEqual(terminalSession(7, 12))
  const sessions = Array.from({ length: 300 }, (_, seed) => terminalSession(seed, 12))
  expect(new Set(sessions.map((lines) => lines.join('\n'))).size).toBe(300)
  const lines = sessions.flat()
  expect(lines.every((line) => line !== '' && commandsIn(line).length > 0)).toBe(true)
  expect(new Set(lines).size).toBeGreaterThan(lines.length * 0.8)
})
