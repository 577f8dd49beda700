// What initial states tell of a machine, kind by kind: how it is said, whether it has been read, and which commands would show it.

import { type DoubtTopic, never, type ReadClause, some } from './doubt-topic.ts'
import { isClock } from './facts/clock.ts'
import { octal } from './facts/modes.ts'
import { FILE_TOPICS } from './file-topics.ts'
import { GIT_TOPICS } from './git-topics.ts'
import { PROGRAM_TOPICS } from './program-topics.ts'

const hardware =
  (part: 'memory' | 'cores' | 'disk') =>
  ({ effects }: ReadClause): boolean =>
    effects.some((one) => one.do === 'hardware' && one[part] !== undefined)
const isOwned = some((one, { words, text }) => {
  if (one.do !== 'mode') return false
  const modes = [...text.matchAll(/(?<!\d)0?([0-7]{3,4})(?!\d)/g)].map(([, mode]) => mode)
  // "is owned by ada and group-writable (775)" is read where both are.
  const told = /(?:\bmodes?|\bpermissions?|\bchmod|\() ?(?:0o?)?([0-7]{3})(?!\d)/.exec(text)?.[1]
  if (told !== undefined && one.mode?.replace(/^0/, '') !== told) return false
  const letters = octal(/(?:[r-][w-][xsStT-]){3}/.exec(text)?.[0])
  return (
    (one.owner !== undefined && words.has(one.owner)) ||
    (one.mode !== undefined && [...modes, letters].includes(one.mode.replace(/^0/, '')))
  )
})

const USE = /\b(?:full|left|free|used|in use|remain\w*|rest)\b/i
const OTHER_DISK = /\/(?:dev|srv|var|mnt|data|home|backup|tmp|opt)\b/
const MEMBERS = /\b(?:in|members?|belongs?|shares?|joined)\b/i
/** A mode that keeps others out is on a file or folder that the sentence names. */
const isKept = some(
  (one, { sentence }) =>
    one.do === 'mode' && one.mode !== undefined && sentence.includes(one.path.slice(one.path.lastIndexOf('/') + 1))
)

// Of what is mounted, and of no file.
const OF_DISK =
  /\b(?:file ?systems?|disks?|volumes?|partitions?|mount(?:ed|s)?)\b[^.;]{0,40}\bread[- ]only\b|\bread[- ]only (?:file ?system|mount|root|disk|volume)\b/i
const isOwnedOrDisk = (read: ReadClause): boolean => OF_DISK.test(read.clause.sentence) || isOwned(read)

const SYSTEM = /^\/(?:bin|boot|etc|lib\w*|opt|proc|root|sbin|sys|usr)(?:\/|$)/

export const TOPICS: DoubtTopic[] = [
  {
    what: 'Programs that run',
    said: /(?<![\w./-])(?:process(?:es)?|daemons?|workers?|zombies?)(?![\w./-])|\b(?:is|are) (?:still |already )?running\b|\bruns? in the background\b|\bpids?\b/i,
    shows: /^(?:ps|pgrep|pidof|top|htop|pstree|kill)\b/,
    isRead: some((one, { text, words }) => {
      // A process has the number that the machine gave it.
      if (/\bpids?\b/i.test(text)) return false
      const told = one.do === 'service' ? [one.name, ...(one.title ?? '').split(/[ /]/)] : []
      return told.some((name) => [...words].some((word) => word.length > 2 && name.startsWith(word)))
    })
  },
  {
    what: 'The load',
    said: /\bload (?:average|is)\b|\bCPU (?:usage|load|is at)\b|\b\d{1,3} ?% (?:of the )?CPU\b/i,
    shows: /^(?:uptime|w|top|\w+ (?:\S+ )*\/proc\/loadavg)\b/,
    isRead: never
  },
  {
    what: 'How long the machine is up',
    said: /\bup ?time\b|\b(?:re)?booted\b|\breboot(?: was|ed)?\b|\bup (?:for|since|again)\b|\bup \d|\b(?:running|been on|been up) (?:for|since)\b/i,
    shows: /^(?:uptime|w|who -\w*b|last|systemd-analyze|\w+ (?:\S+ )*\/proc\/uptime)\b/,
    isRead: never,
    changedBy: /^(?:reboot|shutdown)\b/
  },
  {
    what: 'The processor',
    said: /\b(?:arm(?:v\d\w?|64|hf|el)|aarch64|riscv64|ppc64(?:le)?|s390x|mips\w*|i[3-6]86|32[- ]bit)\b/i,
    shows: /^(?:arch|lscpu|uname -(?!r$|n$|s$|v$|o$)|dpkg --print-architecture|\w+ (?:\S+ )*\/proc\/cpuinfo)/,
    isRead: never
  },
  {
    what: 'Memory',
    said: /\b\d[\d.]* ?(?:[KMG]i?B?|gigabytes?|megabytes?|%)\b[^.]{0,30}\b(?:RAM|memory|swap)\b|\b(?:RAM|memory|swap)\b[^.]{0,30}\b\d[\d.]* ?(?:[KMG]i?B?|gigabytes?|megabytes?|%)(?!\w)/i,
    shows: /^(?:free|vmstat|top|cat \/proc\/meminfo)\b/,
    isRead: hardware('memory')
  },
  {
    what: 'Processors',
    said: /\b(?:\d{1,3}|one|two|four|eight|sixteen) (?:v?cpus?|(?:cpu )?cores?|processors?)\b/i,
    shows: /^(?:nproc|lscpu|cat \/proc\/cpuinfo)\b/,
    isRead: hardware('cores')
  },
  {
    what: 'The disk',
    said: /\b(?:disk|partition|file ?system|volume|inodes?)\b[^.]{0,40}(?:\b(?:full|left|free|used|in use)\b|\d ?(?:%|[KMGT]i?B?\b))|\d ?(?:%|[GT]i?B?) (?:disk|full|used|free|in use)\b|\bused \d[\d.]* ?[%GT]|\bquota\b/i,
    shows: /^(?:df|lsblk)\b/,
    isRead: ({ effects, clause: { text, sentence } }) =>
      effects.some(
        (one) =>
          one.do === 'hardware' &&
          one.disk !== undefined &&
          (!USE.test(sentence) || one.disk.free !== undefined || one.disk.used !== undefined)
      ) &&
      // What `df` printed is read as a table.
      (!OTHER_DISK.test(text) || /^Filesystem\b/.test(text))
  },
  {
    what: 'What is mounted',
    said: /\bmounted (?:read-only )?(?:at|on|under|from) [`'"]?[\w/]*\/|\bmount(?: ?points?|s)?\b|\/dev\/(?:sd|nvme|mmcblk|vd|xvd|md|mapper)|\b(?:tmpfs|ext[234]|xfs|btrfs|nfs|zfs|vfat)\b/i,
    shows: /^(?:mount|findmnt|df|lsblk|blkid|mountpoint|stat -\w*f|\w+ (?:\S+ )*\/(?:proc\/\w+|etc\/fstab))\b/,
    // What lies on the disk of which the size is told.
    isRead: ({ effects, clause: { text } }) =>
      !/(?<![\w/])\/(?!dev\b)[a-z]/i.test(text) &&
      effects.some((one) => one.do === 'hardware' && one.disk !== undefined),
    changedBy: /^u?mount\b/
  },
  {
    what: 'A disk that is only read',
    said: /\b(?:file ?systems?|disk|volume|partition|root|card|mount|\/)[`'"]? [^.;]{0,40}\bread[- ]only\b|\bread[- ]only (?:file ?system|mount|root|disk|volume)\b|\bmounted (?:as )?(?:read[- ]only|ro)\b/i,
    // What would be written there is refused.
    shows:
      /^(?:touch|mkdir|cp|mv|rm|ln|tee|dd|truncate|install|chmod|chown|mount|findmnt|sed -i|\w+ (?:\S+ )*\/proc\/mounts)\b|> \S/,
    isRead: never,
    changedBy: /^mount\b/
  },
  {
    what: 'Ports that programs listen on',
    said: /\b(?:listen(?:s|ing|ers?)?|answers? (?:on|at|to)|bound|serves?|reachable|exposed|open)\b.{0,50}(?<![\d.])\d{2,5}\b(?!\.)|\bports? \d{2,5}\b|\b\d{1,5}\/(?:tcp|udp)\b/i,
    shows: /^(?:ss|netstat|lsof|nc|nmap)\b/,
    isRead: ({ effects, clause: { text } }) =>
      /\b(?:free|unused|closed|nothing)\b/i.test(text) ||
      effects.some(
        (one) => one.do === 'service' && [...text.matchAll(/\d{2,5}/g)].some(([port]) => Number(port) === one.port)
      )
  },
  {
    what: 'Jobs of cron',
    said: /\bcron(?:tab|jobs?)?\b|\bnightly (?:job|run|backup)\b|\bscheduled\b|\bevery (?:\w+ )?(?:minutes?|hours?|night|day|morning|week|sunday|monday)\b/i,
    shows: /^crontab (?:-u \S+ )?-l\b|^(?!(?:cd|mkdir|rm|cp|mv|touch|tee)\b)\w+ .*\/cron/,
    changedBy: /^crontab (?!-l)|\/cron/,
    isRead: some((one) => 'path' in one && /\/(?:cron\.\w+|spool\/cron)\//.test(one.path))
  },
  {
    what: 'Who else is logged in',
    said: /\b(?:last login|also logged in|logged in (?:from|since)|(?:other|another) (?:users?|people|session)\b[^.]{0,20}\b(?:logged|open))\b|\bpts\/\d/i,
    shows: /^(?:who|w|users|last|lastlog|uptime)\b/,
    isRead: never
  },
  {
    what: 'The firewall',
    said: /\b(?:firewall|ufw|iptables|nftables|firewalld)\b/i,
    shows: /^(?:ufw|iptables|nft|firewall-cmd)\b/,
    isRead: some((one) => one.do === 'ask' && /ufw|iptables|nft|firewall/.test(one.program))
  },
  {
    what: 'Sessions of tmux or screen',
    said: /\b(?:tmux|screen) session\b/i,
    shows: /^(?:tmux|screen) (?:ls|list|-ls|a)/,
    isRead: never
  },
  ...GIT_TOPICS,
  {
    what: 'A shell that is not there',
    said: /\bno bash\b|\bbash is (?:not|missing)\b/i,
    shows: /^(?:(?:which|type|command -v|command -V|whereis) )?bash\b|^cat \/etc\/shells\b/,
    isRead: never,
    all: true
  },
  {
    what: 'The message of the day',
    said: /\b(?:motd|message of the day|login banner)\b/i,
    shows: /^\w+ (?:\S+ )*\/etc\/(?:motd|issue)\b/,
    isRead: some((one) => one.do === 'write' && one.path === '/etc/motd')
  },
  {
    what: 'Tests, and how they end',
    said: /\btests?\b[^.]{0,40}\b(?:fail|pass|broken|red|green)|\b(?:fail|pass)(?:ing|es|s|ed)?\b[^.]{0,20}\btests?\b|\b(?:\d{1,4}|two|three|four|five|six) tests\b/i,
    shows:
      /^(?:pytest|tox|jest|vitest|mocha|rspec|ctest|phpunit)\b|^python[\d.]* (?:-m (?:pytest|unittest)|(?:\S*\/)?manage\.py test)\b|^(?:npm|yarn|pnpm|cargo|go|make|mvn|dotnet|deno|bun)(?: run)? test\b|^npx (?:jest|vitest|mocha)\b/,
    // What is shown of tests is run.
    isRead: ({ effects }) =>
      effects.some((one) => one.do === 'write' && /test|spec/i.test(one.path)) &&
      !effects.some((one) => one.do === 'claim' && /test|spec/i.test(one.path))
  },
  {
    what: 'Groups of users',
    said: /\b(?:in|of|shares?|group|groups|joined) (?:the |a )?(?:groups? |unix group )[`'"]?[a-z]|\bgroups [a-z]|\bgroups?:? ?[[=:] ?[`'"]?[a-z]|\bmembers? of (?:the )?(?:group )?[`'"]?[a-z]/i,
    shows: /^(?:id|groups|getent group)\b/,
    isRead: some(
      (one, { words, text }) =>
        (one.do === 'group' && words.has(one.name) && !MEMBERS.test(text)) ||
        (one.do === 'user' &&
          ([one.name, one.group, ...(one.groups ?? [])].some(
            (name) => name !== undefined && text.includes(`groups ${name}`)
          ) ||
            [one.group, ...(one.groups ?? [])].some((name) => name !== undefined && words.has(name))))
    ),
    changedBy: /^(?:usermod|adduser|gpasswd|group\w+)\b/
  },
  {
    what: 'Who may use sudo',
    said: /\bsudo(?:ers)?\b|\broot (?:rights|access|permissions?|privileges)\b/i,
    all: true,
    shows: /^(?:id|groups|getent group sudo)\b/,
    isRead: ({ effects, clause: { sentence, text } }) => {
      const may = effects.some((one) => one.do === 'user' && (one.sudo !== undefined || one.groups?.includes('sudo')))
      return (
        may ||
        // "the usual tools and sudo"
        !/\b(?:may|can|ha[sd]|have|in|of|user|group|groups|allowed|passwordless|password|rights?|access|permissions?|privileges|true|yes|all)\b/i.test(
          text
        ) ||
        /\b(?:no|not|without|cannot|nobody|false)\b|n['’]t\b/i.test(sentence) ||
        effects.every((one) => one.do !== 'user')
      )
    },
    changedBy: /^(?:usermod|adduser|gpasswd)\b/
  },
  {
    what: 'Users that are counted on',
    said: /\b[a-z][a-z_-]{0,20}\d{1,4}[`'"]? ?(?:to|through|until|up to|\.{2,3}|…|–|-) ?[`'"]?[a-z_-]{0,20}\d{1,4}\b/,
    shows: /^getent passwd$|^\w+ (?:\S+ )*\/etc\/passwd\b|^(?:ls|find) (?:\S+ )*\/home\/?$|^compgen -u/,
    isRead: some(
      (one, { words, sentence }) =>
        !/\b(?:users?|accounts?|logins?|pupils?|students?)\b/i.test(sentence) ||
        (one.do === 'user' && words.has(one.name) && /\d$/.test(one.name))
    )
  },
  {
    what: 'Numbers of users',
    said: /\b(?:uid|gid)[ :=]{1,2}\d/i,
    shows: /^(?:id|getent)\b/,
    isRead: some(
      (one, { words }) =>
        (one.do === 'user' && one.uid !== undefined && words.has(String(one.uid))) ||
        (one.do === 'group' && one.gid !== undefined && words.has(String(one.gid)))
    )
  },
  {
    what: 'Owners and modes of files',
    said: /\b(?:owned by|(?<!(?:shell|terminal|session) )belongs? to (?!the group\b)|owner|(?:root|user|group)-owned|read-only|readable|writ(?:e)?able|setgid|sticky|setuid|suid|chmod|permissions?(?! denied))\b|\bmodes? 0?[0-7]{3,4}\b|\b0[0-7]{3}\b|\b[r-][w-][xsS-][r-][w-][xsS-][r-][w-][xtT-](?!\w)/i,
    shows: /^(?:stat|ls -\w*l|namei|getfacl|find .*-(?:perm|user|group))/,
    isRead: isOwnedOrDisk,
    ofPath: 'either',
    changedBy: /^(?:chmod|chown|chgrp|rm|mv)\b/
  },
  {
    what: 'Who may read and write files',
    said: /\b(?:only (?:readable|writ(?:e)?able|for|by|to)|(?:readable|writ(?:e)?able) only|root-owned|owned by root|read-only)\b|\b0[1-7]?[0-7][0-7]0\b|\b(?:modes?|permissions?|is) 0?[1-7][0-7]0\b|[r-][w-][xsS-][r-][w-][xsS-]---/i,
    // Whoever may not read it, or make a file there, is told so.
    shows: /^(?!(?:cd|pwd|rm|mv|chmod|chown|chgrp)\b|ls(?! -\w*l))/,
    isRead: isOwnedOrDisk,
    ofPath: 'either',
    changedBy: /^(?:chmod|chown|chgrp|rm|mv)\b/
  },
  {
    what: 'Files that nobody can change',
    said: /\bimmutable\b|\bappend[- ]only\b|\bchattr\b/i,
    // The machine's disk has no such marks.
    shows: /^(?:rm|mv|cp|ln|chmod|chown|chgrp|touch|tee|truncate|dd|sed -\w*i|lsattr|chattr)\b|>/,
    isRead: never,
    ofPath: 'either'
  },
  {
    what: 'What somebody may not do',
    said: /\b(?:can(?:not| only| not)|may (?:not|only)|only (?:\w{1,20} )?(?:may|can|read|write)|not (?:readable|writ(?:e)?able|allowed)|unreadable|(?:nobody|no one) (?:but|except|other|else (?:may|can|has))|no (?:read|write) access|permission denied)\b|\b(?:can|mus|is|are)n['’]t (?:be )?(?:read|write|enter|open|list|allowed|readable)|\bnot (?:be )?(?:read|written|entered|opened|listed|executed|even by)\b|able (?:by|to|for) (?:nobody|no one)\b/i,
    all: true,
    shows: /^(?!(?:pwd|chmod|chown|chgrp|id|groups|getent|which|whoami)\b)\S/,
    isRead: isKept,
    of: ({ effects, near = [], clause: { sentence, names } }) => {
      const users = effects.flatMap((one) => (one.do === 'user' ? [one.name] : []))
      const words = sentence.match(/[\w@+~./-]{2,100}/g)?.map((word) => word.replace(/[.:-]$/, '')) ?? []
      const quoted = [...sentence.matchAll(/[`"“]([^\s`"”]{2,100})[`"”]/g)].map(([, name = '']) => name)
      const named = [...names, ...quoted, ...words.filter((word) => /[/.]\w/.test(word))]
      // Nobody but root writes there.
      const others = /\b(?:read|readable|enter|open|list)\b/i.test(sentence)
        ? named
        : named.filter((one) => !SYSTEM.test(one))
      // "The tutor is tim; his home can be listed but not entered": of whom it was told before.
      const told = named.length === 0 ? near : []
      return others.length > 0 || named.length === 0
        ? [...others, ...told, ...words.filter((word) => users.includes(word))]
        : []
    },
    changedBy: /^(?:chmod|chown|chgrp|rm|mv)\b/
  },
  {
    what: 'Links',
    said: /\b(?:sym(?:bolic )?|soft |hard )?links?(?:ed)? (?:\S+ )?(?:to|at|that|leads|points|pointing)\b|\bsymlinks?\b/i,
    shows: /^(?:readlink|realpath|ls -\w*l|stat|file)\b/,
    isRead: some(
      (one, { names }) =>
        one.do === 'link' && [...names].some((name) => one.path.endsWith(name) || one.to.endsWith(name))
    ),
    // A clause that names none may be about any.
    of: ({ clause: { names, text } }) => {
      const leads = new Set(
        [...text.matchAll(/(?:\b(?:to|at)|->) [`'"]?([~/\w@+.-]{1,200})/g)].map(([, name = '']) =>
          name.replace(/\.$/, '')
        )
      )
      const files = [...names].filter((name) => /[/.]\w/.test(name) && (!leads.has(name) || /\bhard\b/i.test(text)))
      return files.length > 0 ? files.flatMap((name) => [name, name.slice(name.lastIndexOf('/') + 1)]) : null
    }
  },
  ...PROGRAM_TOPICS,
  {
    what: 'The date and the time',
    said: /\b(?:clock|time ?zone|local time)\b|\b(?:Africa|America|Asia|Australia|Europe|Pacific)\/[A-Z]|\b(?:it is|it's|today is|now|local|date)\b[^.]{0,20}(?:\d{4}-\d\d-\d\d|\d{1,2}:\d\d|\d ?[ap]\.?m\b|o['’]clock\b|(?:noon|midnight)\b|\d(?:st|nd|rd|th)? (?:of )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))|\d{4}-\d\d-\d\d \d{1,2}:\d\d(?::\d\d)? (?:local|now)\b/i,
    shows: /^(?:date|timedatectl|\w+ (?:\S+ )*\/etc\/(?:timezone|localtime))\b/,
    isRead: some((one, { text }) => one.do === 'clock' && isClock(one, text))
  },
  {
    what: 'Variables of the shell',
    said: /\b(?:environment|env|export(?:s|ed)?|variables?)\b[^.]{0,60}\b[A-Z][A-Z0-9_]{2,40}\b|\b[A-Z][A-Z0-9_]{2,40}(?:=\S{1,80}| variable|[`'"])? (?:(?:is|are) (?:set|exported|in the environment|["'`\d])|points (?:at|to)|has the value)|\b[A-Z][A-Z0-9]{0,30}_[A-Z0-9_]{1,40} ?(?:is|=|:|→|->) ?\S/,
    shows: /^(?:env|printenv|export|set|declare)\b|\$\{?(?!HOME\b|USER\b|PATH\b|PWD\b|SHELL\b|RANDOM\b)[A-Z][A-Z]/,
    isRead: ({ effects, clause }) => {
      const told = [...clause.names].filter((name) => /^[A-Z][A-Z0-9_]{1,40}$/.test(name))
      return told.length === 0 || effects.some((one) => one.do === 'env' && told.includes(one.name))
    }
  },
  ...FILE_TOPICS
]
