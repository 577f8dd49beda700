// The text editor of scenarios: YAML with its problems inline and its schema's names to complete. A chunk of its own.
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import { yaml } from '@codemirror/lang-yaml'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import type { ScenarioProblem } from '../../core/tree/scenario.ts'
import { type CompletionSchema, completionsAt } from './complete.ts'

export interface CodeEditor {
  text(): string
  replace(text: string, readOnly: boolean): void
  problems(problems: readonly ScenarioProblem[]): void
  focusAt(line: number, column: number): void
  destroy(): void
}

export interface CodeOptions {
  text: string
  readOnly: boolean
  label: string
  schema(): Promise<CompletionSchema>
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
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--ink)' },
  // The usual colours of a day are too faint on a night.
  '.ͼb, .ͼc, .ͼd, .ͼe, .ͼg, .ͼl, .ͼm': { color: 'var(--ink)' },
  '.ͼl': { color: 'var(--accent)', fontWeight: '600' },
  '.ͼm': { color: 'var(--muted)', fontStyle: 'italic' }
})

export function createCode(parent: HTMLElement, options: CodeOptions): CodeEditor {
  let silent = false
  const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\w-]*/)
    if (!word || (word.from === word.to && !context.explicit)) return null
    const found = completionsAt(await options.schema(), context.state.doc.toString(), context.pos)
    return found.length ? { from: word.from, options: found } : null
  }
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
        yaml(),
        lintGutter(),
        autocompletion({ override: [complete] }),
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
  const place = (line: number, column: number): number => {
    const { doc } = view.state
    const found = doc.line(Math.min(Math.max(line, 1), doc.lines))
    return Math.min(found.from + Math.max(column - 1, 0), found.to)
  }
  return {
    text: () => view.state.doc.toString(),
    replace(text, readOnly) {
      silent = true
      view.setState(state(text, readOnly))
      silent = false
    },
    problems(problems) {
      const diagnostics = problems.map(({ line, column, message, warning }): Diagnostic => {
        const from = place(line, column)
        const word = view.state.wordAt(from)
        return {
          from,
          to: word?.to ?? view.state.doc.lineAt(from).to,
          severity: warning ? 'warning' : 'error',
          message
        }
      })
      view.dispatch(setDiagnostics(view.state, diagnostics))
    },
    focusAt(line, column) {
      const anchor = place(line, column)
      view.dispatch({ selection: { anchor }, scrollIntoView: true })
      view.focus()
    },
    destroy: () => view.destroy()
  }
}
