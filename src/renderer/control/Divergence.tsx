// Where the repeats of a variant parted: a tree whose shared turns are one line, and whose leaves are the runs.
import { Bot, ChevronDown, ChevronRight, Earth, type LucideIcon, Square } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type DivergedRun, type DivergenceTree, type Stretch, turnAfter } from '../../core/control/divergence-tree.ts'
import type { ScenarioGroup } from '../../core/control/summary.ts'
import type { Verdict } from '../../core/tree/conditions.ts'
import { useLoaded } from '../loaded.ts'
import type { PlayedRun } from '../store/control.ts'
import { useActions } from '../store/index.ts'
import { Refusal } from '../ui.tsx'
import { counted } from '../words.ts'
import { Took } from './Took.tsx'
import { COLOURS, VERDICTS } from './verdicts.ts'

interface Props {
  /** The name of the run of scenarios. */
  run: string
  group: ScenarioGroup
  onClose(): void
}

export function Divergence({ run, group, onClose }: Props): ReactNode {
  const { divergence } = useActions()
  const id = useId()
  const { found: tree, problem } = useLoaded<DivergenceTree>(() => divergence(run, group), [run, group, divergence])
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 id={`${id}title`} className="font-semibold text-base">
            {group.title}: where {tree ? counted(tree.runs.length, 'run') : 'its runs'} parted
            {group.variant && <span className="font-normal text-muted"> {group.variant}</span>}
          </h3>
          <p className="text-muted text-xs">
            Runs stay together while actions and answers are the same. Press a run to open its world where it parted.
          </p>
        </div>
        <button type="button" className="button" onClick={onClose}>
          Back to the results
        </button>
      </div>
      <Refusal text={problem} />
      {!tree && problem === null && <p className="text-muted">Reading the runs…</p>}
      {tree && (
        <>
          <ul aria-labelledby={`${id}title`}>{tree.stretches.length > 0 && <Branch tree={tree} at={0} depth={0} />}</ul>
          {tree.left > 0 && (
            <p className="text-muted text-xs">{counted(tree.left, 'further run')} were not compared.</p>
          )}
          {tree.missing > 0 && (
            <p className="text-muted text-xs">
              The worlds of {counted(tree.missing, 'run')} were deleted. They are left out.
            </p>
          )}
        </>
      )}
    </div>
  )
}

// Deeper branches are not moved further to the right: they would have no room.
const DEEPEST = 10

/** One stretch, the runs that ended with it, and the branches that follow. */
function Branch({ tree, at, depth }: { tree: DivergenceTree; at: number; depth: number }): ReactNode {
  const [open, setOpen] = useState(false)
  const stretch = tree.stretches[at]
  if (!stretch) return null
  const { parts, turns } = stretch
  const runsOf = (places: number[]) => places.flatMap((place) => tree.runs[place] ?? [])
  const runs = runsOf(stretch.runs)
  const [first] = runs
  const [Icon, said] = parts ? PARTS[parts] : [null, null]
  const following = tree.stretches.flatMap(({ parent }, place) => (parent === at ? [place] : []))
  const Twist = open ? ChevronDown : ChevronRight
  // The turn at which a run's world opens: the last one (`null`) for runs that ended together, else the one where the run left the others.
  const left = parts || stretch.parent === null ? null : (turns[0]?.turn ?? null)
  return (
    <li className="flex min-w-0 flex-col gap-1.5">
      {turns.length > 0 && (
        <button
          type="button"
          aria-expanded={open}
          className="flex items-center gap-2 rounded-md border border-line bg-raised px-2 py-1 text-left hover:bg-hover"
          onClick={() => setOpen(!open)}
        >
          <Twist size={13} aria-hidden className="shrink-0 text-muted" />
          <span className="min-w-0 flex-1">
            <Differs stretch={stretch} of={runs.length} />
          </span>
          <span className="shrink-0 text-muted text-xs">
            {stretch.parent !== null && `${counted(runs.length, 'run')}, ${spanOf(stretch)}`}
          </span>
          <Tally runs={runs} />
        </button>
      )}
      {open && first && <Turns run={first} turns={turns} />}
      {stretch.ended.length > 0 && <Ended runs={runsOf(stretch.ended)} turn={left} />}
      {Icon && (
        <>
          <p className="flex items-center gap-1.5 pl-2 text-xs">
            <Icon size={13} aria-hidden className="shrink-0 text-accent" />
            <span className="min-w-0">{said?.(stretch)}</span>
          </p>
          <ul className={`flex flex-col gap-2 ${depth < DEEPEST ? 'ml-3.5 border-line border-l pl-4' : ''}`}>
            {following.map((place) => (
              <Branch key={place} tree={tree} at={place} depth={depth + 1} />
            ))}
          </ul>
        </>
      )}
    </li>
  )
}

