// Programs that answer otherwise than the machine's own: with the version that the world states, or by the model.
import type { StateChange } from '../../../core/tree/ground.ts'
import { quoted } from '../emulator/quoted.ts'

// The program itself stands aside, and what comes in its place goes on as it. One that only asks (`image/dream.c`) has its own beside it.
const aside = (program: string, script: string): string =>
  `at=$(command -v ${program}); ! cmp -s "$at" /usr/lib/dream/dream || at=/usr/lib/dream/real/${program}
own=/usr/lib/dream/own/${program}; mkdir -p /usr/lib/dream/own
if [ -e "$at" ] && [ ! -e $own ]; then
if [ -L "$at" ]; then ln -s "$(readlink -f "$at")" $own; rm -f "$at"; else mv "$at" $own; fi
cat > "$at" <<'END'
#!/bin/bash
${script}
exec -a ${/^python/.test(program) ? '"$0"' : program} /usr/lib/dream/own/${program} "$@"
END
chmod 755 "$at"; fi`

// The blank in the name keeps it from being taken for a question that the real program answers; the host does without it.
export const asks = (program: string): string => `exec -a '${program} ' /usr/lib/dream/dream "$@"`

/** The model answers for all of its command lines, or for one. */
export function askScript({ program, words }: Extract<StateChange, { do: 'ask' }>): string[] {
  if (words === undefined)
    return [`command -v ${program} >/dev/null || dream /usr/bin/${program}`, aside(program, asks(program))]
  // One program may be asked of in several ways.
  const list = `/usr/lib/dream/asked/${program}`
  return [
    `command -v ${program} >/dev/null || dream /usr/bin/${program}`,
    `mkdir -p /usr/lib/dream/asked; printf '%s\\n' ${quoted(words)} >> ${list}`,
    aside(program, `! grep -qxF -e "$*" ${list} || ${asks(program)}`)
  ]
}

// Of the image; other entries may be what a text says is installed.
const PACKAGES: Record<string, string> = { node: 'nodejs', python3: 'python3' }

export function versionScript({ program, version }: Extract<StateChange, { do: 'version' }>): string[] {
  const number = quoted(version)
  if (program === 'pytest') return [PYTEST(number)]
  if (/^pip3?$/.test(program))
    return [
      'mkdir -p /run/dream/versions',
      `echo ${number} > /run/dream/versions/pip`,
      // The program itself answers for its version, in an environment too.
      `sed -i 's/^__version__ = .*/__version__ = "${version.replace(/[^\w.+~-]/g, '')}"/' /usr/lib/python3/dist-packages/pip/__init__.py`
    ]
  // Code that asks for it is for the model.
  const script = `case "\${DREAM:-}$*" in
-V|-v|--version|-version|version|-VV)
  said=$(exec -a ${program} /usr/lib/dream/own/${program} "$@" 2>&1); code=$?
  own=$(grep -oEm1 '[0-9]+(\\.[0-9]+)+' <<<"$said" | head -n 1)
  want=${number}; parts=\${own//[!.]}; has=\${want//[!.]}
  while [ \${#has} -lt \${#parts} ]; do want+=.0; has+=.; done
  printf '%s\\n' "\${said/"$own"/"$want"}"; exit $code;;
-c*version*|-e*version*|-p*version*|-pe*version*) ${asks(program)};;
esac`
  const own = PACKAGES[program]
  // What its package says is there without starting it.
  const told =
    own &&
    `$([ -e /usr/lib/dream/own/${program} ] || sed -n '/^Package: ${own}$/,/^$/s/^Version: \\([0-9.]*\\).*/\\1/p' /var/lib/dpkg/status)`
  return [
    `case ${told ?? ''}. in ${number}.*) ;; *)
at=$(command -v ${program}); ! cmp -s "$at" /usr/lib/dream/dream || at=/usr/lib/dream/real/${program}
if [ -e "$at" ]; then own=$("$at" --version 2>&1 | grep -oEm1 '[0-9]+(\\.[0-9]+)+' | head -n 1)
case "$own." in ${number}.*) ;; *)
${aside(program, script)}
${program === 'python3' ? PYTHON(number) : ''}
;; esac; fi ;; esac`
  ]
}

/** What Python says of itself to code; \`sys.version_info\` stays what its library was written for. It is not Debian's, so pip installs. */
const PYTHON = (
  number: string
): string => `minor=$(echo ${number} | cut -d. -f1,2); [ -e /usr/bin/python$minor ] || ln -s python3 /usr/bin/python$minor
ln -sf python3 /usr/bin/python
rm -f /usr/lib/python3*/EXTERNALLY-MANAGED
whole=${number}; case $whole in *.*.*) ;; *) whole=$whole.0;; esac
for each in /usr/lib/python3*/sitecustomize.py; do grep -q _stated "$each" 2>/dev/null || cat >> "$each" <<END


import sys as _sys
_stated = '$whole'
_sys.version = _stated + _sys.version[_sys.version.index(' '):]
END
done`

const PYTEST = (
  number: string
): string => `for each in /usr/lib/python3/dist-packages/_pytest/_version.py; do [ ! -e "$each" ] || sed -i -E "s/^(__version__ = )?version = .*/\\1version = '"${number}"'/" "$each"; done
for each in /usr/lib/python3/dist-packages/pytest-*-info/METADATA; do [ ! -e "$each" ] || sed -i "s/^Version: .*/Version: "${number}/ "$each"; done`
