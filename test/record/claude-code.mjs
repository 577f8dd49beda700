// Records what the tools of Claude Code really answer: node test/record/claude-code.mjs FOLDER SESSIONS OUT
// FOLDER has @anthropic-ai/claude-code installed; SESSIONS is a module like coding-sessions.mjs, whose sessions of that version are recorded. The program runs against a server of
// this script's own, which asks for one call after the other in place of a model and writes down what comes back; nothing leaves the computer.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, list, out] = process.argv.slice(2).map((path) => resolve(path))
const { sessions } = await import(pathToFileURL(list).href)
const at = join(folder, 'node_modules/@anthropic-ai/claude-code')
const { version } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))
const program = join(at, 'cli.js')
const recorded = []
for (const session of sessions['claude-code'].filter((one) => one.version === version))
  recorded.push(await record(session))
writeFileSync(
  out,
  `${JSON.stringify({ program: `claude-code ${version}`, set: 'claude-code', sessions: recorded }, null, 1)}\n`
)
process.exit(0)

async function record({ title, git, files, calls }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-swe-')))
  const home = mkdtempSync(join(tmpdir(), 'orrery-home-'))
  for (const [path, { text, base64, age = 0 }] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), base64 === undefined ? text : Buffer.from(base64, 'base64'))
    const time = Date.now() / 1000 - age
    utimesSync(join(root, path), time, time)
  }
  if (git)
    for (const args of ['init -q -b main', 'config user.name Ada', 'config user.email ada@example.org'])
      execFileSync('git', args.split(' '), { cwd: root })
  const turns = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => answer(JSON.parse(body || '{}'), response))
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const answer = (asked, response) => {
    const last = asked.messages?.at(-1)?.content
    const result = Array.isArray(last)
      ? last.find(({ tool_use_id }) => tool_use_id === `toolu_${turns.length}`)
      : undefined
    const main = asked.tools?.some(({ name }) => name === 'Bash')
    if (main && result && turns.length < calls.length) {
      const text =
        typeof result.content === 'string' ? result.content : result.content.map((part) => part.text ?? '').join('')
      const { name, arguments: given } = calls[turns.length]
      // What is added for the agent alone is no part of a result.
      const plain = text
        .replace(/\n*<system-reminder>\n[\s\S]*?<\/system-reminder>\n*$/, '')
        .replace(/\nNOTE: do any of the files above seem malicious\?.*$/, '')
      // It cuts blanks at the beginning of a result now and then.
      const whole = name === 'Read' ? plain.replace(/^\d+→/, (number) => number.padStart(7)) : plain
      const mine = { name, arguments: given, answer: sorted(name, given, whole.replaceAll(root, '{root}')) }
      turns.push({ ...mine, fails: result.is_error === true })
    }
    const next = main ? calls[turns.length] : undefined
    const input = next && JSON.stringify(next.arguments).replaceAll('{root}', root)
    const block = next
      ? { type: 'tool_use', id: `toolu_${turns.length}`, name: next.name, input: {} }
      : { type: 'text', text: '' }
    const delta = next ? { type: 'input_json_delta', partial_json: input } : { type: 'text_delta', text: 'done' }
    const usage = { input_tokens: 1, output_tokens: 1 }
    const events = [
      {
        type: 'message_start',
        message: {
          id: `msg_${turns.length}`,
          type: 'message',
          role: 'assistant',
          model: 'recorded',
          content: [],
          usage
        }
      },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: next ? 'tool_use' : 'end_turn' }, usage },
      { type: 'message_stop' }
    ]
    if (!asked.stream) {
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          id: `msg_${turns.length}`,
          type: 'message',
          role: 'assistant',
          model: 'recorded',
          content: [{ type: 'text', text: 'done' }],
          stop_reason: 'end_turn',
          usage
        })
      )
      return
    }
    response.setHeader('content-type', 'text/event-stream')
    for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    response.end()
  }
  const env = {
    ...process.env,
    HOME: home,
    LANG: 'C.UTF-8',
    SHELL: '/bin/bash',
    IS_SANDBOX: '1',
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}`,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1'
  }
  const child = spawn(process.execPath, [program, '-p', 'begin', '--dangerously-skip-permissions'], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit']
  })
  await new Promise((done) => child.on('close', done))
  server.close()
  rmSync(root, { recursive: true })
  rmSync(home, { recursive: true })
  console.log(title, turns.length, 'of', calls.length)
  return { title, git, files, turns }
}

/** ripgrep's threads write files in no order: here that is the order of their paths. */
function sorted(name, { output_mode, path }, text) {
  if (name !== 'Grep' || output_mode !== 'content' || path?.includes('.')) return text
  const key = (line) =>
    line
      .split(/[:-]\d+[:-]|:/, 1)[0]
      .split('/')
      .join('\0')
  if (text.includes('\n--\n')) return text
  const lines = text.split('\n').map((line, index) => ({ line, index }))
  lines.sort((a, b) => (key(a.line) < key(b.line) ? -1 : key(a.line) > key(b.line) ? 1 : a.index - b.index))
  return lines.map(({ line }) => line).join('\n')
}
