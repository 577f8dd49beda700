// The bar across the top: which world, which branch, which model; the palette and the theme.
import { Bot, Command, Cpu, GitBranch, Keyboard, Monitor, Moon, PanelLeft, Pencil, Sun, Users } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { visible } from '../../core/text/visible.ts'
import { SHORTCUTS } from '../shortcuts.ts'
import { currentBranch, runningElsewhere } from '../store/data.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { whoIsHere } from '../store/presence.ts'
import type { Theme } from '../store/settings.ts'
import { IconButton, Mark } from '../ui.tsx'
import { keyName } from '../words.ts'
import { BranchMarks } from './BranchMarks.tsx'
import { engineName, engineWords } from './engine.ts'
import { Rename, useFocusBack } from './Rename.tsx'
import { originWords, tree } from './tree.ts'

export function TopBar(): ReactNode {
  const world = useOrrery((state) => state.world)
  const many = useOrrery((state) => (state.sessions?.length ?? 0) > 0)
  const sidebar = useOrrery((state) => state.sidebar)
  const actions = useActions()
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-line border-b bg-panel px-3">
      <button
        type="button"
        onClick={() => actions.close()}
        aria-label="Orrery: go to the welcome page"
        className="flex shrink-0 items-center gap-2.5 rounded-md px-1.5 py-1 hover:bg-hover"
      >
        <Mark size={22} />
        <span className="font-semibold text-base tracking-tight max-[800px]:sr-only">Orrery</span>
      </button>
      {many && (
        <IconButton
          label={sidebar ? 'Hide the list of worlds' : 'Show the list of worlds'}
          shortcut="sidebar"
          aria-pressed={sidebar}
          onClick={() => actions.toggleSidebar()}
        >
          <PanelLeft size={16} aria-hidden />
        </IconButton>
      )}
      {world && (
        <>
          <span aria-hidden className="mx-1 h-5 w-px bg-line max-[560px]:hidden" />
          <Title key={world.session.id} id={world.session.id} title={world.session.title} />
          <BranchMenu />
          <Here session={world.session.id} />
        </>
      )}
      <span className="flex-1" />
      <button
        type="button"
        onClick={() => actions.show('palette')}
        className="flex h-8 shrink-0 items-center gap-2 rounded-md border border-line bg-field px-2.5 text-muted hover:text-ink"
      >
        <Command size={14} aria-hidden /> <span className="max-[900px]:sr-only">Commands</span>
        <kbd className="kbd ml-3 max-[900px]:hidden">{keyName(SHORTCUTS.palette[0])}</kbd>
      </button>
      <EngineChip />
      <IconButton label="Keyboard shortcuts" shortcut="help" onClick={() => actions.show('help')}>
        <Keyboard size={16} aria-hidden />
      </IconButton>
      <ThemeMenu />
    </header>
  )
}

function Title({ id, title }: { id: string; title: string }): ReactNode {
  const renaming = useOrrery((state) => state.renaming)
  const { renameWorld, setRenaming } = useActions()
  const [back, goBack] = useFocusBack()
  if (renaming) {
    return (
      <Rename
        label="Title of this world"
        className="w-80 font-medium text-base"
        value={title}
        onDone={(next, byKey) => {
          goBack(byKey)
          setRenaming(false)
          if (next) void renameWorld(id, next)
        }}
      />
    )
  }
  return (
    <h1 className="min-w-16 max-w-96">
      <button
        ref={back}
        type="button"
        onClick={() => setRenaming(true)}
        aria-label={`${visible(title)}: rename this world`}
        className="group flex max-w-full items-center gap-2 rounded-md px-2 py-1 font-medium text-base hover:bg-hover max-[560px]:px-0"
      >
        <span className="truncate">{visible(title)}</span>
        <Pencil
          size={13}
          aria-hidden
          className="shrink-0 text-muted opacity-0 group-hover:opacity-100 max-[560px]:hidden"
        />
      </button>
    </h1>
  )
}

