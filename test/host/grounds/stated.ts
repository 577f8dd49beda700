// A world on the machine that takes one command after another, and the commands that show what an initial state came to.
import type { StateChange } from '../../../src/core/tree/ground.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import type { Ground } from '../../../src/core/tree/ports.ts'
import { noPast, take } from './on-machine.ts'

export interface Shown {
  text: string
  /** The model was asked for it, or for a part of it. */
  asked: boolean
}

export function worldOf(ground: Ground, initialState: string): (command: string) => Promise<Shown> {
  const setup = Setup.parse({ domain: 'terminal', initialState, grounding: 'grounded' })
  const past = noPast()
  return async (command) => {
    const action = [{ keystrokes: `${command}\n`, duration: 2 }]
    const { text, grounded } = await take(ground, setup, past, action, {
      model: () => 'the model says so',
      asked: { callOf: () => null }
    })
    return { text, asked: grounded.dreams.length > 0 }
  }
}

/** A command that shows what an effect made, and what its output holds. */
export function checkOf(effect: StateChange): { command: string; shows: string[] } | null {
  switch (effect.do) {
    case 'user': {
      const { name, home, uid, groups = [], shell } = effect
      return {
        command: `id ${name}; getent passwd ${name}`,
        shows: [
          `(${name})`,
          `:${home}:`,
          ...(uid ? [`uid=${uid}(`] : []),
          ...groups.map((group) => `(${group})`),
          ...(shell ? [`:${shell}`] : [])
        ]
      }
    }
    case 'group':
      return { command: `getent group ${effect.name}`, shows: [`${effect.name}:x:${effect.gid ?? ''}`] }
    case 'host':
      return { command: 'hostname', shows: [`\n${effect.name}\n`] }
    case 'clock':
      return effect.date ? { command: 'date +%F', shows: [effect.date] } : null
    case 'locale':
      return { command: 'locale', shows: [`LANG=${effect.name}`] }
    case 'env':
      return { command: `printenv ${effect.name}`, shows: [`\n${effect.value}\n`] }
    case 'system':
      return { command: 'cat /etc/os-release', shows: [`ID=${effect.id}`, effect.version.split('.')[0] ?? ''] }
    case 'hardware':
      return {
        command: 'nproc; uname -r; grep MemTotal /proc/meminfo; df -k / | tail -1',
        shows: [
          effect.cores && `\n${effect.cores}\n`,
          effect.kernel,
          effect.memory && ` ${effect.memory.size} kB`,
          effect.disk && ` ${effect.disk.size} `
        ].flatMap((one) => (one ? [String(one)] : []))
      }
    case 'service':
      return effect.port
        ? { command: 'ss -tuln', shows: [`:${effect.port} `] }
        : { command: `pgrep -l ${effect.name}`, shows: [effect.name] }
    case 'version':
      return { command: `${effect.program} --version`, shows: [effect.version] }
    case 'install':
      return effect.manager === 'apt'
        ? { command: `type ${(effect.commands ?? [effect.name]).join(' ')}`, shows: [] }
        : null
    case 'uninstall':
      return effect.manager === 'apt' ? { command: `type ${effect.name}`, shows: ['not found'] } : null
    case 'git':
      return {
        command: `git -C ${effect.path} rev-parse --abbrev-ref HEAD; git -C ${effect.path} log --format=%s; git -C ${effect.path} status --short`,
        shows: [
          effect.branch,
          ...effect.commits.map((one) => (typeof one === 'string' ? one : one.message)),
          ...(effect.pending ?? []).map(({ path }) => path)
        ]
      }
    default:
      return null
  }
}
