// Everything a person can do, once: the palette lists it, the keyboard calls it, the help prints it.

import { domains } from '../core/domains/index.ts'
import { unfinished, viewed } from './store/data.ts'
import { pickImport } from './store/files.ts'
import { standing } from './store/folds.ts'
import type { State } from './store/state.ts'

export interface Command {
  id: string
  title: string
  group: 'Step' | 'World' | 'Branch' | 'Model' | 'Window'
  /** `Mod` is Ctrl, or Command on a Mac. */
  keys?: string
  /** Other words a person might look for it by. */
  also?: string
  enabled: boolean
  run(): void
}

/** The commands as they stand now. */
export function commands(state: State): Command[] {
  return [
    ...stepCommands(state),
    ...windowCommands(state),
    ...foldCommands(state),
    ...offered(state),
    ...worldCommands(state)
  ]
}

/** What moves along the history and between siblings. */
function stepCommands(state: State): Command[] {
  const { world, runs } = state
  const open = world !== null
  const running = world ? runs[world.branch] !== undefined : false
  const back = open && world.at > 0
  const forward = open && world.at < world.rows.length
  return [
    {
      id: 'back',
      title: 'Step back',
      group: 'Step',
      keys: 'Alt+←',
      also: 'previous history',
      enabled: back,
      run: () => void state.stepTo('back')
    },
    {
      id: 'forward',
      title: 'Step forward',
      group: 'Step',
      keys: 'Alt+→',
      also: 'next history',
      enabled: forward,
      run: () => void state.stepTo('forward')
    },
    {
      id: 'first',
      title: 'Go to the start',
      group: 'Step',
      keys: 'Alt+Home',
      also: 'first',
      enabled: back,
      run: () => void state.stepTo('first')
    },
    {
      id: 'last',
      title: 'Go to the latest step',
      group: 'Step',
      keys: 'Alt+End',
      also: 'last tip end',
      enabled: forward,
      run: () => void state.stepTo('last')
    },
    {
      id: 'play',
      title: state.playing ? 'Pause' : 'Play the history',
      group: 'Step',
      keys: 'Alt+P',
      also: 'replay recording pause',
      enabled: open && (state.playing || forward || world.recorded.length > 0),
      run: () => void state.togglePlay()
    },
    {
      id: 'regenerate',
      title: 'Regenerate this step as a sibling',
      group: 'Step',
      keys: 'Alt+R',
      also: 're-simulate another answer seed',
      enabled: open && !running && viewed(world) !== null,
      run: () => void state.regenerate()
    },
    {
      id: 'cancel',
      title: 'Cancel the running step',
      group: 'Step',
      keys: 'Esc',
      also: 'stop',
      enabled: running,
      run: () => state.cancel()
    },
    {
      id: 'answer-now',
      title: 'Stop thinking and answer now',
      group: 'Step',
      keys: 'Alt+A',
      also: 'think reasoning budget',
      enabled: running,
      run: () => void state.answerNow()
    },
    {
      id: 'sibling-next',
      title: 'Next sibling of this step',
      group: 'Branch',
      keys: 'Alt+↓',
      also: 'alternative',
      enabled: back,
      run: () => void state.sibling(1)
    },
    {
      id: 'sibling-previous',
      title: 'Previous sibling of this step',
      group: 'Branch',
      keys: 'Alt+↑',
      also: 'alternative',
      enabled: back,
      run: () => void state.sibling(-1)
    }
  ]
}

