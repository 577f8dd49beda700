// Records what the tools of Qwen Code really answer: node test/record/qwen.mjs FOLDER OUT [SESSIONS]
// SESSIONS: another module of sessions, such as coding-sessions.mjs.
// FOLDER is an unpacked npm package: @qwen-code/qwen-code 0.5.0 or 0.1.4, or (installed with what it needs) @qwen-code/qwen-code-core 0.0.14,
// whose shell tool knows its own process without a terminal. Its own tool classes are run on a folder under the
// system's temporary folder; `{root}` stands for that folder in what is written.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sessions as shipped } from './qwen-sessions.mjs'

const [folder, out, list] = process.argv.slice(2).map((path) => resolve(path))
const { name: called, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const NAMES =
  'ReadFileTool WriteFileTool EditTool LSTool GlobTool RipGrepTool ReadManyFilesTool ShellTool TodoWriteTool FileDiscoveryService StandardFileSystemService FileExclusions WorkspaceContext'
const bundle = join(folder, 'cli.js')
const program = await import(pathToFileURL(existsSync(bundle) ? opened(bundle) : join(folder, 'dist/index.js')).href)

/** The program is one file that starts itself: a copy gives its classes away instead. */
function opened(path) {
  const source = readFileSync(path, 'utf8')
  const start = source.lastIndexOf('\nmain().catch(')
  const end = source.indexOf('\n});', start) + 4
  const given = `\nexport { ${NAMES.split(' ').join(', ')} };\n`
  const copy = join(folder, 'recorded.mjs')
  writeFileSync(copy, source.slice(0, start) + given + source.slice(end))
  return copy
}

const quiet = { log() {}, error() {}, warn() {}, debug() {}, info() {} }
Object.assign(console, { ...quiet, log: console.log })

function configOf(root) {
  const files = new program.FileDiscoveryService(root)
  const system = new program.StandardFileSystemService()
  const workspace = new program.WorkspaceContext(root)
  const filtering = { respectGitIgnore: true, respectQwenIgnore: true }
  const known = {
    getTargetDir: () => root,
    getProjectRoot: () => root,
    getWorkspaceContext: () => workspace,
    getFileService: () => files,
    getFileSystemService: () => system,
    getFileFilteringOptions: () => filtering,
    getFileFilteringRespectGitIgnore: () => true,
    getTruncateToolOutputThreshold: () => 25_000,
    getTruncateToolOutputLines: () => 1000,
    getSessionId: () => 'recording',
    getGitCoAuthor: () => ({ enabled: false }),
    getUseBuiltinRipgrep: () => true,
    getUseRipgrep: () => true,
    storage: { getProjectTempDir: () => join(root, '..', 'temporary') }
  }
  const config = new Proxy(known, { get: (all, name) => all[name] ?? (() => undefined) })
  known.getFileExclusions = () => new program.FileExclusions(config)
  return config
}

function make(root, { files, git }) {
  for (const [path, { text, base64, age = 0 }] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), base64 === undefined ? text : Buffer.from(base64, 'base64'))
    const time = Date.now() / 1000 - age
    utimesSync(join(root, path), time, time)
  }
  if (!git) return
  const run = (...args) => execFileSync('git', args, { cwd: root })
  run('init', '-q', '-b', 'main')
  run('config', 'user.name', 'Ada')
  run('config', 'user.email', 'ada@example.org')
}

async function answer(tool, args) {
  let invocation
  try {
    invocation = tool.build(args)
  } catch (error) {
    return error.message
  }
  const { llmContent, error } = await invocation.execute(new AbortController().signal)
  if (error) return error.message
  if (Array.isArray(llmContent)) return llmContent.map((part) => part.text ?? part).join('')
  if (typeof llmContent === 'string') return llmContent
  return `Binary content of type ${llmContent.inlineData.mimeType} was processed.`
}

const recorded = []
const others = list && (await import(pathToFileURL(list).href)).sessions['qwen-cli']
for (const session of others ?? shipped(version)) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-swe-')))
  make(root, session)
  const config = configOf(root)
  const tools = new Map(
    NAMES.split(' ')
      .filter((name) => name.endsWith('Tool'))
      .map((name) => program[name])
      .filter(Boolean)
      .map((Tool) => [Tool.Name, new Tool(config)])
  )
  process.chdir(root)
  const turns = []
  for (const { name, arguments: args } of session.calls) {
    const real = JSON.parse(JSON.stringify(args).replaceAll('{root}', root))
    const text = await answer(tools.get(name), real)
    turns.push({
      name,
      arguments: args,
      answer: sorted(name, text).replaceAll(root, '{root}').replaceAll(folder, '{program}')
    })
  }
  const { files, git, title } = session
  recorded.push({ title, git, files, turns })
  process.chdir('/')
  rmSync(root, { recursive: true })
}
const parameters = Object.fromEntries(
  [program.EditTool, program.ReadFileTool].map((Tool) => [
    Tool.Name,
    Object.keys(new Tool(configOf(tmpdir())).schema.parametersJsonSchema.properties)
  ])
)
const head = { program: `${called} ${version}`, ...(others && { set: 'qwen-cli' }), parameters }
writeFileSync(out, `${JSON.stringify({ ...head, sessions: recorded }, null, 1)}\n`)
console.log(
  recorded.reduce((sum, { turns }) => sum + turns.length, 0),
  'calls'
)
process.exit(0)

/** ripgrep's four threads write files in no order: here that is the order of their paths. */
function sorted(name, text) {
  if (name !== 'grep_search' || text.includes('truncated]')) return text
  const [head, ...lines] = text.split('\n')
  if (lines[0] !== '---') return text
  const key = (line) => line.slice(0, line.indexOf(':')).split('/').join('\0')
  const rest = lines.slice(1).map((line, index) => ({ line, index }))
  rest.sort((a, b) => (key(a.line) < key(b.line) ? -1 : key(a.line) > key(b.line) ? 1 : a.index - b.index))
  return [head, '---', ...rest.map(({ line }) => line)].join('\n')
}
