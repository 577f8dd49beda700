// What pip says of what is installed: the machine knows that, and no network is needed for it.

import type { Invocation } from '../../../core/grounds/effects/told.ts'
import type { StateChange } from '../../../core/tree/ground.ts'
import { quoted } from '../emulator/quoted.ts'

/** A script that prints what the command prints, and what it changes; `null` for what needs the network. */
export function ownPackages({ name, args, home }: Invocation, venv?: string): PackageCommand | null {
  if (/^apt(?:-get)?$/.test(name)) return ownApt(args)
  if (!PIP.test(name)) return null
  const own = ownPip(args, venv)
  if (venv !== undefined || !changesSystem(args)) return own
  const { script, effects } = own ?? { script: `exit ${NOT_MINE}`, effects: [] }
  return { script: `${refuseManaged(home)}\n${script}`, effects }
}

/** Whether Debian lets only apt do it: what goes into another folder may be installed. */
const changesSystem = ([verb = '', ...rest]: readonly string[]): boolean =>
  (verb === 'install' || (verb === 'uninstall' && rest.length > 0)) &&
  !rest.some((arg) => /^(?:--(?:break-system-packages|target|prefix|root)(?:=|$)|-t)/.test(arg))

const PIP = /^pip3?$/

/** The pip of a virtual environment (`image/pip.py`) names its Python: what it is asked, and the environment's folder. */
export function insideVenv<Of extends Invocation>(asked: Of): { asked: Of; venv?: string } {
  const [option, python, ...args] = asked.args
  const [, venv] = /^(\/.+)\/bin\/python[\d.]*$/.exec(python ?? '') ?? []
  return PIP.test(asked.name) && option === '--python' && venv !== undefined
    ? { asked: { ...asked, args }, venv }
    : { asked }
}

export interface PackageCommand {
  script: string
  effects: StateChange[]
}

/** The exit code of a script that finds that the network is needed after all. */
export const NOT_MINE = 250

const YES = '(y|yes|t|true|on|1)'

/** Lines that say what pip says in a Python of the distribution's own (PEP 668), in the words of Debian's file, and end. */
const refuseManaged = (home: string): string => `allowed() {
  grep -qsiE '^ *break-system-packages *= *${YES} *$' /etc/pip.conf ${['.config/pip', '.pip'].map((folder) => quoted(`${home}/${folder}/pip.conf`)).join(' ')} && return
  for each in $(pgrep -x 'pip3?'); do
    tr '\\0' '\\n' < /proc/$each/environ | grep -qiE '^(PIP_BREAK_SYSTEM_PACKAGES=${YES}$|VIRTUAL_ENV=.|CONDA_PREFIX=.)' && return
  done
  return 1
}
for marker in /usr/lib/python3.*/EXTERNALLY-MANAGED; do
  if [ -e "$marker" ] && ! allowed; then
    printf 'error: externally-managed-environment\\n\\n× This environment is externally managed\\n'
    awk '/^Error=/ { mark = "╰─> "; sub(/^Error=/, "") } mark { sub(/^ /, ""); print mark $0; mark = "    " }' "$marker"
    printf '\\nnote: If you believe this is a mistake, please contact your Python installation or OS distribution provider. You can override this, at the risk of breaking your Python installation or OS, by passing --break-system-packages.\\nhint: See PEP 668 for the detailed specification.\\n'
    exit 1
  fi
done`

