// Previews as agents have them: the tool, what it is told, and what the world's own answer says of the action.
import { z } from 'zod'
import { type StepOrigin, shownOf } from '../../domains/agent-tools.ts'
import { findDomain } from '../../domains/index.ts'
import { JsonValue } from '../../text/json.ts'
import { unmarked } from '../../tree/cut.ts'
import type { Action, Setup, Tool } from '../../tree/model.ts'
import type { Previewed } from './previewed.ts'

export const PREVIEW = {
  name: 'preview_action',
  title: 'Preview an action',
  description:
    'Shows what a call of one of the other tools would come to, without doing it. Use it before what cannot be undone.',
  inputSchema: {
    type: 'object' as const,
    properties: {
      tool: { type: 'string', description: 'The tool that would be called.' },
      arguments: { type: 'object', description: 'What it would be called with.' }
    },
    required: ['tool'],
    additionalProperties: false
  },
  annotations: { readOnlyHint: true }
} satisfies Tool

/** What the tool is called with. */
export const PreviewCall = z.strictObject({
  tool: z.string(),
  arguments: z.record(z.string(), JsonValue).default({})
})
export type PreviewCall = z.infer<typeof PreviewCall>

export const MISFIT = `"${PREVIEW.name}" takes {"tool": NAME, "arguments": {...}}: the call that is to be previewed.`

/** The verdict in words, to stand behind what was seen. */
export const wordsOf = ({ verdict, why, left }: Pick<Previewed, 'verdict' | 'why' | 'left'>): string =>
  `Nothing has been done yet. Verdict: ${verdict}. ${why} ${left === 1 ? '1 preview is' : `${left} previews are`} left at this step.`

/**
 * What the world itself says of an action: its errors, exit codes and rewards. What it does not say is unclear; nobody is asked.
 * @param text the observation of the action; `before` what was shown until then; `call` how it came about
 */
export function judge(
  setup: Setup,
  action: Action,
  { text, before, call }: { text: string; before: string; call: StepOrigin }
): Pick<Previewed, 'error' | 'verdict' | 'why'> {
  const { error } = shownOf(setup, action, { text, call })
  const document = findDomain(setup.domain).document?.read(action, text)
  const code = call?.result?.exitCode ?? (document?.kind === 'shell' ? document.exitCode : null)
  const reward = document?.kind === 'scene' ? document.reward : null
  const said = (verdict: Previewed['verdict'], why: string) => ({ error, verdict, why })
  if (error) return said('failure', 'It is answered with an error.')
  if (code) return said('failure', `It ends with exit code ${code}.`)
  if (document?.kind === 'scene' && document.done && reward === 0)
    return said('failure', 'It ends the task for nothing.')
  if (unmarked(text) === unmarked(before)) return said('unclear', 'What is shown after it is what is shown now.')
  if (reward) return reward > 0 ? said('success', `It is worth ${reward}.`) : said('failure', `It costs ${-reward}.`)
  if (code === 0) return said('success', 'It ends with exit code 0.')
  if (call?.result?.isError === false || (document && 'error' in document))
    return said('success', 'It is answered without an error.')
  return said('unclear', 'Something changes; read what is shown to see whether that is what you want.')
}
