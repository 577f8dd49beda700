// A server whose model judges as a test says, and a judge that holds its calibration.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { must } from '../must.ts'

interface Question {
  system: string
  user: string
}
export type ScriptedJudge = (question: Question, nth: number) => string | null | Promise<string | null>

/** A server whose model answers as `judge` says; `null`: the connection breaks. */
export async function serving(judge: ScriptedJudge) {
  const asked: Question[] = []
  const temperatures = new Set<unknown>()
  const server = createServer(async (request, response: ServerResponse) => {
    const { messages, temperature } = JSON.parse(await text(request))
    temperatures.add(temperature)
    const question = { system: String(messages[0].content), user: String(messages[1].content) }
    asked.push(question)
    const said = await judge(question, asked.length)
    if (said === null) return response.destroy()
    response.setHeader('content-type', 'text/event-stream')
    for (const delta of [{ delta: { content: said } }, { delta: {}, finish_reason: 'stop' }])
      response.write(`data: ${JSON.stringify({ choices: [delta] })}\n\n`)
    response.end('data: [DONE]\n\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // A server that listens on a port has an address of this kind.
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const named = ['--judge-model', 'critic', '--judge-base-url', baseUrl, '--votes', '1']
  return { asked, temperatures, named, baseUrl }
}

export const within = (name: string, user: string) =>
  must(new RegExp(`<${name}>\n([^]*?)\n</${name}>`).exec(user))[1] ?? ''
export const marks = (mark: number, around = 'Because.') =>
  `<think>no {"scores": {}} yet</think>${around}\n<final_evaluation>\n\`\`\`json\n{"strengths": "s", "weaknesses": "w", "scores": {"format": ${mark}, "factuality": "${mark}", "consistency": ${mark}, "realism": ${mark}, "quality": ${mark},},}\n\`\`\`\n</final_evaluation>`

/** Compares words: better the nearer, as a judge should. */
export const fair: ScriptedJudge = ({ user }) => {
  const [truth, given] = [within('reference', user), within('prediction', user)]
  if (truth === given) return marks(5)
  const words = (all: string) => all.split(/\s+/).filter(Boolean)
  const plain = (all: string) => words(all.replace(/\s+/g, ' ')).join(' ').replace(/[\s"]/g, '')
  if (plain(truth) === plain(given)) return marks(4)
  const own = new Set(words(given))
  const kept = words(truth).filter((word) => own.has(word)).length / words(truth).length
  return marks(kept > 0.5 ? 3 : 1)
}
