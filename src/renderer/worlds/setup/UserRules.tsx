// The rules of a user's script, row by row.

import { type ReactNode, useId } from 'react'
import { isObject } from '../../../core/text/json.ts'
import type { Json } from '../../../core/tree/ports.ts'
import type { UserRule } from '../../../core/tree/user.ts'
import { CheckField, LineField, SelectField, TextField } from '../../fields.tsx'
import { JsonText } from '../../observations/document/JsonText.tsx'
import { Field } from '../../ui.tsx'
import { Rows, useRows } from './Rows.tsx'
import { type UserPart, withPart } from './user-part.ts'

/** A rule as it is typed. */
interface TypedRule {
  /** A phrase a line. */
  asked: string
  say: string
  tool: string
  given: Json
  ends: boolean
  id: string
  after: string
  times: string
}

const NOTHING: TypedRule = { asked: '', say: '', tool: '', given: {}, ends: false, id: '', after: '', times: '' }

const typedRule = ({ asked = [], say, does, ends, id = '', after = '', times }: UserRule): TypedRule => ({
  ...{ asked: asked.join('\n'), say, ends: ends === true, id, after },
  ...{ tool: does?.tool ?? '', given: does?.arguments ?? {}, times: times === undefined ? '' : String(times) }
})

/** Without what was not filled in. */
function meantRule({ asked, say, tool, given, ends, id, after, times }: TypedRule): unknown {
  const phrases = asked.split('\n').filter((line) => line.trim())
  return {
    ...(id.trim() && { id: id.trim() }),
    ...(phrases.length > 0 && { asked: phrases }),
    ...(after && { after }),
    ...(times.trim() && { times: Number(times) }),
    say,
    ...(tool && { does: { tool, arguments: given } }),
    ...(ends && { ends: true })
  }
}

const isBlank = (rule: TypedRule): boolean => JSON.stringify(rule) === JSON.stringify(NOTHING)

export function UserRules({ user, onUser }: UserPart): ReactNode {
  const rulesOf = (typed: TypedRule[]) => typed.filter((rule) => !isBlank(rule)).map(meantRule)
  const [rows, put] = useRows(user.rules, {
    rowsOf: (rules) => rules.map(typedRule),
    read: (typed: TypedRule[]) => withPart(user, 'rules', rulesOf(typed)).part,
    onRead: (rules) => onUser({ ...user, rules })
  })
  const names = rows.flatMap(({ id }) => id.trim() || [])
  return (
    <Rows
      label="Rules of the script"
      hint="A rule answers where the agent says one of its words. Rules answer in this order."
      one="Rule"
      ordered
      blank={NOTHING}
      problem={withPart(user, 'rules', rulesOf(rows)).problem}
      rows={rows}
      onRows={put}
    >
      {(rule, change, name) => (
        <fieldset aria-label={name} className="flex flex-col gap-1.5">
          <TextField
            label="Where the agent says"
            hint="A word or phrase a line; none: what nothing else answers."
            className="field-sizing-content min-h-8 resize-none"
            value={rule.asked}
            onText={(asked) => change({ asked })}
          />
          <TextField
            label="They say"
            className="field-sizing-content min-h-8 resize-none"
            value={rule.say}
            onText={(say) => change({ say })}
          />
          {user.tools.length > 0 && (
            <SelectField
              label="They use first"
              options={[['', 'nothing'], ...user.tools.map((tool) => [tool, tool] as const)]}
              value={rule.tool}
              onText={(tool) => change({ tool })}
            />
          )}
          {rule.tool && <Arguments value={rule.given} onValue={(given) => change({ given })} />}
          <CheckField title="They leave after it" checked={rule.ends} onChange={(ends) => change({ ends })} />
          <details open={rule.id !== '' || rule.after !== '' || rule.times !== ''}>
            <summary className="cursor-pointer text-muted text-xs">Order and number</summary>
            <div className="mt-1.5 grid grid-cols-3 items-end gap-2">
              <LineField label="Its name" value={rule.id} onText={(id) => change({ id })} />
              <SelectField
                label="Only after"
                options={[['', '—'], ...names.filter((one) => one !== rule.id).map((one) => [one, one] as const)]}
                value={rule.after}
                onText={(after) => change({ after })}
              />
              <LineField
                label="At most so often"
                inputMode="numeric"
                value={rule.times}
                onText={(times) => change({ times })}
              />
            </div>
          </details>
        </fieldset>
      )}
    </Rows>
  )
}

function Arguments({ value, onValue }: { value: Json; onValue(value: Json): void }): ReactNode {
  const id = useId()
  return (
    <Field id={id} label="Its arguments as JSON">
      <JsonText
        id={id}
        value={value}
        described={undefined}
        wrong={!isObject(value)}
        onChange={(typed) => typed.ok && onValue(typed.value ?? {})}
      />
    </Field>
  )
}
