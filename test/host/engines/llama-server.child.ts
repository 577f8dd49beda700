// A process with a llama-server loaded, for a test to kill.
import { LoadOptions } from '../../../src/core/contract/fit.ts'
import { createLlamaServerEngine } from '../../../src/host/engines/llama-server/index.ts'
import { must } from '../../must.ts'
import { UNTIL_DONE } from '../../patience.ts'

const [program, modelPath] = process.argv.slice(2)
const engine = createLlamaServerEngine({
  modelPath: must(modelPath),
  name: 'tiny',
  hash: null,
  template: 'small',
  load: LoadOptions.parse({ contextSize: 4096 }),
  program: must(program),
  free: { ram: 8e9, vram: 0 }
})
for await (const _ of must(engine.load).call(engine, { signal: UNTIL_DONE }));
if (!process.send) throw new Error('This file runs as a child process.')
process.send('ready')
