// What a text says of the machine that no machine of ours shows: how long it is up, its addresses, its processor, numbers of processes. The model
// answers for the programs that would show it.

import type { StateChange } from '../../../tree/ground.ts'
import { denies, type StatedText, type StatementFacts } from './said.ts'

const SPAN = '\\b(?:\\d{1,4}|a|an|two|three|four|five|six|seven|ten) (?:minute|hour|day|week|month|year)s?\\b'
const MOUNTS = 'What is mounted'
const KINDS: { said: RegExp; what: string; asks: [program: string, ...words: string[]][] }[] = [
  {
    said: /\b(?:users?|people|sessions?|others?) (?:are|is) (?:also |currently |already )?logged in\b|\b(?:is|are) also logged in\b/i,
    what: 'Who else is logged in',
    asks: [['who'], ['w'], ['users'], ['last']]
  },
  {
    said: /\bmounted (?:read-only )?(?:at|on|under) [`'"]?\/\w|\bNFS (?:share|mount)\b/i,
    what: MOUNTS,
    asks: [['mount'], ['findmnt'], ['df'], ['lsblk']]
  },
  { said: /\bPID 1\b/, what: 'The first process', asks: [['ps'], ['pgrep']] },
  {
    said: /\bread-only root\b|\broot (?:file ?system )?is (?:mounted )?read-only\b/i,
    what: 'That nothing can be written',
    asks: [['mount'], ['findmnt']]
  },
  {
    said: /\b(?:KVM|QEMU|VMware|VirtualBox|Hyper-V|Xen|Proxmox|virtuali[sz]ed)\b/i,
    what: 'The hypervisor',
    asks: [['systemd-detect-virt'], ['virt-what']]
  },
  {
    said: /(?:^|[\s(`])[\w/~.-]+\.\w{1,8}[`)]? (?:\(|is |has |of |with )?(?:about )?\d[\d.,]* ?(?:[KMG]i?B|bytes|lines)\b/,
    what: 'Sizes of files that are not shown',
    asks: []
  },
  {
    said: /(?:^|[\s(`])\/(?!dev\b)[\w.-]+(?:\/[\w.-]+)*[`)]? (?:\(|is |has |takes |of )?(?:about )?\d[\d.,]* ?[KMGT]i?B?\b/,
    what: 'Sizes of folders',
    asks: [['du']]
  },
  {
    said: /\b(?:(?:shell|shell's|bash|command|terminal) history\b|history (?:has|holds|contains|is|of) (?:about |over )?\d{1,7} (?:lines|entries|commands)\b)/i,
    what: 'Commands of earlier sessions',
    asks: []
  },
  { said: /\blast (?:changed|modified|edited|written|touched) (?:on|at|in|\d)/i, what: 'Times of files', asks: [] },
  {
    said: new RegExp(
      `\\b(?:uptime|booted|rebooted|powered on|(?:machine|server|box|host|system|computer|vm|it) (?:is |was |has been |last )*(?:up|started|restarted))\\b(?: is| was|:| of| for| last)* ?(?:about |over |only )?${SPAN}`,
      'i'
    ),
    what: 'How long the machine is up',
    asks: [['uptime'], ['w'], ['who', '-b']]
  },
  { said: /\bload average\b/i, what: 'The load average', asks: [['uptime'], ['w']] },
  {
    said: /(?:\b|_)(?:eth\d|ens\d{1,4}|enp\w{1,8}|wlan\d|wg\d|IP|IPv4|address(?:es)?)\b[^.\n]{0,30}? ["']?(?!127\.|0\.)(?:\d{1,3}\.){3}\d{1,3}(?![\d:]|\.\d)/i,
    what: 'Addresses of the network',
    asks: [['ip'], ['ifconfig'], ['hostname', '-I'], ['hostname', '-i']]
  },
  {
    said: /\b(?:ARM64|aarch64|arm64|ARMv[678]\w?|armhf|RISC-?V|riscv64|ppc64le|s390x|Apple Silicon|Graviton\d?|Raspberry Pi)\b/i,
    what: 'The processor',
    asks: [['arch'], ['lscpu'], ['uname', '-m'], ['uname', '-a'], ['uname', '-p'], ['dpkg', '--print-architecture']]
  }
]
const PID = /\b(?:pid|process (?:id|number))s?(?: is|:| =|=)? ?(\d{2,7})\b/gi

export function beyondIn({ sentences }: StatedText): StatementFacts {
  const effects: StateChange[] = []
  const unmade: StatementFacts['unmade'] = []
  for (const sentence of sentences) {
    if (PLAN.test(sentence)) continue
    for (const { said, what, asks } of KINDS) {
      const { 0: at, index } = said.exec(sentence) ?? { 0: undefined, index: 0 }
      // Of a sentence's parts only the one that says it matters.
      const before =
        sentence
          .slice(0, index)
          .split(/[,;:(] /)
          .at(-1) ?? ''
      if (at === undefined || denies(before) || denies(at)) continue
      if (what === MOUNTS)
        for (const [, path = ''] of sentence.matchAll(/ (?:at|on|under) [`'"]?(\/[\w./-]*\w)/g))
          effects.push({ do: 'mkdir', path })
      const why = asks.length > 0 ? 'the model answers for the programs that show it' : 'the machine shows its own'
      unmade.push({ at: at.trim(), why: `${what}; ${why}.` })
      for (const [program, ...words] of asks)
        effects.push({ do: 'ask', program, ...(words.length > 0 && { words: words.join(' ') }) })
    }
    if (denies(sentence)) continue
    const servers = [
      ...(/\b(?:DNS|name ?servers?)\b[^.]*[^\n]*/i.exec(sentence)?.[0].matchAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g) ?? [])
    ]
    if (servers.length > 0)
      effects.push({
        do: 'write',
        path: '/etc/resolv.conf',
        content: servers.map(([one]) => `nameserver ${one}\n`).join('')
      })
    for (const [at, number = ''] of sentence.matchAll(PID)) {
      unmade.push({ at, why: 'Numbers of processes; the model answers for the programs that show them.' })
      for (const program of ['ps', 'pgrep', 'pidof', 'top', 'lsof', 'fuser']) effects.push({ do: 'ask', program })
      for (const words of [number, `-9 ${number}`, `-0 ${number}`]) effects.push({ do: 'ask', program: 'kill', words })
    }
  }
  return { effects, unmade }
}

const PLAN = /\b(?:if|should|must|would|will|expects?|requires?|supports?|images?|built for|cross-|target)\b/i
