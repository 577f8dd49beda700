// The distribution that a text says the machine is, and its release: what /etc/os-release and lsb_release say, and programs of its own.

import type { StateChange } from '../../../tree/ground.ts'
import { denies, type StatedText, type StatementFacts } from './said.ts'

type System = Extract<StateChange, { do: 'system' }>

interface Distribution {
  said: RegExp
  id: string
  name: string
  like?: string
  url: string
  /** Programs that belong to it, and that a Debian lacks. */
  programs: string[]
  /** Its releases' names, by number. */
  names?: Record<string, string>
}

const RPM = ['rpm', 'dnf', 'yum', 'getenforce', 'setenforce', 'sestatus', 'firewall-cmd']
const DISTRIBUTIONS: Distribution[] = [
  {
    ...{
      said: /\bDebian(?: GNU\/Linux)?\b/,
      id: 'debian',
      name: 'Debian GNU/Linux',
      url: 'https://www.debian.org/',
      programs: []
    },
    names: { 9: 'stretch', 10: 'buster', 11: 'bullseye', 12: 'bookworm', 13: 'trixie' }
  },
  {
    ...{
      said: /\bUbuntu\b/,
      id: 'ubuntu',
      name: 'Ubuntu',
      like: 'debian',
      url: 'https://www.ubuntu.com/',
      programs: ['snap', 'ufw']
    },
    names: {
      ...{ '18.04': 'Bionic Beaver', '20.04': 'Focal Fossa', '22.04': 'Jammy Jellyfish', '23.10': 'Mantic Minotaur' },
      ...{ '24.04': 'Noble Numbat', '24.10': 'Oracular Oriole', '25.04': 'Plucky Puffin', '25.10': 'Questing Quokka' }
    }
  },
  {
    said: /\bLinux Mint\b/,
    id: 'linuxmint',
    name: 'Linux Mint',
    like: 'ubuntu debian',
    url: 'https://www.linuxmint.com/',
    programs: []
  },
  { said: /\bKali\b/, id: 'kali', name: 'Kali GNU/Linux', like: 'debian', url: 'https://www.kali.org/', programs: [] },
  {
    said: /\b(?:Raspberry Pi OS|Raspbian)\b/,
    id: 'raspbian',
    name: 'Raspbian GNU/Linux',
    like: 'debian',
    url: 'http://www.raspbian.org/',
    programs: ['raspi-config', 'vcgencmd']
  },
  {
    said: /\b(?:RHEL|Red Hat(?: Enterprise Linux)?)\b/,
    id: 'rhel',
    name: 'Red Hat Enterprise Linux',
    like: 'fedora',
    url: 'https://www.redhat.com/',
    programs: RPM
  },
  {
    said: /\bRocky(?: Linux)?\b/,
    id: 'rocky',
    name: 'Rocky Linux',
    like: 'rhel centos fedora',
    url: 'https://rockylinux.org/',
    programs: RPM
  },
  {
    said: /\bAlma ?Linux\b/,
    id: 'almalinux',
    name: 'AlmaLinux',
    like: 'rhel centos fedora',
    url: 'https://almalinux.org/',
    programs: RPM
  },
  {
    said: /\bCentOS(?: Stream| Linux)?\b/,
    id: 'centos',
    name: 'CentOS Linux',
    like: 'rhel fedora',
    url: 'https://www.centos.org/',
    programs: RPM
  },
  { said: /\bFedora\b/, id: 'fedora', name: 'Fedora Linux', url: 'https://fedoraproject.org/', programs: RPM },
  {
    said: /\bAmazon Linux\b/,
    id: 'amzn',
    name: 'Amazon Linux',
    like: 'fedora',
    url: 'https://aws.amazon.com/linux/',
    programs: RPM
  },
  {
    said: /\b(?:openSUSE|SUSE|SLES)\b(?: Leap| Tumbleweed)?/,
    id: 'opensuse-leap',
    name: 'openSUSE Leap',
    like: 'suse opensuse',
    url: 'https://www.opensuse.org/',
    programs: ['zypper', 'rpm']
  },
  {
    said: /\bAlpine(?: Linux)?\b/,
    id: 'alpine',
    name: 'Alpine Linux',
    url: 'https://alpinelinux.org/',
    programs: ['apk', 'rc-service', 'rc-status']
  },
  {
    said: /\bArch Linux\b|\bManjaro\b/,
    id: 'arch',
    name: 'Arch Linux',
    url: 'https://archlinux.org/',
    programs: ['pacman', 'makepkg']
  },
  { said: /\bGentoo\b/, id: 'gentoo', name: 'Gentoo', url: 'https://www.gentoo.org/', programs: ['emerge'] },
  {
    said: /\bNixOS\b/,
    id: 'nixos',
    name: 'NixOS',
    url: 'https://nixos.org/',
    programs: ['nix', 'nixos-rebuild', 'nix-env']
  }
]

