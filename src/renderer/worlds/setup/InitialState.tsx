// What a world looks like before its first step: typed, or taken from a ready world; where it is a screen, read as one while it is typed.
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useDeferredValue, useId, useMemo } from 'react'
import type { Domain } from '../../../core/domains/domain.ts'
import { readers, readScreen } from '../../../core/observations/screens/readers/index.ts'
import type { Setup } from '../../../core/tree/model.ts'
import { isReadyWorld } from '../../../core/tree/scenario.ts'
import { useOrrery } from '../../store/index.ts'
import { Field } from '../../ui.tsx'
import { counted } from '../../words.ts'

interface Props {
  domain: Domain
  setup: Setup
  /** What the program gives where nothing is typed; `null` where it has none. */
  given: string | null
  onChange(change: Partial<Setup>): void
}

export function InitialState({ domain, setup, given, onChange }: Props): ReactNode {
  const id = useId()
  const scenarios = useOrrery((state) => state.scenarios)
  const starts = scenarios
    .filter(isReadyWorld)
    .filter((one) => one.setup.domain === domain.id && one.setup.initialState)
  const isScreen = domain.surface === 'screen'
  return (
    <Field id={id} label="Initial state" hint={given === null ? domain.initialState.hint : FROM_PROGRAM}>
      {starts.length > 0 && given === null && (
        <select
          aria-label="Use the state of a scenario"
          className="field"
          value={starts.find((one) => one.setup.initialState === setup.initialState)?.name ?? ''}
          onChange={(event) => {
            const start = starts.find(({ name }) => name === event.target.value)
            if (start) onChange({ initialState: start.setup.initialState })
          }}
        >
          <option value="">Use a scenario’s state…</option>
          {starts.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      )}
      <textarea
        id={id}
        className={`field min-h-36 resize-y font-mono text-xs leading-[18px] ${isScreen ? 'whitespace-pre' : ''}`}
        spellCheck={false}
        value={setup.initialState}
        placeholder={given === null ? domain.initialState.placeholder : given || 'None'}
        onChange={(event) => onChange({ initialState: event.target.value })}
      />
      {isScreen && (given === null || setup.initialState) && <Reading text={setup.initialState} domain={domain} />}
    </Field>
  )
}

const FROM_PROGRAM = 'The program gives it. Type another text only to tell the model more.'

// More would push the form away; the first ones are nearly always the cause.
const SHOWN = 3

/** What the text is read as. It follows the typing when there is time for it. */
function Reading({ text, domain }: { text: string; domain: Domain }): ReactNode {
  const settled = useDeferredValue(text)
  const told = useMemo(() => reading(settled, domain), [settled, domain])
  const Icon = told.well ? CircleCheck : TriangleAlert
  return (
    <div role="status" className="flex items-start gap-2 rounded-md border border-line bg-raised px-2.5 py-1.5 text-xs">
      <Icon size={14} aria-hidden className={`mt-px shrink-0 ${told.well ? 'text-ok' : 'text-accent'}`} />
      <div className="min-w-0 flex-1">
        <p>{told.words}</p>
        {told.warnings.slice(0, SHOWN).map((warning) => (
          <p key={warning} className="text-muted">
            {warning}
          </p>
        ))}
        {told.warnings.length > SHOWN && (
          <p className="text-muted">And {counted(told.warnings.length - SHOWN, 'more warning')}.</p>
        )}
      </div>
    </div>
  )
}

/** How the first screen of a `domain` world is read, in words; `well` when all of it was read and its format is one of the domain's. */
export function reading(text: string, domain: Domain): { words: string; warnings: string[]; well: boolean } {
  if (!text.trim()) {
    const words = 'Empty: the model invents the first screen and chooses its format.'
    return { words, warnings: [], well: false }
  }
  const formats = domain.screen?.formats ?? []
  const usual = `${domain.title} worlds use ${either.format(formats.map(titleOf))}.`
  const read = readScreen(text)
  if ('problem' in read) {
    return { words: `${read.problem} ${usual} It will be shown as text.`, warnings: [], well: false }
  }
  const { format, nodes, width, height } = read.screen
  const title = titleOf(format)
  const size = width !== null && height !== null ? `, ${width} × ${height} pixels` : ''
  // The first warning: a model continues in the format that it is given.
  const foreign = formats.includes(format) ? [] : [`This is ${title}; ${usual}`]
  const warnings = [...foreign, ...read.screen.warnings]
  return { words: `Read as ${title}: ${counted(nodes.length, 'node')}${size}.`, warnings, well: warnings.length === 0 }
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function titleOf(format: string): string {
  return readers.find(({ name }) => name === format)?.title ?? format
}
