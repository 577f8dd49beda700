// docs/architecture.md is the plan of the house, printed from the code. `npm run docs` writes it again.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FLOORS, PLAN } from './rooms.ts'
import { files, imports, read, root, sources } from './sources.ts'

const row = (cells: string[]) => `| ${cells.join(' | ')} |`
const table = (head: string[], rows: string[][]) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

const LAYERS: readonly (readonly [layer: string, what: string])[] = [
  ['src/core', 'what a world is: no Node, no DOM, no clock, no chance'],
  ['src/host', 'how a world runs: database, models, grounds, doors, command line'],
  ['src/main', 'the Electron shell, too thin to hide a bug'],
  ['src/preload', 'the bridge between the window and main'],
  ['src/renderer', 'the window: React']
]

// The way of one step as data, from a key to a row of the database: each stop, and what goes on from it.
const THERE: readonly (readonly [file: string, data: string])[] = [
  ['src/renderer/observations/terminal/typed.ts', 'an action, `[{ keystrokes, duration }]` here'],
  ['src/renderer/store/take.ts', 'the input of `steps.run`: session, branch, action'],
  ['src/renderer/store/client.ts', 'the same as JSON'],
  ['src/main/ipc.ts', 'the same, in the app'],
  ['src/host/doors/http.ts', 'the same, in a browser'],
  ['src/host/doors/mount.ts', 'the same, as the schema in `src/core/contract/steps.ts` reads it'],
  ['src/host/contract/steps.ts', 'the same with a `StepContext`: store, engine, ground, clock'],
  ['src/core/world.ts', 'the same, from stop to stop below'],
  ['src/core/step/prepare.ts', 'the chain, its faults, and who answers'],
  ['src/core/step/compute.ts', 'the text of a ground, and the questions it has for the model'],
  ['src/core/step/read.ts', 'the text of a model, in parts'],
  ['src/core/step/settle.ts', 'a `Step` and its `Call`'],
  ['src/host/database/store.ts', 'a row in `steps`, one in `calls`, and the branch with a new tip']
]

// And back to the screen.
const BACK: readonly (readonly [file: string, data: string])[] = [
  ['src/core/world.ts', 'the event `committed`, after the events that streamed the answer'],
  ['src/host/contract/view.ts', 'the event with `after`: what the window shows now'],
  ['src/host/doors/mount.ts', 'each event, one after the other'],
  ['src/host/doors/http.ts', 'a `data:` line each; in the app `src/main/ipc.ts` sends a message each'],
  ['src/renderer/store/client.ts', 'the events again, as an async iterable'],
  ['src/renderer/store/take.ts', 'a `Run` that grows once a frame; at the end the `OpenWorld` with one more row'],
  ['src/renderer/worlds/Surface.tsx', 'the last steps and the state, to the surface that the domain names'],
  ['src/renderer/observations/terminal/Terminal.tsx', 'text and a cursor, drawn']
]

const line = (list: string) => `one line in \`${list}\``
const NEW: readonly (readonly [what: string, file: string, line: string, asked: string])[] = [
  [
    'fault',
    'src/core/faults/perturbations',
    line('src/core/faults/perturbations/index.ts'),
    '`docs/perturbations.md`, by `npm run docs`'
  ],
  [
    'ground',
    'src/host/grounds',
    `${line('src/host/grounds/index.ts')}; one whose states are plain data is three functions for \`src/core/grounds/plain.ts\``,
    'a line in `test/host/grounds/laws.test.ts`; `docs/grounding.md`'
  ],
  ['exporter', 'src/core/formats/exporters', line('src/core/formats/exporters/index.ts'), '`docs/formats.md`'],
  [
    'importer',
    'src/core/formats/importers',
    line('src/core/formats/importers/index.ts'),
    '`docs/formats.md`; an example in `test/core/formats/importers/examples.ts`'
  ],
  [
    'domain',
    'src/core/domains',
    line('src/core/domains/index.ts'),
    'two recordings in `resources/samples`; for a document surface two worlds in `resources/scenarios`; with `start`, the list in `test/core/domains/scenarios.test.ts`'
  ],
  ['engine', 'src/host/engines', line('src/host/engines/index.ts'), ''],
  [
    'door',
    'src/host/doors',
    'the command that opens it, in `src/host/commands`; one for agents is one line in `src/host/doors/agents/list.ts` instead',
    'a line in `test/contract/doors.test.ts`'
  ],
  ['call of the contract', 'src/host/contract', 'its entry in its topic’s file there in `src/core/contract`', ''],
  [
    'command',
    'src/host/commands',
    'its entry in `src/host/commands/cli.ts`',
    '`docs/command-line.md`, by `npm run docs`'
  ],
  [
    'kind of run',
    'src/host/control/runs',
    `${line('src/host/control/runs/index.ts')}, its results in \`src/core/contract/runs.ts\``,
    ''
  ],
  [
    'kind of variation',
    'src/core/control/variations',
    `${line('src/core/control/variations/index.ts')}, its name in \`src/core/control/variation.ts\``,
    'its title in `src/renderer/control/Variations.tsx`'
  ],
  [
    'surface',
    'src/renderer/observations',
    'its name in `src/core/domains/domain.ts`, `src/renderer/worlds/Surface.tsx` and `src/renderer/player/Player.tsx`',
    '`test/e2e/mutations/page.tsx`'
  ],
  [
    'panel',
    'src/renderer/worlds',
    'a row in `src/renderer/store/panels.ts`, its component in `src/renderer/worlds/Workspace.tsx`',
    ''
  ],
  ['shortcut', 'src/renderer/shortcuts.ts', 'its command in `src/renderer/commands.ts`', '']
]

