// Predictions in lines of AgentWorldBench, as `orrery eval` and the benchmark's own script write them, made ready to be judged.
import { z } from 'zod'
import type { RunProblem } from '../../../core/contract/runs.ts'
import type { JudgeItem } from '../../../core/control/judging/report.ts'
import { createSkips, lines, readLine } from '../../../core/formats/importers/lines.ts'
import { domainOf, readResponse, Sample } from '../../../core/formats/importers/samples.ts'
import { readUserTurn } from '../../../core/step/turns.ts'

// Whose prediction it is, and whether it is one.
const Told = z.looseObject({
  gen: z.string().default(''),
  orrery: z
    .looseObject({
      settings: z.looseObject({ model: z.looseObject({ name: z.string() }) }),
      error: z.looseObject({}).nullable().default(null)
    })
    .exactOptional()
})

/**
 * One item for each line; `prediction` is `''` where the line has none. @param options.by who predicted, where a line does not say
 */
export function predictionsIn(text: string, { by }: { by: string }): { items: JudgeItem[]; problems: RunProblem[] } {
  const items: JudgeItem[] = []
  const skips = createSkips()
  for (const line of lines(text)) {
    const read = readLine(line, Sample)
    if ('skipped' in read) {
      if (skips.add(read.skipped)) break
      continue
    }
    const sample = read.value
    const told = Told.safeParse(sample).data
    const turns = Array.from({ length: sample.turn_idx }, (_, at) => ({
      action: readUserTurn(sample.prompt[at] ?? '').action,
      observation: readResponse(sample.response[at] ?? '')
    }))
    const last = turns.pop()
    if (!last) continue
    // `world/branch/turn`, as `orrery export` names samples; others have one session each.
    const [session = ''] = String(sample.id).split(/\/\d+$/)
    items.push({
      ...{ id: `${sample.id}#${sample.turn_idx}`, by: told?.orrery?.settings.model.name ?? by, session },
      domain: domainOf(sample)?.id ?? sample.task,
      ...{ history: turns, action: last.action, truth: last.observation },
      prediction: told?.orrery?.error ? '' : readResponse(told?.gen ?? '')
    })
  }
  return { items, problems: skips.report().skipped }
}
