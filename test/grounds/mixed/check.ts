// Judges the answers to a mixed session: which later answers agree with what was told before.
import { spawnSync } from 'node:child_process'
import { type Check, type Mixed, told } from './schema.ts'

const COLUMNS = 160
const PROMPT = /[\w-]+@[\w.-]+:[^\s#$]*[#$]\s*$/

// An earlier answer that begins with a program's complaint told nothing that later ones could agree with.
const COMPLAINT =
  /^(?:[\w./-]+: .*(?:not found|No such file|[Cc]annot|can't|[Cc]ould not|[Pp]ermission denied|refused|timed out|unreachable)|fatal: |Traceback |E: )/

export interface Judgement {
  check: Check
  /** `void`: its condition does not hold, an earlier turn told nothing that it asks for, or the output is not to be seen. */
  result: 'agrees' | 'differs' | 'void'
  expected: string
  found: string
}

/** `observations`: one a turn, each as `text` of the machine: from the line that the action began on to the end. */
export function judge(session: Mixed, observations: string[]): Judgement[] {
  const outputs = session.turns.map(({ action: [{ keystrokes }] }, index) =>
    output(keystrokes.replace(/\n$/, ''), observations[index] ?? '')
  )
  const of = (turn: number) => outputs[turn - 1] ?? null
  return session.checks.map((check) => {
    const found = of(check.turn)
    const nothing: Judgement = { check, result: 'void', expected: '', found: found ?? '' }
    if (found === null || told(check).some((turn) => of(turn) === null)) return nothing
    const { when, unless } = check
    if (when && !test(when.matches, of(when.turn) ?? '')) return nothing
    if (unless && test(unless.matches, of(unless.turn) ?? '')) return nothing
    const agrees = (expected: string, yes: boolean): Judgement => ({
      check,
      result: yes ? 'agrees' : 'differs',
      expected,
      found
    })
    const compared = comparedBy(check)
    if (compared !== null && COMPLAINT.test(of(compared) ?? '')) return nothing
    if ('matches' in check) return agrees(`/${check.matches}/`, test(check.matches, found))
    if ('lacks' in check) return agrees(`not /${check.lacks}/`, !test(check.lacks, found))
    if ('mentions' in check) {
      const names = [...(of(check.mentions.turn) ?? '').matchAll(new RegExp(check.mentions.pattern, 'gm'))].map(
        ([all, group]) => group ?? all
      )
      return names.length === 0
        ? nothing
        : agrees(
            names.join(', '),
            names.every((name) => found.includes(name))
          )
    }
    const earlier = of('sameAs' in check ? check.sameAs : check.equals.turn) ?? ''
    if ('sameAs' in check) return agrees(earlier, plain(earlier) === plain(found))
    const { printed, complaint } = shell(check.equals.command, earlier)
    // What was told makes the command fail: the later output has to fail for the same reason.
    if (complaint !== null) return agrees(complaint, found.includes(complaint))
    return agrees(printed, plain(printed) === plain(found))
  })
}

function comparedBy(check: Check): number | null {
  if ('sameAs' in check) return check.sameAs
  if ('equals' in check) return check.equals.turn
  return 'mentions' in check ? check.mentions.turn : null
}

/** What a one-line command printed; `null` where its prompt line is not to be seen. */
export function output(command: string, observation: string): string | null {
  const lines: string[] = []
  let full = false
  for (const row of observation.split('\n')) {
    // A row that fills the screen's width goes on in the next.
    if (full) lines.push(`${lines.pop()}${row}`)
    else lines.push(row)
    full = row.length === COLUMNS
  }
  const [first = '', ...rest] = lines
  if (!first.endsWith(command.trimEnd())) return null
  return rest.join('\n').replace(PROMPT, '').trimEnd()
}

/** What `command` prints, or the reason that it gives for printing nothing; how it ends does not count, as it does not show on a screen. */
function shell(command: string, input: string): { printed: string; complaint: string | null } {
  const { error, stdout, stderr } = spawnSync('bash', ['--norc', '-c', command], {
    input: input === '' ? '' : `${input}\n`,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
  })
  if (error) throw error
  // Without the program and the place, which name the input.
  const [, reason = ''] = /^[\w.-]+: (?:error \([^)]*\): )?(.+)$/.exec(stderr.trim()) ?? []
  return { printed: stdout, complaint: stdout === '' && reason ? reason : null }
}

function test(pattern: string, text: string): boolean {
  return new RegExp(pattern, 'm').test(text)
}

function plain(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()
}
