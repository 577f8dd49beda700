// Packs a recording of sites: node test/record/pack.ts < RECORDING > test/fixtures/widgets/NAME.json. Lines that several of a site's pages have
// stand once in the file, and pages are their numbers (read in test/core/grounds/widgets/judged.ts).
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Turn = z.looseObject({ page: z.string().optional(), observation: z.string().optional() })
const Sites = z.array(z.object({ name: z.string(), first: z.string(), turns: z.array(Turn) }))

const packed = Sites.parse(JSON.parse(readFileSync(0, 'utf8'))).map(({ name, first, turns }) => {
  const lines: string[] = []
  const known = new Map<string, number>()
  const pack = (text: string) =>
    text.split('\n').map((line) => {
      const at = known.get(line) ?? lines.push(line) - 1
      known.set(line, at)
      return at
    })
  const start = pack(first)
  const told = turns.map(({ page, observation, ...turn }) => ({
    ...turn,
    ...(page !== undefined && { page: pack(page) }),
    ...(observation !== undefined && { observation: pack(observation) })
  }))
  return { name, lines, first: start, turns: told }
})
process.stdout.write(`${JSON.stringify(packed)}\n`)