function ownApt(args: string[]): PackageCommand | null {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const [verb, ...names] = words
  if (!names.length || names.some((one) => !/^[a-z0-9][a-z0-9.+-]+$/.test(one))) return null
  const installed = (one: string) => `dpkg-query -W -f='\${Status}' ${one} 2>/dev/null | grep -q ' installed$'`
  const head =
    "printf 'Reading package lists... Done\\nBuilding dependency tree... Done\\nReading state information... Done\\n'"
  if (verb === 'install') {
    const all = names.map((one) => `${installed(one)} || exit ${NOT_MINE}`)
    const told = names.map(
      (one) => `echo "${one} is already the newest version ($(dpkg-query -W -f='\${Version}' ${one}))."`
    )
    return {
      script: [...all, head, ...told, "echo '0 upgraded, 0 newly installed, 0 to remove and 0 not upgraded.'"].join(
        '\n'
      ),
      effects: []
    }
  }
  if (verb === 'remove' || verb === 'purge') {
    const found = `set --; for p in ${names.join(' ')}; do if ${installed('$p')}; then set -- "$@" $p; else echo "Package '$p' is not installed, so not removed"; fi; done`
    const told = `[ $# -gt 0 ] && { echo 'The following packages will be REMOVED:'; echo "  $*"; }; echo "0 upgraded, 0 newly installed, $# to remove and 0 not upgraded."; for p; do echo "Removing $p ($(dpkg-query -W -f='\${Version}' $p)) ..."; done`
    return {
      script: [head, found, told].join('\n'),
      effects: names.map((one): StateChange => ({ do: 'uninstall', manager: 'apt', name: one }))
    }
  }
  return null
}

function ownPip(args: string[], venv?: string): PackageCommand | null {
  const python = (code: string): string =>
    // A Python that is stated to be another one asks nobody for this (`programs.ts`).
    `DREAM=own ${venv === undefined ? 'python3' : quoted(`${venv}/bin/python3`)} -c ${quoted(code)}`
  const [verb = '', ...rest] = args.filter((arg) => !/^--(?:disable-pip|no-color|no-input)/.test(arg))
  const names = rest.filter((arg) => !arg.startsWith('-'))
  switch (verb) {
    case '--version':
    case '-V':
      return { script: python(VERSION), effects: [] }
    case 'list':
      return { script: python(rest.includes('--format=freeze') ? FREEZE_ALL : LIST), effects: [] }
    case 'freeze':
      return { script: python(rest.includes('--all') ? FREEZE_ALL : FREEZE), effects: [] }
    case 'check':
      return { script: "echo 'No broken requirements found.'", effects: [] }
    case 'show':
      return { script: `${python(SHOW)} ${names.map(quoted).join(' ')}`, effects: [] }
    case 'install':
      // What is there already needs no network.
      return names.length &&
        names.every((one) => /^[\w.-]+$/.test(one)) &&
        !rest.some((arg) => /^-(?:U|r|e)$|^--(?:upgrade|force)/.test(arg))
        ? { script: `${python(SATISFIED)} ${names.map(quoted).join(' ')}`, effects: [] }
        : null
    case 'uninstall':
      return {
        script: `${python(REMOVE)} ${names.map(quoted).join(' ')}`,
        effects: names.map((one): StateChange => ({ do: 'uninstall', manager: 'pip', name: one }))
      }
    default:
      return null
  }
}

// As the world states them, where it does (`programs.ts`).
const VERSION = `import os, pip, sys
stated = "/run/dream/versions/pip"
own = open(stated).read().strip() if os.path.exists(stated) else getattr(pip, "__version__", "23.0.1")
print("pip {} from {} (python {})".format(own, pip.__path__[0], ".".join(sys.version.split(".")[:2])))
`

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

const FREEZE_ALL = `${FOUND}for one in found.values():
    print(f"{one.metadata['Name']}=={one.version}")
`

// What packages are installed with is no requirement, as pip has it before Python 3.12.
const FREEZE = FREEZE_ALL.replace(
  'found.values():',
  'found.values():\n  if one.metadata["Name"] not in ("pip", "setuptools", "distribute", "wheel"):'
)

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

const SATISFIED = `${FOUND}for name in sys.argv[1:]:
    if name.lower().replace("_", "-") not in found:
        sys.exit(${NOT_MINE})
for name in sys.argv[1:]:
    one = found[name.lower().replace("_", "-")]
    print(f"Requirement already satisfied: {name} in {one.locate_file('').as_posix().rstrip('/')} ({one.version})")
`

const REMOVE = `${FOUND}for name in sys.argv[1:]:
    one = found.get(name.lower().replace("_", "-"))
    if one is None:
        print(f"WARNING: Skipping {name} as it is not installed.", file=sys.stderr)
    else:
        print(f"Found existing installation: {one.metadata['Name']} {one.version}\\nUninstalling {one.metadata['Name']}-{one.version}:\\n  Successfully uninstalled {one.metadata['Name']}-{one.version}")
`
