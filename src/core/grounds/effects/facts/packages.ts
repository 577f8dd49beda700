// Packages that a text says are installed, or are not: with all their commands, and in the versions that it names.

import type { StateChange } from '../../../tree/ground.ts'
import { byCommand, install, known } from './known.ts'
import { goneParts, partsOf } from './lacking.ts'
import { mentionedIn } from './mentioned.ts'
import { denies, type StatedText, type StatementFacts } from './said.ts'

/** Packages of Python that the machine has only where a text says so, but for pytest. */
export const PYTHON_PACKAGES = new Set(
  'numpy pandas scipy matplotlib requests flask django fastapi torch pytorch tensorflow scikit-learn sqlalchemy pydantic pytest httpx aiohttp click jinja2 pyyaml boto3 pillow seaborn uvicorn celery redis-py psycopg2 beautifulsoup4 lxml rich typer transformers keras polars jupyter ipython notebook'.split(
    ' '
  )
)

const LIST =
  /^(?:(?:python|pip|debian|system|extra|other|command[- ]line|the|following) )*(?:(?:pre-?)?installed|packages|tools|software|programs|available)\b[^:\n]{0,40}:/i
const IS =
  /\b(?:(?:are|is|come|comes|come with it|has been|have been)(?: all| both| already| also)? )?(?:pre-?)?(?:installed|available|on (?:the|its) PATH)\b|\b(?:are|is)(?: all| both| also)? there\b/i
const SURE = /\b(?:is|are|been|both|also|already) (?:pre-?)?installed\b/i
const PYTHON =
  /\b(?:python|pip) (?:packages|modules|libraries)\b|\b(?:installed|available) (?:with|by|through|via) pip\b|\bpip[- ]installed\b|\bin (?:the|a|its) (?:venv|virtual ?env\w*)\b/i

export function packagesIn(said: StatedText): StatementFacts {
  const effects: StateChange[] = []
  const lacks: StateChange[] = []
  for (const [at, sentence] of said.sentences.entries()) {
    const without = goneParts(sentence, said.sentences[at - 1])
    for (const one of without) {
      const part = one.replace(/ on (?:the|its) PATH\b/i, ' installed')
      const named =
        /\b(?:installed|available|no|missing|nor|neither|PATH|not$|nicht|not (?:on|in) (?:this|the))\b/i.test(
          part.trim()
        )
      for (const item of itemsIn(part)) for (const one of gone(item, named)) lacks.push(one)
    }
    for (const part of partsOf(sentence)) {
      if (without.includes(part) || denies(part) || !(LIST.test(part) || IS.test(part))) continue
      const python = PYTHON.test(part)
      const items = itemsIn(listOf(part))
      // What stands beside programs in a list is one.
      const sure = LIST.test(part) || SURE.test(part) || items.filter(({ name }) => known(name)).length > 1
      for (const item of items) for (const one of there(item, { python, sure })) effects.push(one)
    }
  }
  for (const { command, output } of said.quoted) {
    const [word = ''] = command.replace(/^sudo /, '').split(' ')
    const found = byCommand.get(word)
    if (found && !/command not found/.test(output[0] ?? '')) effects.push(install(found, ''))
    const [, missing] = /(?:^|: )([a-z][\w.+-]{0,40}): command not found/.exec(output[0] ?? '') ?? []
    if (missing !== undefined) lacks.push({ do: 'uninstall', manager: 'apt', name: missing })
  }
  // Without Python there is none of any version, unless one is named.
  const python3 = said.sentences.some((one) => /\bpython ?3/i.test(one))
  if (!python3 && lacks.some((one) => one.do === 'uninstall' && one.name === 'python'))
    lacks.push({ do: 'uninstall', manager: 'apt', name: 'python3' })
  const names = new Set(lacks.flatMap((one) => (one.do === 'uninstall' ? [one.name] : [])))
  const all = [...effects, ...mentionedIn(said)].flatMap((one): StateChange[] => {
    if (one.do !== 'install' || !(names.has(one.name) || one.commands?.some((command) => names.has(command))))
      return [one]
    const commands = one.commands?.filter((command) => !names.has(command)) ?? []
    return commands.length > 0 ? [{ ...one, commands }] : []
  })
  return { effects: [...lacks, ...oneEach(all)] }
}

/** The first of each name, with the version that any of them has. */
function oneEach(effects: StateChange[]): StateChange[] {
  const found = new Map<string, StateChange>()
  for (const one of effects) {
    if (one.do !== 'install') continue
    const key = `${one.manager} ${one.name}`
    if (!found.has(key)) found.set(key, one)
  }
  return [...found.values()]
}

