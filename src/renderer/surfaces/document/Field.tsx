// One part of a form over a JSON schema, and the parts inside it.
import { Plus, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Json } from '../../../core/ports.ts'
import {
  canShow,
  DEEPEST,
  isObject,
  type Part,
  readPart,
  type Schema,
  type Shape,
  same,
  startValue,
  variantName,
  variantOf,
  withProperty
} from './fields.ts'
import { JsonText } from './JsonText.tsx'
import { type Path, type Problem, problemsAt } from './problems.ts'

export interface FieldProps {
  /** What it is called. */
  name: string
  schema: Json
  /** What references are looked up in. */
  root: Schema
  value: Json | undefined
  required: boolean
  path: Path
  problems: readonly Problem[]
  /** Say what is missing too, before the field was left. */
  strict: boolean
  onChange(value: Json | undefined): void
  /** Takes the part away altogether. */
  onRemove?(): void
  /** Without a head: what it is called stands above already. */
  bare?: boolean
}

export function Field(props: FieldProps): ReactNode {
  const { name, schema, root, value, required, path } = props
  const part = readPart(schema, root, name)
  const shape: Shape = path.length > DEEPEST || !canShow(part.shape, value) ? { kind: 'json' } : part.shape
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
          {name}
          {required && (
            <span className="text-danger" title="Required">
              {' *'}
              <span className="sr-only">required</span>
            </span>
          )}
        </Label>
        <span className="min-w-0 flex-1 truncate text-muted text-xs">{part.title ?? ''}</span>
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
          {part.description}
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

interface ControlProps extends FieldProps {
  id: string
  part: Part
  described: string | undefined
  wrong: boolean
}

function Control(props: ControlProps & { shape: Shape }): ReactNode {
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
          placeholder="JSON"
          onChange={(read) => rest.onChange(read.ok ? read.value : undefined)}
        />
      )
    default:
      return shape satisfies never
  }
}

const BOOLEANS = [
  { value: true, name: 'true' },
  { value: false, name: 'false' }
]

/** Enter sends the form from a one-line text; a text that is meant to be long, or has lines already, takes it. */
function Text({
  id,
  value,
  part,
  long,
  required,
  described,
  wrong,
  onChange
}: ControlProps & { long: boolean }): ReactNode {
  const text = typeof value === 'string' ? value : ''
  const lines = long || text.includes('\n')
  return (
    <textarea
      id={id}
      rows={1}
      value={text}
      spellCheck={false}
      placeholder={part.preset === undefined ? undefined : `${part.preset} unless given`}
      aria-describedby={described}
      aria-invalid={wrong}
      aria-required={required}
      data-lines={lines}
      onChange={(event) => onChange(event.target.value === '' && !required ? undefined : event.target.value)}
      className={`field field-sizing-content max-h-60 resize-none font-mono text-xs leading-5 aria-invalid:border-danger ${long ? 'min-h-16' : ''}`}
    />
  )
}

/** What is no number stays as the text it is, so that it can be sent and refused. */
function Numeric({ id, value, part, required, described, wrong, onChange }: ControlProps): ReactNode {
  const shown = value === undefined ? '' : String(value)
  const [typed, setTyped] = useState(shown)
  // "1." and "1e" are on their way to a number: what was typed stands as long as it means the value.
  const text = same(numberOf(typed) ?? null, value ?? null) ? typed : shown
  return (
    <input
      id={id}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      placeholder={part.preset === undefined ? undefined : `${part.preset} unless given`}
      aria-describedby={described}
      aria-invalid={wrong}
      aria-required={required}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(numberOf(event.target.value))
      }}
      className="field max-w-48 font-mono text-xs leading-5 aria-invalid:border-danger"
    />
  )
}

function numberOf(text: string): Json | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const number = Number(trimmed)
  // JSON has no infinity; and hexadecimal is a number to JavaScript only.
  return Number.isFinite(number) && /^[-+.\deE]+$/.test(trimmed) ? number : text
}

