// A failure that calls itself a success.
import { z } from 'zod'
import { alterData, hasData, keepsSchema } from '../data-alter.ts'
import { partsOf } from '../data-json.ts'
import type { Moment, Perturbation } from '../perturbation.ts'
import { exampleOf, typed } from '../samples.ts'

const Options = z.strictObject({
  code: z.string().min(1).default('UPSTREAM_TIMEOUT'),
  message: z.string().min(1).default('The upstream service did not answer in time.')
})
type Options = z.infer<typeof Options>

export const errorInSuccess: Perturbation<Options> = {
  name: 'error-in-success',
  title: 'Error in a success',
  description: 'The status says success, and the body holds an error in the place of the data.',
  weakness: 'Looks at the status alone, and reports as done what failed.',
  kind: 'implicit',
  options: Options,
  serves: hasData,
  examples: [
    exampleOf('mcp', ['get_issue id=41', '{\n  "id": 41,\n  "title": "Lost row"\n}']),
    exampleOf('search', ['https://wiki.example/bridge', '# Sundvik Bridge\n\nIt is **1,204 m** long.']),
    exampleOf('swe', [
      '$ npm run deploy',
      'Command: npm run deploy\nDirectory: (root)\nStdout: uploaded 12 files\ndone\nStderr: (empty)\nExit Code: 0'
    ]),
    typed(['curl -s https://api.example/jobs/7', '{"id": 7, "state": "done"}'])
  ],
  alter: (moment, text, { code, message }) =>
    alterData(moment, text, ({ body }) => ({
      body: bodyOf(moment, body, { code, message }),
      detail: `A success whose body says: ${message}`
    }))
}

function bodyOf(moment: Moment, body: string, error: Options): string {
  if (partsOf(body)) {
    const indent = body.includes('\n') ? 2 : 0
    const whole = JSON.stringify({ status: 'success', data: null, error }, null, indent)
    // Where a tool declares what it answers, this is how it may fail.
    return keepsSchema(moment, body, whole) ? whole : JSON.stringify({ error: error.message }, null, indent)
  }
  const document = moment.domain.document?.read(moment.action, body)
  if (document?.kind === 'markdown') return `# Something went wrong\n\n${error.message}\n\nReference: ${error.code}`
  return `${error.code}: ${error.message}`
}
