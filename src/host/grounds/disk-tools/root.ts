// Where the repository lies in the guest.

import { toolCallOf } from '../../../core/domains/tool-call.ts'
import { readInitial } from '../../../core/grounds/effects/initial.ts'
import { isSurely } from '../../../core/grounds/effects/name-forms.ts'
import type { Action, Setup } from '../../../core/tree/model.ts'

const DEFAULT = '/workspace'

const HEADED = /^(\/[\w@+./-]{0,200}[\w@+-])(?::| \(|\/?\n[├└])/m

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
  const whole = files.filter((one) => !one.includes(NOWHERE))
  const found =
    cwd === NOWHERE
      ? (HEADED.exec(words)?.[1] ??
        (whole.length === files.length ? shared(whole) : null) ??
        projectIn(words) ??
        shared(whole.filter((one) => !OF_SYSTEM.test(one))))
      : cwd
  if (told.size >= MOST_TOLD) told.clear()
  told.set(words, found)
  return found
}

const PATH = /(?<![\w.~/:@-])\/[\w@+.-]{1,60}(?:\/[\w@+.-]{1,60}){0,12}(?=$|[\s`'"*,;:.)])/g
const PROJECT =
  /\b(?:apps?|applications?|services?|servers?|librar(?:y|ies)|packages?|projects?|repo(?:sitor(?:y|ies))?|monorepo|(?:web)?sites?|code(?:base)?|modules?|tools?|CLI|programs?|crates?|gems?|plugins?|checkouts?|clones?|sources?|scripts?|notebooks?|docs|documentation|workspaces?|work(?:s|ing)?|develops?)\b/i
// What lies there is the system's own, or nobody's work.
const OF_SYSTEM = /^\/(?:etc|usr|bin|sbin|lib\w*|proc|sys|dev|run|tmp|boot|var\/(?!www|lib)\w+)(?:\/|$)/

/** The folder that the first sentence about code speaks of: "a TypeScript service in /srv/cart", "/root/ring contains a C library". */
function projectIn(words: string): string | null {
  // What is fenced is a file or what a command printed.
  const prose = words.split(/^(?:`{3}|~{3})[^\n]{0,200}$/m).filter((_, at) => at % 2 === 0)
  for (const sentence of prose.join('\n').split(/\n|[.;!?](?=\s|$)/)) {
    if (!PROJECT.test(sentence.replaceAll(PATH, ' '))) continue
    const paths = [...sentence.matchAll(PATH)].flatMap(({ 0: path }) => {
      const bare = path.replace(/\.$/, '')
      return OF_SYSTEM.test(bare) ||
        /^\/home(?:\/[^/]+)?$|^\/root$/.test(bare) ||
        (/\.\w+$/.test(bare) && isSurely(bare))
        ? []
        : [bare]
    })
    const [first, ...more] = paths
    if (first !== undefined) return shared([first, ...more].map((one) => `${one}/x`))
  }
  return null
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