/** Who else is in this world. */
function Here({ session }: { session: string }): ReactNode {
  const others = useOrrery((state) => state.others)
  const here = others.filter((one) => one.session === session)
  const words = whoIsHere(here)
  if (words === null) return null
  const Icon = here.every(({ kind }) => kind === 'agent') ? Bot : Users
  return (
    <output
      title={here.map((one) => whoIsHere([one])).join('\n')}
      className="flex h-7 min-w-8 max-w-64 items-center gap-1.5 rounded-full border border-line bg-raised px-2.5 text-muted text-xs"
    >
      <Icon size={13} aria-hidden className="shrink-0 text-accent" />
      <span className="truncate max-[1000px]:sr-only">{words}</span>
    </output>
  )
}

function BranchMenu(): ReactNode {
  const world = useOrrery((state) => state.world)
  const runs = useOrrery((state) => state.runs)
  const { switchBranch } = useActions()
  if (!world) return null
  const branch = currentBranch(world)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="flex h-8 min-w-12 max-w-72 items-center gap-2 rounded-md px-2.5 text-muted max-[560px]:min-w-8 max-[560px]:px-2 hover:bg-hover hover:text-ink aria-expanded:bg-hover">
        <GitBranch size={14} aria-hidden className="shrink-0" />
        <span className="sr-only">Branch: </span>
        <span className="truncate max-[560px]:sr-only">{branch.title}</span>
        {world.branches.length > 1 && (
          <span className="shrink-0 text-xs max-[1000px]:hidden">{world.branches.length} branches</span>
        )}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu max-h-96 overflow-y-auto" align="start" sideOffset={4}>
          <DropdownMenu.Label className="heading px-2 py-1.5">Branches of this world</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={world.branch} onValueChange={(id) => void switchBranch(id)}>
            {tree(world.branches, world.places).map((twig) => (
              <DropdownMenu.RadioItem
                key={twig.branch.id}
                value={twig.branch.id}
                textValue={twig.branch.title}
                className="menu-item relative gap-0 py-0 pl-7 data-[state=checked]:font-medium"
              >
                <DropdownMenu.ItemIndicator className="absolute left-3 size-2 rounded-full bg-accent" />
                <BranchMarks lines={twig.lines} />
                <span className="flex max-w-96 items-baseline gap-3 py-1.5">
                  <span className="truncate">{twig.branch.title}</span>
                  <span className="ml-auto shrink-0 font-normal text-muted text-xs">
                    {runs[twig.branch.id] || runningElsewhere({ world, runs }, twig.branch.id)
                      ? 'running'
                      : originWords(twig)}
                  </span>
                </span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function EngineChip(): ReactNode {
  const engine = useOrrery((state) => state.engine)
  const lost = useOrrery((state) => state.lost)
  const { show } = useActions()
  return (
    <button
      type="button"
      onClick={() => show('models')}
      className="flex h-8 min-w-10 max-w-72 items-center gap-2 rounded-md border border-line bg-field px-2.5 hover:bg-hover"
    >
      <Cpu size={14} aria-hidden className="shrink-0 text-muted" />
      <span className="sr-only">Models. {engineWords(engine, lost)}: </span>
      <span className="truncate max-[560px]:sr-only">{engineName(engine)}</span>
    </button>
  )
}

const THEMES: { theme: Theme; title: string; icon: typeof Sun }[] = [
  { theme: 'system', title: 'System', icon: Monitor },
  { theme: 'light', title: 'Light', icon: Sun },
  { theme: 'dark', title: 'Dark', icon: Moon }
]

function ThemeMenu(): ReactNode {
  const theme = useOrrery((state) => state.theme)
  const { setTheme } = useActions()
  const Icon = THEMES.find((one) => one.theme === theme)?.icon ?? Monitor
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger aria-label="Theme" className="icon-button">
        <Icon size={16} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          <DropdownMenu.RadioGroup
            value={theme}
            onValueChange={(value) => setTheme(THEMES.find((one) => one.theme === value)?.theme ?? 'system')}
          >
            {THEMES.map(({ theme: value, title, icon: ThemeIcon }) => (
              <DropdownMenu.RadioItem
                key={value}
                value={value}
                className="menu-item data-[state=checked]:font-semibold"
              >
                <ThemeIcon size={15} aria-hidden className="text-muted" />
                <span className="flex-1">{title}</span>
                <DropdownMenu.ItemIndicator className="size-2 rounded-full bg-accent" />
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
