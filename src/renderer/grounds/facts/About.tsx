// What a fiction is about: its premise and present day, what rules facts out, and how they are to be invented.

import { type ReactNode, useState } from 'react'
import { sentenceOf } from '../../../core/text/issues.ts'
import { FictionSpec, STRATEGIES } from '../../../core/tree/fiction.ts'
import { LineField, SelectField, TextField } from '../../fields.tsx'
import { useOrrery } from '../../store/index.ts'

interface Props {
  spec: FictionSpec
  readOnly: boolean
  /** Applies the change. @returns `null`, or why it cannot be made, as a sentence */
  onChange(spec: FictionSpec): string | null
}

type Text = 'title' | 'premise' | 'date' | 'instruction' | 'site'

export function About({ spec, readOnly, onChange }: Props): ReactNode {
  const presets = useOrrery((state) => state.fictionPresets)
  const put = (change: { [K in keyof FictionSpec]?: FictionSpec[K] | undefined }) => {
    const said = Object.entries({ ...spec, ...change }).filter(([, value]) => value !== undefined && value !== '')
    const value = { premise: '', ...Object.fromEntries(said) }
    const read = FictionSpec.safeParse(value)
    return read.success ? onChange(read.data) : sentenceOf(read.error, { value, schema: FictionSpec })
  }
  const text = (name: Text, label: string, hint: string, rows = 1) => (
    <Entry
      key={`${name} ${spec[name]}`}
      {...{ label, hint, rows, readOnly }}
      value={spec[name] ?? ''}
      onPut={(value) => put({ [name]: value.trim() })}
    />
  )
  return (
    <div className="grid max-w-3xl gap-4 min-[700px]:grid-cols-2">
      <div className="flex flex-col gap-4 min-[700px]:col-span-2">
        {text('title', 'Title', 'As it is listed.')}
        {text('premise', 'Premise', 'What sets this world apart from the real one. Facts must not contradict it.', 3)}
      </div>
      {text('date', 'Present day', 'YYYY-MM-DD. Events after it are marked, unless they are plans.')}
      <SelectField
        label="Strategy"
        hint={presets?.find(({ name }) => name === spec.strategy)?.description}
        disabled={readOnly}
        value={spec.strategy ?? ''}
        options={[
          ['', 'none'],
          ...STRATEGIES.map((name) => [name, presets?.find((one) => one.name === name)?.title ?? name] as const)
        ]}
        onText={(text) => put({ strategy: STRATEGIES.find((one) => one === text) })}
      />
      <Entry
        key={`avoid ${spec.avoid?.join()}`}
        {...{ label: 'Ruled out', rows: 2, readOnly }}
        hint="Words that no fact may contain, separated by commas."
        value={spec.avoid?.join(', ') ?? ''}
        onPut={(value) => {
          const avoid = value
            .split(',')
            .map((word) => word.trim())
            .filter(Boolean)
          return put({ avoid: avoid.length ? avoid : undefined })
        }}
      />
      {text('instruction', 'Instruction for generating', 'How the model should invent facts.', 2)}
      {text('site', 'Site', 'Host name of its pages in search worlds, such as atlas.example.')}
    </div>
  )
}

/** A text that is taken over when its field is left. */
function Entry(props: {
  label: string
  hint: string
  value: string
  rows: number
  readOnly: boolean
  onPut(value: string): string | null
}): ReactNode {
  const { label, hint, value, rows, readOnly } = props
  const [draft, setDraft] = useState(value)
  const [problem, setProblem] = useState<string | null>(null)
  const common = {
    ...{ label, readOnly, value: draft, onText: setDraft, 'aria-invalid': problem !== null },
    hint: problem === null ? hint : <Refusal problem={problem} />,
    onBlur: () => draft !== value && setProblem(props.onPut(draft))
  }
  return rows > 1 ? <TextField {...common} rows={rows} /> : <LineField {...common} />
}

const Refusal = ({ problem }: { problem: string }): ReactNode => (
  <span role="alert" className="text-danger">
    {problem}
  </span>
)
