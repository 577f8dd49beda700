// What an error becomes on its way to a person.
import { expect, it } from 'vitest'
import { OrreryError, toWire } from '../../src/core/errors.ts'

const refusal = (code: string) => Object.assign(new Error(`${code}: no, write`), { code })

it.each([
  ['ENOSPC', 'disk-full', 'Free space on it'],
  ['EDQUOT', 'disk-full', 'Free space on it'],
  ['EACCES', 'forbidden', 'Change its permissions'],
  ['EPERM', 'forbidden', 'Change its permissions'],
  ['EROFS', 'forbidden', 'Change its permissions'],
  ['ENOENT', 'internal', 'Orrery hit a bug'],
  ['SQLITE_ERROR', 'internal', 'Orrery hit a bug']
])('what the disk refuses with %s is no bug of Orrery’s, and says what to do', (name, code, says) => {
  const told = toWire(refusal(name))
  expect(told).toMatchObject({ code, message: expect.stringContaining(says) })
  expect(told.message).toContain(`${name}: no, write`)
})

it('an error of its own goes as it is, and what is none at all is told', () => {
  expect(toWire(new OrreryError('busy', 'Wait.'))).toEqual({ code: 'busy', message: 'Wait.' })
  expect(toWire('what')).toEqual({ code: 'internal', message: 'Orrery hit a bug: what' })
})
