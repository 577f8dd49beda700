// The packages that are known by name, by a command of theirs, and by what people call them.

import type { StateChange } from '../../../tree/ground.ts'
import { PACKAGES } from './package-table.ts'

export interface Package {
  name: string
  version: string
  commands: string[]
}

const TABLE: Package[] = PACKAGES.trim()
  .split('\n')
  .map((line) => {
    const [name = '', version = '', ...commands] = line.split(' ')
    return { name, version: version === '-' ? '' : version, commands }
  })
export const byName = new Map(TABLE.map((one) => [one.name, one]))
// A command's own package is the one that is named like it, or the first that has it.
export const byCommand = new Map(
  TABLE.toReversed().flatMap((one) => one.commands.map((command) => [command, one] as const))
)

// What people call it, in lower case.
const CALLED: Record<string, string> = {
  ...{ docker: 'docker.io', 'docker engine': 'docker.io', 'docker compose': 'docker-compose', kubernetes: 'kubectl' },
  ...{ postgres: 'postgresql', 'postgresql client': 'postgresql-client', 'postgres client': 'postgresql-client' },
  ...{ mysql: 'mysql-server', mariadb: 'mariadb-server', mongo: 'mongodb', node: 'nodejs', 'node.js': 'nodejs' },
  ...{ go: 'golang', rust: 'rustc', java: 'default-jdk', jdk: 'default-jdk', openjdk: 'default-jdk', yarn: 'yarnpkg' },
  ...{
    'aws cli': 'awscli',
    'github cli': 'gh',
    silversearcher: 'silversearcher-ag',
    fd: 'fd-find',
    ninja: 'ninja-build'
  },
  ...{
    apache: 'apache2',
    'build tools': 'build-essential',
    gpg: 'gnupg',
    'c compiler': 'gcc',
    'redis server': 'redis-server'
  }
}

export const install = ({ name, version, commands }: Package, told: string): StateChange => ({
  do: 'install',
  manager: 'apt',
  name,
  version: told || version,
  commands
})

/** By its name, by what people call it, or by a command of it. */
export const known = (name: string): Package | undefined => {
  const low = name.toLowerCase().replace(/ (?:package|tool|command|cli|toolchain|runtime|interpreter|binary)$/, '')
  return (
    byName.get(CALLED[low] ?? low) ?? byCommand.get(low) ?? byCommand.get(name) ?? byName.get(low.replaceAll(' ', '-'))
  )
}
