// The text editor of scenarios and programs: a text with its problems inline, in YAML with a schema's names to complete. A chunk of its own.
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { javascript } from '@codemirror/lang-javascript'
import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { basicSetup } from 'codemirror'
import type { ScenarioProblem } from '../../core/tree/scenario.ts'
import { type CompletionSchema, completionsAt } from './complete.ts'

/** `plain`: without colours. */
export type CodeLanguage = 'yaml' | 'javascript' | 'plain'

export interface CodeEditor {
  text(): string
  replace(text: string, readOnly: boolean): void
  problems(problems: readonly TextProblem[]): void
  /** Marks lines that took effect, each from its first to its last line. */
  fired(lines: readonly (readonly [first: number, last: number])[]): void
  focusAt(line: number, column: number): void
  destroy(): void
}

/** What is wrong at a place of a text. */
type TextProblem = Pick<ScenarioProblem, 'line' | 'column' | 'message' | 'warning'>

export interface CodeOptions {
  text: string
  readOnly: boolean
  label: string
  /** Default: `yaml`. */
  language?: CodeLanguage
  /** Of YAML: whose names are offered. */
  schema?(): Promise<CompletionSchema>
  onChange(text: string): void
  onSave(): void
}

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '12.5px', backgroundColor: 'var(--field)', color: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--muted)', borderRightColor: 'var(--border)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--hover) 55%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selected)'
  },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--ink)', borderColor: 'var(--border)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--selected)', color: 'var(--ink)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger)' },
  '.cm-fired': { backgroundColor: 'var(--selected)', boxShadow: 'inset 2px 0 0 var(--accent)' },
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--ink)' }
})

// The colours of the window, by day and by night: the usual ones of a day are too faint on a night.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.definition(tags.propertyName)], color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-value)' },
  { tag: [tags.definition(tags.variableName), tags.function(tags.variableName)], color: 'var(--code-name)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--danger)' }
])

const LANGUAGES = { yaml, javascript, plain: () => [] }

const setFired = StateEffect.define<readonly (readonly [number, number])[]>()
const firedLine = Decoration.line({ class: 'cm-fired' })

/** Inner lines of a rule that ran are marked with it; what is typed takes the marks along. */
const firedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects, state: { doc } }) {
    const set = effects.find((one) => one.is(setFired))
    if (!set) return marks.map(changes)
    // `as`: the effect that was looked for.
    const spans = set.value as readonly (readonly [number, number])[]
    const lines = new Set(
      spans.flatMap(([first, last]) =>
        Array.from({ length: Math.min(last, doc.lines) - first + 1 }, (_, at) => first + at)
      )
    )
    const ordered = [...lines].filter((line) => line >= 1 && line <= doc.lines).sort((a, b) => a - b)
    return Decoration.set(ordered.map((line) => firedLine.range(doc.line(line).from)))
  },
  provide: (field) => EditorView.decorations.from(field)
})

export function createCode(parent: HTMLElement, options: CodeOptions): CodeEditor {
  const { schema } = options
  let silent = false
  const save = () => {
    options.onSave()
    return true
  }
  const state = (text: string, readOnly: boolean) =>
    EditorState.create({
      doc: text,
      extensions: [
        // Tab leaves the editor, as everywhere else: indentation is typed, or comes with Enter.
        keymap.of([{ key: 'Mod-s', preventDefault: true, run: save }]),
        basicSetup,
        LANGUAGES[options.language ?? 'yaml'](),
        syntaxHighlighting(colours),
        lintGutter(),
        schema ? autocompletion({ override: [(context) => completeIn(context, schema)] }) : [],
        firedLines,
        look,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': options.label }),
        EditorState.readOnly.of(readOnly),
        EditorState.tabSize.of(2),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged && !silent) options.onChange(state.doc.toString())
        })
      ]
    })
  const view = new EditorView({ parent, state: state(options.text, options.readOnly) })
  // What scrolls must be reachable by keyboard.
  view.scrollDOM.tabIndex = 0
  return {
    text: () => view.state.doc.toString(),
    replace(text, readOnly) {
      silent = true
      view.setState(state(text, readOnly))
      silent = false
    },
    problems(problems) {
      view.dispatch(setDiagnostics(view.state, diagnosticsIn(view.state, problems)))
    },
    fired: (lines) => view.dispatch({ effects: setFired.of(lines) }),
    focusAt(line, column) {
      const anchor = placeIn(view.state, line, column)
      view.dispatch({ selection: { anchor }, scrollIntoView: true })
      view.focus()
    },
    destroy: () => view.destroy()
  }
}

/** What may be written at the cursor; `null` for nothing. Only who asks for it is told where no word has been begun. */
export async function completeIn(
  context: CompletionContext,
  schema: NonNullable<CodeOptions['schema']>
): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w-]*/)
  if (!word || (word.from === word.to && !context.explicit)) return null
  const found = completionsAt(await schema(), context.state.doc.toString(), context.pos)
  return found.length ? { from: word.from, options: found } : null
}

/** Each problem as a mark from its place to the end of the word there, else to the end of the line. */
export function diagnosticsIn(state: EditorState, problems: readonly TextProblem[]): Diagnostic[] {
  return problems.map(({ line, column, message, warning }) => {
    const from = placeIn(state, line, column)
    const to = state.wordAt(from)?.to ?? state.doc.lineAt(from).to
    return { from, to, severity: warning ? 'warning' : 'error', message }
  })
}

/** Characters before this line and column, both from 1; the nearest place of the text where they are outside it. */
function placeIn({ doc }: EditorState, line: number, column: number): number {
  const found = doc.line(Math.min(Math.max(line, 1), doc.lines))
  return Math.min(found.from + Math.max(column - 1, 0), found.to)
}
