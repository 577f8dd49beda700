// What Qwen Code's own tools answered on a real folder, and what ours answer on a folder with the same files.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { codingSets } from '../../../../src/core/domains/swe/sets.ts'
import { Setup } from '../../../../src/core/tree/model.ts'
import { runTool } from '../../../../src/host/grounds/disk-tools/index.ts'
import { folderDisk } from './folder-disk.ts'

const File = z.object({ text: z.string().exactOptional(), base64: z.string().exactOptional(), age: z.number() })
const Recorded = z.object({
  program: z.string(),
  parameters: z.record(z.string(), z.array(z.string())),
  sessions: z.array(
    z.object({
      title: z.string(),
      git: z.boolean(),
      files: z.record(z.string(), File),
      turns: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.json()), answer: z.string() }))
    })
  )
})

const recordings = ['qwen-0.5.0.json', 'qwen-0.1.4.json', 'qwen-core-0.0.14.json'].map((name) =>
  Recorded.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../fixtures/swe', name), 'utf8')))
)

/** The set as the program of the recording has it: `edit` differs between versions. */
function setupOf({ parameters }: z.infer<typeof Recorded>): Setup {
  const qwenCliTools = codingSets.find(({ name }) => name === 'qwen-cli')?.tools ?? []
  const tools = qwenCliTools.map((tool) => {
    const names = parameters[tool.name]
    const properties = Object.fromEntries((names ?? []).map((name) => [name, {}]))
    return names ? { ...tool, inputSchema: { ...tool.inputSchema, properties } } : tool
  })
  return Setup.parse({ domain: 'swe', tools })
}

// The folder for temporary files is named after the root. Process numbers are those of the machine; the recorded program does not tell the group's without a terminal of its own.
const masked = (text: string): string =>
  text
    .replace(/^Process Group PGID: .*$/m, 'Process Group PGID: N')
    .replace(/(project temp directory: ).*$/m, '$1N')
    .replace(/^(Background PIDs: )\d+$/m, '$1N')

describe('the tools of Qwen CLI', () => {
  const misses: string[] = []
  let turns = 0
  let exact = 0

  for (const recording of recordings) {
    for (const session of recording.sessions) {
      it(`answer as ${recording.program} did: ${session.title}`, async () => {
        const disk = await folderDisk(session.files, { git: session.git })
        try {
          for (const { name, arguments: given, answer } of session.turns) {
            const text = (words: string): string => words.replaceAll('{root}', disk.root)
            const call = { name, arguments: JSON.parse(text(JSON.stringify(given))) }
            const answered = await runTool(call, setupOf(recording), disk)
            const got = 'text' in answered ? answered.text : answered
            turns++
            if (typeof got === 'string' && masked(got) === masked(text(answer))) exact++
            else {
              const ours = typeof got === 'string' ? got : JSON.stringify(got)
              misses.push(`${session.title}: ${JSON.stringify(call)}\n--- real\n${text(answer)}\n--- ours\n${ours}`)
            }
          }
        } finally {
          await disk.remove()
        }
      }, 120_000)
    }
  }

  afterAll(() => {
    if (process.env.ORRERY_MISSES)
      console.log(`${exact} of ${turns}\n${misses.map((miss) => miss.slice(0, 1500)).join('\n\n')}`)
  })

  it('are exact in 95 % of at least 80 recorded calls', () => {
    expect(turns).toBeGreaterThanOrEqual(80)
    expect(exact / turns, misses.join('\n\n').slice(0, 4000)).toBeGreaterThanOrEqual(0.95)
  })
})
