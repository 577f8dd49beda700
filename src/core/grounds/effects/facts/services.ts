// Programs that are running, and the ports that they listen on: "nginx on 80", "PostgreSQL listens on 5432", and what `ss` and `netstat` print.

import type { StateChange } from '../../../tree/ground.ts'
import { isName } from './named.ts'
import { denies, type StatedText, type StatementFacts } from './said.ts'

type Service = Extract<StateChange, { do: 'service' }>

/** What people call it, the program's process, its user, and where it listens unless it is told otherwise. */
const KNOWN: [said: RegExp, name: string, user: string, port?: number][] = [
  [/^nginx$/i, 'nginx', 'root', 80],
  [/^(?:apache|apache2|httpd)$/i, 'apache2', 'root', 80],
  [/^(?:caddy)$/i, 'caddy', 'root', 80],
  [/^(?:postgres|postgresql)$/i, 'postgres', 'postgres', 5432],
  [/^(?:mysql|mysqld)$/i, 'mysqld', 'mysql', 3306],
  [/^(?:mariadb|mariadbd)$/i, 'mariadbd', 'mysql', 3306],
  [/^(?:redis|redis-server)$/i, 'redis-server', 'redis', 6379],
  [/^(?:mongo|mongod|mongodb)$/i, 'mongod', 'mongodb', 27017],
  [/^(?:sshd|ssh|openssh|openssh-server)$/i, 'sshd', 'root', 22],
  [/^(?:memcached)$/i, 'memcached', 'memcache', 11211],
  [/^(?:rabbitmq|rabbitmq-server)$/i, 'beam.smp', 'rabbitmq', 5672],
  [/^(?:elasticsearch)$/i, 'java', 'elasticsearch', 9200],
  [/^(?:prometheus)$/i, 'prometheus', 'prometheus', 9090],
  [/^(?:grafana)$/i, 'grafana', 'grafana', 3000],
  [/^(?:jenkins)$/i, 'java', 'jenkins', 8080],
  [/^(?:postfix)$/i, 'master', 'root', 25],
  [/^(?:haproxy)$/i, 'haproxy', 'haproxy'],
  [/^(?:docker|dockerd)$/i, 'dockerd', 'root'],
  [/^(?:cron|crond)$/i, 'cron', 'root'],
  [/^(?:rsyslog|rsyslogd)$/i, 'rsyslogd', 'root'],
  [/^(?:node|node\.?js)$/i, 'node', ''],
  [/^(?:python|python3|flask|django|uvicorn|fastapi)$/i, 'python3', ''],
  [/^(?:gunicorn)$/i, 'gunicorn', ''],
  [/^(?:java|tomcat)$/i, 'java', '']
]

const PORT = '(?:(?:tcp |udp )?ports? )?:?(\\d{2,5})(?:/(tcp|udp))?'
const ADDRESS = '(?:((?:\\d{1,3}\\.){3}\\d{1,3}|localhost|\\*|\\[::1?\\]):)?'
/** A word, what it does, and a port. */
const LISTENS = new RegExp(
  `([A-Za-z][\\w.+-]{1,30})\`?(?: [\\d.]{1,10})?(?: (?:server|service|daemon|database|app|process))?(?: (?:is |are )?(?:also )?(?:listening|listens|listen|runs|run|running|serving|serves|bound|up|answering|answers|exposed|published))?(?: (?:locally|only|http|https|traffic|requests))?(?: (?:on|at|to)| =| \\((?:on )?|:) ?${ADDRESS}${PORT}(?![\\w.%/-]\\d|[-\\w])`,
  'g'
)
const TAKEN =
  /\bport (\d{2,5}) (?:is |are )?(?:in use by|used by|taken by|occupied by|held by|served by|belongs to|open for|bound by|answered by|by) (?:the |a |an )?([A-Za-z][\w.+-]{1,30})/gi
const ALSO = /^(?:,? and |, )(?:ports? )?(\d{2,5})(?!\d|[.\w])/
const LISTED = /\b(?:services?|daemons?)(?: that)?(?: are)?(?: running|up|active)?(?: are| is|:) /i
const RUN = / (?:are|is) (?:up and )?(?:running|active|started)\b/i
const PLAN =
  /\b(?:should|must|will|would|can|could|if|when|may|might|configure[ds]?|to (?:listen|run|serve|start)|expects?|want|needs?|stopped|planned|used to|disabled|inactive|failed|crashed|down|free|unused|closed|blocked|forwards?|firewall|except)\b/i
const NOT_PROGRAMS = new Set(
  'the a an its on port ports version and listens listening runs running line lines page step http https tcp udp server service app it that which at to localhost process database'.split(
    ' '
  )
)

