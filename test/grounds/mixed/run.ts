// Acts the mixed sessions with the bundled model and prints how many checks agree. By hand, it takes minutes:
//
//   node test/grounds/mixed/run.ts [grounded|model] [--only NAME,NAME] [--transcript]
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Handlers } from '../../../src/core/contract/index.ts'
import { Setup, StepInput } from '../../../src/core/tree/model.ts'
import { createHost } from '../../../src/host/host.ts'
import { must } from '../../must.ts'
import { judge } from './check.ts'
import { Mixed } from './schema.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, transcript: { type: 'boolean', default: false } }
})
const grounding = Setup.shape.grounding.parse(positionals[0] ?? 'grounded')
const only = values.only?.split(',') ?? []

// A grounded world shows its prompt by itself; a model is told of it, so that it repeats the command as a terminal does.
const PROMPT = grounding === 'model' ? '\n\nThe terminal shows:\nroot@box:~# ' : ''

const home = await mkdtemp(join(tmpdir(), 'orrery-mixed-'))
const host = await createHost({ home, resources: join(import.meta.dirname, '..', '..', '..', 'resources') })
try {
  const count = () => ({ agrees: 0, differs: 0, void: 0 })
  // `told`: the turn needs nothing but what the session told so far. `asked`: it has to be asked for itself.
  const sum = { told: count(), asked: count(), failed: 0 }
  const started = performance.now()
  for (const session of await sessions()) {
    const { observations, failed } = await act(host, session)
    sum.failed += failed
    for (const { result, check, expected, found } of judge(session, observations)) {
      const { action, needs } = must(session.turns[check.turn - 1])
      sum[needs === 'nothing' ? 'told' : 'asked'][result]++
      if (result !== 'differs') continue
      const [{ keystrokes }] = action
      console.log(`\nDIFFERS ${session.name}, turn ${check.turn}: ${keystrokes}${JSON.stringify(check)}`)
      console.log(`--- expected\n${expected}\n--- found\n${found}`)
    }
    console.error(session.name, JSON.stringify(sum))
  }
  const { told, asked } = sum
  const agrees = told.agrees + asked.agrees
  const share = agrees / (agrees + told.differs + asked.differs)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(JSON.stringify({ grounding, ...sum, share: Number(share.toFixed(3)), seconds }))
} finally {
  await host.dispose()
  await rm(home, { recursive: true, force: true })
}

async function sessions(): Promise<Mixed[]> {
  const names = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.json')).sort()
  const all = await Promise.all(
    names.map(async (name) => Mixed.parse(JSON.parse(await readFile(join(import.meta.dirname, name), 'utf8'))))
  )
  return all.filter(({ name }) => only.length === 0 || only.includes(name))
}

/** A failed turn has no observation, so that its checks are void; it is counted. */
async function act({ calls, streams }: Handlers, { initialState = '', turns }: Mixed) {
  const setup = Setup.parse({
    ...{ domain: 'terminal', initialState: `${initialState}${PROMPT}`.trim(), grounding },
    sampling: { temperature: 0.3, maxTokens: 600 }
  })
  const { session, branch } = await calls['worlds.create']({ setup })
  const observations: string[] = []
  let failed = 0
  for (const { action } of turns) {
    let text = ''
    const input = StepInput.parse({ session: session.id, branch: branch.id, action })
    for await (const event of streams['steps.run'](input, { signal: new AbortController().signal })) {
      if (event.type === 'committed') {
        text = event.step.observation.text
        if (values.transcript) {
          console.log(`\n[${event.call.grounded?.rule ?? 'model'}, ${event.call.ms.total} ms]\n${text}`)
          for (const { of, text, effects } of event.call.grounded?.dreams ?? []) {
            console.log(`  dream of ${of}\n${text.replace(/^/gm, '  | ')}\n  effects ${JSON.stringify(effects)}`)
          }
        }
      }
      if (event.type === 'failed') {
        failed++
        console.log(`\nFAILED ${JSON.stringify(action)}: ${event.error.message}`)
      }
    }
    observations.push(text)
  }
  return { observations, failed }
}
