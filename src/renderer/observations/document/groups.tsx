// The parts of a form that hold other parts: lists, objects, and one of several forms.

import { Plus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { isObject } from '../../../core/text/json.ts'
import type { Json } from '../../../core/tree/ports.ts'
import { Control, type ControlProps, Field } from './Field.tsx'
import {
  canShow,
  DEEPEST,
  type FieldSchema,
  type FieldShape,
  readPart,
  startValue,
  variantName,
  variantOf,
  withProperty
} from './fields.ts'

const inset = 'flex flex-col gap-3 border-line border-l-2 pl-3 empty:hidden'

export function List(props: ControlProps & { items: Json }): ReactNode {
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
function emptyOf(schema: Json, root: FieldSchema): Json {
  const { shape } = readPart(schema, root)
  if (shape.kind === 'list') return []
  if (shape.kind === 'object') return {}
  if (shape.kind === 'boolean') return false
  if (shape.kind === 'choice') return shape.options[0]?.value ?? null
  if (shape.kind === 'union') return emptyOf(shape.variants[0] ?? {}, root)
  return shape.kind === 'json' ? null : ''
}

export function Properties(props: ControlProps & { shape: Extract<FieldShape, { kind: 'object' }> }): ReactNode {
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
          <Plus size={13} aria-hidden /> Set {name}
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
            Omit {name}
          </button>
        </div>
      )}
    </div>
  )
}

export function Union(props: ControlProps & { variants: Json[] }): ReactNode {
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
        {at === variants.length && <option value={at}>other (JSON)</option>}
      </select>
      <Inner {...props} schema={variants[at] ?? {}} />
    </div>
  )
}

/** A variant's control under its choice: the label and the problems stand above and below both. */
function Inner(props: ControlProps): ReactNode {
  const inner = useId()
  const part = readPart(props.schema, props.root, props.name)
  const shape: FieldShape =
    props.path.length > DEEPEST || !canShow(part.shape, props.value) ? { kind: 'json' } : part.shape
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
