// Under which address a server is asked: a page elsewhere that points a name of its own at this machine must not be let in.
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/** Where a server listens. */
export interface Served {
  /** The address or name that it was told to listen on. */
  host: string
  port: number
}

/** `http://HOST:PORT`, as a browser on this machine opens it. */
export function urlOf({ host, port }: Served): string {
  return `http://${isAnywhere(host) ? '127.0.0.1' : hostnameOf(host)}:${port}`
}

/** Whether only programs on this machine can connect. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(hostnameOf(host))
}

/** What `server.listen` takes: an IPv6 address without its brackets. */
export const listenable = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')

/**
 * What is strange about a request: its `host` is none of this server's names, or it comes from a page of another `origin`; `null` where
 * nothing is. Who listens on all addresses was told none of its names, and answers to any.
 */
export function strangeness({ headers }: Pick<IncomingMessage, 'headers'>, served: Served): 'host' | 'origin' | null {
  const asked = partsOf(headers.host ?? '', USUAL)
  if (!asked?.ports.includes(served.port)) return 'host'
  const names = ['127.0.0.1', 'localhost', '[::1]', hostnameOf(served.host)]
  if (!isAnywhere(served.host) && !names.includes(asked.name)) return 'host'
  if (headers.origin === undefined) return null
  const [, scheme = '', rest = ''] = /^(https?):\/\/(.*)$/.exec(headers.origin) ?? []
  const from = partsOf(rest, [scheme === 'https' ? 443 : 80])
  const isOwn = from?.name === asked.name && from.ports.includes(served.port)
  return isOwn && (scheme === 'http' || served.port === 443) ? null : 'origin'
}

// Browsers leave out the port that is usual. On 443 something in front of this server speaks `https` for it.
const USUAL = [80, 443]
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])$/

function isAnywhere(host: string): boolean {
  return /^(?:0\.0\.0\.0|\[::\])$/.test(hostnameOf(host))
}

/** A name or address in the one way in which a browser writes it: `[::1]`, `127.0.0.1`, `box.local`. */
function hostnameOf(host: string): string {
  // A zone (`%eth0`) is of this machine, and no browser takes one.
  const bare = listenable(host).split('%')[0] ?? ''
  const written = isIPv6(bare) ? `[${bare}]` : bare
  return URL.canParse(`http://${written}`) ? new URL(`http://${written}`).hostname.replace(/\.$/, '') : written
}

/** A Host header, or what follows the scheme in an Origin; `null` for what is neither. No other spelling of a name is taken for it. */
function partsOf(text: string, usual: number[]): { name: string; ports: number[] } | null {
  const [, name = '', port] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::([1-9]\d{0,4}))?$/i.exec(text) ?? []
  return name ? { name: name.toLowerCase(), ports: port === undefined ? usual : [Number(port)] } : null
}
