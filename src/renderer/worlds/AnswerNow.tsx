// The way from a thought to its answer.
import { type ReactNode, useState } from 'react'
import { useActions } from '../store/index.ts'

export function AnswerNow({ onAsked }: { onAsked?: () => void }): ReactNode {
  const { answerNow } = useActions()
  const [asked, setAsked] = useState(false)
  return (
    <button
      type="button"
      className="button h-7"
      disabled={asked}
      title="Alt+A"
      onClick={() => {
        setAsked(true)
        onAsked?.()
        void answerNow()
      }}
    >
      Answer now
    </button>
  )
}
