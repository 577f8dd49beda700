// A step that the program left to the model, made a rule of it: proposed with its test, and taken or not.
import { Sparkles } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type OpenWorld, setup as rules, viewed } from '../../store/data.ts'
import { useActions, useOrrery } from '../../store/index.ts'
import type { ProposedRule } from '../../store/programs.ts'
import { Refusal } from '../../ui.tsx'
import { counted } from '../../words.ts'

export function MakeRule({ world }: { world: OpenWorld }): ReactNode {
  const { ruleOfStep, changeRules } = useActions()
  const model = useOrrery((state) => state.engine?.model ?? null)
  const at = viewed(world)
  const [asked, setAsked] = useState<{ of: string; answer: ProposedRule | { message: string } } | null>(null)
  const [asking, setAsking] = useState<{ of: string; stop: AbortController } | null>(null)
  useEffect(() => () => asking?.stop.abort(), [asking])
  const { program } = rules(world)
  const detail = world.detail?.step.id === at ? world.detail : null
  const left = detail?.calls.some(({ grounded }) => grounded?.ground === 'program' && grounded.rule === 'not-handled')
  if (!program || at === null || !left) return null
  const answer = asked?.of === at ? asked.answer : undefined
  const ask = async (by: 'model' | 'rules') => {
    const stop = new AbortController()
    setAsked(null)
    setAsking({ of: at, stop })
    const answer = await ruleOfStep({ branch: world.branch, at, by }, { signal: stop.signal })
    setAsking((now) => (now?.stop === stop ? null : now))
    if (answer) setAsked({ of: at, answer })
  }
  if (asking?.of === at)
    return (
      <div className="flex items-center gap-3">
        <p role="status">A rule is written and held against the steps before…</p>
        <button type="button" className="button h-7" onClick={() => asking.stop.abort()}>
          Stop
        </button>
      </div>
    )
  if (answer === undefined || 'message' in answer)
    return (
      <section aria-label="A rule from this step" className="flex flex-col gap-2">
        <p>The program left this step to the model.</p>
        {answer && <Refusal text={answer.message} />}
        <div className="flex flex-wrap gap-2">
          <button type="button" className="button h-7" onClick={() => void ask(model === null ? 'rules' : 'model')}>
            <Sparkles size={13} aria-hidden /> Make this a rule…
          </button>
          {model !== null && (
            <button type="button" className="button h-7" onClick={() => void ask('rules')}>
              Without the model
            </button>
          )}
        </div>
      </section>
    )
  const { test, by, note } = answer
  const lines = changedLines(program.text, answer.program.text)
  return (
    <section aria-label="A rule from this step" className="flex flex-col gap-2">
      <p role="status">
        {by === 'model' ? `${model ?? 'The model'} wrote this rule.` : 'This rule says the same in every state.'} All
        steps before come out as they were, and its test passes: {counted(test.actions.length, 'action')}.
      </p>
      {note !== null && <p className="text-muted text-xs">{note}</p>}
      <ul
        aria-label="What changes in the program"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-48 overflow-auto rounded-md border border-line bg-field px-2 py-1 font-mono text-xs"
      >
        {lines.map(({ sign, text }, index) => (
          <li key={`${index} ${text}`} className={`whitespace-pre ${sign === '+' ? 'text-ok' : 'text-danger'}`}>
            {sign} {text}
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <button
          type="button"
          className="button-primary"
          onClick={() =>
            void changeRules({ program: answer.program }, `Rule of step ${world.at}`).then(
              (done) => done && setAsked(null)
            )
          }
        >
          Accept as a version
        </button>
        <button type="button" className="button" onClick={() => setAsked(null)}>
          Discard
        </button>
      </div>
    </section>
  )
}

/** Lines that go and lines that come, in the order of their texts. */
function changedLines(before: string, after: string): { sign: '+' | '-'; text: string }[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  const [had, has] = [new Set(old), new Set(fresh)]
  return [
    ...old.filter((one) => !has.has(one)).map((text) => ({ sign: '-' as const, text })),
    ...fresh.filter((one) => !had.has(one)).map((text) => ({ sign: '+' as const, text }))
  ]
}
