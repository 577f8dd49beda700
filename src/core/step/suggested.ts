// What a world suggests before its first step: of the actions that its scenario names, those that it takes as it stands.

import type { Domain } from '../domains/domain.ts'
import { checkAction } from '../domains/index.ts'
import { toolCallOf } from '../domains/tool-call.ts'
import { checkArguments } from '../domains/tools/tools.ts'
import { OrreryError } from '../errors.ts'
import { readScreen } from '../observations/screens/readers/index.ts'
import type { ScreenNode } from '../observations/screens/screen.ts'
import type { Action, Setup } from '../tree/model.ts'

/** Of the `lines`, as a person would type them, those that the world takes in its initial state. A script's later ones need its first. */
export function suggested(lines: readonly string[], domain: Domain, setup: Setup): string[] {
  const state = domain.initial(setup)
  const read = readOnce(setup.initialState)
  return lines.filter((line) => {
    const action = actionOf(line, domain, setup)
    if (action === null || !fitsTool(action, domain, setup)) return false
    if (domain.document?.admits?.(action, state) === false) return false
    const aim = domain.screen?.aim?.(action) ?? null
    return aim === null || read().some(({ ref, states }) => ref === aim && states.disabled !== true)
  })
}

/** The things on the screen, read when they are first asked for. */
function readOnce(text: string): () => readonly ScreenNode[] {
  let nodes: readonly ScreenNode[] | undefined
  return () => {
    if (nodes) return nodes
    const read = readScreen(text)
    nodes = 'screen' in read ? read.screen.nodes : []
    return nodes
  }
}

function actionOf(line: string, domain: Domain, setup: Setup): Action | null {
  try {
    return checkAction(domain, domain.fromText(line, setup))
  } catch (error) {
    if (error instanceof OrreryError) return null
    throw error
  }
}

function fitsTool(action: Action, domain: Domain, setup: Setup): boolean {
  // A recording brings the tools of its world.
  if (!domain.tools || (setup.recording !== null && !setup.tools.length)) return true
  const { name, arguments: given } = toolCallOf(action)
  const tool = domain.tools.of(setup).find((one) => one.name === name)
  return tool !== undefined && checkArguments(tool, given).length === 0
}
