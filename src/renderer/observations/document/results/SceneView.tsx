// A text environment's answer: the scene, how it goes, and what can be done.
import { Circle, CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Document } from '../../../../core/observations/documents/document.ts'
import { visible } from '../../../../core/text/visible.ts'
import type { Doing } from './doing.ts'
import { beginning } from './plain.ts'
import { ShowAll } from './Text.tsx'

const FIRST = 60
const STEP = 500
const LONGEST = 20_000

/** `search[<your words>]`: something of it is the player's own to say. */
const isOpen = (line: string): boolean => line.lastIndexOf('>') > line.indexOf('<') && line.includes('<')

export function SceneView({ scene, doing }: { scene: Extract<Document, { kind: 'scene' }>; doing: Doing }): ReactNode {
  const [count, setCount] = useState(FIRST)
  const [whole, setWhole] = useState(false)
  const actions = scene.admissible.slice(0, count)
  const text = whole ? scene.scene : beginning(scene.scene, LONGEST)
  return (
    <div className="flex max-w-[72ch] flex-col gap-4 px-6 py-4">
      {(scene.reward !== null || scene.score !== undefined || scene.done !== null) && (
        <p className="flex flex-wrap gap-2 text-xs">
          {scene.reward !== null && (
            <span className="rounded-full border border-line px-2.5 leading-6">
              Reward <span className="font-mono font-semibold tabular-nums">{scene.reward}</span>
            </span>
          )}
          {scene.score !== undefined && (
            <span className="rounded-full border border-line px-2.5 leading-6">
              Score <span className="font-mono font-semibold tabular-nums">{scene.score}</span>
            </span>
          )}
          {scene.done !== null && (
            <span
              className={`rounded-full border px-2.5 leading-6 ${scene.done ? 'border-ok text-ok' : 'border-line text-muted'}`}
            >
              {scene.done ? 'Finished' : 'Not finished'}
            </span>
          )}
        </p>
      )}
      <p
        dir="auto"
        data-testid="scene"
        className="[overflow-wrap:anywhere] whitespace-pre-wrap text-base text-ink leading-6"
      >
        {visible(text)}
      </p>
      {text.length < scene.scene.length && (
        <ShowAll left={scene.scene.length - text.length} unit="characters" onShow={() => setWhole(true)} />
      )}
      {scene.goals && (
        <section aria-label="Goals">
          <h3 className="heading mb-2">
            Goals: {scene.goals.filter(({ met, ordered }) => met && ordered).length} of{' '}
            {scene.goals.filter(({ ordered }) => ordered).length} met
          </h3>
          <ul className="flex flex-col gap-1">
            {scene.goals.slice(0, count).map(({ text: goal, met, ordered }, index) => (
              // Two goals may read the same.
              <li key={index} className="flex items-start gap-2">
                {met ? (
                  <CircleCheck size={14} aria-label="Met" className="mt-1 shrink-0 text-ok" />
                ) : (
                  <Circle size={14} aria-label="Not met" className="mt-1 shrink-0 text-muted" />
                )}
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {visible(beginning(goal, 300))}
                  {!ordered && <span className="text-muted text-xs"> optional</span>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {actions.length > 0 && (
        <section aria-label="Admissible actions">
          <h3 className="heading mb-2">Admissible actions</h3>
          <ul className="flex flex-wrap gap-2">
            {actions.map((line, index) => {
              const action = doing.say(line)
              return (
                // The same action may be listed twice.
                <li key={index} className="max-w-full">
                  <button
                    type="button"
                    disabled={doing.busy}
                    className="button h-auto min-h-8 max-w-full whitespace-normal py-1 text-left [overflow-wrap:anywhere]"
                    onClick={() => (isOpen(line) ? doing.write(line) : doing.act(action))}
                    onPointerEnter={() => doing.peek(action)}
                    onPointerLeave={() => doing.peek(null)}
                    onFocus={() => doing.peek(action)}
                    onBlur={() => doing.peek(null)}
                  >
                    {visible(beginning(line, 300))}
                  </button>
                </li>
              )
            })}
          </ul>
          {actions.length < scene.admissible.length && (
            <ShowAll
              left={scene.admissible.length - actions.length}
              unit="actions"
              step={STEP}
              onShow={() => setCount(count + STEP)}
            />
          )}
        </section>
      )}
    </div>
  )
}
