// What machines are made by, and lines of "name: value", in the sentences that say the same.
import { expect, it } from 'vitest'
import { describedBy, startedBy } from '../../../../src/core/grounds/effects/described.ts'
import { fieldsIn, isFields } from '../../../../src/core/grounds/effects/fields.ts'

const BUILT = 'The container was built from this file:'
const of = (text: string, words = BUILT) => describedBy(text.split('\n'), words)

it('a Dockerfile tells of its last stage', () => {
  const text = `# syntax=docker/dockerfile:1
FROM golang:1.22 AS build
USER nobody
FROM python:3.12-slim-bookworm
ENV A="one two" \\
    B=2
ENV C three
RUN apt-get update && apt-get install -y --no-install-recommends tmux htop
RUN groupadd -g 2100 crew && useradd -m -s /bin/sh -u 1007 -G crew,adm runner
RUN pip install --no-cache-dir flask==3.0.0 requests
WORKDIR /srv/app
USER runner:crew`
  expect(of(text)).toEqual([
    'Python 3.12 is installed.',
    'export A="one two"',
    'export B=2',
    'export C=three',
    'Installed: tmux, htop.',
    'There is a group crew (gid 2100).',
    'There is a user runner with shell /bin/sh, uid 1007, in the groups crew, adm.',
    'Python packages: flask 3.0.0, requests.',
    'The working directory is /srv/app.',
    'You are logged in as runner.'
  ])
  expect(of(text, 'The repository has this Dockerfile:')).toEqual([])
})

it('a Vagrantfile and cloud-init tell of the machine', () => {
  expect(
    of(
      'Vagrant.configure("2") do |config|\n  config.vm.box = "debian/bookworm64"\n  config.vm.hostname = "web01"\n  vb.memory = "2048"\n  vb.cpus = 2\nend',
      'You came in by vagrant ssh.'
    )
  ).toEqual([
    'You are logged in as vagrant.',
    'vagrant has passwordless sudo.',
    'It runs Debian 12 (bookworm).',
    'The hostname is web01.',
    '2048 MB RAM.',
    '2 CPUs.'
  ])
  expect(
    of(
      '#cloud-config\nhostname: edge-7\ntimezone: Europe/Berlin\npackages:\n  - nmap\nusers:\n  - default\n  - name: mira\n    uid: 1044\n    groups: [sudo, adm]\n    sudo: ["ALL=(ALL) NOPASSWD:ALL"]'
    )
  ).toEqual([
    'The hostname is edge-7.',
    'The time zone is Europe/Berlin.',
    'Installed: nmap.',
    'There is a user mira with uid 1044, in the groups sudo, adm.',
    'mira has passwordless sudo.'
  ])
})

it('a container is as the command that started it says', () => {
  const run =
    'docker run -it --rm --hostname builder -u node -w /app -v /x:/y -e CI=true -e "GREETING=hello world" --cpus=2 -m 4g node:20 bash'
  const all = [
    'The hostname is builder.',
    'You are logged in as node.',
    'The working directory is /app.',
    'export CI=true',
    'export GREETING=hello world',
    '2 CPUs.',
    '4 GB RAM.',
    'Node 20 is installed.'
  ]
  expect(startedBy(`The container was started with \`${run}\`.`)).toEqual(all)
  expect(startedBy(`It was launched by\n\n    ${run}\n`)).toEqual(all)
  expect(startedBy(`To try it: ${run}`)).toEqual([])
})

it('lines of fields are sentences', () => {
  expect(
    fieldsIn([
      '| Hostname | quarry |',
      '| CPU cores | 8 |',
      '- **User**: tilda',
      'Disk: 80 GB. RAM: 4 GB; CPUs: 2',
      'Memory: 612MiB / 7935MiB',
      'CPU: Intel Xeon (4) @ 2.40GHz',
      'Processor: 3.2 GHz',
      'User: bob reported it.',
      'Memory: it leaks.',
      'Shell: zsh 5.9'
    ])
  ).toEqual([
    'The hostname is quarry.',
    '8 CPUs.',
    'You are logged in as tilda.',
    '80 GB disk.',
    '4 GB RAM.',
    '2 CPUs.',
    '7935 MB RAM (7323 MB free).',
    '4 CPUs.',
    'The shell is zsh.'
  ])
})

it('what another program printed of fields is of something else', () => {
  expect(fieldsIn(['$ kubectl describe node n1', 'Hostname: n1', 'CPU: 64'])).toEqual([])
  expect(fieldsIn(['$ hostnamectl', ' Static hostname: atlas'])).toEqual(['The hostname is atlas.'])
  expect(fieldsIn([' Static hostname: atlas'])).toEqual([
    '',
    '$ hostnamectl',
    'Static hostname: atlas',
    '',
    'The hostname is atlas.'
  ])
  expect(fieldsIn(['sam@pinetree', '-----'])).toEqual(
    expect.arrayContaining(['You are logged in as sam.', 'The hostname is pinetree.', '$ neofetch'])
  )
})

it('a block of fields or of variables is no file without a path', () => {
  expect(isFields(['OS: Debian', 'Kernel: 6.1.0', 'Packages: 412'])).toBe(true)
  expect(isFields(['A=1', 'export B="2"'])).toBe(true)
  expect(isFields(['hostname: db', 'ports:', '  - 80'])).toBe(false)
  expect(isFields(['print(1)'])).toBe(false)
})
