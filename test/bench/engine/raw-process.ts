// Plain node-llama-cpp as its documentation shows it, in a process of its own: every turn reads the whole chat again. It is what the
// engine is compared with, so nothing here is clever. Threads and context are as in the engine, batches and attention the library's own.
import { performance } from 'node:perf_hooks'
import { type ChatHistoryItem, GgufInsights, getModuleVersion, resolveChatWrapper } from 'node-llama-cpp'
import { openLlama } from '../../../src/host/engine-process/machine.ts'
import { type FromRaw, ToRaw } from './raw-protocol.ts'

const send = (message: FromRaw) => void process.send?.(message)
let answer: ((ask: Extract<ToRaw, { type: 'answer' }>) => Promise<void>) | null = null

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (message) => {
  work(ToRaw.parse(message)).catch((error: unknown) => send({ type: 'error', message: String(error) }))
})

async function work(message: ToRaw): Promise<void> {
  if (message.type === 'open') answer = await open(message)
  else await answer?.(message)
}

async function open({ path, contextSize }: Extract<ToRaw, { type: 'open' }>): Promise<NonNullable<typeof answer>> {
  // Threads and GPU are chosen as they are for the engine.
  const llama = await openLlama()
  const model = await llama.loadModel({
    modelPath: path,
    gpuLayers: llama.gpu === false ? 0 : { fitContext: { contextSize } }
  })
  const context = await model.createContext({ contextSize, flashAttention: 'auto' })
  const sequence = context.getSequence()
  const insights = await GgufInsights.from(model.fileInfo, llama)
  const cache = await insights.estimateContextResourceRequirementsV2({ contextSize, modelGpuLayers: model.gpuLayers })
  send({
    type: 'opened',
    threads: context.currentThreads,
    batchSize: context.batchSize,
    contextSize: context.contextSize,
    device: llama.gpu === false ? 'cpu' : llama.gpu,
    versions: { 'node-llama-cpp': await getModuleVersion(), 'llama.cpp': llama.llamaCppRelease.release },
    cache: cache.cpuRam + cache.gpuVram
  })
  const thinks = model.fileInfo.metadata.tokenizer?.chat_template?.includes('think') ?? false
  const customWrapperSettings = thinks
    ? { qwen: { thoughts: 'discourage' as const }, jinjaTemplate: { reasoning: false } }
    : {}
  const wrapper = resolveChatWrapper(model, { customWrapperSettings })

  return async ({ messages, prefill, sampling, seed, laid }) => {
    let from = performance.now()
    let [read, first] = [0, 0]
    const chatHistory: ChatHistoryItem[] = messages.map(({ role, content }) =>
      role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content }
    )
    chatHistory.push({ type: 'model', response: prefill ? [prefill] : [] })
    const tokens = wrapper.generateContextState({ chatHistory }).contextText.tokenize(model.tokenizer)
    await sequence.clearHistory()
    if (laid > 0) {
      await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(0, laid))
      read = performance.now() - from
      from += read
    }
    const { temperature, topK, topP, maxTokens } = sampling
    const written = []
    for await (const token of sequence.evaluate(tokens.slice(laid), { temperature, topK, topP, seed })) {
      if (written.push(token) === 1) first = performance.now() - from
      if (written.length >= (maxTokens ?? Infinity)) break
    }
    const total = performance.now() - from
    const text = model.detokenize(written, false, tokens.slice(-3))
    send({ type: 'done', prompt: tokens.length, generated: written.length, text, read, first, total })
  }
}
