import { expect, it } from 'vitest'
import { readInitial } from '../../../../src/core/grounds/effects/initial.ts'

const gone = (text: string) => readInitial(text).effects.flatMap((one) => (one.do === 'uninstall' ? [one.name] : []))
const there = (text: string) => readInitial(text).effects.flatMap((one) => (one.do === 'install' ? [one.name] : []))

it.each([
  ['gcc 12.2.0 is installed; valgrind is not.', 'valgrind'],
  ['The Go toolchain is not installed on this machine; neither is Docker.', 'docker'],
  ['The Go toolchain is not installed.', 'go'],
  ['repo: /code/kv (rust, cargo missing)', 'cargo'],
  ['pnpm is not on the PATH.', 'pnpm'],
  ['Node ist nicht installiert.', 'node']
])('%s', (text, name) => {
  expect(gone(text)).toContain(name)
  expect(there(text)).not.toContain(name)
})

it('"at v1.2" is no program', () => {
  expect(there('HEAD is detached at v1.2.')).not.toContain('at')
})

it('a framework that is named with its version is there', () => {
  expect(readInitial('A Django 4.2.11 project in /srv/shop.').effects).toContainEqual({
    ...{ do: 'install', manager: 'pip', name: 'django', version: '4.2.11' }
  })
})

it.each([
  ['You work in /home/kai/blog as kai.', 'kai'],
  ['The user is agent (uid 1001).', 'agent'],
  ['The user "ana" develops an app in /srv/app.', 'ana'],
  ['/srv/notes is owned by lin, who is the current user.', 'lin'],
  ['Du arbeitest als anna in /srv/app.', 'anna'],
  ['It works as expected.', 'root']
])('who works there: %s', (text, user) => {
  expect(readInitial(text).user).toBe(user)
})
