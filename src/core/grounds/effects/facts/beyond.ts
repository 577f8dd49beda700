// What a text says of the machine that no machine of ours shows: how long it is up, its addresses, its processor, numbers of processes. The model
// answers for the programs that would show it.

import type { StateChange } from '../../../tree/ground.ts'
import { denies, type StatedText, type StatementFacts } from './said.ts'

const SPAN = '\\b(?:\\d{1,4}|a|an|two|three|four|five|six|seven|ten) (?:minute|hour|day|week|month|year)s?\\b'
const KINDS: { said: RegExp; what: string; asks: [program: string, ...words: string[]][] }[] = [
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
    said: /\b(?:ARM64|aarch64|arm64|ARMv[678]\w?|armhf|RISC-?V|riscv64|ppc64le|s390x|Apple Silicon|Graviton\d?)\b/i,
    what: 'The processor',
    asks: [['arch'], ['lscpu'], ['uname', '-m'], ['uname', '-a'], ['uname', '-p'], ['dpkg', '--print-architecture']]
  }
]
const PID = /\b(?:pid|process (?:id|number))s?(?: is|:| =|=)? ?(\d{2,7})\b/gi

export function beyondIn({ sentences }: StatedText): StatementFacts {
  const effects: StateChange[] = []
  const unmade: StatementFacts['unmade'] = []
  for (const sentence of sentences) {
    if (denies(sentence) || PLAN.test(sentence)) continue
    for (const { said, what, asks } of KINDS) {
      const at = said.exec(sentence)?.[0]
      if (at === undefined) continue
      unmade.push({ at, why: `${what}; the model answers for the programs that show it.` })
      for (const [program, ...words] of asks)
        effects.push({ do: 'ask', program, ...(words.length > 0 && { words: words.join(' ') }) })
    }
    for (const [at, number = ''] of sentence.matchAll(PID)) {
      unmade.push({ at, why: 'Numbers of processes; the model answers for the programs that show them.' })
      for (const program of ['ps', 'pgrep', 'pidof', 'top', 'lsof', 'fuser']) effects.push({ do: 'ask', program })
      for (const words of [number, `-9 ${number}`, `-0 ${number}`]) effects.push({ do: 'ask', program: 'kill', words })
    }
  }
  return { effects, unmade }
}

const PLAN = /\b(?:if|should|must|would|will|expects?|requires?|supports?|images?|built for|cross-|target)\b/i
