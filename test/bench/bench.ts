// Runs the benchmarks beside this file and prints their figures with the machine's facts as one JSON object; progress goes to
// stderr. `npm run bench` runs all, `npm run bench -- store` those of store.bench.ts.
//
// To add one, make NAME.bench.ts here: every exported async function is run, and its value stands under NAME and its own name.
import { readdir } from 'node:fs/promises'
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { z } from 'zod'

const { positionals } = parseArgs({ allowPositionals: true })
const names = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace(/\.bench\.ts$/, ''))
  .filter((name) => !positionals.length || positionals.includes(name))
  .sort()
if (!names.length) {
  console.error(`There is no benchmark named ${positionals.join(' or ')}.`)
  process.exit(2)
}

const started = performance.now()
const machine = {
  node: process.version,
  platform: `${platform()} ${release()} ${arch()}`,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGB: Math.round(totalmem() / 2 ** 30),
  // Above about 1 a core, the figures say more about the neighbours than about Orrery.
  load: Number((loadavg()[0] ?? 0).toFixed(2))
}
// A library that logs must not break the one object on stdout.
console.log = console.error

const results: Record<string, Record<string, z.core.util.JSONType>> = {}
for (const name of names) {
  const benches: Record<string, unknown> = await import(`./${name}.bench.ts`)
  const result: Record<string, z.core.util.JSONType> = {}
  for (const [key, bench] of Object.entries(benches)) {
    if (typeof bench !== 'function') continue
    console.error(`${name}.${key} …`)
    result[key] = z.json().parse(await bench())
  }
  results[name] = result
}
const seconds = Number(((performance.now() - started) / 1000).toFixed(1))
process.stdout.write(`${JSON.stringify({ machine, seconds, ...results }, null, 2)}\n`)
