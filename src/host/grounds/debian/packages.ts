// What pip says of what is installed: the machine knows that, and no network is needed for it.

import type { Invocation } from '../../../core/effects/told.ts'
import type { Effect } from '../../../core/ground.ts'
import { quoted } from './apply.ts'

/** A script that prints what the command prints, and what it changes; `null` for what needs the network. */
export function ownPackages({ name, args }: Invocation): { script: string; effects: Effect[] } | null {
  if (name !== 'pip' && name !== 'pip3') return null
  const [verb = '', ...rest] = args.filter((arg) => !/^--(?:disable-pip|no-color|no-input)/.test(arg))
  const names = rest.filter((arg) => !arg.startsWith('-'))
  switch (verb) {
    case '--version':
    case '-V':
      return { script: "echo 'pip 23.0.1 from /usr/lib/python3/dist-packages/pip (python 3.11)'", effects: [] }
    case 'list':
      return { script: python(rest.includes('--format=freeze') ? FREEZE : LIST), effects: [] }
    case 'freeze':
      return { script: python(FREEZE), effects: [] }
    case 'check':
      return { script: "echo 'No broken requirements found.'", effects: [] }
    case 'show':
      return { script: `${python(SHOW)} ${names.map(quoted).join(' ')}`, effects: [] }
    case 'uninstall':
      return {
        script: `${python(REMOVE)} ${names.map(quoted).join(' ')}`,
        effects: names.map((one): Effect => ({ do: 'uninstall', manager: 'pip', name: one }))
      }
    default:
      return null
  }
}

const python = (code: string): string => `python3 -c ${quoted(code)}`

const FOUND = `import sys
from importlib.metadata import distributions
found = {}
for one in distributions():
    found.setdefault(one.metadata["Name"].lower().replace("_", "-"), one)
found = dict(sorted(found.items()))
`

const LIST = `${FOUND}rows = [("Package", "Version")] + [(one.metadata["Name"], one.version) for one in found.values()]
wide = [max(len(row[i]) for row in rows) for i in (0, 1)]
rows.insert(1, ("-" * wide[0], "-" * wide[1]))
for name, version in rows:
    print(f"{name.ljust(wide[0])} {version}")
`

const FREEZE = `${FOUND}for one in found.values():
    print(f"{one.metadata['Name']}=={one.version}")
`

const SHOW = `${FOUND}missing = []
first = True
for name in sys.argv[1:]:
    one = found.get(name.lower().replace("_", "-"))
    if one is None:
        missing.append(name)
        continue
    if not first:
        print("---")
    first = False
    get = lambda key: one.metadata.get(key) or ""
    print(f"Name: {one.metadata['Name']}\\nVersion: {one.version}\\nSummary: {get('Summary')}\\nHome-page: {get('Home-page')}\\nAuthor: {get('Author')}")
    print(f"Author-email: {get('Author-email')}\\nLicense: {get('License')}\\nLocation: {one.locate_file('').as_posix().rstrip('/')}\\nRequires: \\nRequired-by: ")
if missing:
    print(f"WARNING: Package(s) not found: {', '.join(missing)}", file=sys.stderr)
sys.exit(1 if missing and first else 0)
`

const REMOVE = `${FOUND}for name in sys.argv[1:]:
    one = found.get(name.lower().replace("_", "-"))
    if one is None:
        print(f"WARNING: Skipping {name} as it is not installed.", file=sys.stderr)
    else:
        print(f"Found existing installation: {one.metadata['Name']} {one.version}\\nUninstalling {one.metadata['Name']}-{one.version}:\\n  Successfully uninstalled {one.metadata['Name']}-{one.version}")
`
