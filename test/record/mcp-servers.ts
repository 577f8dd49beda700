// Records calls to MCP's reference servers: node test/record/mcp-servers.ts [NAME...] writes test/grounds/mcp/NAME.json.
// Each server runs as it is installed, over stdio and on a real file system. Needs Linux and the right to make and remove the folders named in
// test/grounds/mcp/sessions.ts.
//
// The Python servers (git, sqlite, time) are taken from two virtual environments of CPython 3.11, because sqlite needs the SDK's first version:
//   python3.11 -m venv VENVS/sdk-1 && VENVS/sdk-1/bin/pip install -r the names and versions in image/mcp-python/sdk-1.txt and shared.txt
//   python3.11 -m venv VENVS/sdk-2 && the same for sdk-2.txt
//   PYTHON_SERVERS=VENVS node test/record/mcp-servers.ts git sqlite time
// Their clock is libfaketime's (Debian's package faketime; FAKETIME_LIB names the library elsewhere): it stands still during a call at the
// second that the world has then, so that dates and hashes of commits are equal too. git and sqlite3 are those of Debian 12, as on the machine.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { record } from '../grounds/mcp/real.ts'
import { sessions } from '../grounds/mcp/sessions.ts'
import { shipped } from '../grounds/mcp/shipped.ts'

const folder = join(import.meta.dirname, '..', 'grounds', 'mcp')
const chosen = process.argv.slice(2)
for (const [name, session] of Object.entries({ ...sessions, ...shipped })) {
  if (chosen.length && !chosen.includes(name)) continue
  const recorded = await record(session)
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(recorded, null, 2)}\n`)
  process.stdout.write(`${name}: ${recorded.calls.length} calls\n`)
}