/** The part of a sentence that names what is installed. */
const listOf = (part: string): string => (LIST.test(part) ? part.replace(LIST, '') : (part.split(IS)[0] ?? ''))

// What a sentence goes on with behind the name of a package.
const BEHIND =
  /(?:^| )(?:is|are|ist|sind|auch|isn't|aren't|isnt|arent|was|were|from|in|on|via|here|installed|available|missing|preinstalled)(?: |$)/i

interface Item {
  name: string
  version: string
}

function itemsIn(text: string): Item[] {
  return text
    .replace(/^[^:\n]{0,40}:/, '')
    .replace(/\b(?:neither|nor) (?:is|are) ([\w.+-]+)/g, '$1')
    .split(/,| and | or | with |\(|\)| plus | as well as /)
    .flatMap((piece): Item[] => {
      const words = piece
        .replace(/^[^\n]*?\b(?:has|have|includes?|ships|no|the|a|both)\s/i, '')
        .replace(/^(?:tools?|programs?|packages?|commands?|clients?) (?=[\w.+-])/i, '')
        .replaceAll(/[`'"]/g, '')
        .trim()
        .split(BEHIND)[0]
      const [, name = '', version = ''] =
        /^([A-Za-z][\w.+ -]{0,38}?)(?:[ =]{1,2}v?(\d[\w.+~:-]*))?$/.exec(words ?? '') ?? []
      return name ? [{ name: name.trim(), version: version.replace(/\.$/, '') }] : []
    })
}

/** @param sure a name that nobody knows is a program's */
function there({ name, version }: Item, { python, sure }: { python: boolean; sure: boolean }): StateChange[] {
  const low = name.toLowerCase()
  if (python || PYTHON_PACKAGES.has(low)) {
    if (!/^[a-z][\w.-]*$/.test(low) || /^(?:python3?|pip3?|node)$/.test(low)) return []
    return [
      {
        do: 'install',
        manager: 'pip',
        name: low === 'pytorch' ? 'torch' : low,
        version: version || (low === 'pytest' ? '' : '1.0.0')
      }
    ]
  }
  const found = known(name)
  const module = /^python3-([a-z][a-z0-9-]{1,40})$/.exec(low)?.[1]
  if (module !== undefined && !OF_IMAGE.has(module))
    return [
      { do: 'install', manager: 'apt', name: low, version, commands: [] },
      { do: 'install', manager: 'pip', name: module, version: (version || DEBIAN[module]) ?? '1.0.0' }
    ]
  if (!found)
    return sure && /^[a-z][\w.+-]+$/.test(name) && !PLAIN.has(name)
      ? [{ do: 'install', manager: 'apt', name, version }]
      : []
  return [install(found, version)]
}

// Debian's packages of Python: those that the image has, or that bring no module; and the versions of Debian 12.
const OF_IMAGE = new Set('pip venv pytest dev minimal full setuptools wheel distutils lib2to3 packaging'.split(' '))
const DEBIAN: Record<string, string> = {
  ...{ requests: '2.28.1', numpy: '1.24.2', yaml: '6.0', flask: '2.2.2', django: '3.2.19', pandas: '1.5.3' },
  ...{ scipy: '1.10.1', matplotlib: '3.6.3', jinja2: '3.1.2', lxml: '4.9.2', click: '8.1.3', psycopg2: '2.9.5' },
  ...{ sqlalchemy: '1.4.46', bs4: '4.11.2', dateutil: '2.8.2', six: '1.16.0' }
}

// Words of sentences about installing, and what a Debian has without a program of that name.
const PLAIN = new Set(
  'coreutils apt bash dash everything nothing it they these which packages tools programs software python python3 pip pip3 system available git more all both internet network sudo also them that this findutils util-linux procps'.split(
    ' '
  )
)

const EDITORS = ['nano', 'editor', 'vi', 'vim', 'vim.tiny', 'view', 'ex', 'ed', 'emacs', 'pico']

function gone({ name }: Item, sure: boolean): StateChange[] {
  if (/^(?:text )?editors?$/i.test(name)) return EDITORS.map((one) => ({ do: 'uninstall', manager: 'apt', name: one }))
  // "A machine where curl": the last word is the name.
  const found = known(name) ?? known(name.split(' ').at(-1) ?? '')
  if (found) return found.commands.map((command): StateChange => ({ do: 'uninstall', manager: 'apt', name: command }))
  const program = name.toLowerCase()
  return sure &&
    /^[a-z][\w+.-]*$/.test(program) &&
    !/^(?:it|they|which|that|this|sudo|internet|network|(?:ba|da)?sh)$/.test(program)
    ? [{ do: 'uninstall', manager: 'apt', name: program }]
    : []
}
