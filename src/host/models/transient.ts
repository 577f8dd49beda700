// Which failures of a network pass by themselves.

/** Nothing came for too long. */
export class NoAnswer extends Error {}

/** Whether trying again later may help: the network failed, the other side fell silent, or it said that it is too busy. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof NoAnswer) return true
  // Node and undici tell by a code, the downloader by the status of the answer.
  if ('code' in error && NETWORK.test(String(error.code))) return true
  if ('statusCode' in error && BUSY.has(Number(error.statusCode))) return true
  return isTransient(error.cause)
}

const NETWORK = /^(ECONN|ETIMEDOUT|ENET|EHOST|EPIPE|EAI_AGAIN|ENOTFOUND|UND_ERR)/
// Too long, too many, and every way in which a server is not quite there.
const BUSY = new Set([408, 429, 500, 502, 503, 504])
