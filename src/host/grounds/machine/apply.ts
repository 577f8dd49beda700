// Effects done to the machine: as files written beside the console, as one script, and as lines typed at the prompt where only the shell itself
// can change (its folder, its variables).
import { createHash } from 'node:crypto'
import type { StateChange } from '../../../core/tree/ground.ts'
import { writing } from '../emulator/files.ts'
import { quoted } from '../emulator/quoted.ts'
import type { EmulatorJob } from '../emulator-client.ts'
import { groupScript, userScript } from './accounts.ts'
import { hardwareScript } from './hardware.ts'
import { npmInstalled, npmRemoved } from './npm.ts'
import { askScript, versionScript } from './programs.ts'
import { repositoryScript } from './repository.ts'
import { servicesScript } from './services.ts'
import { clockScript, localeScript, systemScript } from './settings.ts'
import { CLAIMS, SETTLE } from './settle.ts'

/** Whose files they are. */
export interface Owner {
  user: string
  home: string
}

/** @param shell whether the shell waits at its prompt; what is typed is left out where it does not */
export function jobsFor(
  effects: readonly StateChange[],
  { owner, shell }: { owner: Owner; shell: boolean }
): EmulatorJob[] {
  const writes = effects.flatMap((effect) => {
    if (effect.do === 'page') return [writeJob({ do: 'write', path: pageOf(effect.address), content: effect.content })]
    return effect.do === 'write' ? [writeJob(effect)] : []
  })
  const script = effects.filter((effect) => !isFirst(effect)).flatMap((effect) => scriptFor(effect, owner))
  const typed = effects.flatMap(typedFor)
  return [
    ...runJob(effects.filter(isFirst).flatMap((effect) => scriptFor(effect, owner))),
    ...writes,
    ...runJob([...script, ...servicesScript(effects.filter((effect) => effect.do === 'service'))]),
    ...(shell && typed.length ? [hidden(typed.join('; '))] : [])
  ]
}

// Files belong to users, and are of the world's time; what the text shows of the system's own files is in the place of these.
const isFirst = (effect: StateChange): boolean => /^(?:clock|group|user|system)$/.test(effect.do)

// Programs of every user write their questions there.
const PRELUDE = `mkdir -p /run/dream/pages; chmod 777 /run/dream; touch ${CLAIMS}; umask 022
unclaim() { [ ! -s ${CLAIMS} ] || { awk -v path="$1" '{ kind = $1; rest = substr($0, length(kind) + 2); sub(/\\t.*/, "", rest) } rest != path' ${CLAIMS} > ${CLAIMS}.new; mv ${CLAIMS}.new ${CLAIMS}; }; }
claim() { unclaim "$2"; printf '%s %s%s\\n' "$1" "$2" "\${3:+\t$3}" >> ${CLAIMS}; }
dream() { [ ! -e "$1" ] || { mkdir -p /usr/lib/dream/real; mv -n "$1" /usr/lib/dream/real/; }; cp /usr/lib/dream/dream "$1"; claim program "$1"; }
${SETTLE}`

const runJob = (lines: string[]): EmulatorJob[] =>
  lines.length ? [{ do: 'run', script: `${PRELUDE}\n${lines.join('\n')}\n` }] : []

/** A line of the host's own at the prompt; the blank before it keeps it out of the history. */
const hidden = (line: string): EmulatorJob => ({
  do: 'type',
  hidden: true,
  keys: [{ keystrokes: ` ${line}\n`, duration: 0.3 }]
})

const writeJob = ({ path, content, mode, encoding }: Extract<StateChange, { do: 'write' }>): EmulatorJob =>
  writing(path, encoding ? Buffer.from(content, encoding) : content, mode)

