import { expect, test } from 'vitest'
import { createInvitations } from '../../src/host/doors/invitations.ts'

test('21.2 a code is valid once', () => {
  const invitations = createInvitations()
  const used: number[] = []
  const [one, two] = [
    invitations.make({ onUsed: () => used.push(1) }),
    invitations.make({ onUsed: () => used.push(2) })
  ]
  expect([two, two, one, one, '', 'x'].map((code) => invitations.use(code))).toEqual([
    true,
    false,
    true,
    false,
    false,
    false
  ])
  expect(used).toEqual([2, 1])
})

test('21.2 a code with a lifetime is valid until it has passed, one without for as long as it takes', () => {
  let now = 0
  const invitations = createInvitations(() => now)
  const [soon, late, never] = [invitations.make({ life: 10 }), invitations.make({ life: 10 }), invitations.make()]
  now = 10
  expect(invitations.use(soon)).toBe(true)
  now = 11
  expect(invitations.use(late)).toBe(false)
  now = 1e12
  expect(invitations.use(never)).toBe(true)
})

test('codes that nobody uses do not pile up', () => {
  const invitations = createInvitations()
  const codes = Array.from({ length: 150 }, () => invitations.make())
  expect(codes.filter((code) => invitations.use(code))).toEqual(codes.slice(50))
})
