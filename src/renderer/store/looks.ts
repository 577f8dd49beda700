// What the host can say of the place shown without a step: its terminal, the next prompt, and who would answer.
import type { CallOutput } from '../../core/contract/index.ts'
import type { TerminalView } from '../../core/contract/steps.ts'
import type { Route } from '../../core/tree/ground.ts'
import type { Action, StepId } from '../../core/tree/model.ts'
import { viewed } from './data.ts'
import type { Kit } from './state.ts'

export interface LookActions {
  /** The terminal after a step of the branch shown; `null` when it has none, or it could not be had. */
  terminalAt(at: StepId | null): Promise<TerminalView | null>
  /** Who would answer this action here; `null` where no ground is asked, or it cannot be told. */
  routeOf(action: Action): Promise<Route | null>
  /** What the next action here would be sent with; `null` when that could not be had. */
  previewPrompt(instruction: string): Promise<CallOutput<'prompts.preview'> | null>
}

export function lookActions({ client, get, attempt }: Kit): LookActions {
  return {
    async terminalAt(at) {
      const world = get().world
      let view: TerminalView | null = null
      await attempt('app', async () => {
        if (world) view = await client.call('steps.terminal', { branch: world.branch, at })
      })
      return view
    },
    async routeOf(action) {
      const world = get().world
      if (!world) return null
      const { session, branch } = world
      const asked = { session: session.id, branch, from: viewed(world), action }
      // Nothing hangs on it: the step itself says what is wrong.
      return client.call('steps.route', asked).catch(() => null)
    },
    async previewPrompt(instruction) {
      const world = get().world
      if (!world) return null
      let preview: CallOutput<'prompts.preview'> | null = null
      await attempt('prompt', async () => {
        preview = await client.call('prompts.preview', { branch: world.branch, at: viewed(world), instruction })
      })
      return preview
    }
  }
}
