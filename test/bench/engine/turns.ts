// Time to first token as a conversation grows, every turn with the same number of new tokens.
import { type Bench, withBoth } from './bench.ts'
import { median, medianRatio, repeat } from './middle.ts'
import { system } from './prompts.ts'
import { atMost, type Findings, ratio } from './report.ts'
import { beginTalk } from './talk.ts'

// The turns that are looked at (issue 3).
const AT = [2, 10, 30] as const

export function turns(bench: Bench): Promise<Findings> {
  const { sizes, signal, say } = bench
  return withBoth(bench, {}, async ({ ours, raw }) => {
    const first = perTurn()
    const whole = perTurn()
    const known = perTurn()
    const over: number[] = []
    const news: number[] = []
    for (const round of repeat(sizes.repeat)) {
      const talk = beginTalk(ours.engine, {
        signal,
        owner: `turns ${round}`,
        from: [system(sizes.quick ? 'small' : 'standard')]
      })
      for (let turn = 1; turn <= AT[2]; turn++) {
        const { request, answer, fresh, evaluated } = await talk.go(round * 100 + turn)
        if (turn > 1) {
          over.push(evaluated - fresh)
          news.push(fresh)
        }
        if (!isLookedAt(turn)) continue
        say(`round ${round + 1}, turn ${turn}`)
        first[turn].push(answer.first)
        const { read, first: rest } = await raw.answer(request, { laid: answer.tokens.prompt - fresh })
        whole[turn].push(read + rest)
        known[turn].push(rest)
      }
    }
    const samples = first[2].length
    const note = `${median(news)} new tokens a turn`
    return {
      ratios: {
        turn30: ratio('First token at turn 30 over turn 2', medianRatio(first[30], first[2]), {
          needed: atMost(1.2),
          samples,
          note
        }),
        turn30Stateless: ratio('First token at turn 30: plain library over Orrery', medianRatio(whole[30], first[30]), {
          samples,
          note
        }),
        // Attending to a longer history takes longer however well it is kept.
        turn30Known: ratio(
          'First token at turn 30 over the plain library that knows the history',
          medianRatio(first[30], known[30]),
          { samples, note: 'plain library: its history is read before the clock starts' }
        ),
        evaluated: ratio('Tokens evaluated beyond the new ones in a warm turn', Math.max(...over), {
          unit: 'tokens',
          needed: atMost(1),
          samples,
          note: `the worst of ${over.length} turns`
        })
      },
      absolutes: Object.fromEntries(
        AT.flatMap((turn) => [
          [
            `firstToken${turn}`,
            { title: `First token at turn ${turn}`, value: median(first[turn]), unit: 'ms' as const }
          ],
          [
            `firstToken${turn}Raw`,
            { title: `First token at turn ${turn}, plain library`, value: median(whole[turn]), unit: 'ms' as const }
          ],
          [
            `firstToken${turn}Known`,
            {
              title: `First token at turn ${turn}, plain library that knows the history`,
              value: median(known[turn]),
              unit: 'ms' as const
            }
          ]
        ])
      )
    }
  })
}

function perTurn(): Record<(typeof AT)[number], number[]> {
  return { 2: [], 10: [], 30: [] }
}

function isLookedAt(turn: number): turn is (typeof AT)[number] {
  return AT.some((one) => one === turn)
}