function Choice(props: ControlProps & { options: { value: Json; name: string }[] }): ReactNode {
  const { id, value, part, options, required, described, wrong, onChange } = props
  const at = value === undefined ? -1 : options.findIndex((option) => same(option.value, value))
  const preset = part.preset === undefined ? '' : ` (${JSON.stringify(part.preset)} unless given)`
  return (
    <select
      id={id}
      value={at}
      aria-describedby={described}
      aria-invalid={wrong}
      aria-required={required}
      onChange={(event) => onChange(options[Number(event.target.value)]?.value)}
      className="field max-w-72 text-xs leading-5 aria-invalid:border-danger"
    >
      <option value={-1}>{required ? 'Choose…' : `Not given${preset}`}</option>
      {options.map((option, index) => (
        <option key={option.name} value={index}>
          {option.name}
        </option>
      ))}
    </select>
  )
}

const inset = 'flex flex-col gap-3 border-line border-l-2 pl-3 empty:hidden'

function List(props: ControlProps & { items: Json }): ReactNode {
  const { items, root, value, path, name, onChange } = props
  const list = Array.isArray(value) ? value : []
  const put = (index: number, item: Json | undefined) => {
    // An entry cannot be left out without moving the others: emptied, it is an empty text.
    onChange(list.map((old, at) => (at === index ? (item ?? '') : old)))
  }
  const drop = (index: number) => {
    const rest = list.filter((_, at) => at !== index)
    onChange(rest.length || props.required ? rest : undefined)
  }
  return (
    <>
      <div className={inset}>
        {list.map((item, index) => (
          <Field
            // Entries have no name but their place.
            key={index}
            name={`${name} ${index + 1}`}
            schema={items}
            root={root}
            value={item}
            required={false}
            path={[...path, index]}
            problems={props.problems}
            strict={props.strict}
            onChange={(next) => put(index, next)}
            onRemove={() => drop(index)}
          />
        ))}
      </div>
      <div>
        <button
          type="button"
          className="button h-7 px-2 text-xs"
          onClick={() => onChange([...list, startValue(items, root) ?? emptyOf(items, root)])}
        >
          <Plus size={13} aria-hidden /> Add to {name}
        </button>
      </div>
    </>
  )
}

/** What a new entry holds until it is filled in: something that its own control can show. */
function emptyOf(schema: Json, root: Schema): Json {
  const { shape } = readPart(schema, root)
  if (shape.kind === 'list') return []
  if (shape.kind === 'object') return {}
  if (shape.kind === 'boolean') return false
  if (shape.kind === 'choice') return shape.options[0]?.value ?? null
  if (shape.kind === 'union') return emptyOf(shape.variants[0] ?? {}, root)
  return shape.kind === 'json' ? null : ''
}

