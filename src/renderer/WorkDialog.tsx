// A dialog that does one piece of work: a form, its button, and how far the work is.
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Modal, Progress } from './ui.tsx'

/** The work under way. */
export interface DialogWork {
  label: string
  said: ReactNode
  /** `null` for an unknown length. */
  value: number | null
  stop: string
  onStop(): void
}

interface Props extends Omit<ComponentProps<typeof Modal>, 'footer'> {
  submit: string
  disabled: boolean
  /** Not called while the work is under way. */
  onSubmit(): void
  work?: DialogWork | null
  /** Stands before the button. */
  beside?: ReactNode
  layout?: string
  /** Below the form. */
  below?: ReactNode
}

export function WorkDialog(props: Props): ReactNode {
  const { submit, disabled, onSubmit, work, beside, layout = 'flex flex-col gap-4', below, children, ...modal } = props
  const id = useId()
  return (
    <Modal
      {...modal}
      footer={
        work ? (
          <>
            <span className="min-w-0 flex-1 truncate text-muted">{work.said}</span>
            <span className="w-48">
              <Progress label={work.label} value={work.value} />
            </span>
            <button type="button" className="button" onClick={work.onStop}>
              {work.stop}
            </button>
          </>
        ) : (
          <>
            {beside}
            <button type="submit" form={id} className="button-primary" disabled={disabled}>
              {submit}
            </button>
          </>
        )
      }
    >
      <form
        id={id}
        className={layout}
        onSubmit={(event) => {
          event.preventDefault()
          if (!work) onSubmit()
        }}
      >
        {children}
      </form>
      {below}
    </Modal>
  )
}

/** A text as it will be written. */
export function Preview({ text, className = 'max-h-80' }: { text: string; className?: string }): ReactNode {
  const id = useId()
  return (
    <div className="min-w-0">
      <h3 id={id} className="heading mb-1.5">
        Preview
      </h3>
      <section
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className={`${className} overflow-auto rounded-md border border-line bg-field p-3`}
      >
        <pre className="whitespace-pre-wrap break-words font-mono text-xs leading-5">{text}</pre>
      </section>
    </div>
  )
}
