// Every text that the program of this world has had, and which steps have it.
import type { ReactNode } from 'react'
import type { ProgramUse } from '../../../core/tree/program.ts'
import type { OpenWorld } from '../../store/data.ts'
import { useActions } from '../../store/index.ts'
import { count, counted } from '../../words.ts'
import type { Version } from './versions.ts'

export function Versions(props: {
  world: OpenWorld
  versions: Version[]
  /** The hash of the branch's own. */
  now: string
  onEdit(program: ProgramUse): void
}): ReactNode {
  const { world, versions, now, onEdit } = props
  const { switchBranch } = useActions()
  return (
    <div className="flex flex-col gap-2 px-4 pb-4">
      <p className="text-muted text-xs">A step keeps the version that answered it. Newest first.</p>
      <ol aria-label="Versions" className="flex flex-col gap-1.5">
        {versions
          .map(({ program, branches, from }, index) => (
            <li
              key={program.hash}
              aria-current={program.hash === now ? 'true' : undefined}
              className={`flex flex-col gap-1 rounded-md border px-2.5 py-1.5 ${program.hash === now ? 'border-accent bg-selected' : 'border-line bg-raised'}`}
            >
              <div className="flex items-center gap-2">
                <span className="font-medium">Version {index + 1}</span>
                <code title={program.hash} className="min-w-0 flex-1 truncate font-mono text-muted text-xs">
                  {program.hash.slice(0, 12)}
                </code>
                <button type="button" className="button h-7" onClick={() => onEdit(program)}>
                  {program.hash === now ? 'Edit' : 'Restore…'}
                  <span className="sr-only"> version {index + 1}</span>
                </button>
              </div>
              <p className="text-muted text-xs">
                From step {count(from)} on, {counted(program.tests?.length ?? 0, 'test')}.
              </p>
              <p className="flex flex-wrap gap-x-2 text-xs">
                {branches.map(({ id, title }) => (
                  <button
                    key={id}
                    type="button"
                    className="link max-w-full truncate"
                    aria-current={id === world.branch ? 'true' : undefined}
                    onClick={() => void switchBranch(id)}
                  >
                    {title}
                  </button>
                ))}
              </p>
            </li>
          ))
          .toReversed()}
      </ol>
    </div>
  )
}
