// The worlds there are, and the branches of the open one.

import { useVirtualizer } from '@tanstack/react-virtual'
import {
  Download,
  FileCheck,
  FileInput,
  GitBranch,
  LoaderCircle,
  MoreHorizontal,
  Pencil,
  Plus,
  Ruler,
  ScrollText,
  Shuffle,
  Trash2,
  TriangleAlert
} from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { domains } from '../../core/domains/index.ts'
import { visible } from '../../core/text/visible.ts'
import { answersWord } from '../origin.tsx'
import { type OpenWorld, runningElsewhere, type SessionRow } from '../store/data.ts'
import { pickImport } from '../store/files.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { whoIsHere } from '../store/presence.ts'
import { IconButton, Trouble } from '../ui.tsx'
import { ago } from '../words.ts'
import { BranchMarks } from './BranchMarks.tsx'
import { Rename, useFocusBack } from './Rename.tsx'
import { originWords, type Twig, tree } from './tree.ts'

const ROW = 50

export function Worlds(): ReactNode {
  const sessions = useOrrery((state) => state.sessions) ?? []
  const world = useOrrery((state) => state.world)
  const actions = useActions()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: sessions.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 6
  })
  return (
    <nav
      aria-label="Worlds"
      className="flex w-60 shrink-0 flex-col border-line border-r bg-panel max-[860px]:absolute max-[860px]:inset-y-0 max-[860px]:z-35 max-[860px]:shadow-lift"
    >
      <div className="flex items-center gap-1 py-2 pr-2 pl-4">
        <h2 className="heading flex-1">Worlds</h2>
        <IconButton label="Import a trajectory" onClick={() => pickImport(actions)}>
          <FileInput size={15} aria-hidden />
        </IconButton>
        <IconButton label="New world" shortcut="new" onClick={() => actions.show('new')}>
          <Plus size={16} aria-hidden />
        </IconButton>
      </div>
      <div className="px-2 pb-1 empty:hidden">
        <Trouble place="worlds" />
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <ul className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const session = sessions[index]
            return (
              session && (
                <li key={session.id} className="absolute inset-x-0" style={{ top: start, height: ROW }}>
                  <WorldRow session={session} open={session.id === world?.session.id} />
                </li>
              )
            )
          })}
        </ul>
      </div>
      {world && <Branches world={world} />}
    </nav>
  )
}

function WorldRow({ session, open }: { session: SessionRow; open: boolean }): ReactNode {
  const actions = useActions()
  const running = useOrrery(
    ({ runs, world }) =>
      Object.values(runs).some((run) => run.session === session.id) ||
      (world?.session.id === session.id && world.drafts.some(({ runner }) => runner))
  )
  const others = useOrrery((state) => state.others)
  const here = whoIsHere(others.filter((one) => one.session === session.id))
  const [naming, setNaming] = useState(false)
  const [back, goBack] = useFocusBack()
  if (naming) {
    return (
      <Rename
        label="Title of this world"
        className="my-1"
        value={session.title}
        onDone={(title, byKey) => {
          goBack(byKey)
          setNaming(false)
          if (title) void actions.renameWorld(session.id, title)
        }}
      />
    )
  }
  return (
    <div className={`group relative rounded-md ${open ? 'bg-selected' : 'hover:bg-hover'}`}>
      <button
        ref={back}
        type="button"
        aria-current={open ? 'page' : undefined}
        onClick={() => !open && void actions.open(session.id)}
        className="flex w-full flex-col rounded-md py-1 pr-8 pl-3 text-left"
      >
        {open && <span aria-hidden className="absolute inset-y-1.5 left-0 w-0.5 rounded-full bg-accent" />}
        <span className={`w-full truncate ${open ? 'font-medium' : ''}`}>{visible(session.title)}</span>
        <span className="w-full truncate text-muted text-xs">
          {kindOf(session.domain)}, {answersWord(session.answers)},{' '}
          {running ? 'a step is running' : (here ?? ago(session.updatedAt, Date.now()))}
        </span>
      </button>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger
          aria-label={`More for ${visible(session.title)}`}
          className="icon-button absolute top-2 right-1 opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100"
        >
          <MoreHorizontal size={15} aria-hidden />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="start" sideOffset={4}>
            <DropdownMenu.Item className="menu-item" onSelect={() => setNaming(true)}>
              <Pencil size={14} aria-hidden className="text-muted" /> Rename
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={() => actions.askExport([session])}>
              <Download size={14} aria-hidden className="text-muted" /> Export…
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={() => void actions.askScenario(session)}>
              <FileCheck size={14} aria-hidden className="text-muted" /> Save as scenario…
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={() => void actions.askVary(session)}>
              <Shuffle size={14} aria-hidden className="text-muted" /> Vary…
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={() => void actions.askFidelity(session)}>
              <Ruler size={14} aria-hidden className="text-muted" /> How good is the model here?
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={() => void actions.askAuthor(session)}>
              <ScrollText size={14} aria-hidden className="text-muted" /> Write as a program…
            </DropdownMenu.Item>
            <DropdownMenu.Separator className="my-1 h-px bg-line" />
            <DropdownMenu.Item className="menu-item text-danger" onSelect={() => actions.askDelete(session)}>
              <Trash2 size={14} aria-hidden /> Delete…
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </div>
  )
}