export function servicesIn(said: StatedText): StatementFacts {
  const found = new Map<string, Service>()
  const add = (word: string, more: Partial<Service> = {}): void => {
    const [, name = word, user = '', usual] = KNOWN.find(([known]) => known.test(word)) ?? []
    const port = more.port ?? usual
    const own = user === '' ? {} : { user }
    const key = `${port ?? name}${more.protocol ?? ''}`
    if (!found.has(key)) found.set(key, { do: 'service', name, ...own, ...(port !== undefined && { port }), ...more })
  }
  for (const { output } of said.quoted) for (const line of output) byShape(line, add)
  for (const sentence of said.sentences) {
    for (const whole of sentence.split(/;|, but |, though /)) {
      const part = whole.replaceAll(LOCALLY, (_, before, after) => `localhost:${before ?? after}`)
      byShape(part, add)
      if (denies(part) || PLAN.test(part) || /\bnothing\b/i.test(part)) continue
      const told = PROCESS.map((form) => form.exec(part)?.[1]?.trim()).find((one) => one !== undefined)
      // A script is run by its language's program.
      const runner = /^\/\S+\.(py|js|sh|pl)$/.exec(told ?? '')?.[1]
      const title = runner === undefined ? told : `${RUNNERS[runner]} ${told}`
      const name = title?.split(' ')[0]?.split('/').at(-1) ?? ''
      if (title === undefined) inWords(part, add)
      else if (/^[\w.+-]{1,15}$/.test(name)) {
        const port = AT_PORT.exec(part)?.[1]
        found.set(title, { do: 'service', name, title, ...(port !== undefined && { port: +port }) })
      }
    }
  }
  return { effects: [...found.values()] }
}

// "only on localhost, port 6379", "port 5432, localhost only"
const LOCALLY =
  /\b(?:localhost|127\.0\.0\.1|loopback),? (?:on )?port (\d{2,5})\b|\bport (\d{2,5}),? (?:only on )?(?:localhost|127\.0\.0\.1|loopback)(?: only)?\b/gi

const AT_PORT = /\b(?:listen\w*|serv\w*|bound|runs?|running) (?:also )?(?:on|to|at) (?:port )?:?(\d{2,5})\b/i

// Told by its command line, in quotation marks.
const PROCESS = [
  /\b[Pp]rocess(?:es)?(?: is| called| named|:)? [`'"“]([^`'"”\n]{1,80})[`'"”]/,
  /[`'"“]([^`'"”\n]{1,80})[`'"”] (?:is|has been|keeps|still) (?:still |already )?running\b/,
  /\b(?:[Pp]ython|[Nn]ode|[Bb]ash|[Ss]hell|[Pp]erl)(?: script| program| process)?,? [`'"]?(\/[\w./-]{1,80}\.(?:py|js|sh|pl))[`'"]?,? (?:has been |is |keeps )(?:still |already )?running\b/,
  /\b[Pp]rocess,? started (?:with|by|as) [`'"“]([^`'"”\n]{1,80})[`'"”]/,
  /[`'"“]([^`'"”\n]{1,80})[`'"”] runs (?:in the background|as (?:pid|PID|process)\b|on port\b)/
]

const RUNNERS: Record<string, string> = { py: 'python3', js: 'node', sh: 'bash', pl: 'perl' }

type Add = (word: string, more?: Partial<Service>) => void

function inWords(part: string, add: Add): void {
  const told = new Set<string>()
  const listens = /\b(?:listen|serv|run|port|bound|expos|publish|answer|up\b)|^[\w.+-]+(?: [\d.]+)? on \d/i.test(part)
  for (const { 0: whole, 1: word = '', 2: address, 3: port = '', 4: protocol, index } of part.matchAll(LISTENS)) {
    const known = isKnown(word)
    // One that is told of beside another does as that one does.
    const sure = known || /\b(?:listen\w*|port)\b/i.test(whole) || (told.size > 0 && / on :?\d/.test(whole))
    if (NOT_PROGRAMS.has(word.toLowerCase()) || !sure || !(listens || known) || +port > 65535) continue
    const at = {
      ...(address && { address: address === 'localhost' ? '127.0.0.1' : address.replace('*', '0.0.0.0') }),
      ...(protocol === 'udp' && { protocol: 'udp' as const })
    }
    add(word, { port: +port, ...at })
    told.add(word)
    for (let rest = part.slice(index + whole.length), more = ALSO.exec(rest); more; more = ALSO.exec(rest)) {
      add(word, { port: +(more[1] ?? 0), ...at })
      rest = rest.slice(more[0].length)
    }
  }
  for (const [, port = '', word = ''] of part.matchAll(TAKEN))
    if (!NOT_PROGRAMS.has(word.toLowerCase())) add(word, { port: +port })
  const list = LISTED.test(part) ? part.split(LISTED)[1] : RUN.test(part) ? part.split(RUN)[0] : ''
  for (const word of (list ?? '').split(/,| and |\s\(|\s/)) {
    const name = word.replaceAll(/[`'"().]/g, '')
    if (isKnown(name) && !told.has(name)) add(name)
  }
}

const isKnown = (word: string): boolean => KNOWN.some(([known]) => known.test(word))

/** Lines of `ss -tlnp` and `netstat -tlnp`. */
function byShape(line: string, add: Add): void {
  const [, kind = 'tcp', at = '', port = '', process = ''] =
    /^(?:(tcp|udp)\w? +)?(?:LISTEN|UNCONN) +\d+ +\d+ +(\S{1,45}):(\d{1,5}) +\S+(?: +users:\(\("([^"]{1,40})")?/.exec(
      line
    ) ?? []
  const [, proto = '', bound = '', number = '', owner = ''] =
    /^(tcp|udp)6? +\d+ +\d+ +(\S{1,45}):(\d{1,5}) +\S+(?: +LISTEN)? +(?:\d+\/(\S{1,40})|-)/.exec(line) ?? []
  const where = at || bound
  if (!where) return
  const name = process || owner.replace(/:$/, '') || 'server'
  const address = where.replace(/%\w+$/, '').replace('*', '0.0.0.0')
  if (isName(name.toLowerCase())) {
    add(name, { port: +(port || number), address, ...((proto || kind) === 'udp' && { protocol: 'udp' }) })
  }
}
