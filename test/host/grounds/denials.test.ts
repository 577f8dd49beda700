import { expect, it } from 'vitest'
import { denies, withoutShell } from '../../../src/host/grounds/machine/denials.ts'

it('a model that denies a program which runs is recognised', () => {
  expect(denies('redis-cli', 'bash: get: command not found')).toBe(true)
  expect(denies('docker', 'docker: command not found')).toBe(true)
  expect(denies('redis-cli', '(nil)')).toBe(false)
  expect(denies('ssh', 'bash: line 1: tool: command not found')).toBe(false)
})

it('what only a shell says is not what a program printed', () => {
  expect(withoutShell('curl', 'bash: /root: Permission denied\n{"a": 1}')).toBe('{"a": 1}')
  expect(withoutShell('curl', 'curl: (6) Could not resolve host: x')).toBe('curl: (6) Could not resolve host: x')
  expect(withoutShell('ssh', 'bash: line 1: tool: command not found')).toBe('bash: line 1: tool: command not found')
})
