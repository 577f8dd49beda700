// A download over HTTP: sent as it is made, no faster than it is taken.
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Download } from '../../core/contract/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { downloadHeaders } from './downloads.ts'

/**
 * A download that fails half-way ends its connection, so that no browser takes the beginning for the whole.
 * @throws OrreryError not-found when the ticket was unknown or used
 */
export async function sendDownload(response: ServerResponse, download: Download | null): Promise<void> {
  if (!download) {
    throw new OrreryError('not-found', 'There is no such download: a link works once. Export again.')
  }
  response.writeHead(200, downloadHeaders(download))
  await pipeline(Readable.from(download.bytes, { objectMode: false }), response)
}
