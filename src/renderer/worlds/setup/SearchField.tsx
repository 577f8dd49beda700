// How a search world shows what it knows: snippets, the mix of hits, and the answer that is guarded where no fiction has one.
import type { ReactNode } from 'react'
import type { Setup } from '../../../core/tree/model.ts'
import { HitMix, type SearchPolicy, Snippets } from '../../../core/tree/search.ts'
import { LineField, SelectField } from '../../fields.tsx'

interface Props {
  setup: Setup
  onChange(setup: Setup): void
}

const TITLES = {
  quote: 'Quote what the page says',
  tease: 'Tease: no figures and no names',
  none: 'No snippets'
}
const KINDS = [
  ['high', 'Hits that fit well', 'Two thirds of the words of the query.'],
  ['middle', 'Hits that fit in part', 'Some of the words.'],
  ['background', 'Other hits', 'None of the words.']
] as const
// What a mix begins with: about as a real search engine has them.
const USUAL: HitMix = { high: 3, middle: 4, background: 3 }

export function SearchField({ setup, onChange }: Props): ReactNode {
  const { search = {}, ...rest } = setup
  const { snippets, mix, reference } = search
  const put = (policy: SearchPolicy) =>
    onChange(Object.keys(policy).length > 0 ? { ...rest, search: policy } : (rest as Setup))
  const choose = (text: string) => {
    const { snippets: _before, ...others } = search
    const chosen = Snippets.safeParse(text)
    put({ ...others, ...(chosen.success && { snippets: chosen.data }) })
  }
  const mixWith = (on: boolean) => {
    const { mix: _before, ...others } = search
    put({ ...others, ...(on && { mix: USUAL }) })
  }
  const answer = (change: { question?: string; answer?: string }) => {
    const { reference: _before, ...others } = search
    const made = {
      question: change.question ?? reference?.question ?? '',
      answer: change.answer ?? reference?.answer ?? ''
    }
    put({ ...others, ...(made.answer && { reference: made }) })
  }
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">Results of a search</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(14rem,1fr))] gap-3">
        <SelectField
          label="Snippets"
          hint="What results give away of their pages."
          value={snippets ?? ''}
          onText={choose}
        >
          <option value="">{setup.fiction ? 'As usual: they tease' : 'As usual: they quote'}</option>
          {Snippets.options.map((name) => (
            <option key={name} value={name}>
              {TITLES[name]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Hits"
          hint="Which results stand beside each other."
          value={mix ? 'mix' : ''}
          onText={(text) => mixWith(text === 'mix')}
        >
          <option value="">As usual: those with a word of the query</option>
          <option value="mix">A mix of good, partial and other hits</option>
        </SelectField>
      </div>
      {mix && (
        <div className="grid gap-3 min-[560px]:grid-cols-3">
          {KINDS.map(([name, label, hint]) => (
            <LineField
              key={name}
              label={label}
              hint={hint}
              type="number"
              className="tabular-nums"
              min={0}
              max={20}
              step={1}
              value={mix[name]}
              onChange={({ target }) => {
                const changed = HitMix.safeParse({ ...mix, [name]: target.valueAsNumber })
                if (changed.success) put({ ...search, mix: changed.data })
              }}
            />
          ))}
        </div>
      )}
      {!setup.fiction && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(14rem,1fr))] gap-3">
          <LineField
            label="Guarded answer"
            hint="Withheld everywhere but on the pages that state it."
            value={reference?.answer ?? ''}
            placeholder="None"
            onText={(text) => answer({ answer: text })}
          />
          {reference && (
            <LineField
              label="Its question"
              hint="What the agent is to find out."
              value={reference.question}
              onText={(text) => answer({ question: text })}
            />
          )}
        </div>
      )}
    </fieldset>
  )
}
