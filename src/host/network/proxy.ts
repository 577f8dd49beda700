// The proxy that a company's network asks for, from the variables that curl, pip and git know: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY.
import http from 'node:http'
import https from 'node:https'

type Environment = Record<string, string | undefined>

// What is on this machine is never asked for through a proxy.
const HERE = ['localhost', '127.0.0.1', '[::1]', '::1']

/**
 * Has every request of this process that leaves the machine go through the proxy of `env`, by Node's own means. Returns how to undo it.
 * A variable that holds no address changes nothing; `proxyProblem` tells of it once a request has failed.
 */
export function useProxies(env: Environment = process.env): () => void {
  const urls = { http_proxy: addressIn(env, 'http'), https_proxy: addressIn(env, 'https') }
  const given = Object.entries(urls).flatMap(([name, found]) => (found?.url ? [[name, found.url.href]] : []))
  if (!given.length) return () => {}
  return http.setGlobalProxyFromEnv({ ...Object.fromEntries(given), no_proxy: [...exceptions(env), ...HERE].join(',') })
}

/** The proxy for requests to `url`, without its password; `null` where they go directly. */
export function proxyFor(url: URL, env: Environment = process.env): string | null {
  const proxy = proxyUrl(url, env)
  return proxy?.url ? proxy.url.host : null
}

/**
 * Asks the proxy for a connection to `url`. @returns what is wrong with it, for an error message, which never holds its password;
 * `null` where `url` has no proxy, or the proxy connects
 */
export async function proxyProblem(url: URL, env: Environment = process.env): Promise<ProxyProblem | null> {
  const proxy = proxyUrl(url, env)
  if (!proxy) return null
  if (!proxy.url) {
    const text = `${proxy.name} is not the address of an HTTP proxy; expected one such as http://proxy.example:3128`
    return { text, passes: false }
  }
  const { host } = proxy.url
  try {
    const status = await connect(proxy.url, url)
    if (status === 407) {
      const named = proxy.url.username
        ? 'did not accept the user name and password in'
        : 'requires a user name and password in'
      return { text: `the proxy ${host} ${named} ${proxy.name} (407), as http://USER:PASSWORD@${host}`, passes: false }
    }
    if (status < 300) return null
    return {
      text: `the proxy ${host} (${proxy.name}) does not connect to ${url.hostname}: it answered with status ${status}`,
      passes: status >= 500
    }
  } catch (cause) {
    const why =
      cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : cause.name) : String(cause)
    return { text: `the proxy ${host} (${proxy.name}) cannot be reached: ${why}`, passes: true }
  }
}

export interface ProxyProblem {
  text: string
  /** It may pass by itself: trying again later makes sense. */
  passes: boolean
}

interface Found {
  /** Of the variable. */
  name: string
  /** `null` when it holds no address of a proxy. */
  url: URL | null
}

function proxyUrl(url: URL, env: Environment): Found | null {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if ([...exceptions(env), ...HERE].some((one) => excepts(one, url.hostname, port))) return null
  // As Node does it: a proxy for HTTP alone serves HTTPS too.
  return (url.protocol === 'https:' ? addressIn(env, 'https') : null) ?? addressIn(env, 'http')
}

/** The first variable for the scheme that is set; small letters come first, as curl has it. */
function addressIn(env: Environment, scheme: 'http' | 'https'): Found | null {
  const names = [`${scheme}_proxy`, 'all_proxy'].flatMap((name) => [name, name.toUpperCase()])
  for (const name of names) {
    const text = env[name]?.trim()
    if (!text) continue
    const url = URL.parse(text.includes('://') ? text : `http://${text}`)
    return { name, url: url?.hostname && /^https?:$/.test(url.protocol) ? url : null }
  }
  return null
}

function exceptions(env: Environment): string[] {
  return (env.no_proxy ?? env.NO_PROXY ?? '').split(/[\s,]+/).filter(Boolean)
}

/** `example.org` stands for its subdomains too, with `.` or `*.` before it or not; `host:8080` for one port; `*` for everything. */
function excepts(entry: string, hostname: string, port: string): boolean {
  if (entry === '*') return true
  const bare = entry.toLowerCase().replace(/^\*?\./, '')
  const colon = bare.lastIndexOf(':')
  // An IPv6 address has several colons. Its last one is before a port only if a bracket closes before it.
  const ported = colon > 0 && (bare.indexOf(':') === colon || bare[colon - 1] === ']')
  const name = ported ? bare.slice(0, colon) : bare
  if (!name || (ported && bare.slice(colon + 1) !== port)) return false
  const host = hostname.toLowerCase()
  return host === name || host === `[${name}]` || host.endsWith(`.${name}`)
}

// Long enough for a proxy that looks up its users elsewhere.
const ANSWER_MS = 10_000

/** The status that the proxy answers with when it is asked for a connection to `url`. */
function connect(proxy: URL, url: URL): Promise<number> {
  const { protocol, hostname, username, password } = proxy
  const secure = protocol === 'https:'
  const target = `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`
  const name = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const authorization = username ? { 'proxy-authorization': `Basic ${Buffer.from(name).toString('base64')}` } : {}
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request({
      ...{ host: hostname.replace(/^\[|\]$/g, ''), port: proxy.port || (secure ? 443 : 80) },
      ...{ method: 'CONNECT', path: target, headers: { host: target, ...authorization }, timeout: ANSWER_MS },
      // Node's usual agent uses the proxy for every request, also for this one to the proxy itself.
      agent: secure ? new https.Agent() : new http.Agent()
    })
    request.on('connect', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      resolve(statusCode)
    })
    request.on('timeout', () => request.destroy(new Error(`no answer within ${ANSWER_MS / 1000} seconds`)))
    request.on('error', reject)
    request.end()
  })
}
