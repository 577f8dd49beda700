// The door of trainers: `POST /rewards` takes predictions and gives their rewards, for this machine only.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { MOST_ROWS, type RewardSettings } from '../../core/control/reward-rows.ts'
import { type ErrorCode, OrreryError, toWire } from '../../core/errors.ts'
import { sentenceOf } from '../../core/text/issues.ts'
import type { Embed } from '../control/embeddings/index.ts'
import { type AskJudge, rewarded } from '../control/rewards.ts'
import { strangeness, urlOf } from './addressed.ts'
import { LIMITS, type Limits, limitConnections, readJson, timing } from './http-limits.ts'
import { same } from './invitations.ts'
import { leaving, listen, sendJson } from './listen.ts'
import { STATUS } from './status.ts'

export interface RewardDoorOptions {
  settings: RewardSettings
  /** What embeds, where distances are between embeddings. */
  embed: Embed | null
  /** What judges rows that have no judgement of their own. */
  judge?: AskJudge | null
  /** 0, the default, takes any free port. */
  port?: number | undefined
  /** What every request must carry; random when left out. */
  token?: string | undefined
  /** What clients may hold, where it is not `LIMITS`. */
  limits?: Partial<Limits>
}

export interface RewardDoor {
  url: string
  token: string
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const PATH = '/rewards'

// What is in a row is its own matter: one that is none gets an error in its place.
const Batch = z.looseObject({ rows: z.array(z.unknown()).max(MOST_ROWS) })

/** Serves rewards until `close`. @throws OrreryError invalid-input when the port is taken */
export async function serveRewards({
  settings,
  embed,
  judge = null,
  ...options
}: RewardDoorOptions): Promise<RewardDoor> {
  const limits = { ...LIMITS, ...options.limits }
  const token = options.token || randomBytes(24).toString('base64url')
  let port = 0

  const server = createServer(timing(limits), (request, response) => {
    answer(request, response).catch((error) => {
      const wire = toWire(error)
      if (response.headersSent) response.destroy()
      // The wire carries the code as text; ours are the keys of STATUS.
      else sendJson(response, STATUS[wire.code as ErrorCode], { error: wire })
    })
  })
  const connections = limitConnections(server, limits)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (strangeness(request, { host: HOST, port }))
      throw new OrreryError(
        'forbidden',
        `Rewards are served at ${urlOf({ host: HOST, port })}, to no page of a browser.`
      )
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (bearer === undefined || !same(bearer, token))
      throw new OrreryError('wrong-token', 'The token is missing or wrong. Send "Authorization: Bearer TOKEN".')
    connections.trust(request.socket)
    if (request.url !== PATH) throw new OrreryError('not-found', `There is only POST ${PATH}.`)
    if (request.method !== 'POST') throw new OrreryError('invalid-input', `${PATH} needs POST.`)
    const signal = leaving(response)
    const rows = await rewarded(rowsIn(await readJson(request, limits.body)), settings, { embed, judge, signal })
    sendJson(response, 200, { rewards: rows.map(({ reward }) => reward), rows })
  }

  port = await listen(server, { host: HOST, port: options.port ?? 0 }, 'Rewards cannot be served')
  return {
    ...{ url: `${urlOf({ host: HOST, port })}${PATH}`, token },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    }
  }
}

/** @throws OrreryError invalid-input */
function rowsIn(body: unknown): unknown[] {
  const batch = Batch.safeParse(body)
  if (batch.success) return batch.data.rows
  const why = sentenceOf(batch.error, { value: body, schema: Batch })
  throw new OrreryError('invalid-input', `Expected {"rows": [...]} with up to ${MOST_ROWS} rows: ${why}`)
}
