// The last step of a build: what is in it, and under which licenses. Writes out/sbom.json (CycloneDX, every package of the lock) and
// out/licenses.md (the packages a user gets: those bundled, which Vite lists, and those that run from node_modules).
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const BUNDLES = ['main', 'preload', 'renderer', 'assets']

// npm says where it is to the scripts that it runs.
const npm = process.env.npm_execpath
const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []]
const args = [...first, 'sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
const everything = JSON.parse(execFileSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }))

/** `{name, version, identifier, text}` of the package in `folder`; `null` where there is none, as on another platform. */
function installed(folder) {
  if (!existsSync(`${folder}/package.json`)) return null
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)/i.test(one))
  const text = file && readFileSync(`${folder}/${file}`, 'utf8').trim()
  // MCP's servers point to a file that they do not bring along; their README says which license it is.
  if (!file && /^SEE LICENSE/.test(license)) return { name, version, ...inReadme(`${folder}/README.md`) }
  return { name, version, identifier: license, text }
}

function inReadme(path) {
  const text = /^#+ License\n+([\s\S]*?)(?=\n#|$(?![\s\S]))/im
    .exec(existsSync(path) ? readFileSync(path, 'utf8') : '')?.[1]
    .trim()
  const [, identifier] = /\b(MIT|Apache-2\.0|BSD-[23]-Clause|ISC)\b/.exec(text ?? '') ?? []
  return { identifier, text }
}

const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'))
const running = Object.entries(packages).flatMap(([path, { dev }]) => (path && !dev && installed(root + path)) || [])
const bundled = BUNDLES.flatMap((name) => JSON.parse(readFileSync(`${root}out/${name}/licenses.json`, 'utf8')))
const shipped = new Map([...bundled, ...running].map((one) => [`${one.name} ${one.version}`, one]))
const unlicensed = [...shipped].filter(([, { identifier }]) => !identifier).map(([key]) => key)
if (unlicensed.length > 0)
  throw new Error(`These packages declare no license and cannot be shipped: ${unlicensed.join(', ')}`)

const { models } = JSON.parse(readFileSync(`${root}resources/models.json`, 'utf8'))
const weights = models.flatMap(({ bundled, title, license }) =>
  bundled ? [`## ${title} (resources/${bundled})\n\n${license}\n`] : []
)
const entries = [...shipped].sort(([a], [b]) => (a < b ? -1 : 1))
const sections = entries.map(([key, { identifier, text }]) =>
  text ? `## ${key}\n\n${identifier}\n\n~~~\n${text}\n~~~\n` : `## ${key}\n\n${identifier}\n`
)
writeFileSync(`${root}out/sbom.json`, `${JSON.stringify(everything, null, 2)}\n`)
writeFileSync(`${root}out/licenses.md`, `# Third-party licenses\n\n${[...weights, ...sections].join('\n')}`)
