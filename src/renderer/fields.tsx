// Form fields with their labels: a line, a text of several lines, a choice, a mark.
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Field } from './ui.tsx'

type Labelled<Tag extends 'input' | 'textarea' | 'select'> = Omit<ComponentProps<Tag>, 'id'> & {
  label: string
  /** What belongs in it. */
  hint?: ReactNode
  /** Its text, whenever it changes. */
  onText?(text: string): void
}

const classes = (more = '') => `field ${more}`.trimEnd()

export function LineField({ label, hint, onText, className, ...rest }: Labelled<'input'>): ReactNode {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint}>
      <input id={id} className={classes(className)} onChange={({ target }) => onText?.(target.value)} {...rest} />
    </Field>
  )
}

export function TextField({ label, hint, onText, className, ...rest }: Labelled<'textarea'>): ReactNode {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint}>
      <textarea id={id} className={classes(className)} onChange={({ target }) => onText?.(target.value)} {...rest} />
    </Field>
  )
}

/** `options` and further ones, in groups, as children. */
export function SelectField(
  props: Labelled<'select'> & { options?: readonly (readonly [value: string | number, name: ReactNode])[] }
): ReactNode {
  const { label, hint, onText, className, options = [], children, ...rest } = props
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint}>
      <select id={id} className={classes(className)} onChange={({ target }) => onText?.(target.value)} {...rest}>
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
        {children}
      </select>
    </Field>
  )
}

export function CheckField(props: {
  title: string
  hint?: string
  checked: boolean
  disabled?: boolean
  onChange(checked: boolean): void
}): ReactNode {
  return (
    <label className="flex items-baseline gap-2.5">
      <input
        type="checkbox"
        className="accent-accent"
        checked={props.checked}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span className="min-w-0">
        {props.title}
        {props.hint && <span className="block text-muted text-xs">{props.hint}</span>}
      </span>
    </label>
  )
}