// What runs as the first process of most, and the programs that ask it.
const SYSTEMD = [
  'systemctl',
  'timedatectl',
  'hostnamectl',
  'journalctl',
  'loginctl',
  'localectl',
  'networkctl',
  'resolvectl'
]
const NO_SYSTEMD = /^(?:alpine|gentoo)$/
const NO_INIT = /\b(?:containers?|docker|podman|chroot|WSL|sandbox)\b/i

/** Whether the sentences say that the machine is of a system that has the program unless it is taken away. */
export const isOfSystem = (program: string, sentences: readonly string[]): boolean =>
  sentences.some((sentence) =>
    DISTRIBUTIONS.some(
      ({ said, id, programs }) =>
        said.test(sentence) &&
        (programs.includes(program) || (SYSTEMD.includes(program) && !NO_SYSTEMD.test(id) && !NO_INIT.test(sentence)))
    )
  )

// What the system is said of, and what only runs on it, in it, or was made for it.
const OTHERS =
  /\b(?:images?|containers?|based on|like|similar to|from|migrat\w+|upgrad\w+|instead of|unlike|packages? for|mirror|iso|guest|base image|FROM|instructions|docs|guide|supports?|tested on)\b/

// "You are in a Docker container (Ubuntu 22.04)".
const INSIDE =
  /\b(?:[Yy]ou are|[Yy]ou're|[Rr]unning|[Ww]orking|[Ll]ogged in) (?:\w+ )?(?:in|inside|on)(?: of)? (?:an?|the|this) [^.;]{0,40}\($/

// "Alpine container, /app has ...", "You are in an Alpine container": what the terminal is in.
const HERE =
  /^(?:(?:this|it|that) is |(?:[Yy]ou are|[Yy]ou're|I am|I'm|we are)(?: \w{1,12}){0,2} (?:in|inside|on)(?: of)? )?(?:an? )?(?:\w{1,12} )?$/i
const ITSELF = /^(?: Linux)?(?: v?\d[\d.]{0,8})? (?:docker )?containers?\b/i

const RELEASE =
  /^(?: GNU\/Linux)?(?: Linux)?(?: release| version| Stream| Leap| Server| LTS| v)? ?(\d{1,4}(?:\.\d{1,3}){0,3})( LTS)?/
const NAMED = /^[^.;]{0,24}?\(?\b(stretch|buster|bullseye|bookworm|trixie|bionic|focal|jammy|noble)\b/i
const IMAGE = { id: 'debian', version: '12' }

export function systemIn(said: StatedText): StatementFacts {
  const stated = said.sentences.flatMap((sentence) => readIn(sentence))
  const printed = printedIn(said)
  const system = printed ?? stated[0]
  if (!system || (system.id === IMAGE.id && (system.version || IMAGE.version).split('.')[0] === IMAGE.version)) {
    return { effects: system?.version.includes('.') ? [system] : [] }
  }
  const own = DISTRIBUTIONS.find(({ id }) => id === system.id)
  const at = said.sentences.map((sentence) => own?.said.exec(sentence)?.[0]).find((one) => one !== undefined)
  const name = `${system.name} ${system.version}`.trim()
  return {
    effects: [system, ...(own?.programs ?? []).map((program): StateChange => ({ do: 'ask', program }))],
    unmade: [
      {
        at: at ?? system.name,
        why: `The programs are those of Debian 12, not of ${name}; what asks for the system's name is told ${name}.`
      }
    ]
  }
}

function readIn(sentence: string): System[] {
  return DISTRIBUTIONS.flatMap(({ said, programs: _, names = {}, ...system }) => {
    const found = said.exec(sentence)
    if (!found) return []
    const before = sentence.slice(0, found.index)
    const after = sentence.slice(found.index + found[0].length)
    const near = `${before.slice(-28)}|${after.slice(0, 14)}`
    const isOther = OTHERS.test(near) && !INSIDE.test(before) && !(HERE.test(before) && ITSELF.test(after))
    if (isOther || denies(before.slice(-20))) return []
    const [, number = '', lts] = RELEASE.exec(after) ?? []
    const named = NAMED.exec(after)?.[1]?.toLowerCase()
    const version =
      number || Object.entries(names).find(([, name]) => name.toLowerCase().startsWith(named ?? '-'))?.[0] || ''
    const codename =
      names[
        version
          .split('.')
          .slice(0, system.id === 'ubuntu' ? 2 : 1)
          .join('.')
      ]
    return [
      { do: 'system' as const, ...system, version, ...(codename && { codename }), ...(lts && { lts: true as const }) }
    ]
  })
}

/** What `cat /etc/os-release` and `lsb_release -a` printed; a file that is written is shown as it is. */
function printedIn({ quoted }: StatedText): System | undefined {
  for (const { command, output } of quoted) {
    if (!/os-release|lsb_release|hostnamectl/.test(command)) continue
    const text = output.join(' ').replaceAll(/["=]|Description:|Operating System:/g, ' ')
    const [first] = DISTRIBUTIONS.flatMap(({ said }) => {
      const found = said.exec(text)
      return found ? readIn(text.slice(found.index)) : []
    })
    if (first) return first
  }
  return undefined
}
