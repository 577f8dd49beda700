// Conversations to the token ids that the app's engine feeds a model: the measure that the recipe's own tokenisation is held to.
//
//   node tokens.ts MODEL.gguf < conversations.jsonl    each line {messages, prefill}; writes a line of token ids each
import { createInterface } from 'node:readline'
import { getLlama } from 'node-llama-cpp'
import { createPrompter } from '../src/host/engine-process/prompt.ts'
import { ToEngine } from '../src/host/engine-process/protocol.ts'

const REST = {
  thinking: false,
  budget: null,
  tagged: false,
  stop: [],
  sampling: { temperature: 0, topK: 0, topP: 1, maxTokens: 1 },
  seed: 0,
  strict: true,
  owner: 'tokens',
  repeats: 0,
  counts: false,
  shape: { tags: false, schema: null },
  trace: false
}

const [modelPath] = process.argv.slice(2)
if (!modelPath) throw new Error('Say which model: node tokens.ts MODEL.gguf < conversations.jsonl')
const llama = await getLlama({ gpu: false, build: 'never', progressLogs: false })
const model = await llama.loadModel({ modelPath })
const prompter = createPrompter(model)
for await (const line of createInterface({ input: process.stdin })) {
  const { tokens } = prompter.prompt(ToEngine.parse({ ...REST, ...JSON.parse(line) }), {
    checkpoint: false,
    exact: true
  })
  process.stdout.write(`${JSON.stringify(tokens)}\n`)
}
await llama.dispose()