function scriptFor(effect: StateChange, owner: Owner): string[] {
  const { user } = owner
  const own = (path: string) => (user === 'root' ? [] : [`chown ${user}: ${path}`])
  switch (effect.do) {
    case 'write':
      return [
        ...own(quoted(effect.path)),
        ...ownParents(effect.path, user),
        `settle ${quoted(effect.path)}`,
        `unclaim ${quoted(effect.path)}`
      ]
    case 'append':
      return [`printf %s ${quoted(effect.content)} >> ${quoted(effect.path)}`, ...own(quoted(effect.path))]
    case 'remove':
      return [`rm -rf ${quoted(effect.path)}`, `unclaim ${quoted(effect.path)}`]
    case 'mkdir':
      return [`mkdir -p ${quoted(effect.path)}`, ...ownNew(effect.path, user)]
    case 'claim':
      return claimed(effect, owner)
    case 'mode':
      return modeScript(effect)
    case 'stamp':
      return stampScript(effect)
    case 'link':
      return linkScript(effect, user)
    case 'user':
      return userScript(effect)
    case 'group':
      return groupScript(effect)
    case 'clock':
      return clockScript(effect)
    case 'locale':
      return localeScript(effect)
    case 'system':
      return systemScript(effect)
    case 'version':
      return versionScript(effect)
    case 'ask':
      return askScript(effect)
    case 'host':
      return [
        `hostname ${quoted(effect.name)}; echo ${quoted(effect.name)} > /etc/hostname`,
        // As Debian's installer writes it: the whole name first.
        `sed -i "s/ box$//" /etc/hosts; printf '127.0.1.1\\t%s\\n' ${quoted(namesOf(effect.name))} >> /etc/hosts`
      ]
    case 'hardware':
      return hardwareScript(effect)
    case 'seen':
      return [`unclaim ${quoted(effect.path)}`]
    case 'git':
      return repositoryScript(effect, user)
    case 'install':
      return install(effect, owner)
    case 'uninstall':
      return uninstall(effect, owner)
    case 'cwd':
    case 'env':
    case 'umask':
    case 'exit':
    case 'page':
    case 'entity':
    case 'service':
      return []
    default:
      return effect satisfies never
  }
}

const namesOf = (host: string): string => (host.includes('.') ? `${host} ${host.split('.')[0]}` : host)

function modeScript({ path, owner, group, mode }: Extract<StateChange, { do: 'mode' }>): string[] {
  const at = quoted(path)
  const whose = `${owner ?? ''}${group === undefined ? '' : `:${group}`}`
  const make = /\.\w+$/.test(path)
    ? `{ mkdir -p "$(dirname ${at})"; touch ${at};${path.endsWith('.sh') ? ` chmod 755 ${at};` : ''} claim file ${at}; }`
    : `mkdir -p ${at}`
  return [
    `[ -e ${at} ] || ${make}`,
    ...(owner
      ? [
          `id ${owner} >/dev/null 2>&1 || useradd -r -M -s /usr/sbin/nologin $(getent group ${owner} >/dev/null && echo -g ${owner} || echo -U) ${owner}`
        ]
      : []),
    ...(group ? [`getent group ${group} >/dev/null || groupadd -r ${group}`] : []),
    ...(whose ? [`chown ${whose} ${at} 2>/dev/null || true`] : []),
    ...(mode === undefined ? [] : [`chmod ${mode} ${at}`])
  ]
}

/** Of a file that is there; one whose content is known has its size by that. */
function stampScript({ path, size, modified }: Extract<StateChange, { do: 'stamp' }>): string[] {
  const at = quoted(path)
  // A repository has it as it was committed, and would read all of it to see that.
  const same = `git -c safe.directory='*' -C "$(dirname ${at})" update-index --assume-unchanged ${at} 2>/dev/null || true`
  return [
    ...(size === undefined ? [] : [`[ ! -f ${at} ] || [ -s ${at} ] || { truncate -s ${size} ${at}; ${same}; }`]),
    ...(modified === undefined ? [] : [`[ ! -e ${at} ] || touch -d ${quoted(modified)} ${at}`]),
    // As `ls` writes it, without the year: the last such day.
    ...(modified !== undefined && /^[A-Z].*:/i.test(modified)
      ? [
          `[ ! -e ${at} ] || [ "$(stat -c %Y ${at})" -le "$(date +%s)" ] || touch -d ${quoted(`${modified} 1 year ago`)} ${at}`
        ]
      : [])
  ]
}

function linkScript({ path, to }: Extract<StateChange, { do: 'link' }>, user: string): string[] {
  const at = quoted(path)
  // What a link says may be relative to where it lies.
  const target = quoted(to.startsWith('/') ? to : `${path.slice(0, path.lastIndexOf('/'))}/${to}`)
  const made = /\.\w+$/.test(to)
    ? `{ mkdir -p "$(dirname ${target})"; touch ${target}; claim file ${target}; }`
    : `mkdir -p ${target}`
  return [
    `[ -e ${target} ] || ${made}`,
    // A path with an ending is named, and by that claimed as a file, before the link is known.
    `unclaim ${at}; [ -d ${at} ] || [ -s ${at} ] || rm -f ${at}; mkdir -p "$(dirname ${at})"; ln -sT ${quoted(to)} ${at} 2>/dev/null`,
    ...(user !== 'root' && path.startsWith('/home/') ? [`chown -h ${user}: ${at}`] : [])
  ]
}