/** The first sentence of the comment that a file opens with. */
function opening(file: string): string {
  const [comment = ''] = /^(?:\/\/ ?.*\n)+/.exec(read(file)) ?? []
  const [sentence = ''] = /^.*?\.(?=\s|$)/.exec(comment.replaceAll(/^\/\/ ?/gm, '').replaceAll('\n', ' ')) ?? []
  return sentence
}

/** Stops of a step, numbered. @param said with what each file says of itself, which is needed once */
const way = (stops: typeof THERE, said = true): string =>
  stops.map(([file, data], at) => `${at + 1}. \`${file}\`${said ? `: ${opening(file)}` : ''} → ${data}`).join('\n')

/** The layers that a layer's files import, as the sources are now. */
const importedBy = (layer: string) => {
  const named = sources.filter(({ file }) => file.startsWith(`${layer}/`)).flatMap(imports)
  return LAYERS.map(([other]) => other).filter(
    (other) => other !== layer && named.some((name) => name.replace(/^type /, '').startsWith(`${other}/`))
  )
}

const rooms = (layer: string) =>
  Object.entries(PLAN[layer] ?? {})
    .map(([name, what]) => `- \`${layer}/${name}\`: ${what}`)
    .join('\n')

function page(): string {
  const { 'src/core': core = {} } = PLAN
  const floors = FLOORS.map((floor, at) => [
    `${FLOORS.length - at}`,
    floor.map((room) => `**${room}**: ${core[room]}`).join('<br>')
  ])
  return `${[
    '# Architecture',
    'A world is a tree of steps. A step is one action and the observation that followed. Steps never change; a branch is a name that points at a step. Everything on screen, on disk and on the wire is derived from that tree. This page is printed from the code by `npm run docs`; its words are in `test/rooms.ts` and `test/architecture-doc.test.ts`.',
    '## Who imports whom',
    table(
      ['layer', 'what it is', 'imports'],
      LAYERS.map(([layer, what]) => [`\`${layer}\``, what, code(importedBy(layer)) || 'no other layer'])
    ),
    'Beside `src` stand `model` (how the included model is made, in Python), `image` (how the machine is built), `resources` (data that is shipped) and `test`. `test/architecture.test.ts` holds the table of what each file may import, and `src/core/tsconfig.json` keeps Node and the DOM out of core.',
    [
      '- Core stands on floors. A room imports only from floors below its own, types included, and no files of core import each other in a circle.',
      '- Plug-ins of one list never import each other. What several of them need stands beside the list.',
      '- Nothing outside `src/core/domains` asks for a domain by its id, and nothing asks for an engine by its id: each declares what it is.',
      '- Chance, time and names come into core through `src/core/tree/ports.ts`.'
    ].join('\n'),
    '## The floors of core',
    table(['floor', 'rooms'], floors),
    '## The rooms of the host',
    rooms('src/host'),
    '## The rooms of the window',
    rooms('src/renderer'),
    '## The way of a step, from key to row and back',
    'What each file does, and behind the arrow what goes on from it.',
    way(THERE),
    'Stop 4 is the way of the app, stop 5 that of a browser. Stop 10 or stop 11 answers: 10 where a ground serves the world, 11 elsewhere. World state (working directory, files, page) is a fold over the chain and is never stored. Back to the screen:',
    way(BACK, false),
    'A step that fails or is cancelled comes back as the event `failed` and is kept as a draft. A second step of the branch is refused at stop 8.',
    '## Where a new thing goes',
    table(
      ['new', 'one file in', 'and', 'tests ask for'],
      NEW.map(([what, file, where, asked]) => [what, `\`${file}\``, where, asked || 'nothing more'])
    ),
    'A stored shape that changes needs a migration in `src/host/database/migrations.ts` and a fixture in `test/fixtures/store`. Step ids are hashes of the content and never change. A new folder of the first level needs a line in `test/rooms.ts`; a file over 1 MB belongs into `resources`. The reasons are in [decision 025](decisions/025-rooms.md).'
  ].join('\n\n')}\n`
}

it('docs/architecture.md is what the code says', async () => {
  await expect(page()).toMatchFileSnapshot('../docs/architecture.md')
})

it('names files that exist, each with a sentence', () => {
  const named = [...page().matchAll(/`((?:src|test|docs|resources)\/[\w./-]+)`/g)].map(([, path = '']) => path)
  const there = (path: string) => existsSync(join(root, path)) || files.includes(`${path}.ts`)
  expect(
    named.filter((path) => !there(path)),
    'The page names files that are not there'
  ).toEqual([])
  const silent = THERE.filter(([file]) => !opening(file))
  expect(silent, 'Begin these files with a comment of one sentence').toEqual([])
})
