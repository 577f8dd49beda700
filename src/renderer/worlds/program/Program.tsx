// The program of the open world: what it keeps, its text, its tests and its versions. A changed one makes a branch.
import { GitBranch } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useState } from 'react'
import type { CallOutput } from '../../../core/contract/index.ts'
import type { ProgramUse } from '../../../core/tree/program.ts'
import { useAnswer, useLoaded } from '../../loaded.ts'
import { type OpenWorld, setup as rules } from '../../store/data.ts'
import { useActions, useOrrery } from '../../store/index.ts'
import type { ProgramView } from '../../store/programs.ts'
import { Refusal, TabBar, Trouble } from '../../ui.tsx'
import { useUnsaved } from '../../unsaved.ts'
import { choiceOf, draftOf, isSameText, type ProgramDraft } from './draft.ts'
import { Plan } from './Plan.tsx'
import { Rules } from './Rules.tsx'
import { marksOf } from './rows.ts'
import { Source, type SourcePlace } from './Source.tsx'
import { StateTree, Tree } from './StateTree.tsx'
import { Tests } from './Tests.tsx'
import { useTraced } from './traced.ts'
import { Versions } from './Versions.tsx'
import { versionsOf } from './versions.ts'

export interface ProgramParts {
  world: OpenWorld
  draft: ProgramDraft
  /** What is wrong with the text, by line; `null` until it was read. */
  problems: CallOutput<'programs.read'>['problems'] | null
  onChange(change: Partial<ProgramDraft>): void
}

/** `seen`: the panel is in view. What is not seen asks the host for nothing, and keeps what was typed. */
export function Program({ seen }: { seen: boolean }): ReactNode {
  const world = useOrrery((state) => state.world)
  if (!world?.opens) return null
  return <Body key={world.session.id} world={world} seen={seen} />
}

/** A setup without a program: its initial state was read into one, or rules of Orrery's own compute the world. */
function Body({ world, seen }: { world: OpenWorld; seen: boolean }): ReactNode {
  const { programState } = useActions()
  const { program } = rules(world)
  const [wanted, setWanted] = useState(seen)
  if (seen && !wanted) setWanted(true)
  // Where another branch has a program of its own, what was read is its first version.
  const readOn = program ? world.branches.find(({ setup }) => !setup.program)?.id : world.branch
  const { found, problem } = useLoaded<{ state: ProgramView | null }>(
    wanted && readOn ? () => programState({ branch: readOn, at: null }) : null,
    [readOn, programState]
  )
  const view = found?.state
  const stated = view?.program ?? null
  const shown = program ?? stated
  // One place for both: who saves what was read stays where they were.
  if (shown) return <Panel world={world} program={shown} {...{ stated, seen }} />
  return view ? <BuiltIn world={world} view={view} seen={seen} /> : <Refusal text={problem} />
}

/** `stated`: what the initial state was read into, where branches have no other program. */
function Panel(props: { world: OpenWorld; program: ProgramUse; stated: ProgramUse | null; seen: boolean }): ReactNode {
  const { world, program, stated, seen } = props
  const [tab, setTab] = useState('state')
  const [place, setPlace] = useState<SourcePlace | null>(null)
  const wish = useOrrery((state) => state.wish)
  const { language } = program
  useEffect(() => {
    if (wish?.panel === 'program' && wish.tab) setTab(language === 'pddl' ? 'plan' : wish.tab)
  }, [wish, language])
  // Each version keeps what was typed over it: looking at another branch, or another world, must cost nothing.
  const [kept, setDrafts] = useUnsaved<Record<string, ProgramDraft>>(`program ${world.session.id}`)
  const drafts = kept ?? {}
  const own = draftOf(program)
  const key = `${program.hash} ${JSON.stringify(own.tests)}`
  const draft = drafts[key] ?? own
  const onChange = (change: Partial<ProgramDraft>) => setDrafts({ ...drafts, [key]: { ...draft, ...change } })
  const revert = () => {
    const { [key]: _gone, ...rest } = drafts
    setDrafts(rest)
  }
  const changed = !isSameText(draft, own) || JSON.stringify(draft.tests) !== JSON.stringify(own.tests)
  const wrong = useProblems(changed ? draft : null)
  // What a branch has was read when it was made.
  const problems = changed ? wrong : []
  const parts: ProgramParts = { world, draft, problems, onChange }
  const versions = versionsOf(world.branches, world.places, stated)
  const looks = seen && (tab === 'rules' || tab === 'source')
  const traced = useTraced(world, program, looks && program.language !== 'z-machine' && program.language !== 'pddl')
  const ran = traced.found?.turns.find(({ turn }) => turn === world.at)?.ran ?? []
  // Lines of an edited text are others.
  const fired = isSameText(draft, own) ? ran.flatMap((rule) => traced.found?.rules[rule] ?? []) : []
  return (
    <Tabs.Root value={tab} onValueChange={setTab} className="flex h-full flex-col">
      <div className="flex flex-col gap-2 px-4 pt-3 pb-2">
        <div>
          <TabBar
            label="Program"
            tabs={[
              ['state', 'State'],
              ['source', 'Source'],
              program.language === 'pddl' ? ['plan', 'Plan'] : ['rules', 'Rules'],
              ['tests', 'Tests'],
              ['versions', 'Versions']
            ]}
          />
        </div>
        <Trouble place="program" />
        <Trouble place="rules" />
      </div>
      <Tabs.Content value="state" tabIndex={-1} className="flex min-h-0 flex-1 flex-col data-[state=inactive]:hidden">
        {seen && <StateTree world={world} marked />}
      </Tabs.Content>
      <Tabs.Content value="source" tabIndex={-1} className="min-h-0 flex-1 data-[state=inactive]:hidden">
        <Source {...parts} versions={versions} read={stated === program} fired={fired} place={place} />
      </Tabs.Content>
      <Tabs.Content value="rules" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto data-[state=inactive]:hidden">
        <Rules
          {...{ world, traced }}
          onGo={(to) => {
            setPlace(to)
            setTab('source')
          }}
        />
      </Tabs.Content>
      <Tabs.Content value="plan" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto data-[state=inactive]:hidden">
        {program.language === 'pddl' && <Plan world={world} />}
      </Tabs.Content>
      <Tabs.Content value="tests" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto data-[state=inactive]:hidden">
        <Tests {...parts} />
      </Tabs.Content>
      <Tabs.Content
        value="versions"
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-y-auto data-[state=inactive]:hidden"
      >
        <Versions
          {...{ world, versions }}
          now={program.hash}
          onEdit={(version) => {
            onChange(draftOf(version))
            setTab('source')
          }}
        />
      </Tabs.Content>
      {changed && <Footer {...parts} program={program} onDone={revert} />}
    </Tabs.Root>
  )
}

