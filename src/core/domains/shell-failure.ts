// What programs print when a server, a connection or a permission fails them. Wording after the programs' own (curl 8, wget 1.21, git 2.39,
// pip 23, apt 2.6, npm 9, OpenSSH 9, psql 15, redis-cli 7, Docker 24).

import type { ProtocolFailure } from './capabilities.ts'
import type { Simple } from './shell/commands.ts'

export interface ShellFailure {
  text: string
  exit: number
}

/** What the command prints; `null` for programs that meet no server. */
export function printedBy(command: Simple, failure: ProtocolFailure): ShellFailure | null {
  return PROGRAMS.get(command.name)?.(command, failure) ?? null
}

/** The command that reaches for a server, among those of a line. */
export const reaching = (commands: readonly Simple[]): Simple | undefined =>
  commands.find((command) => printedBy(command, { status: null, message: '', connection: 'timeout' }) !== null)

type Program = (command: Simple, failure: ProtocolFailure) => ShellFailure | null

const connectionOf = ({ connection = 'timeout' }: ProtocolFailure): NonNullable<ProtocolFailure['connection']> =>
  connection

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout'
}

/** `Service Unavailable` for 503. */
export const reasonOf = (status: number): string => REASONS[status] ?? 'Error'

const UNREACHABLE = {
  timeout: 'Connection timed out',
  refused: 'Connection refused',
  reset: 'Connection reset by peer',
  unreachable: 'Network is unreachable'
}

/** How the C library says it. */
const system = (failure: ProtocolFailure): string => {
  const connection = connectionOf(failure)
  return connection === 'unresolved' ? 'Temporary failure in name resolution' : UNREACHABLE[connection]
}

