// A small form that opens at its button, with what was wrong and a way to remove what it is about.
import { Popover } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useOrrery } from '../../store/index.ts'
import { Refusal } from '../../ui.tsx'
import { useKept } from '../../unsaved.ts'

/** What is typed into a form of the open fictional world: a click beside it must cost nobody their words. */
export function usePopKept<T extends object>(form: string, usual: T): [T, (value: T | null) => void] {
  const fiction = useOrrery((state) => state.fiction?.name ?? '')
  return useKept(`fiction ${fiction} ${form}`, usual)
}

/** Its content is made anew whenever it opens. */
export function PopForm(props: {
  label: string
  trigger: ReactNode
  disabled: boolean
  align?: 'start' | 'end'
  children(done: () => void): ReactNode
}): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild disabled={props.disabled}>
        {props.trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={props.label}
          align={props.align ?? 'start'}
          sideOffset={6}
          collisionPadding={12}
          className="z-60 max-h-[70vh] w-80 overflow-y-auto rounded-lg border border-line bg-panel p-4 shadow-lift outline-none"
        >
          {props.children(() => setOpen(false))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** `onSubmit` and `onRemove` apply a change. They return `null`, or why it cannot be made, as a sentence. */
export function PopFields(props: {
  submit: string
  remove?: string
  onSubmit(): string | null
  onRemove?: (() => string | null) | undefined
  /** Absent: nothing was typed. */
  onRevert?: (() => void) | undefined
  onDone(): void
  children: ReactNode
}): ReactNode {
  const { onRemove, onSubmit } = props
  const [problem, setProblem] = useState<string | null>(null)
  const finish = (why: string | null) => {
    setProblem(why)
    if (why === null) props.onDone()
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        finish(onSubmit())
      }}
    >
      {props.children}
      <Refusal text={problem} />
      <div className="flex gap-2">
        {onRemove && (
          <button type="button" className="button text-danger" onClick={() => finish(onRemove())}>
            {props.remove}
          </button>
        )}
        <span className="flex-1" />
        {props.onRevert && (
          <button type="button" className="button" onClick={props.onRevert}>
            Revert
          </button>
        )}
        <button type="submit" className="button-primary">
          {props.submit}
        </button>
      </div>
    </form>
  )
}
