// One part of a form over a JSON schema, and the parts inside it.

import { X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { isObject } from '../../../core/text/json.ts'
import { visible } from '../../../core/text/visible.ts'
import type { Json } from '../../../core/tree/ports.ts'
import { BOOLEANS, Choice, Numeric, Text } from './controls.tsx'
import { canShow, DEEPEST, type FieldSchema, type FieldShape, type FormPart, readPart } from './fields.ts'
import { List, Properties, Union } from './groups.tsx'
import { JsonText } from './JsonText.tsx'
import { type FieldProblem, type Path, problemsAt } from './problems.ts'

export interface FieldProps {
  /** What it is called. */
  name: string
  schema: Json
  /** What references are looked up in. */
  root: FieldSchema
  value: Json | undefined
  required: boolean
  path: Path
  problems: readonly FieldProblem[]
  /** Say what is missing too, before the field was left. */
  strict: boolean
  onChange(value: Json | undefined): void
  /** Takes the part away altogether. */
  onRemove?(): void
  /** Without a head: its name is already shown above. */
  bare?: boolean
}

export function Field(props: FieldProps): ReactNode {
  const { name, schema, root, value, required, path } = props
  const part = readPart(schema, root, name)
  const shape: FieldShape = path.length > DEEPEST || !canShow(part.shape, value) ? { kind: 'json' } : part.shape
  const id = useId()
  const [left, setLeft] = useState(false)
  const said = problemsAt(props.problems, path, { below: shape.kind === 'json' }).filter(
    (problem) => !problem.missing || left || props.strict
  )
  const described = [part.description && `${id}-about`, said.length && `${id}-problems`].filter(Boolean).join(' ')
  const control: ControlProps = { ...props, id, part, described: described || undefined, wrong: said.length > 0 }
  const group = shape.kind === 'object' || shape.kind === 'list'
  const Frame = group ? 'fieldset' : 'div'
  const Label = group ? 'span' : 'label'
  return (
    <Frame
      className="flex min-w-0 flex-col gap-1"
      {...(group && { 'aria-labelledby': `${id}-name`, 'aria-describedby': control.described })}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setLeft(true)}
    >
      <div className={props.bare ? 'sr-only' : 'flex items-baseline gap-2'}>
        <Label
          {...(group ? { id: `${id}-name` } : { htmlFor: id })}
          className="min-w-0 break-words font-medium font-mono text-xs leading-5"
        >
          {visible(name)}
          {required && (
            <span className="text-danger" title="Required">
              {' *'}
              <span className="sr-only">required</span>
            </span>
          )}
        </Label>
        <span className="min-w-0 flex-1 truncate text-muted text-xs">{visible(part.title ?? '')}</span>
        <span className="shrink-0 text-muted text-xs">
          {shape.kind === part.shape.kind ? kindOf(shape, schema) : 'written as JSON'}
        </span>
        {props.onRemove && (
          <button
            type="button"
            aria-label={`Remove ${name}`}
            className="icon-button -my-1 size-6"
            onClick={props.onRemove}
          >
            <X size={13} aria-hidden />
          </button>
        )}
      </div>
      {part.description && !props.bare && (
        <p id={`${id}-about`} className="whitespace-pre-line break-words text-muted text-xs">
          {visible(part.description)}
        </p>
      )}
      <Control {...control} shape={shape} />
      {said.length > 0 && (
        <ul id={`${id}-problems`} className="text-danger text-xs">
          {said.map((problem) => (
            <li key={`${problem.path.join('.')} ${problem.text}`}>{problem.text}</li>
          ))}
        </ul>
      )}
    </Frame>
  )
}

export interface ControlProps extends FieldProps {
  id: string
  part: FormPart
  described: string | undefined
  wrong: boolean
}

export function Control(props: ControlProps & { shape: FieldShape }): ReactNode {
  const { shape, ...rest } = props
  switch (shape.kind) {
    case 'text':
      return <Text {...rest} long={shape.long} />
    case 'number':
      return <Numeric {...rest} />
    case 'boolean':
      return <Choice {...rest} options={BOOLEANS} />
    case 'choice':
      return <Choice {...rest} options={shape.options} />
    case 'list':
      return <List {...rest} items={shape.items} />
    case 'object':
      return <Properties {...rest} shape={shape} />
    case 'union':
      return <Union {...rest} variants={shape.variants} />
    case 'json':
      return (
        <JsonText
          id={rest.id}
          value={rest.value}
          described={rest.described}
          wrong={rest.wrong}
          placeholder={isAnything(rest.schema) ? 'Text or JSON' : 'JSON'}
          bare={isAnything(rest.schema)}
          onChange={(read) => rest.onChange(read.ok ? read.value : undefined)}
        />
      )
    default:
      return shape satisfies never
  }
}

/** Whether the schema asks for nothing in particular. */
const isAnything = (schema: Json): boolean => schema === true || (isObject(schema) && Object.keys(schema).length === 0)

function kindOf(shape: FieldShape, schema: Json): string {
  if (shape.kind === 'number') return isObject(schema) && schema.type === 'integer' ? 'whole number' : 'number'
  if (shape.kind === 'text') return isObject(schema) && typeof schema.format === 'string' ? schema.format : 'text'
  return { boolean: 'true or false', choice: 'choice', list: 'list', object: 'object', union: 'choice', json: 'JSON' }[
    shape.kind
  ]
}