/** The kind in words; a world of a kind that this version lacks is listed by its id. */
function kindOf(id: string): string {
  return domains.find((one) => one.id === id)?.title ?? id
}

/** The open world's branches, each under the one it left. */
function Branches({ world }: { world: OpenWorld }): ReactNode {
  return (
    <section aria-label="Branches" className="flex max-h-[40%] shrink-0 flex-col border-line border-t">
      <h2 className="heading px-4 pt-3 pb-1.5">Branches</h2>
      <ul className="min-h-0 overflow-y-auto px-2 pb-2">
        {tree(world.branches, world.places).map((twig) => (
          <li key={twig.branch.id} className="flex items-center">
            <BranchMarks lines={twig.lines} />
            <BranchRow twig={twig} shown={twig.branch.id === world.branch} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function BranchRow({ twig, shown }: { twig: Twig; shown: boolean }): ReactNode {
  const { branch } = twig
  const failed = useOrrery((state) => state.failures[branch.id] !== undefined)
  const running = useOrrery(
    (state) => state.runs[branch.id] !== undefined || runningElsewhere(state, branch.id) !== null
  )
  const { switchBranch, renameBranch } = useActions()
  const [naming, setNaming] = useState(false)
  const [back, goBack] = useFocusBack()
  const Icon = running ? LoaderCircle : failed ? TriangleAlert : GitBranch
  if (naming) {
    return (
      <Rename
        label="Title of this branch"
        className="my-1"
        value={branch.title}
        onDone={(title, byKey) => {
          goBack(byKey)
          setNaming(false)
          if (title) void renameBranch(branch.id, title)
        }}
      />
    )
  }
  return (
    <div
      className={`group relative flex min-w-0 flex-1 items-center rounded-md ${shown ? 'bg-selected' : 'hover:bg-hover'}`}
    >
      <button
        ref={back}
        type="button"
        aria-current={shown ? 'true' : undefined}
        onClick={() => !shown && void switchBranch(branch.id)}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-md py-1 pr-8 pl-2 text-left"
      >
        <Icon
          size={13}
          aria-hidden
          className={`shrink-0 ${running ? 'animate-spin text-accent' : failed ? 'text-danger' : shown ? 'text-accent' : 'text-muted'}`}
        />
        <span className="min-w-0 flex-1">
          <span className={`block truncate ${shown ? 'font-medium' : ''}`}>{branch.title}</span>
          <span className="block truncate text-muted text-xs">
            {running ? 'running' : failed ? 'the last action failed' : originWords(twig)}
          </span>
        </span>
      </button>
      <button
        type="button"
        aria-label={`Rename branch ${branch.title}`}
        onClick={() => setNaming(true)}
        className="icon-button absolute right-1 opacity-0 focus-visible:opacity-100 group-hover:opacity-100"
      >
        <Pencil size={13} aria-hidden />
      </button>
    </div>
  )
}