/** Folders that were made on the way to a file in someone's home belong to them too. */
/** What root has just made is the user's; what somebody else has stays theirs. */
const ownNew = (path: string, user: string): string[] =>
  user === 'root'
    ? []
    : [`if [ -O ${quoted(path)} ]; then chown ${user}: ${quoted(path)}; fi`, ...ownParents(path, user)]

function ownParents(path: string, user: string): string[] {
  if (user === 'root') return []
  const folder = quoted(path.slice(0, path.lastIndexOf('/')) || '/')
  return [
    `d=${folder}; while [ "$d" != / ] && [ "$d" != /home ] && [ "$(stat -c %U:%s "$d")" != "${user}:" ] && case "$d" in /home/*) true;; *) false;; esac; do chown ${user}: "$d"; d=$(dirname "$d"); done`
  ]
}

/** Where the content of an address is kept. */
export const pageOf = (address: string): string =>
  `/run/dream/pages/${createHash('sha256').update(address).digest('hex').slice(0, 32)}`

// Start files in root's home; other users get theirs when they are made.
const START_FILES: Record<string, string> = {
  '.bashrc': '/usr/share/base-files/dot.bashrc',
  '.profile': '/usr/share/base-files/dot.profile'
}

function claimed({ path, kind, from }: Extract<StateChange, { do: 'claim' }>, { user, home }: Owner): string[] {
  const at = quoted(path)
  if (kind === 'program') return [`mkdir -p "$(dirname ${at})"; dream ${at}`]
  // A file that exists is not replaced. Start files in root's home get Debian's own content, so the model need not write it.
  const start = user === 'root' && path.startsWith(`${home}/`) ? START_FILES[path.slice(home.length + 1)] : undefined
  const debian = start ? `cp ${start} ${at} || ` : ''
  const make =
    kind === 'folder' ? `mkdir -p ${at}` : `mkdir -p "$(dirname ${at})"; [ -e ${at} ] || ${debian}touch ${at}`
  // A file that was fetched again is another one.
  const isNew =
    kind === 'folder' ? `[ -z "$(ls -A ${at} 2>/dev/null | grep -vx .git)" ]` : from ? `: > ${at}` : `[ ! -s ${at} ]`
  return [
    make,
    ...(path.endsWith('.sh') ? [`chmod 755 ${at}`] : []),
    `if ${isNew}; then claim ${kind} ${at} ${from ? quoted(from) : ''}; fi`,
    ...ownNew(path, user)
  ]
}

// Packages whose modules have other names, and how packages write their own.
const MODULES: Record<string, string> = {
  ...{ pyyaml: 'yaml', pillow: 'PIL', beautifulsoup4: 'bs4', 'scikit-learn': 'sklearn', 'python-dateutil': 'dateutil' },
  ...{ 'opencv-python': 'cv2', 'psycopg2-binary': 'psycopg2', 'python-dotenv': 'dotenv', gitpython: 'git' },
  ...{ attrs: 'attr', pycryptodome: 'Crypto', pyjwt: 'jwt', protobuf: 'google', 'redis-py': 'redis' }
}
const NAMES: Record<string, string> = {
  ...{ pyyaml: 'PyYAML', sqlalchemy: 'SQLAlchemy', jinja2: 'Jinja2', pyjwt: 'PyJWT', gitpython: 'GitPython' },
  ...{ markupsafe: 'MarkupSafe', pymysql: 'PyMySQL', pygments: 'Pygments' }
}

