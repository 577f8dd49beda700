// Everything a person can do, once: the palette lists it, the keyboard calls it, the help prints it.

import { domains } from '../core/domains/index.ts'
import { isReadyWorld } from '../core/tree/scenario.ts'
import { keysOf } from './shortcuts.ts'
import { unfinished, viewed } from './store/data.ts'
import { pickImport } from './store/files.ts'
import { standing } from './store/folds.ts'
import { PANELS, PROGRAM_PANEL } from './store/panels.ts'
import type { WindowState } from './store/state.ts'

export interface WindowCommand {
  id: string
  title: string
  group: 'Step' | 'World' | 'Branch' | 'Model' | 'Window' | 'Recordings and scenarios'
  /** From `shortcuts.ts`. */
  keys?: string
  /** Other words a person might look for it by. */
  also?: string
  enabled: boolean
  run(): void
}

/** The commands as they stand now. */
export function commands(state: WindowState): WindowCommand[] {
  return [
    ...stepCommands(state),
    ...worldCommands(state),
    ...windowCommands(state),
    ...foldCommands(state),
    ...offered(state)
  ]
}

type Row = [id: string, title: string, also: string, run: () => unknown, enabled?: boolean]

/** A group's commands by rows; `''` where there are no other words. */
const rows = (group: WindowCommand['group'], list: Row[]): WindowCommand[] =>
  list.map(([id, title, also, run, enabled = true]) => {
    const keys = keysOf(id)
    return {
      ...{ id, title, group, enabled, run: () => void run() },
      ...(keys !== undefined && { keys }),
      ...(also && { also })
    }
  })

/** What moves along the history and between siblings. */
function stepCommands(state: WindowState): WindowCommand[] {
  const { world, runs, playing } = state
  const open = world !== null
  const running = open && runs[world.branch] !== undefined
  const back = open && world.at > 0
  const forward = open && world.at < world.rows.length
  const plays = open && (playing || forward || world.recorded.length > 0)
  const again = open && !running && viewed(world) !== null
  const play = playing ? 'Pause' : 'Play the history'
  return [
    ...rows('Step', [
      ['back', 'Step back', 'previous history undo', () => state.stepTo('back'), back],
      ['forward', 'Step forward', 'next history', () => state.stepTo('forward'), forward],
      ['first', 'Go to the start', 'first', () => state.stepTo('first'), back],
      ['last', 'Go to the latest step', 'last tip end', () => state.stepTo('last'), forward],
      ['play', play, 'replay recording pause', () => state.togglePlay(), plays],
      ['regenerate', 'Regenerate this step as a sibling', ALSO.regenerate, () => state.regenerate(), again],
      ['cancel', 'Cancel the running step', 'stop', () => state.cancel(), running],
      ['answer-now', 'Stop thinking and answer now', 'think reasoning budget', () => state.answerNow(), running]
    ]),
    ...rows('Branch', [
      ['sibling-next', 'Next sibling of this step', 'alternative', () => state.sibling(1), back],
      ['sibling-previous', 'Previous sibling of this step', 'alternative', () => state.sibling(-1), back]
    ])
  ]
}