const PARTS: Record<NonNullable<Stretch['parts']>, [LucideIcon, (stretch: Stretch) => ReactNode]> = {
  action: [Bot, (stretch) => `Turn ${turnAfter(stretch)}: different actions`],
  observation: [
    Earth,
    (stretch) => (
      <>
        Turn {turnAfter(stretch)}: the world answered differently to{' '}
        <code className="break-words font-mono">{stretch.turns.at(-1)?.action}</code>
      </>
    )
  ],
  end: [Square, (stretch) => `After turn ${turnAfter(stretch) - 1}: others went on`]
}

/** What tells a stretch from those beside it. */
function Differs({ stretch, of }: { stretch: Stretch; of: number }): ReactNode {
  const { parent, differs, turns } = stretch
  if (parent === null) {
    const span = spanOf(stretch)
    return (
      <>
        <span className="font-medium">{`${span.slice(0, 1).toUpperCase()}${span.slice(1)}`}</span>
        <span className="text-muted">, {of === 1 ? 'of the only run' : `the same in all ${of} runs`}</span>
      </>
    )
  }
  if (!differs) return <span className="font-medium">Went on</span>
  const action = turns[0]?.action ?? null
  const line = differs.text ?? '(nothing more)'
  return (
    <>
      {action === null && <span className="mr-2 text-muted text-xs">line {differs.line}</span>}
      <code className="break-words font-medium font-mono text-xs">
        {action ?? (line || <span className="text-muted">(an empty line)</span>)}
      </code>
      {/* Several actions may have one label. */}
      {action !== null && action !== line && (
        <code className="block break-words font-mono text-muted text-xs">{line}</code>
      )}
    </>
  )
}

function spanOf({ turns }: Stretch): string {
  const [first, last] = [turns[0]?.turn, turns.at(-1)?.turn]
  return first === last ? `turn ${first}` : `turns ${first}–${last}`
}

/** How many runs came to what. */
function Tally({ runs }: { runs: DivergedRun[] }): ReactNode {
  const all: Verdict[] = ['pass', 'fail', 'inconclusive']
  return (
    <span className="flex min-w-16 shrink-0 items-center justify-end gap-2 text-xs tabular-nums">
      {all.map((verdict) => {
        const count = runs.filter((run) => run.verdict === verdict).length
        const [word, Icon] = VERDICTS[verdict]
        return (
          count > 0 && (
            <span key={verdict} className="flex items-center gap-1" title={`${count} ${word}`}>
              <Icon size={13} aria-hidden className={COLOURS[verdict]} />
              {count}
              <span className="sr-only"> {word}</span>
            </span>
          )
        )
      })}
    </span>
  )
}

/** The runs that end here, each a way into its world. @param turn where they parted from others; the last for `null` */
function Ended({ runs, turn }: { runs: DivergedRun[]; turn: number | null }): ReactNode {
  const { openRun } = useActions()
  const reasons = new Set(runs.flatMap(({ verdict, why }) => (verdict === 'pass' ? [] : why)))
  return (
    <div className="flex flex-col gap-1 pl-6">
      <ul aria-label="Runs that end here" className="flex flex-wrap gap-1.5">
        {runs.map((run) => {
          const [word, Icon, look] = VERDICTS[run.verdict]
          const at = turn ?? run.turns
          return (
            <li key={run.repeat}>
              <button
                type="button"
                title={`Seed ${run.seed}. Opens the world ${at ? `at turn ${at}` : 'at its start'}.`}
                className={`flex items-center gap-1.5 rounded-md border px-2 py-0.5 text-xs ${look} hover:bg-hover`}
                onClick={() => void openRun(run, at)}
              >
                <Icon size={13} aria-hidden className={COLOURS[run.verdict]} />
                Run {run.repeat + 1} <span className="text-muted">{word}</span>
              </button>
            </li>
          )
        })}
      </ul>
      {[...reasons].map((why) => (
        <p key={why} className="break-words text-muted text-xs">
          {why}
        </p>
      ))}
    </div>
  )
}

/** The turns of a stretch, as one of its runs has them. */
function Turns({ run, turns }: { run: DivergedRun; turns: Stretch['turns'] }): ReactNode {
  const { played } = useActions()
  const { found: seen, problem } = useLoaded<PlayedRun>(() => played(run), [run, played])
  if (problem !== null) {
    return (
      <p role="alert" className="text-danger">
        {problem}
      </p>
    )
  }
  return (
    <ol aria-label="Turns" className="flex flex-col gap-1.5 pl-6">
      {turns.map(({ turn, action, observed }) => (
        <li key={turn} className="flex gap-2">
          <span className="w-5 shrink-0 pt-1.5 text-right text-muted text-xs tabular-nums">{turn}</span>
          <div className="min-w-0 flex-1 rounded-md border border-line bg-field px-2.5 py-1.5">
            <Took
              action={action}
              fired={observed ? seen?.rows[turn - 1]?.fired : undefined}
              text={observed ? (seen ? (seen.steps[turn - 1]?.observation.text ?? '') : '…') : null}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}
