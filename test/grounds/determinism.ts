// Acts every recorded session five times and prints which turns are not the same bytes. By hand, it takes a quarter of an hour:
//
//   node test/grounds/determinism.ts
import { loadavg } from 'node:os'
import { five, RUNS } from './five.ts'
import { recorded } from './play.ts'

const sessions = [...recorded('open'), ...recorded('held')]
const { turns, differences } = await five(sessions, {
  onRun: (run, seconds) => console.error(`${run}: ${Math.round(seconds)} s, load ${loadavg()[0]?.toFixed(1)}`)
})
for (const { run, session, turn, first, then } of differences) {
  console.log(`\nDIFFERS ${session}, turn ${turn}, run "${run}"\n--- first\n${first}\n--- then\n${then}`)
}
console.log(JSON.stringify({ sessions: sessions.length, turns, runs: RUNS.length, differences: differences.length }))