/** What is there whether a world is open or not. */
function windowCommands(state: WindowState): WindowCommand[] {
  const { world, show } = state
  const open = world !== null
  const all = state.sessions ?? []
  const sidebar = state.sidebar ? 'Hide the list of worlds' : 'Show the list of worlds'
  return [
    ...rows('World', [
      ['new', 'New world…', 'session create scenario', () => show('new')],
      ['import', 'Import a trajectory…', 'open file', () => pickImport(state)],
      ['export-all', 'Export all worlds…', 'save download backup', () => state.askExport(all), all.length > 0],
      ['fictions', 'Fictional worlds…', ALSO.fictions, () => show('fictions')],
      ['home', 'Go to the welcome page', 'home samples close', () => state.close(), open],
      ['delete', 'Delete this world…', 'remove', () => world && state.askDelete(world.session), open],
      ['scenarios', 'Scenarios: edit and run…', ALSO.scenarios, () => show('scenarios')],
      ['consistency', 'Whole tasks in the model’s world…', ALSO.consistency, () => show('consistency')],
      ['turing', 'Real or predicted? A Turing test…', ALSO.turing, () => state.askTuring()],
      ['perturbations', 'Perturbations…', ALSO.perturbations, () => show('perturbations')],
      ['connections', 'Agents…', ALSO.connections, () => show('connections')]
    ]),
    ...rows('Model', [['models', 'Models…', ALSO.models, () => show('models')]]),
    ...rows('Window', [
      ['palette', 'Command palette', '', () => show('palette')],
      ['sidebar', sidebar, '', () => state.toggleSidebar()],
      ['help', 'Keyboard shortcuts', 'help shortcuts keyboard', () => show('help')],
      ...THEMES.map(([theme, also]): Row => {
        return [`theme-${theme}`, `Theme: ${theme}`, also, () => state.setTheme(theme), state.theme !== theme]
      })
    ])
  ]
}

const ALSO = {
  consistency: 'consistency ratio real wm w2r word2world replay agent success',
  turing: 'turing test judge tell apart accuracy person guess quiz class',
  regenerate: 're-simulate another answer seed',
  fictions: 'fiction facts table editor csv sqlite generate reference answer',
  scenarios: 'test check matrix yaml editor results compare report junit run repeat',
  perturbations: 'faults errors gallery catalogue disturb test',
  connections: 'connections mcp openenv link door listen traffic client',
  models: 'engine download pull use openai server gguf'
}

const THEMES = [
  ['system', 'appearance'],
  ['light', 'appearance day'],
  ['dark', 'appearance night']
] as const

/** What folds away around the world, by one key each. No shell and no editor line of ours uses these. */
function foldCommands(state: WindowState): WindowCommand[] {
  const { world } = state
  const draft = world !== null && unfinished(world) !== null
  return rows(
    'Window',
    FOLDS.map(([part, name, also]): Row => {
      const title = `${standing(state, part) === 'folded' ? 'Show' : 'Fold'} ${name}`
      const enabled = world !== null && (part !== 'draft' || draft)
      return [`fold-${part}`, title, `fold hide layout room ${also}`, () => state.toggleFold(part), enabled]
    })
  )
}

export const FOLDS = [
  ['action', 'the actions below the world', 'bar keys instruction raw regenerate'],
  ['draft', 'the unfinished step', 'draft'],
  ['strip', 'the film strip of steps', 'timeline history player'],
  ['panels', 'the panels beside the world', 'step thinking tokens prompt rules']
] as const

/** Kinds of worlds, recordings and models to choose. */
function offered(state: WindowState): WindowCommand[] {
  const usable = (state.models ?? []).filter(
    ({ unfit, path, active }) => unfit === undefined && path !== null && !active
  )
  return [
    ...rows(
      'World',
      domains.map(({ id, title }) => {
        return [`new-${id}`, `New world: ${title}…`, 'session create kind', () => state.askNew(id)]
      })
    ),
    ...rows(
      'Recordings and scenarios',
      (state.samples ?? []).map(({ name, title }) => {
        return [`sample-${name}`, `Play the recording “${title}”`, 'sample demo', () => state.openSample(name)]
      })
    ),
    ...rows(
      'Recordings and scenarios',
      state.scenarios.filter(isReadyWorld).map(({ name, title, setup }): Row => {
        const start = () => state.createWorld({ title, setup })
        return [`scenario-${name}`, `Start the scenario “${title}”`, `new world ${setup.domain} ${name}`, start]
      })
    ),
    ...rows(
      'Model',
      usable.map(({ id, title }) => [`use-${id}`, `Use model ${title}`, '', () => state.useModel({ model: id })])
    )
  ]
}