const addressIn = (args: readonly string[]): string | null =>
  args.find((arg) => /^[a-z][a-z+]*:\/\//i.test(arg)) ?? null

interface Address {
  url: string
  host: string
  port: string
}

function addressOf(text: string): Address {
  const url = /^[a-z][a-z+]*:\/\//i.test(text) ? text : `http://${text}`
  const [scheme = '', rest = ''] = url.split('://')
  const [authority = ''] = rest.split(/[/?#]/)
  const [host = '', port = scheme === 'https' ? '443' : '80'] = (authority.split('@').at(-1) ?? '').split(':')
  return { url, host, port }
}

const short = (args: readonly string[], letter: string): boolean =>
  args.some((arg) => arg.startsWith('-') && !arg.startsWith('--') && arg.includes(letter))

const curl: Program = ({ args }, failure) => {
  const target = addressIn(args) ?? args.findLast((arg) => !arg.startsWith('-') && arg.includes('.'))
  if (target === undefined) return null
  const { host, port } = addressOf(target)
  const quiet = (short(args, 's') || args.includes('--silent')) && !short(args, 'S') && !args.includes('--show-error')
  const told = (text: string, exit: number): ShellFailure => ({ text: quiet ? '' : `curl: (${exit}) ${text}`, exit })
  const { status, message, retryAfter } = failure
  if (status === null) {
    const connection = connectionOf(failure)
    if (connection === 'unresolved') return told(`Could not resolve host: ${host}`, 6)
    if (connection === 'reset') return told('Recv failure: Connection reset by peer', 56)
    if (connection === 'timeout')
      return told(`Failed to connect to ${host} port ${port} after 130014 ms: Couldn't connect to server`, 28)
    return told(`Failed to connect to ${host} port ${port} after 21 ms: Couldn't connect to server`, 7)
  }
  if (short(args, 'f') || args.includes('--fail')) return told(`The requested URL returned error: ${status}`, 22)
  const head = [
    `HTTP/1.1 ${status} ${reasonOf(status)}`,
    'Content-Type: application/json',
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`])
  ].join('\n')
  const body = bodyOf(failure)
  if (short(args, 'I') || args.includes('--head')) return { text: `${head}\n`, exit: 0 }
  const printed = short(args, 'o') || args.includes('--output') || short(args, 'O') ? '' : body
  const format = args[args.findIndex((arg) => arg === '-w' || arg === '--write-out') + 1]
  const after =
    args.includes('-w') || args.includes('--write-out')
      ? (format ?? '').replaceAll('%{http_code}', String(status)).replaceAll('\\n', '\n')
      : ''
  const shown = [short(args, 'i') || args.includes('--include') ? `${head}\n\n` : '', printed, after].join('')
  return { text: shown || message.slice(0, 0), exit: 0 }
}

/** An API's usual body. */
export function bodyOf({ status, message, retryAfter }: ProtocolFailure, indent = 0): string {
  const error = { code: status ?? 0, message, ...(retryAfter !== undefined && { retry_after: retryAfter }) }
  return JSON.stringify({ error }, null, indent)
}

const wget: Program = ({ args }, failure) => {
  const target = addressIn(args) ?? args.find((arg) => !arg.startsWith('-'))
  if (target === undefined) return null
  const { host, port } = addressOf(target)
  const { status } = failure
  const quiet = short(args, 'q') || args.includes('--quiet')
  const told = (text: string, exit: number): ShellFailure => ({ text: quiet ? '' : text, exit })
  if (status !== null) {
    const reason = `${status} ${reasonOf(status)}`
    const lines = [
      `Connecting to ${host} (${host}):${port}... connected.`,
      `HTTP request sent, awaiting response... ${reason}`,
      `ERROR ${status}: ${reasonOf(status)}.`
    ]
    return told(lines.join('\n'), 8)
  }
  if (connectionOf(failure) === 'unresolved')
    return told(
      `Resolving ${host} (${host})... failed: ${system(failure)}.\nwget: unable to resolve host address ‘${host}’`,
      4
    )
  return told(`Connecting to ${host} (${host}):${port}... failed: ${system(failure)}.\nGiving up.`, 4)
}

const REMOTE = /^(?:clone|fetch|pull|push|ls-remote)$/

const git: Program = ({ args }, failure) => {
  const verb = args.find((arg) => !arg.startsWith('-'))
  if (verb === undefined || !REMOTE.test(verb)) return null
  const target =
    addressIn(args) ??
    args.find((arg) => arg.includes('@') && arg.includes(':')) ??
    'https://git.example.org/project.git/'
  const into =
    target
      .split('/')
      .at(-1)
      ?.replace(/\.git$/, '') ?? 'project'
  const lead = verb === 'clone' ? `Cloning into '${into}'...\n` : ''
  if (!target.includes('://')) {
    const host = target.split('@').at(-1)?.split(':')[0] ?? target
    return {
      text: `${lead}${sshSays(host, failure)}\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.`,
      exit: 128
    }
  }
  const { host, port } = addressOf(target)
  const { status } = failure
  const why =
    status !== null
      ? `The requested URL returned error: ${status}`
      : connectionOf(failure) === 'unresolved'
        ? `Could not resolve host: ${host}`
        : connectionOf(failure) === 'reset'
          ? 'Recv failure: Connection reset by peer'
          : `Failed to connect to ${host} port ${port} after 130012 ms: Couldn't connect to server`
  if (status === 401 || status === 403)
    return { text: `${lead}remote: ${failure.message}\nfatal: unable to access '${target}': ${why}`, exit: 128 }
  return { text: `${lead}fatal: unable to access '${target}': ${why}`, exit: 128 }
}

function sshSays(host: string, failure: ProtocolFailure): string {
  if (failure.status !== null)
    return failure.status === 401 || failure.status === 403
      ? `${host}: Permission denied (publickey).`
      : `kex_exchange_identification: Connection closed by remote host\nConnection closed by ${host} port 22`
  if (connectionOf(failure) === 'unresolved') return `ssh: Could not resolve hostname ${host}: ${system(failure)}`
  return connectionOf(failure) === 'reset'
    ? `kex_exchange_identification: read: Connection reset by peer\nConnection reset by ${host} port 22`
    : `ssh: connect to host ${host} port 22: ${system(failure)}`
}

const ssh: Program = ({ args }, failure) => {
  const target =
    args.find((arg) => !arg.startsWith('-') && (arg.includes('@') || /^[\w.-]+:/.test(arg))) ??
    args.find((arg) => !arg.startsWith('-'))
  if (target === undefined) return null
  const host = target.split('@').at(-1)?.split(':')[0] ?? target
  const denied = failure.status === 401 || failure.status === 403
  return {
    text: denied ? `${target.split(':')[0]}: Permission denied (publickey,password).` : sshSays(host, failure),
    exit: 255
  }
}

const pip: Program = ({ args }, failure) => {
  if (!args.includes('install') && !args.includes('download')) return null
  const name =
    args
      .slice(args.findIndex((arg) => arg === 'install' || arg === 'download') + 1)
      .find((arg) => !arg.startsWith('-')) ?? 'package'
  const bare = name.split(/[=<>!~[]/)[0] ?? name
  const { status } = failure
  if (status !== null)
    return {
      text: `Collecting ${name}\nERROR: HTTP error ${status} while getting the index page of ${bare}\nERROR: Could not install requirement ${name} because of HTTP error ${status}: ${reasonOf(status)}`,
      exit: 1
    }
  const retries = [4, 3, 2, 1, 0].map(
    (left) =>
      `WARNING: Retrying (Retry(total=${left}, connect=None, read=None, redirect=None, status=None)) after connection broken by 'NewConnectionError(': ${failure.connection === 'unresolved' ? 'Failed to establish a new connection: [Errno -3] Temporary failure in name resolution' : `Failed to establish a new connection: ${system(failure)}`}')': /simple/${bare}/`
  )
  return {
    text: [
      ...retries,
      `ERROR: Could not find a version that satisfies the requirement ${name} (from versions: none)`,
      `ERROR: No matching distribution found for ${name}`
    ].join('\n'),
    exit: 1
  }
}

const apt: Program = ({ args }, failure) => {
  const verb = args.find((arg) => !arg.startsWith('-'))
  if (verb !== 'update' && verb !== 'install' && verb !== 'upgrade') return null
  const why =
    failure.status === null
      ? connectionOf(failure) === 'unresolved'
        ? "Temporary failure resolving 'deb.debian.org'"
        : `Could not connect to deb.debian.org:80 - connect (${system(failure)})`
      : `${failure.status}  ${reasonOf(failure.status)}`
  if (verb === 'update')
    return {
      text: `Err:1 http://deb.debian.org/debian bookworm InRelease\n  ${why}\nReading package lists... Done\nW: Failed to fetch http://deb.debian.org/debian/dists/bookworm/InRelease  ${why}\nW: Some index files failed to download. They have been ignored, or old ones used instead.`,
      exit: 0
    }
  const name = args.slice(args.indexOf(verb) + 1).find((arg) => !arg.startsWith('-')) ?? 'package'
  return {
    text: `Reading package lists... Done\nBuilding dependency tree... Done\nReading state information... Done\nErr:1 http://deb.debian.org/debian bookworm/main amd64 ${name}\n  ${why}\nE: Failed to fetch http://deb.debian.org/debian/pool/main/${name}  ${why}\nE: Unable to fetch some archives, maybe run apt-get update or try with --fix-missing?`,
    exit: 100
  }
}

const NPM = {
  timeout: 'ETIMEDOUT',
  refused: 'ECONNREFUSED',
  reset: 'ECONNRESET',
  unresolved: 'EAI_AGAIN',
  unreachable: 'ENETUNREACH'
}

const npm: Program = ({ args }, failure) => {
  const verb = args.find((arg) => !arg.startsWith('-'))
  if (verb === undefined || !/^(?:i|install|add|ci|update|view|publish|audit)$/.test(verb)) return null
  if (failure.status !== null)
    return {
      text: `npm error code E${failure.status}\nnpm error ${failure.status} ${reasonOf(failure.status)} - GET from the package registry - ${failure.message}`,
      exit: 1
    }
  const code = NPM[connectionOf(failure)]
  return {
    text: `npm error code ${code}\nnpm error errno ${code}\nnpm error network request to the package registry failed, reason: ${system(failure)}\nnpm error network This is a problem related to network connectivity.`,
    exit: 1
  }
}

const ping: Program = ({ args }, failure) => {
  const host = args.findLast((arg) => !arg.startsWith('-') && !/^\d+$/.test(arg))
  if (host === undefined) return null
  if (connectionOf(failure) === 'unresolved')
    return { text: `ping: ${host}: Temporary failure in name resolution`, exit: 2 }
  if (connectionOf(failure) === 'unreachable') return { text: 'ping: connect: Network is unreachable', exit: 2 }
  const count = Number(args[args.indexOf('-c') + 1]) || 3
  return {
    text: `PING ${host} (${host}) 56(84) bytes of data.\n\n--- ${host} ping statistics ---\n${count} packets transmitted, 0 received, 100% packet loss, time ${count * 1000 + 24}ms`,
    exit: 1
  }
}

const lookup: Program = () => ({
  text: ';; communications error to 192.168.1.1#53: timed out\n;; no servers could be reached',
  exit: 9
})

const psql: Program = ({ args }, failure) => {
  const host = args[args.indexOf('-h') + 1]
  const at = args.includes('-h') && host ? `at "${host}", port 5432` : 'on socket "/var/run/postgresql/.s.PGSQL.5432"'
  const why =
    failure.status === 401 || failure.status === 403
      ? 'FATAL:  password authentication failed'
      : `failed: ${system(failure)}\n\tIs the server running on that host and accepting TCP/IP connections?`
  return { text: `psql: error: connection to server ${at} ${why}`, exit: 2 }
}

const redis: Program = (_, failure) => ({
  text: `Could not connect to Redis at 127.0.0.1:6379: ${system(failure)}`,
  exit: 1
})

const docker: Program = ({ args }, failure) => {
  const verb = args.find((arg) => !arg.startsWith('-'))
  if (verb !== 'pull' && verb !== 'push' && verb !== 'run' && verb !== 'login') return null
  const why =
    failure.status === null
      ? `dial tcp: ${connectionOf(failure) === 'unresolved' ? 'lookup registry: Temporary failure in name resolution' : 'i/o timeout'}`
      : failure.status === 429
        ? 'toomanyrequests: You have reached your pull rate limit.'
        : `received unexpected HTTP status: ${failure.status} ${reasonOf(failure.status)}`
  return { text: `Error response from daemon: ${why}`, exit: verb === 'run' ? 125 : 1 }
}

const PROGRAMS = new Map<string, Program>([
  ['curl', curl],
  ['wget', wget],
  ['git', git],
  ...['ssh', 'scp', 'sftp', 'rsync'].map((name): [string, Program] => [name, ssh]),
  ...['pip', 'pip3'].map((name): [string, Program] => [name, pip]),
  ...['apt', 'apt-get'].map((name): [string, Program] => [name, apt]),
  ...['npm', 'npx', 'yarn', 'pnpm'].map((name): [string, Program] => [name, npm]),
  ['ping', ping],
  ...['dig', 'nslookup', 'host'].map((name): [string, Program] => [name, lookup]),
  ...['psql', 'pg_dump'].map((name): [string, Program] => [name, psql]),
  ['redis-cli', redis],
  ['docker', docker]
])