/** What is there whether a world is open or not. */
function windowCommands(state: State): Command[] {
  const { world } = state
  const open = world !== null
  return [
    {
      id: 'new',
      title: 'New world…',
      group: 'World',
      keys: 'Mod+N',
      also: 'session create scenario',
      enabled: true,
      run: () => state.show('new')
    },
    {
      id: 'import',
      title: 'Import a trajectory…',
      group: 'World',
      keys: 'Mod+O',
      also: 'open file',
      enabled: true,
      run: () => pickImport(state)
    },
    {
      id: 'export-all',
      title: 'Export all worlds…',
      group: 'World',
      also: 'save download backup',
      enabled: (state.sessions?.length ?? 0) > 0,
      run: () => state.askExport(state.sessions ?? [])
    },
    {
      id: 'fictions',
      title: 'Fictional worlds…',
      group: 'World',
      keys: 'Mod+Shift+F',
      also: 'fiction facts table editor csv sqlite generate reference answer',
      enabled: true,
      run: () => state.show('fictions')
    },
    {
      id: 'home',
      title: 'Go to the welcome page',
      group: 'World',
      also: 'home samples close',
      enabled: open,
      run: () => state.close()
    },
    {
      id: 'delete',
      title: 'Delete this world…',
      group: 'World',
      also: 'remove',
      enabled: open,
      run: () => world && state.askDelete(world.session)
    },
    {
      id: 'scenarios',
      title: 'Scenarios: edit and run…',
      group: 'World',
      keys: 'Mod+Shift+S',
      also: 'test check matrix yaml editor results compare',
      enabled: true,
      run: () => state.show('scenarios')
    },
    {
      id: 'perturbations',
      title: 'Perturbations…',
      group: 'World',
      keys: 'Mod+Shift+X',
      also: 'faults errors gallery catalogue disturb test',
      enabled: true,
      run: () => state.show('perturbations')
    },
    {
      id: 'connections',
      title: 'Agents…',
      group: 'World',
      keys: 'Mod+Shift+L',
      also: 'connections mcp link door listen traffic client',
      enabled: true,
      run: () => state.show('connections')
    },
    {
      id: 'models',
      title: 'Models…',
      group: 'Model',
      keys: 'Mod+M',
      also: 'engine download pull use openai server gguf',
      enabled: true,
      run: () => state.show('models')
    },
    {
      id: 'palette',
      title: 'Command palette',
      group: 'Window',
      keys: 'Mod+K',
      enabled: true,
      run: () => state.show('palette')
    },
    {
      id: 'sidebar',
      title: state.sidebar ? 'Hide the list of worlds' : 'Show the list of worlds',
      group: 'Window',
      keys: 'Mod+B',
      enabled: true,
      run: () => state.toggleSidebar()
    },
    {
      id: 'help',
      title: 'Keyboard shortcuts',
      group: 'Window',
      keys: '?',
      also: 'help shortcuts keyboard',
      enabled: true,
      run: () => state.show('help')
    },
    {
      id: 'theme-system',
      title: 'Theme: system',
      group: 'Window',
      also: 'appearance',
      enabled: state.theme !== 'system',
      run: () => state.setTheme('system')
    },
    {
      id: 'theme-light',
      title: 'Theme: light',
      group: 'Window',
      also: 'appearance day',
      enabled: state.theme !== 'light',
      run: () => state.setTheme('light')
    },
    {
      id: 'theme-dark',
      title: 'Theme: dark',
      group: 'Window',
      also: 'appearance night',
      enabled: state.theme !== 'dark',
      run: () => state.setTheme('dark')
    }
  ]
}

/** What folds away around the world, by one key each. No shell and no editor line of ours uses these. */
function foldCommands(state: State): Command[] {
  const { world } = state
  const draft = world !== null && unfinished(world) !== null
  return FOLDS.map(
    ([part, keys, name, also]): Command => ({
      id: `fold-${part}`,
      title: `${standing(state, part) === 'folded' ? 'Show' : 'Fold'} ${name}`,
      group: 'Window',
      keys,
      also: `fold hide layout room ${also}`,
      enabled: world !== null && (part !== 'draft' || draft),
      run: () => state.toggleFold(part)
    })
  )
}

export const FOLDS = [
  ['action', 'Alt+I', 'the actions below the world', 'bar keys instruction raw regenerate'],
  ['draft', 'Alt+K', 'the unfinished step', 'draft'],
  ['strip', 'Alt+J', 'the film strip of steps', 'timeline history player'],
  ['panels', 'Alt+O', 'the panels beside the world', 'step thinking tokens prompt rules']
] as const