/** What a person may look for in the panels beside the world. */
const SEEN = {
  step: 'panel tab layout origin answered rule model time',
  thinking: 'panel tab layout reasoning',
  tokens: 'panel tab layout logprobs',
  prompt: 'panel tab layout template request',
  rules: 'panel tab layout predict and check grounding seed temperature task branch fork settings',
  program: 'panel tab layout rule code'
}

/** What can be done with the open world. */
function worldCommands(state: WindowState): WindowCommand[] {
  const { world, runs } = state
  if (!world) return []
  const { session } = world
  const idle = runs[world.branch] === undefined
  const draft = world.drafts.findLast(({ branch, runner }) => branch === world.branch && !runner)
  const exporting = `save download ${state.exporters.map(({ name, title }) => `${name} ${title}`).join(' ')}`
  const varying = 'variations scenarios rephrase compose difficulty'
  const comparing = 'compare fidelity measure truth accuracy evaluate'
  const writing = 'author induce rules code agent2world program'
  const letting = 'agents react task autonomous watch'
  const drafts: Row[] = draft
    ? [
        ['retry', 'Retry the unfinished step', 'draft', () => state.retry(draft), idle],
        ['dismiss', 'Dismiss the unfinished step', 'draft', () => state.dismissDraft(draft), idle]
      ]
    : []
  return [
    ...rows('World', [['rename', 'Rename this world', 'title', () => state.setRenaming(true)]]),
    ...rows('Step', drafts),
    ...rows('World', [
      ['export', 'Export this world…', exporting, () => state.askExport([session])],
      ['save-scenario', 'Save as scenario…', 'write down test yaml check', () => state.askScenario(session)],
      ['fidelity', 'How good is this model here?', comparing, () => state.askFidelity(session), world.rows.length > 0],
      ['author', 'Write this world as a program…', writing, () => state.askAuthor(session), world.rows.length > 0],
      ['vary', 'Vary this world…', varying, () => state.askVary(session), world.rows.length > 0],
      ['built-in', 'Let the built-in agent act…', letting, () => state.show('built-in')]
    ]),
    ...rows(
      'Branch',
      world.branches
        .filter(({ id }) => id !== world.branch)
        .map(({ id, title }) => [`branch-${id}`, `Switch to branch “${title}”`, '', () => state.switchBranch(id)])
    ),
    ...rows(
      'Window',
      [...PANELS, ...(world.opens ? [PROGRAM_PANEL] : [])].map(({ id, command }) => [
        ...([`panel-${id}`, command, SEEN[id], () => state.showPanel(id)] as const)
      ])
    ),
    ...rows('Window', [['panel-reset', 'Reset the panel layout', 'panel tab layout', () => state.showPanel('reset')]])
  ]
}

/** Keys that act on a focused part rather than everywhere; the help lists them too. */
export const localKeys: readonly (readonly [keys: string, meaning: string])[] = [
  ['← → Home End', 'Move through the history, outside text fields and the world view'],
  ['Page Up  Page Down', 'Move ten steps, in the timeline'],
  ['↑ ↓', 'Previous and next sibling, in the timeline'],
  ['Space', 'Play and pause, in the timeline'],
  ['R', 'Regenerate, in the timeline']
]

export const screenKeys: readonly (readonly [keys: string, meaning: string])[] = [
  ['Arrow keys  Home End', 'Move between controls'],
  ['Enter', 'Click the focused element; press again to send the pending action'],
  ['Any letter', 'On a text field, start typing into it'],
  ['Esc', 'Discard the pending action, or cancel the running step']
]

export const documentKeys: readonly (readonly [keys: string, meaning: string])[] = [
  ['/', 'Find a tool'],
  ['Ctrl+Enter', 'Call the tool with the current arguments'],
  ['Enter', 'In a text environment, send the command'],
  ['↑ ↓', 'In a text environment, earlier and later commands'],
  ['Tab', 'In a text environment, complete from the admissible actions']
]