/** Rules of Orrery's own: what they keep, and what the world states for them. */
function BuiltIn({ world, view, seen }: { world: OpenWorld; view: ProgramView; seen: boolean }): ReactNode {
  return (
    <Tabs.Root defaultValue="state" className="flex h-full flex-col">
      <div className="px-4 pt-3 pb-2">
        <TabBar
          label="Program"
          tabs={[
            ['state', 'State'],
            ['stated', 'Source']
          ]}
        />
      </div>
      <Tabs.Content value="state" tabIndex={-1} className="flex min-h-0 flex-1 flex-col data-[state=inactive]:hidden">
        {seen && <StateTree world={world} marked={false} />}
      </Tabs.Content>
      <Tabs.Content value="stated" tabIndex={-1} className="flex min-h-0 flex-1 flex-col data-[state=inactive]:hidden">
        <p className="px-4 pb-2 text-muted text-xs">
          The rules of this world are built in: {view.title}. Below is what they read in its beginning. To change it,
          change the initial state in the panel Rules.
        </p>
        <Tree label="What the world states" state={view.stated} marks={NONE} />
      </Tabs.Content>
    </Tabs.Root>
  )
}

const NONE = marksOf([])

/** Saving what was typed, or going back to what the branch has. */
function Footer(props: ProgramParts & { program: ProgramUse; onDone(): void }): ReactNode {
  const { world, draft, problems, program, onDone } = props
  const { changeRules } = useActions()
  const save = async () => {
    const { asks } = program
    const { tests } = draft
    const made = {
      ...choiceOf(draft),
      hash: program.hash,
      ...(asks && { asks }),
      ...(tests.length && { tests })
    }
    if (await changeRules({ program: made })) onDone()
  }
  return (
    <footer className="flex flex-col gap-2 border-line border-t px-4 py-3">
      <p className="flex items-start gap-2">
        <GitBranch size={15} aria-hidden className="mt-0.5 shrink-0 text-accent" />
        Saved as a version from step {world.at + 1} on, on a new branch. Earlier steps keep theirs.
      </p>
      <div className="flex justify-end gap-2">
        <button type="button" className="button" onClick={onDone}>
          Revert edits
        </button>
        <button
          type="button"
          className="button-primary"
          disabled={problems === null || problems.length > 0 || !draft.text}
          onClick={() => void save()}
        >
          Save version
        </button>
      </div>
    </footer>
  )
}

// Nobody is told of a line while it is typed.
const PAUSE_MS = 400

/** What is wrong with the text; `null` until it was read. */
function useProblems(draft: ProgramDraft | null): ProgramParts['problems'] {
  const { readProgram } = useActions()
  const read = useAnswer<{ of: ProgramDraft; problems: ProgramParts['problems'] } | null>(
    draft &&
      (async () => {
        const { version: _, ...texts } = choiceOf(draft)
        const answer = await readProgram(texts, 'program')
        return { of: draft, problems: answer?.problems ?? null }
      }),
    null,
    [draft?.language, draft?.text, draft && JSON.stringify(draft.files), readProgram],
    PAUSE_MS
  )
  return read && draft && isSameText(read.of, draft) ? read.problems : null
}
