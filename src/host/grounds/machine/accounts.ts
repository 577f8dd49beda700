// Users and groups of a world, made on the machine before its first prompt.
import type { StateChange } from '../../../core/tree/ground.ts'
import { quoted } from '../emulator/quoted.ts'

type User = Extract<StateChange, { do: 'user' }>

// Without a number it gets one that users do not have.
const groupLine = (name: string, gid?: number): string =>
  `getent group ${quoted(name)} >/dev/null || groupadd ${gid === undefined ? '-r' : `-o -g ${gid}`} ${quoted(name)}`

export const groupScript = ({ name, gid }: Extract<StateChange, { do: 'group' }>): string[] => [
  groupLine(name, gid),
  ...(gid === undefined ? [] : [`groupmod -o -g ${gid} ${quoted(name)}`])
]

export function userScript({
  name,
  home,
  uid,
  group,
  groups = [],
  shell = '/bin/bash',
  comment,
  sudo
}: User): string[] {
  const id = uid === undefined ? '' : ` -o -u ${uid}`
  const all = sudo ? [...new Set([...groups, 'sudo'])] : groups
  // A group of its own has its number, as Debian makes it.
  const own = `$(getent group ${name} >/dev/null && echo -g ${name} || echo -U)`
  return [
    ...(group ? [groupLine(group, group === name ? uid : undefined)] : []),
    `id ${name} >/dev/null 2>&1 || useradd -m${comment === undefined ? '' : ` -c ${quoted(comment)}`} -s ${quoted(shell)} -d ${quoted(home)}${id} ${group ? `-g ${quoted(group)}` : own} ${name} 2>/dev/null`,
    ...all.map((one) => groupLine(one)),
    ...(all.length > 0 ? [`usermod -a -G ${quoted(all.join(','))} ${name}`] : []),
    ...(sudo ? SUDO(name) : [])
  ]
}

// A shell that may keep the rights of its file: what sudo begins with, since a script itself gets none.
const SUDO = (name: string): string[] => [
  `[ -e /usr/lib/dream/rootsh ] || { cp /bin/dash /usr/lib/dream/rootsh; chmod 4755 /usr/lib/dream/rootsh; }
rm -f /usr/bin/sudo; cat > /usr/bin/sudo <<'END'
${SUDO_SCRIPT}END
chmod 755 /usr/bin/sudo; mkdir -p /etc/sudoers.d; echo '${name} ALL=(ALL:ALL) NOPASSWD: ALL' > /etc/sudoers.d/${name}; chmod 440 /etc/sudoers.d/${name}`
]

const SUDO_SCRIPT = `#!/usr/lib/dream/rootsh -p
me=$(id -run); as=root; shell=; login=; keep=
[ "$me" = root ] || [ -e "/etc/sudoers.d/$me" ] || { echo "[sudo] password for $me: "; echo "$me is not in the sudoers file." >&2; exit 1; }
while [ $# -gt 0 ]; do
  case $1 in
    -u) as=$2; shift 2;;
    --user=*) as=\${1#*=}; shift;;
    -i|--login) login=1; shift;;
    -s|--shell) shell=1; shift;;
    -E|--preserve-env*) keep=1; shift;;
    -n|-H|-k|-b|-S|--non-interactive|--set-home) shift;;
    -v|-K) exit 0;;
    -V|--version) echo 'Sudo version 1.9.13p3'; exit 0;;
    -l|--list) host=$(hostname -s); printf 'Matching Defaults entries for %s on %s:\\n    env_reset, mail_badpass, secure_path=/usr/local/sbin\\\\:/usr/local/bin\\\\:/usr/sbin\\\\:/usr/bin\\\\:/sbin\\\\:/bin, use_pty\\n\\nUser %s may run the following commands on %s:\\n    (ALL : ALL) NOPASSWD: ALL\\n' "$me" "$host" "$me" "$host"; exit 0;;
    --) shift; break;;
    [A-Za-z_]*=*) export "$1"; shift;;
    -*) echo "sudo: invalid option -- '\${1#-}'" >&2; exit 1;;
    *) break;;
  esac
done
id "$as" >/dev/null 2>&1 || { echo "sudo: unknown user $as" >&2; exit 1; }
to=$(getent passwd "$as" | cut -d: -f6); with=$(getent passwd "$as" | cut -d: -f7)
[ "$keep" ] || HOME=$to
export HOME USER="$as" LOGNAME="$as" SUDO_USER="$me" SUDO_UID="$(id -ru)" SUDO_GID="$(id -rg)" SUDO_COMMAND="$*"
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
[ -x "$with" ] || with=/bin/bash
[ ! "$login" ] || { cd "$to"; set -- "$with" -l \${1:+-c "$*"}; }
[ ! "$shell" ] || set -- "$with" \${1:+-c "$*"}
[ $# -gt 0 ] || { echo 'usage: sudo -h | -K | -k | -V' >&2; exit 1; }
command -v "$1" >/dev/null || { echo "sudo: $1: command not found" >&2; exit 1; }
exec setpriv --reuid="$as" --regid="$(id -g "$as")" --init-groups "$@"
`