function Properties(props: ControlProps & { shape: Extract<Shape, { kind: 'object' }> }): ReactNode {
  const { shape, root, value, path, name, required, onChange } = props
  const [adding, setAdding] = useState('')
  const names = shape.properties.map((one) => one.name)
  // An optional object is only opened when it is asked for; so a schema that contains itself ends.
  if (value === undefined && !required && path.length > 0) {
    return (
      <div>
        <button
          type="button"
          className="button h-7 px-2 text-xs"
          onClick={() => onChange(startValue(props.schema, root) ?? {})}
        >
          <Plus size={13} aria-hidden /> Give {name}
        </button>
      </div>
    )
  }
  const now = isObject(value) ? value : {}
  const others = Object.keys(now).filter((key) => !names.includes(key))
  const put = (key: string, part: Json | undefined) => onChange(withProperty(value, key, part, names))
  const inner = { root, problems: props.problems, strict: props.strict }
  const add = () => {
    put(adding, startValue(shape.more ?? {}, root) ?? emptyOf(shape.more ?? {}, root))
    setAdding('')
  }
  return (
    <div className={path.length ? inset : 'flex flex-col gap-3.5'}>
      {shape.properties.map((one) => (
        <Field
          key={one.name}
          {...inner}
          name={one.name}
          schema={one.schema}
          value={Object.hasOwn(now, one.name) ? now[one.name] : undefined}
          required={one.required}
          path={[...path, one.name]}
          onChange={(part) => put(one.name, part)}
        />
      ))}
      {others.map((key) => (
        <Field
          key={key}
          {...inner}
          name={key}
          schema={shape.more ?? {}}
          value={now[key]}
          required={false}
          path={[...path, key]}
          onChange={(part) => put(key, part ?? '')}
          onRemove={() => put(key, undefined)}
        />
      ))}
      {shape.more !== null && (
        <div className="flex gap-2">
          <input
            aria-label={`Name of another property${path.length ? ` of ${name}` : ''}`}
            placeholder="Another property"
            value={adding}
            onChange={(event) => setAdding(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
              event.preventDefault()
              if (adding && !Object.hasOwn(now, adding)) add()
            }}
            className="field max-w-48 font-mono text-xs leading-5"
          />
          <button
            type="button"
            disabled={!adding || Object.hasOwn(now, adding)}
            className="button h-auto px-2 text-xs"
            onClick={add}
          >
            <Plus size={13} aria-hidden /> Add
          </button>
        </div>
      )}
      {path.length > 0 && !required && !props.onRemove && (
        <div>
          <button type="button" className="link text-muted text-xs" onClick={() => onChange(undefined)}>
            Leave {name} out
          </button>
        </div>
      )}
    </div>
  )
}

function Union(props: ControlProps & { variants: Json[] }): ReactNode {
  const { id, variants, root, value, described, onChange } = props
  const [wish, setWish] = useState<number | null>(null)
  // What was chosen holds until the value is that of another variant.
  const fits = wish !== null && (value === undefined || canShow(readPart(variants[wish] ?? {}, root).shape, value))
  const at = fits ? wish : variantOf(variants, value, root)
  return (
    <div className="flex flex-col gap-2">
      <select
        id={id}
        value={at}
        aria-describedby={described}
        onChange={(event) => {
          const next = Number(event.target.value)
          setWish(next)
          const variant = variants[next]
          onChange(variant === undefined ? value : startValue(variant, root))
        }}
        className="field max-w-72 text-xs leading-5"
      >
        {variants.map((variant, index) => (
          // Variants have no name but their place.
          <option key={index} value={index}>
            {variantName(variant, root)}
          </option>
        ))}
        {at === variants.length && <option value={at}>something else (JSON)</option>}
      </select>
      <Inner {...props} schema={variants[at] ?? {}} />
    </div>
  )
}

/** A variant's control under its choice: the label and the problems stand above and below both. */
function Inner(props: ControlProps): ReactNode {
  const inner = useId()
  const part = readPart(props.schema, props.root, props.name)
  const shape: Shape = props.path.length > DEEPEST || !canShow(part.shape, props.value) ? { kind: 'json' } : part.shape
  // A choice of one has been made by choosing the variant.
  if (shape.kind === 'choice' && shape.options.length === 1) return null
  return (
    <fieldset aria-label={`${props.name}: ${variantName(props.schema, props.root)}`} className="flex flex-col gap-2">
      <Labelled name={props.name} id={inner}>
        <Control {...props} id={inner} part={part} shape={shape} required />
      </Labelled>
    </fieldset>
  )
}

function Labelled({ name, id, children }: { name: string; id: string; children: ReactNode }): ReactNode {
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {name}
      </label>
      {children}
    </>
  )
}

function kindOf(shape: Shape, schema: Json): string {
  if (shape.kind === 'number') return isObject(schema) && schema.type === 'integer' ? 'whole number' : 'number'
  if (shape.kind === 'text') return isObject(schema) && typeof schema.format === 'string' ? schema.format : 'text'
  return { boolean: 'true or false', choice: 'choice', list: 'list', object: 'object', union: 'choice', json: 'JSON' }[
    shape.kind
  ]
}
