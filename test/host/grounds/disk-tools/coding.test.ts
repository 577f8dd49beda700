// What the programs of coding agents answered on a real folder, and what our tools answer on a folder with the same files.
import { describe, expect, it } from 'vitest'
import { Setup } from '../../../../src/core/tree/model.ts'
import { runTool } from '../../../../src/host/grounds/disk-tools/index.ts'
import { isRecorded, recordedCalls, toolsOf } from '../../../fixtures/swe/recorded.ts'
import { folderDisk } from './folder-disk.ts'

const kept = (['open', 'held'] as const).map(recordedCalls)

describe('the tools of coding agents', () => {
  for (const { files, sessions } of kept) {
    for (const session of sessions) {
      it(`answer as ${session.program} did: ${session.title}`, async () => {
        const disk = await folderDisk(files[session.files] ?? {}, { git: session.git })
        const misses: string[] = []
        try {
          for (const turn of session.turns) {
            const call = {
              name: turn.name,
              arguments: JSON.parse(JSON.stringify(turn.arguments).replaceAll('{root}', disk.root))
            }
            const answered = await runTool(call, Setup.parse({ domain: 'swe', tools: toolsOf(session) }), disk)
            const got = ('text' in answered ? answered.text : JSON.stringify(answered)).replaceAll(disk.root, '{root}')
            const marks = turn.fails === undefined || ('fails' in answered && answered.fails === turn.fails)
            if (turn.why !== undefined || (isRecorded(got, turn.answer) && marks)) continue
            const real = typeof turn.answer === 'string' ? turn.answer : turn.answer.begins
            misses.push(
              `${turn.name} ${JSON.stringify(turn.arguments)}\n--- real (${turn.fails})\n${real}\n--- ours\n${got.slice(0, 1000)}`
            )
          }
        } finally {
          await disk.remove()
        }
        expect(misses.join('\n\n')).toBe('')
      }, 120_000)
    }
  }

  it('at least 120 calls are determined', () => {
    const turns = kept.flatMap(({ sessions }) => sessions.flatMap((one) => one.turns))
    expect(turns.filter(({ why }) => why === undefined).length).toBeGreaterThanOrEqual(120)
  })
})
