// Whether an answer depends on what was reused for it: greedy answers, compared token by token.
import type { Request } from '../../../src/core/tree/ports.ts'
import { ask } from './answer.ts'
import { type Bench, withBoth } from './bench.ts'
import { counting, edit, GREEDY } from './prompts.ts'
import { atLeast, type Findings, ratio } from './report.ts'
import { beginTalk } from './talk.ts'

// Conversations. Each is read four times.
const TALKS = { quick: 2, full: 6 }

export function agreement(bench: Bench): Promise<Findings> {
  const { sizes, signal, say } = bench
  return withBoth(bench, {}, async ({ ours, raw }) => {
    const { engine } = ours
    const asked: Request[] = [counting(sizes.answer), edit(sizes.answer, 2)]
    const strictly: Difference[] = []
    const again: Difference[] = []
    const reusing: Difference[] = []
    const compare = async (one: string, other: string): Promise<Difference> => {
      if (one === other) return null
      // Where two texts part, in tokens of the text they share.
      let same = 0
      while (one[same] === other[same]) same++
      const [at = 0] = (await engine.countTokens([one.slice(0, same)], { signal })) ?? []
      return { at }
    }
    for (let n = 0; n < (sizes.quick ? TALKS.quick : TALKS.full); n++) {
      say(`conversation ${n + 1}`)
      const talk = beginTalk(engine, { signal, owner: `agreement ${n}` })
      // Two turns, so that there is something to reuse.
      for (let turn = 0; turn < 2; turn++) await talk.go(600 + n * 10 + turn)
      const next = talk.next(690 + n)
      asked.push({ ...next, sampling: { ...GREEDY, maxTokens: sizes.answer } })
    }
    for (const [index, one] of asked.entries()) {
      say(`answer ${index + 1} of ${asked.length}`)
      const reused = await ask(engine, one, { signal })
      const strict = await ask(engine, { ...one, strict: true }, { signal })
      const plain = await raw.answer(one)
      again.push(await compare((await ask(engine, { ...one, strict: true }, { signal })).text, strict.text))
      strictly.push(await compare(strict.text, plain.text))
      reusing.push(await compare(reused.text, strict.text))
    }
    return {
      ratios: {
        strictRepeats: agreeing('Strict answers equal when asked again', again, 1),
        // The library reads in batches of its own size, which may change a token.
        strictAgrees: agreeing('Strict answers equal to the plain library', strictly, null),
        reuseAgrees: agreeing('Answers with reuse equal to strict ones', reusing, null)
      },
      absolutes: {}
    }
  })
}

/** Where two answers first differ, in tokens; `null` when they are the same. */
type Difference = { at: number } | null

function agreeing(title: string, differences: Difference[], least: number | null) {
  const parted = differences.flatMap((one) => (one ? [one.at] : []))
  const where = parted.length ? `first differing at token ${parted.join(', ')}` : 'none differs'
  return ratio(title, (differences.length - parted.length) / differences.length, {
    unit: 'share',
    needed: least === null ? null : atLeast(least),
    samples: differences.length,
    note: `greedy, ${differences.length} answers; ${where}`
  })
}
