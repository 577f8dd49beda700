// What initial states tell of a machine, kind by kind: how it is said, whether it has been read, and which commands would show it.

import { type DoubtTopic, never, type ReadClause, some } from './doubt-topic.ts'
import { isClock } from './facts/clock.ts'
import { octal } from './facts/modes.ts'
import { FILE_TOPICS } from './file-topics.ts'
import { GIT_TOPICS } from './git-topics.ts'

const hardware =
  (part: 'memory' | 'cores' | 'disk') =>
  ({ effects }: ReadClause): boolean =>
    effects.some((one) => one.do === 'hardware' && one[part] !== undefined)
const isOwned = some((one, { words, text }) => {
  if (one.do !== 'mode') return false
  const modes = [...text.matchAll(/(?<!\d)0?([0-7]{3,4})(?!\d)/g)].map(([, mode]) => mode)
  const letters = octal(/(?:[r-][w-][xsStT-]){3}/.exec(text)?.[0])
  return (
    (one.owner !== undefined && words.has(one.owner)) ||
    (one.mode !== undefined && [...modes, letters].includes(one.mode.replace(/^0/, '')))
  )
})

export const TOPICS: DoubtTopic[] = [
  {
    what: 'Programs that run',
    said: /(?<![\w./-])(?:process(?:es)?|daemons?|workers?|zombies?)(?![\w./-])|\b(?:is|are) (?:still |already )?running\b|\bruns? in the background\b/i,
    shows: /^(?:ps|pgrep|pidof|top|htop|pstree)\b/,
    isRead: some((one, { words }) => {
      const told = one.do === 'service' ? [one.name, ...(one.title ?? '').split(/[ /]/)] : []
      return told.some((name) => [...words].some((word) => word.length > 2 && name.startsWith(word)))
    })
  },
  {
    what: 'The load',
    said: /\bload (?:average|is)\b|\bCPU (?:usage|load|is at)\b|\b\d{1,3} ?% (?:of the )?CPU\b/i,
    shows: /^(?:uptime|w|top|cat \/proc\/loadavg)\b/,
    isRead: some((one) => one.do === 'ask' && one.program === 'uptime')
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
    said: /\b(?:disk|partition|file ?system|volume|inodes?)\b[^.]{0,40}(?:\b(?:full|left|free|used)\b|\d ?(?:%|[KMGT]i?B?\b))|\d ?(?:%|[GT]i?B?) (?:disk|full|used)/i,
    shows: /^(?:df|lsblk)\b/,
    isRead: hardware('disk')
  },
  {
    what: 'What is mounted',
    said: /\bmounted (?:read-only )?(?:at|on|under|from) [`'"]?[\w/]*\/|\bmount ?points?:? \//i,
    shows: /^(?:mount|findmnt|df|lsblk)\b/,
    isRead: some((one) => one.do === 'ask' && one.program === 'mount')
  },
  {
    what: 'Ports that programs listen on',
    said: /\b(?:listen(?:s|ing|ers?)?|answers? (?:on|at|to)|bound|serves?|reachable|exposed|open)\b.{0,50}(?<![\d.])\d{2,5}\b(?!\.)|\bports? \d{2,5}\b/i,
    shows: /^(?:ss|netstat|lsof)\b/,
    isRead: ({ effects, clause: { text } }) =>
      /\b(?:free|unused|closed|nothing)\b/i.test(text) ||
      effects.some(
        (one) => one.do === 'service' && [...text.matchAll(/\d{2,5}/g)].some(([port]) => Number(port) === one.port)
      )
  },
  {
    what: 'Jobs of cron',
    said: /\bcron(?:tab|jobs?)?\b|\bnightly (?:job|run|backup)\b|\bscheduled\b|\bevery (?:\w+ )?(?:minutes?|hours?|night|day|morning|week|sunday|monday)\b/i,
    shows: /^crontab (?:-u \S+ )?-l\b/,
    isRead: some((one) => 'path' in one && /\/(?:cron\.\w+|spool\/cron)\//.test(one.path))
  },
  {
    what: 'Who else is logged in',
    said: /\b(?:last login|also logged in|logged in (?:from|since)|(?:other|another) (?:users?|people|session)\b[^.]{0,20}\b(?:logged|open))\b/i,
    shows: /^(?:who|w|users|last|lastlog)\b/,
    isRead: some((one) => one.do === 'ask' && one.program === 'who')
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
      /^(?:pytest|tox|jest|vitest|mocha|rspec|ctest|phpunit)\b|^python[\d.]* -m (?:pytest|unittest)\b|^(?:npm|yarn|pnpm|cargo|go|make|mvn|dotnet|deno|bun)(?: run)? test\b|^npx (?:jest|vitest|mocha)\b/,
    // What is shown of tests is run.
    isRead: ({ effects }) =>
      effects.some((one) => one.do === 'write' && /test|spec/i.test(one.path)) &&
      !effects.some((one) => one.do === 'claim' && /test|spec/i.test(one.path))
  },
  {
    what: 'Groups of users',
    said: /\b(?:in|of|shares?|group|groups|joined) (?:the |a )?(?:groups? |unix group )[`'"]?[a-z]|\bgroups [a-z]|\bmembers? of (?:the )?(?:group )?[`'"]?[a-z]/i,
    shows: /^(?:id|groups|getent group)\b/,
    isRead: some(
      (one, { words }) =>
        (one.do === 'group' && words.has(one.name)) ||
        (one.do === 'user' && (one.groups ?? []).some((name) => words.has(name)))
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
    said: /\b(?:owned by|(?<!(?:shell|terminal|session) )belongs? to (?!the group\b)|owner|(?:root|user|group)-owned|read-only|writ(?:e)?able|setgid|sticky|setuid|chmod|permissions?(?! denied))\b|\bmodes? 0?[0-7]{3}\b|\b0[0-7]{3}\b|\b[r-][w-][xsS-][r-][w-][xsS-][r-][w-][xtT-](?!\w)/i,
    shows: /^(?:stat|ls -\w*l|namei|getfacl)/,
    isRead: isOwned,
    ofPath: 'either'
  },
  {
    what: 'Who may read and write files',
    said: /\b(?:only (?:readable|writ(?:e)?able|for|by|to)|(?:readable|writ(?:e)?able) only|root-owned|owned by root|read-only)\b|\b0[1-7]?[0-7][0-7]0\b|\b(?:modes?|permissions?|is) 0?[1-7][0-7]0\b|[r-][w-][xsS-][r-][w-][xsS-]---/i,
    // Whoever may not read it, or make a file there, is told so.
    shows: /^(?!(?:cd|pwd|rm|mv|chmod|chown|chgrp)\b|ls(?! -\w*l))/,
    isRead: isOwned,
    ofPath: 'either'
  },
  {
    what: 'Links',
    said: /\b(?:sym(?:bolic )?|soft )?links?(?:ed)? (?:\S+ )?(?:to|at|that|leads|points|pointing)\b|\bsymlinks?\b/i,
    shows: /^(?:readlink|realpath|ls -\w*l|stat|file)\b/,
    isRead: some(
      (one, { names }) =>
        one.do === 'link' && [...names].some((name) => one.path.endsWith(name) || one.to.endsWith(name))
    )
  },
  {
    what: 'The date and the time',
    said: /\b(?:clock|time ?zone|local time)\b|\b(?:it is|it's|today is|now|local|date)\b[^.]{0,20}(?:\d{4}-\d\d-\d\d|\d{1,2}:\d\d|\d ?[ap]\.?m\b|o['’]clock\b|(?:noon|midnight)\b|\d(?:st|nd|rd|th)? (?:of )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))|\d{4}-\d\d-\d\d \d{1,2}:\d\d(?::\d\d)? (?:local|now)\b/i,
    shows: /^(?:date|timedatectl)\b/,
    isRead: some((one, { text }) => one.do === 'clock' && isClock(one, text))
  },
  {
    what: 'Variables of the shell',
    said: /\b(?:environment|env|export(?:s|ed)?|variables?)\b[^.]{0,60}\b[A-Z][A-Z0-9_]{2,40}\b|\b[A-Z][A-Z0-9_]{2,40}(?:=\S{1,80}| variable|[`'"])? (?:(?:is|are) (?:set|exported|in the environment|["'`\d])|points (?:at|to)|has the value)/,
    shows: /^(?:env|printenv|export|set|declare)\b|\$\{?(?!HOME\b|USER\b|PATH\b|PWD\b|SHELL\b|RANDOM\b)[A-Z][A-Z]/,
    isRead: ({ effects, clause }) => {
      const told = [...clause.names].filter((name) => /^[A-Z][A-Z0-9_]{1,40}$/.test(name))
      return told.length === 0 || effects.some((one) => one.do === 'env' && told.includes(one.name))
    }
  },
  ...FILE_TOPICS
]
