// SWE-ReX 1.4: shell sessions, commands and files over plain JSON, for SWE-agent, mini-swe-agent and the classes in resources/agents.

import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { findDomain } from '../../../core/domains/index.ts'
import { OrreryError, toWire } from '../../../core/errors.ts'
import { parseJson } from '../../../core/text/json.ts'
import { trimEndOf } from '../../../core/text/plain.ts'
import { unzipped } from '../../formats/unzip.ts'
import { readBody } from '../http-limits.ts'
import { same } from '../invitations.ts'
import { leaving, retryHeaders, sendJson } from '../listen.ts'
import { STATUS } from '../status.ts'
import { decoded } from './codecs.ts'
import type { AgentDoor, Visit } from './door.ts'
import { clientOf, MOST_BYTES } from './http.ts'
import { closeSession, createSession, execute, inSession, interrupt, RexError, type Sessions } from './rex-sessions.ts'
import { Action, CloseSession, CreateSession, Fork, ReadFile, RexCommand, SendKeys, WriteFile } from './rex-shapes.ts'
import { FileError, type WorldShell, worldShell } from './world-shell.ts'

// A client asks again for its last request, not for older ones.
const MOST_ANSWERS = 16

interface Answer {
  status: number
  body: unknown
  headers?: OutgoingHttpHeaders
}

/** What is kept for one link. */
interface Kept {
  sessions: Sessions
  /** Answers by `X-Request-ID`, those that are still made too. */
  answers: Map<string, Promise<Answer>>
}

export function swerexDoor(): AgentDoor {
  const kept = new Map<string, Kept>()
  const keptOf = (link: string): Kept => {
    const found = kept.get(link) ?? { sessions: new Map(), answers: new Map() }
    kept.set(link, found)
    return found
  }

  return {
    name: 'swerex',
    title: 'SWE-ReX',
    description: 'Agents that run shell commands: SWE-agent, mini-swe-agent, Harbor, Inspect.',
    serves: ({ domain }) => findDomain(domain).shell !== undefined,
    async serve(visit) {
      const { request, response, link } = visit
      const key = request.headers['x-api-key']
      const { status, body, headers }: Answer =
        key !== undefined && !same(link, String(key))
          ? { status: 401, body: { detail: 'Invalid API Key' } }
          : await once(visit, keptOf(link).answers, () => answer(visit, keptOf(link).sessions))
      if (!response.destroyed) sendJson(response, status, body, headers)
    },
    async close() {
      kept.clear()
    }
  }
}

/** A request that is sent once more under the same id is not done once more. */
function once({ request }: Visit, answers: Kept['answers'], make: () => Promise<Answer>): Promise<Answer> {
  const id = request.headers['x-request-id']
  const known = typeof id === 'string' ? answers.get(id) : undefined
  if (known || typeof id !== 'string') return known ?? make()
  const made = make()
  answers.set(id, made)
  for (const oldest of answers.keys()) if (answers.size > MOST_ANSWERS) answers.delete(oldest)
  // Of these nothing was done, and they can be asked for again.
  made.then(({ status }) => UNDONE.has(status) && answers.delete(id)).catch(() => answers.delete(id))
  return made
}

const CANCELLED = 499
const UNDONE = new Set([CANCELLED, STATUS.overloaded])

async function answer(visit: Visit, sessions: Sessions): Promise<Answer> {
  const { request, response, path } = visit
  const gone = leaving(response)
  const [name = ''] = path
  try {
    const simple = SIMPLE[`${request.method} ${name}`]
    if (simple) return { status: 200, body: simple }
    const work = WORK[`${request.method} ${name}`]
    if (!work || path.length > 1) return { status: 404, body: { detail: 'Not Found' } }
    const given = await readBody(request, MOST_BYTES)
    const shell = () => worldShell(visit.world, { signal: gone, client: clientOf(request) })
    return { status: 200, body: await work({ given, visit, shell, sessions, signal: gone }) }
  } catch (error) {
    if (gone.aborted) return { status: CANCELLED, body: {} }
    if (error instanceof z.ZodError) return { status: 422, body: { detail: error.issues } }
    const { path: class_path, message, extra: extra_info } = asRex(error)
    const body = { swerexception: { message, class_path, traceback: '', extra_info } }
    const headers = retryHeaders(error)
    return { status: 'retry-after' in headers ? STATUS.overloaded : 511, body, headers }
  }
}

const FILE_ERRORS = {
  missing: 'builtins.FileNotFoundError',
  folder: 'builtins.IsADirectoryError',
  permission: 'builtins.PermissionError',
  other: 'builtins.OSError'
}

function asRex(error: unknown): RexError {
  if (error instanceof RexError) return error
  if (error instanceof FileError) return new RexError(FILE_ERRORS[error.kind], error.message)
  return new RexError('swerex.exceptions.SwerexException', toWire(error).message)
}

