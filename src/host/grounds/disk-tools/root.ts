// Where the repository lies in the guest.

import { toolCallOf } from '../../../core/domains/tool-call.ts'
import { readInitial } from '../../../core/grounds/effects/initial.ts'
import type { Action, Setup } from '../../../core/tree/model.ts'

const DEFAULT = '/workspace'

const HEADED = /^(\/[\w@+./-]*[\w@+-])(?::| \()/m

// No path: where the text says nothing.
const NOWHERE = '\0'

/** Told by the initial state or the task, as a terminal's folder is, else where its files or the calls have their absolute paths, else /workspace. */
export function rootOf(
  setup: Pick<Setup, 'initialState'> & { task?: string | undefined },
  actions: Action[] = []
): string {
  for (const words of [setup.initialState, setup.task ?? '']) {
    const told = toldIn(words)
    if (told) return told
  }
  const paths = actions.flatMap((action) =>
    Object.entries(toolCallOf(action).arguments).flatMap(([name, value]) =>
      /path|directory|folder/i.test(name) && typeof value === 'string' && value.startsWith('/') ? [value] : []
    )
  )
  return shared(paths) ?? DEFAULT
}

// Asked for each call of a world, and the same each time.
const told = new Map<string, string | null>()
const MOST_TOLD = 16

function toldIn(words: string): string | null {
  const known = words === '' ? null : told.get(words)
  if (known !== undefined) return known
  const { cwd, effects } = readInitial(words, { cwd: NOWHERE })
  const files = effects.flatMap((one) => (one.do === 'write' ? one.path : []))
  const found =
    cwd === NOWHERE
      ? (HEADED.exec(words)?.[1] ?? (files.every((one) => one.startsWith('/')) ? shared(files) : null))
      : cwd
  if (told.size >= MOST_TOLD) told.clear()
  told.set(words, found)
  return found
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
