// The Turing test by a person: two observations in drawn order, by mouse or by the keys A and B, and how often the real one was found.
import { type ReactNode, useEffect, useRef } from 'react'
import type { TuringTurn } from '../../core/control/judging/person.ts'
import type { JudgedItem, Letter } from '../../core/control/judging/report.ts'
import { type ShareRow, shareRows } from '../../core/control/judging/summary.ts'
import { findDomain } from '../../core/domains/index.ts'
import { useActions, useOrrery } from '../store/index.ts'
import type { TuringRound } from '../store/turing.ts'
import { Modal } from '../ui.tsx'

export function Turing(): ReactNode {
  const round = useOrrery((state) => state.turing)
  const { show, drawTuring } = useActions()
  if (!round) return null
  const { turns, votes, chosen } = round
  // The turn that was answered is shown until the next one is asked for.
  const at = chosen === null ? votes.length : votes.length - 1
  const turn = turns[at]
  return (
    <Modal
      title="Real or predicted?"
      description="One of two observations is what the environment really showed, the other one was predicted. Which is real?"
      width="76rem"
      onClose={() => show(null)}
      footer={turn ? <Answers round={round} turn={turn} /> : <AgainButton onPress={() => void drawTuring()} />}
    >
      {turn ? <Question key={turn.item.id} turn={turn} chosen={chosen} at={at} of={turns.length} /> : null}
      {votes.length > 0 && <Accuracy votes={votes} done={!turn} />}
    </Modal>
  )
}

/** Draws anew, for who sits down next. */
function OverButton(): ReactNode {
  const { drawTuring } = useActions()
  return (
    <button type="button" className="button" onClick={() => void drawTuring()}>
      Start over
    </button>
  )
}

function AgainButton({ onPress }: { onPress(): void }): ReactNode {
  return (
    <button type="button" className="button-primary" onClick={onPress}>
      Another round
    </button>
  )
}

interface QuestionProps {
  turn: TuringTurn
  chosen: Letter | null
  at: number
  of: number
}

function Question({ turn, chosen, at, of }: QuestionProps): ReactNode {
  const { item, first } = turn
  const before = item.history.at(-1)
  const [a, b] = first ? [item.truth, item.prediction] : [item.prediction, item.truth]
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted text-xs">
        Turn {at + 1} of {of} · {titleOf(item.domain)}
      </p>
      {before && (
        <details>
          <summary className="cursor-pointer text-muted">What was there before</summary>
          <Shown label="The turn before" text={`${before.action}\n\n${before.observation}`} />
        </details>
      )}
      <Shown label="Action" text={item.action} />
      <div className="grid gap-4 min-[900px]:grid-cols-2">
        <Shown label="A" text={a} mark={chosen && (first ? 'real' : 'predicted')} />
        <Shown label="B" text={b} mark={chosen && (first ? 'predicted' : 'real')} />
      </div>
    </div>
  )
}

function Shown({ label, text, mark = null }: { label: string; text: string; mark?: string | null }): ReactNode {
  return (
    <div className="min-w-0">
      <h3 className="heading mb-1.5">
        {label}
        {mark && `: ${mark}`}
      </h3>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-md border border-line bg-field p-3"
      >
        <pre className="whitespace-pre-wrap break-words font-mono text-xs leading-5">{text}</pre>
      </section>
    </div>
  )
}

function Answers({ round: { chosen, votes }, turn }: { round: TuringRound; turn: TuringTurn }): ReactNode {
  const { chooseReal, nextTuring } = useActions()
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Enter goes on.
    if (chosen !== null) next.current?.focus()
  }, [chosen])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const letter = event.key.toUpperCase()
      if (event.ctrlKey || event.metaKey || event.altKey || (letter !== 'A' && letter !== 'B')) return
      event.preventDefault()
      chooseReal(letter)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [chooseReal])
  if (chosen === null)
    return (
      <>
        <span className="min-w-0 flex-1 text-muted">Which one is real? Press A or B.</span>
        {votes.length > 0 && <OverButton />}
        <button type="button" className="button" aria-keyshortcuts="A" onClick={() => chooseReal('A')}>
          A is real
        </button>
        <button type="button" className="button" aria-keyshortcuts="B" onClick={() => chooseReal('B')}>
          B is real
        </button>
      </>
    )
  return (
    <>
      <span role="status" className="min-w-0 flex-1">
        {votes.at(-1)?.chosen ? 'Right' : 'Wrong'}: the real one is {turn.first ? 'A' : 'B'}.
      </span>
      <button ref={next} type="button" className="button-primary" onClick={nextTuring}>
        Next
      </button>
    </>
  )
}

function Accuracy({ votes, done }: { votes: readonly JudgedItem[]; done: boolean }): ReactNode {
  const rows = shareRows(votes)
  const all = rows.at(-1)
  return (
    <div className="mt-6 flex flex-col gap-2">
      <table className="text-left">
        <caption className="heading mb-1.5 text-left">How often you found the real one</caption>
        <thead className="text-muted text-xs">
          <tr>
            {['World', 'Turns', 'Found', 'With 95 % confidence between'].map((title) => (
              <th key={title} scope="col" className="pr-6 font-normal">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.domain} className="border-line border-t">
              <th scope="row" className="py-1 pr-6 font-medium">
                {row === all ? 'All' : titleOf(row.domain)}
              </th>
              <td className="pr-6 tabular-nums">{row.items}</td>
              <td className="pr-6 tabular-nums">{percent(row.share)}</td>
              <td className="pr-6 tabular-nums">
                {percent(row.low)} and {percent(row.high)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {done && all && <p>{inWords(all)}</p>}
    </div>
  )
}

/** What the accuracy says, for those who read no intervals. */
function inWords({ share, low, high, items }: ShareRow): string {
  const found = `You found the real one in ${percent(share)} of ${items} turns.`
  if (low > 0.5) return `${found} That is more than guessing: these predictions can be told from the truth.`
  if (high < 0.5) return `${found} That is less than guessing: the predictions looked more real than the truth.`
  return `${found} With so few turns that may be guessing: half of them are right by chance.`
}

const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`)

function titleOf(domain: string): string {
  try {
    return findDomain(domain).title
  } catch {
    return domain
  }
}
