// Programs that come with what a text talks of, whether or not it says that they are installed: "a Docker host" has docker. What the machine has is
// not put in the place of.

import type { StateChange } from '../../../tree/ground.ts'
import { byName, install, known } from './known.ts'
import { goneParts } from './lacking.ts'
import type { StatedText } from './said.ts'

const MENTIONS: [said: RegExp, packages: string[]][] = [
  [/\bdockerd?\b/i, ['docker.io']],
  [/\bdocker[- ]compose\b/i, ['docker-compose']],
  [/\bpodman\b/i, ['podman']],
  [/\b(?:kubernetes|kubectl|k8s|minikube)\b/i, ['kubectl']],
  [/\bhelm\b/i, ['helm']],
  [/\bpostgres(?:ql)?\b|\bpsql\b/i, ['postgresql-client']],
  [/\b(?:mysql|mariadb)\b/i, ['mariadb-client']],
  [/\bredis\b/i, ['redis-tools']],
  [/\bmongo(?:db)?\b/i, ['mongodb']],
  [/\bnginx\b/i, ['nginx']],
  [/\bnode(?:\.?js)?\b(?! of)|\bnpm\b/i, ['nodejs', 'npm']],
  [/\byarn\b/i, ['yarnpkg']],
  [/\bpnpm\b/i, ['pnpm']],
  [/\b(?:rust|cargo|rustc)\b/i, ['cargo', 'rustc']],
  [/\b(?:golang|go) \d|\bgolang\b/i, ['golang']],
  [/\b(?:java|jdk|openjdk)\b/i, ['default-jdk']],
  [/\bmaven\b/i, ['default-jdk', 'maven']],
  [/\bgcc\b|\bbuild-essential\b/i, ['build-essential']],
  [/\bclang\b/i, ['clang']],
  [/\bcmake\b/i, ['cmake']],
  [/\bruby\b/i, ['ruby', 'bundler']],
  [/\bphp\b/i, ['php', 'composer']],
  [/\bterraform\b/i, ['terraform']],
  [/\bansible\b/i, ['ansible']],
  [/\baws(?: cli)?\b/i, ['awscli']],
  [/\bgcloud\b/i, ['google-cloud-sdk']],
  [/\bgithub cli\b|\bgh\b/i, ['gh']],
  [/\bffmpeg\b/i, ['ffmpeg']],
  [/\b(?:nvidia|geforce|cuda|gpu)\b/i, ['nvidia-utils']],
  [/\bnvcc\b|\bcuda toolkit\b/i, ['cuda-toolkit']],
  [/\bsudo(?:ers)?\b/i, ['sudo']],
  [/\btmux\b/i, ['tmux']],
  [/\bvim\b(?!-tiny|\.tiny)/i, ['vim']],
  [/\buv\b/i, ['uv']],
  [/\bpoetry\b/i, ['poetry']],
  [/\bconda\b/i, ['conda']]
]
// "Elixir 1.16": a program that is named with its version.
const NUMBERED = /(?<![\w./@-])([A-Za-z][\w+-]{0,30}) v?(\d{1,3}(?:\.\d{1,4}){1,3})(?![\w%]|\.\d)/g
const FRAMEWORKS =
  /^(?:django|flask|fastapi|numpy|pandas|sqlalchemy|requests|pydantic|celery|scrapy|streamlit|jinja2)$/i
const OF_ANOTHER = /(?:needs?|requires?|supports?|for|than|not|no|without|upgraded? to|instead of|at least|or) $/i
const VERSION = /^(?: version| engine| CLI| server)? v?(\d{1,3}(?:\.[\w.]*\w)?)(?![\w:])/i

export function mentionedIn({ sentences }: StatedText): StateChange[] {
  const text = sentences
    .map((sentence, at) =>
      goneParts(sentence, sentences[at - 1]).reduce((rest, part) => rest.replace(part, ''), sentence)
    )
    .join('. ')
    .replace(/\b(?:no|without) [\w-]+/gi, '')
  return [
    ...MENTIONS.flatMap(([said, packages]) => {
      const found = said.exec(text)
      if (!found) return []
      const version = VERSION.exec(text.slice(found.index + found[0].length))?.[1] ?? ''
      return packages.flatMap((name, at): StateChange[] => {
        const known = byName.get(name)
        return known ? [install(known, at === 0 ? version : '')] : []
      })
    }),
    ...[...text.matchAll(NUMBERED)].flatMap(({ 1: name = '', 2: version = '', index }) => {
      // "HEAD is at v1.2" says nothing of the program.
      const isOther = name === 'at' || OF_ANOTHER.test(text.slice(Math.max(0, index - 16), index))
      const found = isOther ? undefined : known(name)
      // "A Django 4.2.11 project"
      if (!isOther && !found && FRAMEWORKS.test(name))
        return [{ do: 'install' as const, manager: 'pip', name: name.toLowerCase(), version }]
      return found ? [install(found, version)] : []
    }),
    ...(/\bpython\b(?! ?3?\.?\d*-)/i.test(text)
      ? [{ do: 'install' as const, manager: 'apt', name: 'python', version: '' }]
      : []),
    ...(/\bpytest\b/i.test(text) ? [{ do: 'install' as const, manager: 'pip', name: 'pytest', version: '' }] : [])
  ]
}