function install(given: Extract<StateChange, { do: 'install' }>, owner: Owner): string[] {
  const { manager, name, version, venv, commands = [name] } = given
  const package_ = quoted(manager === 'pip' ? (NAMES[name.toLowerCase()] ?? name) : name)
  switch (manager) {
    case 'pip': {
      const module_ = MODULES[name.toLowerCase()] ?? name.toLowerCase().replaceAll('-', '_')
      const info = `"$site/${name.replaceAll('-', '_')}-${version}.dist-info"`
      return [
        siteOf(venv),
        `if ${venv === undefined ? `[ ! -d /usr/lib/python3/dist-packages/${module_} ]` : 'true'}; then`,
        `mkdir -p ${info} "$site/${module_}"; printf 'Metadata-Version: 2.1\\nName: %s\\nVersion: %s\\n' ${package_} ${quoted(version)} > ${info}/METADATA; echo pip > ${info}/INSTALLER`,
        `[ -e "$site/${module_}/__init__.py" ] || printf '%s\\n' ${quoted(moduleOf(version))} > "$site/${module_}/__init__.py"; fi`
      ]
    }
    case 'npm':
      return npmInstalled(given, owner)
    default:
      if (name === 'python') return ['ln -sf python3 /usr/bin/python']
      return [
        ...(name === 'vim' ? VIM : []),
        ...commands.map(
          (command) =>
            `command -v ${quoted(command)} >/dev/null || ls /usr/lib/python3/dist-packages 2>/dev/null | grep -qx ${quoted(command)} || dream /usr/bin/${command}`
        ),
        // Debian's own choice where both are there.
        ...(name === 'gawk' ? ['update-alternatives --quiet --auto awk'] : []),
        ...(version ? [status(name, version, commands)] : [])
      ]
  }
}

// The small vim of the image edits as vim does; without these it begins with an error.
const VIM = [
  `if [ -x /usr/bin/vim.tiny ] && ! [ -e /usr/bin/vim ]; then
for each in vim view; do [ -e /usr/bin/$each ] || ln -s vim.tiny /usr/bin/$each; done
for each in /usr/share/vim/vim[0-9]*; do [ -e "$each/defaults.vim" ] || echo 'set nocompatible backspace=indent,eol,start history=200 ruler showcmd scrolloff=5' > "$each/defaults.vim"; done
fi`,
  ...askScript({ do: 'ask', program: 'vim', words: '--version' })
]

/** An entry of dpkg's list. */
function status(name: string, version: string, commands: readonly string[]): string {
  const entry = `Package: ${name}\\nStatus: install ok installed\\nPriority: optional\\nSection: misc\\nMaintainer: Debian\\nArchitecture: i386\\nVersion: ${version}\\nDescription: ${name}\\n\\n`
  return `grep -qx 'Package: ${name}' /var/lib/dpkg/status || { printf ${quoted(entry)} >> /var/lib/dpkg/status; printf '/usr/bin/%s\\n' ${commands.map(quoted).join(' ')} > /var/lib/dpkg/info/${name}.list; }`
}

// A module that was only told of has its version and nothing else: whoever uses it has its whole program told by the model.
const moduleOf = (version: string): string => `__version__ = '${version}'


def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    import os
    import sys
    sys.stdout.flush()
    os.execv('/usr/lib/dream/dream', ['python3', *sys.orig_argv[1:]])`

/** Where pip puts modules. */
const siteOf = (venv: string | undefined): string =>
  `site=$(echo ${venv === undefined ? '/usr/local/lib/python3*/dist-packages' : `${quoted(venv)}/lib/python3*/site-packages`})`

function uninstall(given: Extract<StateChange, { do: 'uninstall' }>, owner: Owner): string[] {
  const { manager, name, venv } = given
  if (manager === 'pip') {
    return [
      siteOf(venv),
      `rm -rf "$site/${name.replaceAll('-', '_')}"-*.dist-info "$site/${MODULES[name.toLowerCase()] ?? name.toLowerCase().replaceAll('-', '_')}"`
    ]
  }
  if (manager === 'npm') return npmRemoved(given, owner)
  return [
    `rm -f /usr/bin/${quoted(name)} /bin/${quoted(name)}; unclaim /usr/bin/${quoted(name)}`,
    `! grep -qx 'Package: ${name}' /var/lib/dpkg/status || sed -i '/^Package: ${name}$/,/^$/d' /var/lib/dpkg/status`
  ]
}

function typedFor(effect: StateChange): string[] {
  if (effect.do === 'cwd') return [`cd ${quoted(effect.path)}`]
  if (effect.do === 'env') return [`export ${effect.name}=${quoted(effect.value)}`]
  if (effect.do === 'exit') return [`(exit ${effect.code})`]
  return []
}
