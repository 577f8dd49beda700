// What npm leaves behind in a project: entries of package.json and package-lock.json, and packages in node_modules.

import { PACKAGE_PROGRAMS } from '../../../core/grounds/effects/node-modules.ts'
import type { StateChange } from '../../../core/tree/ground.ts'
import { quoted } from '../emulator/quoted.ts'
import type { Owner } from './apply.ts'

type Npm<Do> = Extract<StateChange, { do: Do }>

/** npm works on the nearest folder upwards that has a package.json, else where it was asked. */
const projectOf = (folder: string): string =>
  `from=${quoted(folder)}; at=$from; while [ ! -e "$at/package.json" ] && [ "$at" ]; do at=\${at%/*}; done; at=\${at:-$from}
edit() { p="$at/$1"; [ -s "$p" ] || echo '{}' > "$p"; tab=$(sed -n '2s/^\\( *\\).*/\\1/p' "$p"); shift; tab=\${tab:-  }; jq --indent \${#tab} "$@" "$p" > "$p.new" && cat "$p.new" > "$p"; rm -f "$p.new"; }`

const owned = ({ user }: Owner): string[] =>
  user === 'root' ? [] : [`chown -R ${user}: "$at"/package*.json "$at/node_modules" 2>/dev/null`]

/** Lines of a script, where the function `dream` is there. Without a name it is all that package.json asks for. */
export function npmInstalled({ name, version, folder, saved }: Npm<'install'>, owner: Owner): string[] {
  const values = `--arg name ${quoted(name)} --arg version ${quoted(version)}`
  const save = saved && [
    `edit package.json ${values} --arg list ${saved.as} --arg range ${quoted(saved.range)} ${quoted(SAVE)}`,
    `edit package-lock.json ${values} --slurpfile package "$at/package.json" ${quoted(LOCK)}`
  ]
  return [
    projectOf(folder ?? owner.home),
    PUT,
    name
      ? `put ${quoted(name)} ${quoted(version)}`
      : `${WANTED} | while read -r name version; do put "$name" "$version"; done`,
    ...(save ?? []),
    ...owned(owner)
  ]
}

/** Lines of a script. */
export function npmRemoved({ name, folder }: Npm<'uninstall'>, owner: Owner): string[] {
  const values = `--arg name ${quoted(name)}`
  return [
    projectOf(folder ?? owner.home),
    `rm -rf "$at/node_modules/"${quoted(name)}`,
    `[ ! -e "$at/package.json" ] || edit package.json ${values} ${quoted(FORGET)}`,
    `[ ! -e "$at/package-lock.json" ] || edit package-lock.json ${values} --slurpfile package "$at/package.json" ${quoted(UNLOCK)}`,
    ...owned(owner)
  ]
}

const KINDS = '"dependencies", "devDependencies", "optionalDependencies"'

// Of several kinds a package has one, and names are sorted, as npm writes them.
const SAVE = `reduce (${KINDS}) as $kind (.; if .[$kind] then del(.[$kind][$name]) else . end)
| .[$list] = ((.[$list] // {}) + {($name): $range} | to_entries | sort_by(.key) | from_entries)
| reduce (${KINDS}) as $kind (.; if .[$kind] == {} then del(.[$kind]) else . end)`
const FORGET = `reduce (${KINDS}) as $kind (.; if .[$kind] then del(.[$kind][$name]) else . end)
| reduce (${KINDS}) as $kind (.; if .[$kind] == {} then del(.[$kind]) else . end)`

// Only what was told is in it: neither what a package needs itself, nor addresses and sums, which nobody knows.
const ROOT =
  '$package[0] as $p | ($p | {name, version, license, dependencies, devDependencies, optionalDependencies, bin, engines} | with_entries(select(.value != null)))'
const LOCK = `${ROOT} as $root | {name: ($p.name // .name), version: ($p.version // .version), lockfileVersion: (.lockfileVersion // 3), requires: true} + . | with_entries(select(.value != null))
| .packages = ({"": $root} + ((.packages // {}) | del(.[""])) + {("node_modules/" + $name): ({version: $version} + (if $root.devDependencies[$name] then {dev: true} else {} end))})`
const UNLOCK = `${ROOT} as $root | if .packages then .packages = ({"": $root} + (.packages | del(.[""], .["node_modules/" + $name]))) else . end`

// The lowest version that is asked for.
const WANTED = `jq -r '(.dependencies // {}) + (.devDependencies // {}) | to_entries[] | .key + " " + .value' "$at/package.json" 2>/dev/null | sed -E 's/ [^0-9]*/ /; s/ ([0-9][^ ]*).*/ \\1/'`

// A package that was only told of: whoever uses it has its whole program told by the model.
const MODULE = `const { spawnSync } = require('node:child_process')
const words = [...process.execArgv, ...process.argv.slice(1)]
process.exit(spawnSync('/usr/lib/dream/dream', words, { argv0: 'node', stdio: 'inherit' }).status)`

/** A package with its programs, as far as they are known: else one of its own name. What is there stays. */
const PUT = `put() {
  set -- "$1" "\${2:-1.0.0}"; own="$at/node_modules/$1"; [ ! -e "$own/package.json" ] || [ "$(jq -r .version "$own/package.json")" != "$2" ] || return
  mkdir -p "$own" "$at/node_modules/.bin"; printf '{"name":"%s","version":"%s"}\\n' "$1" "$2" > "$own/package.json"; printf '%s\\n' ${quoted(MODULE)} > "$own/index.js"
  case $1 in ${Object.entries(PACKAGE_PROGRAMS)
    .map(([name, programs]) => `${name}) set -- ${programs.join(' ')} ;;`)
    .join(' ')} *[@/]*) set -- ;; *) set -- "$1" ;; esac
  for each; do [ -e "$at/node_modules/.bin/$each" ] || dream "$at/node_modules/.bin/$each"; done
}`
