// Files and commands that machines are made by (a Dockerfile, a Vagrantfile, cloud-init, `docker run`), in the sentences that say the same.

/** What the words before such a file say, where it is of this machine and not of a program that somebody develops. */
const BUILT =
  /(?:^|\n|[.] )(?:(?:the|this|my|docker) ){0,2}image (?:is |was )?built from(?: (?:this|the following|it))?(?: dockerfile)?:|\b(?:Vagrantfile|Dockerfile|user[- ]data|cloud-config) (?:of|for|behind) (?:the|this|my) (?:box|machine|vm|container|environment|server|sandbox|instance)\b|\b(?:container|machine|vm|box|environment|sandbox|server|instance|workspace|shell)\b[^.\n]{0,40}\b(?:built|made|created|provisioned|set up|brought up|started|launched|configured|defined|described|booted)\b[^.\n]{0,30}\b(?:from|by|with|using|through|as)\b|\bvagrant ssh\b/i

/** Whether it is such a file, whatever it is of. */
export const describes = (content: readonly string[]): boolean => describedBy(content, 'vagrant ssh').length > 0

/** The sentences; `[]` where the content is none of these. @param words what stands before it */
export function describedBy(content: readonly string[], words: string): string[] {
  const text = content.join('\n')
  const first = content.find((line) => line.trim() !== '' && !/^# ?syntax/.test(line)) ?? ''
  if (!BUILT.test(words)) return []
  if (/^(?:ARG|FROM) \S/.test(first)) return fromDockerfile(text)
  if (text.includes('Vagrant.configure')) return fromVagrantfile(text)
  return /^#cloud-config\b/.test(first) ? fromCloudConfig(content) : []
}

/** The `docker run` and `podman run` that a text says started its container. */
export function startedBy(text: string): string[] {
  const found = /\b(?:docker|podman) run ((?:[^\n`\\]|\\\n)+)/.exec(text)
  const before = text.slice(Math.max(0, (found?.index ?? 0) - 120), found?.index ?? 0)
  const command = found?.[1] ?? ''
  if (!/\b(?:started|run|launched|created|entered|inside|shell of|opened)\b[^.]*$/i.test(before)) return []
  const words = command.replaceAll('\\\n', ' ').match(WORDS) ?? []
  const said: string[] = []
  for (let at = 0; at < words.length; at++) {
    const [option = '', given] = splitOnce(words[at] ?? '', '=')
    if (!option.startsWith('-')) {
      for (const one of imageOf(words[at] ?? '')) said.push(one)
      break
    }
    if (!TAKES.has(option)) continue
    const value = given ?? words[++at] ?? ''
    if (option === '-e' || option === '--env') said.push(`export ${unquoted(value)}`)
    else for (const one of saidOf(DOCKER[option], value)) said.push(one)
  }
  return said
}

const WORDS = /"[^"\n]*"|'[^'\n]*'|[^\s"']+(?:"[^"\n]*"|'[^'\n]*')?/g

const TAKES = new Set(
  '-e --env -u --user -w --workdir -h --hostname -m --memory --cpus -v --volume -p --publish --name --network --entrypoint --mount --env-file --platform --gpus --shm-size --label -l --restart --add-host'.split(
    ' '
  )
)
const DOCKER: Record<string, Kind> = {
  ...{ '-u': 'user', '--user': 'user', '-w': 'folder', '--workdir': 'folder', '-h': 'host', '--hostname': 'host' },
  ...{ '-m': 'memory', '--memory': 'memory', '--cpus': 'cores' }
}

type Kind = 'user' | 'folder' | 'host' | 'memory' | 'cores' | 'zone' | 'locale' | 'address'
const SAYS: Record<Kind, (value: string) => string | null> = {
  user: (value) => (/^[a-z_][\w-]*(?::|$)/.test(value) ? `You are logged in as ${value.split(':')[0]}.` : null),
  folder: (value) => (/^\/[\w./@-]*$/.test(value) ? `The working directory is ${value}.` : null),
  host: (value) => (/^[A-Za-z][\w.-]*$/.test(value) ? `The hostname is ${value}.` : null),
  memory: (value) => {
    const [, size, unit = ''] = /^(\d[\d.]*) ?([mg]?)i?b?$/i.exec(value) ?? []
    return size === undefined ? null : `${size} ${(unit || 'M').toUpperCase()}B RAM.`
  },
  cores: (value) => (/^\d{1,4}(?:\.0)?$/.test(value) ? `${Number(value)} CPUs.` : null),
  zone: (value) => `The time zone is ${value}.`,
  locale: (value) => `The locale is ${value}.`,
  address: (value) => `The IP address is ${value}.`
}

const saidOf = (kind: Kind | undefined, value: string | undefined): string[] => {
  const bare = unquoted((value ?? '').trim())
  const said = kind === undefined || bare === '' ? null : SAYS[kind](bare)
  return said === null ? [] : [said]
}

const unquoted = (text: string): string =>
  text.length > 1 && /^["']/.test(text) && text.endsWith(text.charAt(0)) ? text.slice(1, -1) : text

const splitOnce = (text: string, mark: string): [string, string | undefined] => {
  const at = text.indexOf(mark)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

const SYSTEMS: Record<string, string> = { debian: 'Debian', ubuntu: 'Ubuntu', alpine: 'Alpine Linux', fedora: 'Fedora' }
const RUNTIMES: Record<string, string> = {
  ...{ python: 'Python', node: 'Node', golang: 'Go', ruby: 'Ruby', rust: 'Rust', php: 'PHP', openjdk: 'Java' }
}

/** "python:3.12-slim-bookworm": the language, and the system where its name or its tag says it. */
function imageOf(image: string): string[] {
  const [name = '', tag = ''] = (image.split('/').at(-1) ?? '').split(':')
  const number = /^\d+(?:\.\d+)*/.exec(tag)?.[0] ?? ''
  const system = SYSTEMS[name]
  const codename = /\b(bullseye|bookworm|trixie|jammy|noble|focal)\b/.exec(tag)?.[1]
  const alpine = /\balpine(\d+\.\d+)?/.exec(tag)
  return [
    ...(system ? [`It runs ${[system, number || (codename ? `(${codename})` : '')].join(' ').trim()}.`] : []),
    ...(RUNTIMES[name] ? [`${[RUNTIMES[name], number].join(' ').trim()} is installed.`] : []),
    ...(!system && alpine ? [`It runs Alpine Linux ${alpine[1] ?? ''}.`.replace(' .', '.')] : [])
  ]
}

/** Of the last stage. */
function fromDockerfile(text: string): string[] {
  const lines = text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
  const last = lines.findLastIndex((line) => /^FROM /i.test(line))
  return lines.slice(Math.max(0, last)).flatMap((line): string[] => {
    const [verb = '', rest = ''] = splitOnce(line, ' ')
    switch (verb.toUpperCase()) {
      case 'FROM':
        return imageOf(rest?.split(' ')[0] ?? '')
      case 'ENV':
        return exported(rest ?? '')
      case 'WORKDIR':
        return saidOf('folder', rest)
      case 'USER':
        return saidOf('user', rest)
      case 'RUN':
        return (rest ?? '').split(/&&|;|\|\|/).flatMap((command) => ran(command.trim().split(/\s+/)))
      default:
        return []
    }
  })
}

/** `ENV A=1 B="two words"`, and `ENV A 1` as it was written once. */
function exported(rest: string): string[] {
  if (!/^\w+=/.test(rest)) {
    const [name, value = ''] = splitOnce(rest, ' ')
    return [`export ${name}=${value.trim()}`]
  }
  return (rest.match(WORDS) ?? []).filter((one) => /^\w+=/.test(one)).map((one) => `export ${one}`)
}

const OPTIONS: Record<string, string> = {
  ...{ '-u': 'uid', '--uid': 'uid', '-s': 'shell', '--shell': 'shell', '-d': 'home', '--home-dir': 'home' },
  ...{ '--home': 'home', '-G': 'in the groups', '--groups': 'in the groups', '-g': '', '--gid': '', '--gecos': '' },
  ...{ '-c': '', '--comment': '', '--ingroup': '', '-p': '', '--password': '' }
}

/** What a command of a build makes of users and packages. */
function ran([program = '', ...words]: string[]): string[] {
  const names = words.filter((word) => !word.startsWith('-'))
  if (/^(?:useradd|adduser)$/.test(program)) {
    const traits: string[] = []
    let name = ''
    for (let at = 0; at < words.length; at++) {
      const [option = '', given] = splitOnce(words[at] ?? '', '=')
      const trait = OPTIONS[option]
      if (trait !== undefined) {
        const value = (given ?? words[++at] ?? '').replaceAll(/["']/g, '')
        if (trait && value) traits.push(`${trait} ${value.replaceAll(',', ', ')}`)
      } else if (!option.startsWith('-')) name ||= option
    }
    return /^[a-z_][\w-]*$/.test(name)
      ? [`There is a user ${name}${traits.length > 0 ? ` with ${traits.join(', ')}` : ''}.`]
      : []
  }
  if (program === 'groupadd') {
    const gid = words.join(' ').match(/(?:-g|--gid)[ =](\d+)/)?.[1]
    const name = names.at(-1)
    return name && /^[a-z_]/.test(name) ? [`There is a group ${name}${gid ? ` (gid ${gid})` : ''}.`] : []
  }
  const packages = names.slice(1).filter((word) => /^[a-z][\w.+-]+(?:==[\w.]+)?$/.test(word))
  if (names[0] !== 'install' && names[0] !== 'add') return []
  if (/^(?:apt-get|apt|apk|dnf|yum)$/.test(program) && packages.length > 0)
    return [`Installed: ${packages.join(', ')}.`]
  if (/^pip3?$/.test(program) && packages.length > 0)
    return [`Python packages: ${packages.map((one) => one.replace('==', ' ')).join(', ')}.`]
  return []
}

const BOXES: [box: RegExp, system: string][] = [
  [/debian\/?12|bookworm/, 'Debian 12 (bookworm)'],
  [/debian\/?11|bullseye/, 'Debian 11 (bullseye)'],
  [/ubuntu-?24|noble/, 'Ubuntu 24.04'],
  [/ubuntu-?22|jammy/, 'Ubuntu 22.04'],
  [/ubuntu-?20|focal/, 'Ubuntu 20.04'],
  [/rocky(?:linux)?\/?9/, 'Rocky Linux 9'],
  [/alma(?:linux)?\/?9/, 'AlmaLinux 9'],
  [/alpine/, 'Alpine Linux']
]

const SETTING = /\.(box|hostname|memory|cpus) {0,8}= {0,8}["']?([^"'\n]{1,80})/g

/** Its user is vagrant, who may do everything. */
function fromVagrantfile(text: string): string[] {
  const settings = new Map([...text.matchAll(SETTING)].map(([, name = '', value = '']) => [name, value]))
  const system = BOXES.find(([box]) => box.test(settings.get('box') ?? ''))?.[1]
  return [
    'You are logged in as vagrant.',
    'vagrant has passwordless sudo.',
    ...(system ? [`It runs ${system}.`] : []),
    ...saidOf('host', settings.get('hostname')),
    ...saidOf('memory', settings.get('memory')),
    ...saidOf('cores', settings.get('cpus')),
    ...saidOf('address', /\bip: ?["']([\d.]+)/.exec(text)?.[1]),
    // What its shell provisioner runs.
    ...text.split('\n').flatMap((line) =>
      line.split(/&&|;/).flatMap((one) =>
        ran(
          one
            .trim()
            .replace(/^sudo /, '')
            .split(/\s+/)
        )
      )
    )
  ]
}

const CLOUD: Record<string, Kind> = { hostname: 'host', timezone: 'zone', locale: 'locale' }

const KEYED = /^(\w+):([^\n]*)$/

/** Keys at the margin, and lists of users and packages. */
function fromCloudConfig(lines: readonly string[]): string[] {
  const found: string[] = []
  let list = ''
  let user: Record<string, string> = {}
  const close = (): void => {
    if (user.name) for (const one of cloudUser(user)) found.push(one)
    user = {}
  }
  for (const line of lines) {
    const [, key, value = ''] = KEYED.exec(line) ?? []
    if (key !== undefined) {
      close()
      list = key
      for (const one of saidOf(CLOUD[key], value)) found.push(one)
      continue
    }
    const inner = line.trim()
    const dash = inner.startsWith('- ')
    const item = dash ? inner.slice(2).trimStart() : inner
    if (list === 'packages' && dash && /^[a-z][\w.+-]+$/.test(item)) found.push(`Installed: ${item}.`)
    if (list !== 'users') continue
    if (dash && /^\s{0,2}-/.test(line)) close()
    const [, name, given = ''] = KEYED.exec(item) ?? []
    if (name !== undefined) user[name] = given.replaceAll(/[["'\]]/g, '').trim()
  }
  close()
  return found
}

function cloudUser({ name = '', uid, shell, homedir, groups, sudo }: Record<string, string>): string[] {
  if (!/^[a-z_][\w-]*$/.test(name)) return []
  const traits = [
    ...(uid ? [`uid ${uid}`] : []),
    ...(shell ? [`shell ${shell}`] : []),
    ...(homedir ? [`home ${homedir}`] : []),
    ...(groups ? [`in the groups ${groups.split(/, ?/).join(', ')}`] : [])
  ]
  return [
    `There is a user ${name}${traits.length > 0 ? ` with ${traits.join(', ')}` : ''}.`,
    ...(sudo?.includes('NOPASSWD') ? [`${name} has passwordless sudo.`] : [])
  ]
}
