// Where the repository lies in the guest.

import { toolCallOf } from '../../../core/domains/tool-call.ts'
import type { Action, Setup } from '../../../core/tree/model.ts'

const DEFAULT = '/workspace'

const TOLD = [
  /\b(?:repository|repo|project|working directory|workspace)\b(?: is| at| in|:)* +`?(\/[\w@+./-]*[\w@+-])/i,
  /^(\/[\w@+./-]*[\w@+-])(?::| \()/m
]

/** Told by the initial state or the task, else where the calls have their absolute paths, else /workspace. */
export function rootOf(
  setup: Pick<Setup, 'initialState'> & { task?: string | undefined },
  actions: Action[] = []
): string {
  for (const words of [setup.initialState, setup.task ?? '']) {
    for (const pattern of TOLD) {
      const told = pattern.exec(words)?.[1]
      if (told) return told
    }
  }
  const paths = actions.flatMap((action) =>
    Object.entries(toolCallOf(action).arguments).flatMap(([name, value]) =>
      /path|directory|folder/i.test(name) && typeof value === 'string' && value.startsWith('/') ? [value] : []
    )
  )
  return shared(paths) ?? DEFAULT
}

/** The deepest folder that all paths lie in, if that is no folder of the system's. */
function shared(paths: string[]): string | null {
  const [first, ...rest] = paths.map((path) => path.split('/').slice(1, -1))
  if (!first) return null
  const common = first.filter((part, at) =>
    rest.every((other) => other[at] === part && first.slice(0, at).every((one, index) => other[index] === one))
  )
  return common.length && !(common.length === 1 && SYSTEM.has(common[0] ?? '')) ? `/${common.join('/')}` : null
}

const SYSTEM = new Set(['home', 'srv', 'opt', 'usr', 'etc', 'tmp', 'var', 'root', 'bin', 'lib'])