interface Asked {
  given: Buffer
  visit: Visit
  shell(): Promise<WorldShell>
  sessions: Sessions
  /** Aborted when the client goes away. */
  signal: AbortSignal
}

const SIMPLE: Record<string, unknown> = {
  'GET ': { message: 'hello world' },
  'GET is_alive': { is_alive: true, message: '' }
}

const WORK: Record<string, (asked: Asked) => Promise<unknown>> = {
  'POST create_session': async ({ given, shell, sessions }) =>
    createSession(await shell(), sessions, CreateSession.parse(json(given))),
  'POST close_session': async ({ given, sessions }) => closeSession(sessions, CloseSession.parse(json(given)).session),
  'POST run_in_session': async ({ given, shell, sessions }) => {
    const action = Action.parse({ action_type: 'bash', ...json(given) })
    if (action.action_type === 'bash') return inSession(await shell(), sessions, action)
    return interrupt(await shell(), sessions, action.session)
  },
  'POST execute': async ({ given, shell }) => execute(await shell(), RexCommand.parse(json(given))),
  'POST read_file': async ({ given, shell }) => {
    const { path, encoding, errors } = ReadFile.parse(json(given))
    const bytes = await (await shell()).read(path)
    return { content: encoding === 'base64' ? bytes.toString('base64') : textIn(bytes, { encoding, errors }) }
  },
  'POST write_file': async ({ given, shell }) => {
    const { path, content, encoding } = WriteFile.parse(json(given))
    await (await shell()).write(path, Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8'))
    return {}
  },
  'POST upload': async ({ given, visit, shell, signal }) => {
    await upload(await shell(), await formOf(given, visit.request), signal)
    return {}
  },
  'POST close': async ({ sessions }) => {
    sessions.clear()
    return {}
  },
  'POST send_keys': async ({ given, shell }) => {
    const { keys, seconds } = SendKeys.parse(json(given))
    return { output: await (await shell()).keys(keys, seconds) }
  },
  'GET screen': async ({ shell }) => ({ output: await (await shell()).look() }),
  'POST fork': async ({ given, visit: { world, base } }) => {
    const { link, text } = await world.call('agent.fork', Fork.parse(json(given)))
    const { seeded } = await world.of(link).call('agent.world', {})
    return { url: base.replace(world.link, link), output: text, seeded }
  },
  'POST leave': async ({ visit: { world } }) => {
    await world.call('agent.leave', {})
    return {}
  }
}

/** @throws ZodError */
function json(given: Buffer): Record<string, unknown> {
  let value: unknown
  try {
    value = parseJson(given.toString())
  } catch {
    // Told by the schema, in the words of one.
  }
  return z.record(z.string(), z.unknown()).parse(value)
}

/** @throws RexError as Python would, as far as its client can make that error */
function textIn(bytes: Buffer, how: Parameters<typeof decoded>[1]): string {
  try {
    return decoded(bytes, how)
  } catch (cause) {
    if (cause instanceof RangeError) throw new RexError('builtins.LookupError', `unknown encoding: ${how.encoding}`)
    throw new RexError('builtins.ValueError', `the file cannot be read as ${how.encoding ?? 'utf-8'}`)
  }
}

const Form = z.object({
  file: z.instanceof(Blob),
  target_path: z.string().min(1),
  unzip: z.stringbool().default(false)
})

async function formOf(given: Buffer, { headers }: IncomingMessage): Promise<z.infer<typeof Form>> {
  const type = headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(given), { headers: { 'content-type': type } })
    .formData()
    .catch(() => new FormData())
  return Form.parse(Object.fromEntries(form))
}

async function upload(
  shell: WorldShell,
  { file, target_path, unzip }: z.infer<typeof Form>,
  signal: AbortSignal
): Promise<void> {
  const bytes = Buffer.from(await file.arrayBuffer())
  if (!unzip) return shell.write(target_path, bytes)
  for (const { name, content } of await folderIn(bytes, signal)) {
    // Folders are made with what is in them. A name that leads out of the folder leads nowhere.
    if (name.startsWith('/') || name.split('/').includes('..')) continue
    await shell.write(`${trimEndOf(target_path, '/')}/${name}`, content)
  }
}

/** @throws OrreryError invalid-input for what is no zip, or would unfold to more than may be sent */
async function folderIn(bytes: Buffer, signal: AbortSignal): Promise<{ name: string; content: Buffer }[]> {
  try {
    return await unzipped(bytes, { most: MOST_BYTES, signal })
  } catch (cause) {
    if (cause instanceof OrreryError) throw cause
    throw new OrreryError('invalid-input', `The zip to be uploaded ${(cause as Error).message}.`, { cause })
  }
}
