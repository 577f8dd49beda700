// Asking a live MCP server for its tools: what would be started or reached is shown first. A program also needs a yes outside this window.
import { ShieldQuestionMark } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { CallOutput } from '../../../core/contract/index.ts'
import type { ToolServer } from '../../../core/contract/tools.ts'
import { readCommandLine } from '../../../core/domains/tools/command-line.ts'
import { OrreryError, toWire } from '../../../core/errors.ts'
import { LineField, TextField } from '../../fields.tsx'
import { useActions, useOrrery } from '../../store/index.ts'
import { ProblemNote, Progress } from '../../ui.tsx'
import { useKept } from '../../unsaved.ts'

interface Props {
  onTools(read: CallOutput<'tools.read'>, from: string): void
  onClose(): void
}

interface Asked {
  how: 'command' | 'url'
  command: string
  url: string
  headers: string
}
const USUAL: Asked = { how: 'command', command: '', url: '', headers: '' }

export function AskServer({ onTools, onClose }: Props): ReactNode {
  const [typed, keep] = useKept('tool server', USUAL)
  const { how, ...text } = typed
  const [plan, setPlan] = useState<ToolServer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const asking = useOrrery((state) => state.asking)
  const confirming = useOrrery((state) => state.confirming)
  const actions = useActions()
  const id = useId()
  const set = (change: Partial<Asked>) => {
    keep({ ...typed, ...change })
    setPlan(null)
    setProblem(null)
  }
  const prepare = () => {
    try {
      setPlan(how === 'command' ? readCommandLine(text.command) : addressOf(text))
    } catch (error) {
      setProblem(toWire(error).message)
    }
  }
  const ask = async (server: ToolServer) => {
    const answer = await actions.askServer(server)
    setPlan(null)
    if (answer) onTools(answer, [answer.server.name, answer.server.version].filter(Boolean).join(' '))
  }
  return (
    <div className="flex flex-col gap-2.5 rounded-md border border-line bg-raised p-3">
      <fieldset className="flex gap-4" disabled={asking !== null}>
        <legend className="sr-only">Server type</legend>
        {(['command', 'url'] as const).map((one) => (
          <label key={one} className="flex items-center gap-1.5">
            <input
              type="radio"
              name={`${id}how`}
              className="accent-accent"
              checked={how === one}
              onChange={() => set({ how: one })}
            />
            {one === 'command' ? 'Local program' : 'Remote server'}
          </label>
        ))}
      </fieldset>
      {how === 'command' ? (
        <LineField
          label="Command"
          hint="Shell syntax, with environment variables in front: TOKEN=abc npx -y some-mcp-server"
          className="font-mono text-xs"
          spellCheck={false}
          disabled={asking !== null}
          value={text.command}
          placeholder="npx -y @modelcontextprotocol/server-everything"
          onText={(text) => set({ command: text })}
        />
      ) : (
        <>
          <LineField
            label="URL"
            type="url"
            className="font-mono text-xs"
            disabled={asking !== null}
            value={text.url}
            placeholder="http://localhost:3000/mcp"
            onText={(text) => set({ url: text })}
          />
          <TextField
            label="Headers"
            hint="One per line. Sent to the server, never stored."
            className="min-h-12 resize-y font-mono text-xs"
            spellCheck={false}
            disabled={asking !== null}
            value={text.headers}
            placeholder="Authorization: Bearer …"
            onText={(text) => set({ headers: text })}
          />
        </>
      )}
      {problem && <ProblemNote problem={{ code: 'invalid-input', message: problem }} />}
      {plan && (asking === null || confirming) && <Plan plan={plan} />}
      {confirming ? <Confirming where={confirming} /> : asking && <Asking lines={asking} />}
      <div className="flex justify-end gap-2">
        {asking ? (
          <button type="button" className="button h-7" onClick={actions.stopAsking}>
            Cancel
          </button>
        ) : (
          <>
            <button type="button" className="button h-7" onClick={plan ? () => setPlan(null) : onClose}>
              {plan ? 'Back' : 'Close'}
            </button>
            {plan ? (
              <button type="button" className="button-primary h-7" onClick={() => void ask(plan)}>
                {'command' in plan ? 'Start and list tools' : 'List tools'}
              </button>
            ) : (
              <button type="button" className="button-primary h-7" disabled={!text[how].trim()} onClick={prepare}>
                Continue…
              </button>
            )}
          </>
        )}
      </div>
    </div>
  )
}

/** What will happen, word by word. */
function Plan({ plan }: { plan: ToolServer }): ReactNode {
  const word = 'rounded border border-line bg-field px-1 py-px font-mono text-xs break-all'
  const names = Object.keys('command' in plan ? (plan.env ?? {}) : (plan.headers ?? {}))
  return (
    <div role="alert" className="rounded-md border border-accent/60 bg-selected px-3 py-2">
      {'command' in plan ? (
        <>
          <p>
            This program will start on this machine, with your permissions, after you confirm it outside this window:
          </p>
          <p className="my-1.5 flex flex-wrap gap-1">
            {[plan.command, ...(plan.args ?? [])].map((one, index) => (
              <code key={index} className={word}>
                {one || '(empty)'}
              </code>
            ))}
          </p>
        </>
      ) : (
        <p>
          Orrery will connect to: <code className={word}>{plan.url}</code>
        </p>
      )}
      {names.length > 0 && (
        <p className="text-muted">
          With the {'command' in plan ? 'variables' : 'headers'} {names.join(', ')}.
        </p>
      )}
      <p className="text-muted">
        Orrery reads its list of tools, then {'command' in plan ? 'stops it' : 'disconnects'}. It never calls any of its
        tools.
      </p>
    </div>
  )
}

/** The person is asked elsewhere, where nothing in this page can answer. */
function Confirming({ where }: { where: string }): ReactNode {
  return (
    <div role="status" className="flex items-start gap-2.5 rounded-md border border-line bg-field px-3 py-2">
      <ShieldQuestionMark size={15} className="mt-0.5 shrink-0 text-accent" aria-hidden />
      <div>
        <p className="font-medium">Waiting for your confirmation</p>
        <p className="text-muted">{where}</p>
      </div>
    </div>
  )
}

function Asking({ lines }: { lines: string[] }): ReactNode {
  return (
    <div className="flex flex-col gap-1.5">
      <Progress label="Reading the list of tools" value={null} />
      <div
        role="log"
        aria-label="Server output"
        // The newest line stays in sight.
        className="flex max-h-24 flex-col-reverse overflow-y-auto font-mono text-muted text-xs"
      >
        {lines.toReversed().map((line, index) => (
          <span key={`${lines.length - index} ${line}`} className="break-all">
            {line}
          </span>
        ))}
      </div>
    </div>
  )
}

/** @throws OrreryError when the URL or a header is not valid */
export function addressOf({ url, headers }: { url: string; headers: string }): ToolServer {
  const lines = headers.split('\n').filter((line) => line.trim())
  const pairs = lines.map((line): [string, string] => {
    const [, name, value = ''] = /^([^:\s]+):(.*)$/.exec(line.trim()) ?? []
    if (name === undefined) throw new OrreryError('invalid-input', `“${line}” is not a header. Write Name: value.`)
    return [name, value.trim()]
  })
  if (!/^https?:\/\/./.test(url.trim()) || !URL.canParse(url.trim())) {
    throw new OrreryError('invalid-input', 'This is not a valid URL. Start it with http:// or https://')
  }
  return { url: url.trim(), headers: Object.fromEntries(pairs) }
}
