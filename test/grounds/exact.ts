// Acts the recorded sessions of a real Debian on the machine and prints how many turns are exact. By hand, it takes minutes:
//
//   node test/grounds/exact.ts open|held [NAME...]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { machineGround } from '../../src/host/grounds/machine/index.ts'
import { must } from '../must.ts'
import { bare, play, recorded } from './play.ts'

const folder = z.enum(['open', 'held']).parse(process.argv[2])
const chosen = process.argv.slice(3)
const home = await mkdtemp(join(tmpdir(), 'orrery-exact-'))
const ground = must(machineGround({ home, resources: join(import.meta.dirname, '..', '..', 'resources') }))
const sum = { sessions: 0, turns: 0, determined: 0, exact: 0 }
const took: number[] = []
try {
  for (const session of recorded(folder).filter(({ name }) => !chosen.length || chosen.includes(name))) {
    sum.sessions++
    let began = performance.now()
    let index = 0
    for await (const text of play(ground, session)) {
      took.push(performance.now() - began)
      const { action, observation, determined } = must(session.turns[index++])
      sum.turns++
      if (determined) {
        sum.determined++
        if (bare(text) === bare(observation)) sum.exact++
        else {
          console.log(`\nDIFFERS ${session.name}, turn ${index}: ${JSON.stringify(action)}`)
          console.log(`--- recorded\n${observation}\n--- executed\n${text}`)
        }
      }
      began = performance.now()
    }
  }
} finally {
  await ground.dispose()
  await rm(home, { recursive: true, force: true })
}
took.sort((a, b) => a - b)
const ms = (share: number) => Math.round(took[Math.floor(took.length * share)] ?? 0)
console.log(JSON.stringify({ folder, ...sum, medianMs: ms(0.5), ninetiethMs: ms(0.9) }))
