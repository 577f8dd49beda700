// The clock, the locale and the system's name, as a world states them.
import type { StateChange } from '../../../core/tree/ground.ts'
import { quoted } from '../emulator/quoted.ts'

export function clockScript({ date, time, zone, offset }: Extract<StateChange, { do: 'clock' }>): string[] {
  const day = date ?? '$(date +%F)'
  const hour = time ?? '$(date +%T)'
  return [
    ...(zone ? [`ln -sf /usr/share/zoneinfo/${zone} /etc/localtime; echo ${quoted(zone)} > /etc/timezone`] : []),
    ...(date || time ? [`date -s "${day} ${hour}${offset ?? ''}" >/dev/null`] : []),
    'for each in timedatectl; do command -v $each >/dev/null || dream /usr/bin/$each; done'
  ]
}

/** The locale is there by its name, with the rules of C.UTF-8. */
export function localeScript({ name }: Extract<StateChange, { do: 'locale' }>): string[] {
  const [language = '', charset = ''] = name.split('.')
  const plain = charset.toLowerCase().replaceAll('-', '')
  const folders = [...new Set([name, plain ? `${language}.${plain}` : language])]
  return [
    `mkdir -p /usr/lib/locale; for each in ${folders.map(quoted).join(' ')}; do [ -e "/usr/lib/locale/$each" ] || ln -s C.utf8 "/usr/lib/locale/$each"; done`,
    `echo LANG=${quoted(name)} > /etc/default/locale`
  ]
}

export function systemScript({
  id,
  name,
  version,
  codename,
  like,
  url,
  lts
}: Extract<StateChange, { do: 'system' }>): string[] {
  const long = [version, lts && 'LTS', codename && `(${codename})`].filter(Boolean).join(' ')
  const short = codename?.split(' ')[0]?.toLowerCase()
  const number =
    id === 'ubuntu'
      ? version.split('.').slice(0, 2).join('.')
      : id === 'debian'
        ? (version.split('.')[0] ?? '')
        : version
  const major =
    `${name} ${id === 'debian' ? long.replace(version, number) : [version, lts && 'LTS'].filter(Boolean).join(' ')}`.trim()
  const fields = {
    PRETTY_NAME: id === 'ubuntu' || id === 'debian' ? major : `${name} ${long}`.trim(),
    NAME: name,
    ...(number && { VERSION_ID: number, VERSION: long.replace(version, id === 'debian' ? number : version) }),
    ...(short && { VERSION_CODENAME: short }),
    ID: id,
    ...(like && { ID_LIKE: like }),
    HOME_URL: url
  }
  const text = Object.entries(fields).map(
    ([key, value]) => `${key}=${/^[a-z\d.-]*$/.test(value) && key !== 'VERSION_ID' ? value : `"${value}"`}`
  )
  const release = FILES[id]
  return [
    `printf '%s\\n' ${text.map(quoted).join(' ')} > /usr/lib/os-release; ln -sf ../usr/lib/os-release /etc/os-release`,
    `printf '%s \\\\n \\\\l\\n\\n' ${quoted(String(fields.PRETTY_NAME))} > /etc/issue`,
    ...(id === 'debian' ? [`echo ${quoted(version)} > /etc/debian_version`] : []),
    // Only there pip refuses in these words.
    ...(id === 'debian' && Number(number || 12) >= 12 ? [] : ['rm -f /usr/lib/python3*/EXTERNALLY-MANAGED']),
    ...(release
      ? [
          `${id === 'ubuntu' ? '' : 'rm -f /etc/debian_version; '}printf ${quoted(release(version, major, short ?? ''))} > ${RELEASE_FILES[id]}`
        ]
      : []),
    LSB_RELEASE
  ]
}

const RELEASE_FILES: Record<string, string> = {
  ...{ ubuntu: '/etc/lsb-release', alpine: '/etc/alpine-release', fedora: '/etc/fedora-release' },
  ...{
    rhel: '/etc/redhat-release',
    rocky: '/etc/redhat-release',
    almalinux: '/etc/redhat-release',
    centos: '/etc/redhat-release'
  }
}
const redHat = (_version: string, name: string): string => `${name.replace(/ (\d)/, ' release $1')}\\n`
const FILES: Record<string, (version: string, name: string, short: string) => string> = {
  ubuntu: (version, name, short) =>
    `DISTRIB_ID=Ubuntu\\nDISTRIB_RELEASE=${version.split('.').slice(0, 2).join('.')}\\nDISTRIB_CODENAME=${short}\\nDISTRIB_DESCRIPTION="${name}"\\n`,
  alpine: (version) => `${version}\\n`,
  ...{ rhel: redHat, rocky: redHat, almalinux: redHat, centos: redHat, fedora: redHat }
}

const LSB_RELEASE = `cat > /usr/bin/lsb_release <<'END'
#!/bin/bash
. /etc/os-release
name() { case $ID in debian) echo Debian;; ubuntu) echo Ubuntu;; *) echo "\${NAME%% *}";; esac; }
all=; short=
say() { if [ "$short" ]; then printf '%s\\n' "$2"; else printf '%s:\\t%s\\n' "$1" "$2"; fi; }
[ $# -gt 0 ] || { echo 'No LSB modules are available.' >&2; exit 0; }
want=
for each; do case $each in --all) want+=idrc; all=1;; --id) want+=i;; --description) want+=d;; --release) want+=r;; --codename) want+=c;; --short) short=1;; -*) want+=\${each#-};; esac; done
case $want in *s*) short=1;; esac
case $want in *a*) all=1; want=idrc;; esac
[ ! "$all" ] || echo 'No LSB modules are available.' >&2
case $want in *i*) say 'Distributor ID' "$(name)";; esac
case $want in *d*) say Description "$PRETTY_NAME";; esac
case $want in *r*) say Release "\${VERSION_ID:-n/a}";; esac
case $want in *c*) say Codename "\${VERSION_CODENAME:-n/a}";; esac
END
chmod 755 /usr/bin/lsb_release`
