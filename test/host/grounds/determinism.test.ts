// The short form of `test/grounds/determinism.ts`: a few sessions that meet what varies on a real machine.
import { expect, test } from 'vitest'
import { five, SHORT } from '../../grounds/five.ts'
import { recorded } from '../../grounds/play.ts'
import { image, WHY } from './emulator/image.ts'

const FEW = ['copy-move', 'csv-report']

test('26.1 recorded sessions show the same bytes in three runs: as they are, beside busy loops in processes that begin anew, and restored before every turn', async (context) => {
  if (!image) context.skip(WHY)
  const sessions = recorded('open').filter(({ name }) => FEW.includes(name))
  const ran: string[] = []
  const { turns, differences } = await five(sessions, { of: SHORT, onRun: (run) => ran.push(run) })
  expect(ran).toEqual([...SHORT])
  expect(turns).toBe(sessions.flatMap((session) => session.turns).length)
  expect(differences).toEqual([])
})