/** Kinds of worlds, recordings and models to choose. */
function offered(state: State): Command[] {
  const kinds = domains.map(
    ({ id, title }): Command => ({
      id: `new-${id}`,
      title: `New world: ${title}…`,
      group: 'World',
      also: 'session create kind',
      enabled: true,
      run: () => state.askNew(id)
    })
  )
  const samples = state.samples.map(
    ({ name, title }): Command => ({
      id: `sample-${name}`,
      title: `Play the recording “${title}”`,
      group: 'World',
      also: 'sample demo',
      enabled: true,
      run: () => void state.openSample(name)
    })
  )
  const models = (state.models ?? [])
    .filter(({ unfit }) => unfit === undefined)
    .filter(({ path, active }) => path !== null && !active)
    .map(
      ({ id, title }): Command => ({
        id: `use-${id}`,
        title: `Use model ${title}`,
        group: 'Model',
        enabled: true,
        run: () => void state.useModel({ model: id })
      })
    )
  return [...kinds, ...samples, ...models]
}

/** What can be done with the open world. */
function worldCommands(state: State): Command[] {
  const { world, runs } = state
  if (!world) return []
  const running = runs[world.branch] !== undefined
  const draft = world.drafts.findLast(({ branch, runner }) => branch === world.branch && !runner)
  const drafts: Command[] = draft
    ? [
        {
          id: 'retry',
          title: 'Retry the unfinished step',
          group: 'Step',
          also: 'draft',
          enabled: !running,
          run: () => void state.retry(draft)
        },
        {
          id: 'dismiss',
          title: 'Dismiss the unfinished step',
          group: 'Step',
          also: 'draft',
          enabled: !running,
          run: () => void state.dismissDraft(draft)
        }
      ]
    : []
  const panels = PANELS.map(
    ([panel, title]): Command => ({
      id: `panel-${panel}`,
      title,
      group: 'Window',
      also: 'panel tab layout',
      enabled: true,
      run: () => state.showPanel(panel)
    })
  )
  const rename: Command = {
    id: 'rename',
    title: 'Rename this world',
    group: 'World',
    also: 'title',
    enabled: true,
    run: () => state.setRenaming(true)
  }
  const exporting: Command = {
    id: 'export',
    title: 'Export this world…',
    group: 'World',
    keys: 'Mod+Shift+E',
    also: `save download ${state.exporters.map(({ name, title }) => `${name} ${title}`).join(' ')}`,
    enabled: true,
    run: () => state.askExport([world.session])
  }
  const saving: Command = {
    id: 'save-scenario',
    title: 'Save as scenario…',
    group: 'World',
    also: 'write down test yaml check',
    enabled: true,
    run: () => void state.askScenario(world.session)
  }
  const letting: Command = {
    id: 'built-in',
    title: 'Let the built-in agent act…',
    group: 'World',
    also: 'agents react task autonomous watch',
    enabled: true,
    run: () => state.show('built-in')
  }
  const varying: Command = {
    id: 'vary',
    title: 'Vary this world…',
    group: 'World',
    also: 'variations scenarios rephrase compose difficulty',
    enabled: world.rows.length > 0,
    run: () => void state.askVary(world.session)
  }
  const branches = world.branches
    .filter(({ id }) => id !== world.branch)
    .map(
      ({ id, title }): Command => ({
        id: `branch-${id}`,
        title: `Switch to branch “${title}”`,
        group: 'Branch',
        enabled: true,
        run: () => void state.switchBranch(id)
      })
    )
  return [rename, ...drafts, exporting, saving, varying, letting, ...branches, ...panels]
}

const PANELS = [
  ['step', 'Show step provenance'],
  ['thinking', 'Show the thinking'],
  ['tokens', 'Show token probabilities'],
  ['prompt', 'Show the prompt'],
  ['rules', 'Show the rules: initial state and simulation instruction'],
  ['reset', 'Reset the panel layout']
] as const

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
