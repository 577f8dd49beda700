// Acting from an earlier step, and going back to where the conversation had got to, beside a normal step.
import { join } from 'node:path'
import { must } from '../../must.ts'
import { ask } from './answer.ts'
import { type Bench, withEngine } from './bench.ts'
import { median, medianRatio, repeat } from './middle.ts'
import { atMost, type Findings, ratio } from './report.ts'
import { beginTalk } from './talk.ts'

// How long the conversation is, and from how many steps back it is acted.
const TURNS = 12
const BACK = [1, 5, 10] as const

export function rewind(bench: Bench): Promise<Findings> {
  const { sizes, signal, say } = bench
  return withEngine(bench, { states: join(bench.folder, 'left behind') }, async ({ engine }) => {
    const normal: number[] = []
    const deep: number[][] = BACK.map(() => [])
    const branch: number[] = []
    const back: number[] = []
    const anew = { rewind: [] as number[], branch: [] as number[] }
    for (const round of repeat(sizes.repeat)) {
      say(`round ${round + 1}`)
      const talk = beginTalk(engine, { signal, owner: `rewind ${round}` })
      // The last one is the normal step that the others are held against.
      let normally = await talk.go(round * 100)
      while (talk.turns < TURNS) normally = await talk.go(round * 100 + talk.turns)
      normal.push(normally.answer.first)
      const act = async (at: number, kind: keyof typeof anew) => {
        const answer = await ask(engine, talk.next(round * 100 + 50 + at, { at }), { signal })
        anew[kind].push(answer.tokens.prompt - answer.tokens.cached - normally.fresh)
        return answer.first
      }
      // Straight from the conversation as it was carried on, each deeper than the last...
      for (const [index, steps] of BACK.entries()) must(deep[index]).push(await act(TURNS - steps, 'rewind'))
      // ...then to its tip and away again, as someone does who compares two branches.
      back.push(await act(TURNS, 'branch'))
      branch.push(await act(TURNS / 2, 'branch'))
    }
    const samples = normal.length
    const over = (title: string, times: number[]) =>
      ratio(title, medianRatio(times, normal), {
        needed: atMost(1.2),
        samples,
        note: `${TURNS} turns; time to first token over a normal step's`
      })
    const again = (title: string, tokens: number[]) =>
      ratio(title, Math.max(0, ...tokens), {
        unit: 'tokens',
        needed: atMost(1),
        samples,
        note: `the worst of ${tokens.length}`
      })
    return {
      ratios: {
        ...Object.fromEntries(
          BACK.map((steps, index) => [`rewind${steps}`, over(`Rewind ${steps} and act`, must(deep[index]))])
        ),
        branchBack: over('Back from a branch to the tip', back),
        branch: over('From the tip to a branch in the middle', branch),
        rewindReread: again('Tokens read again to rewind and act', anew.rewind),
        branchReread: again('Tokens read again to change branches', anew.branch)
      },
      absolutes: {
        normalStep: { title: 'First token of a normal step', value: median(normal), unit: 'ms' },
        ...Object.fromEntries(
          BACK.map((steps, index) => [
            `rewind${steps}Ms`,
            { title: `First token after rewinding ${steps}`, value: median(must(deep[index])), unit: 'ms' as const }
          ])
        )
      }
    }
  })
}
