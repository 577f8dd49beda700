// The forms that people write files in. The first that begins at a line is read to its end.

import { columnsIn } from './columns.ts'
import { contentsIn } from './contents-forms.ts'
import { dataIn } from './data-forms.ts'
import { fencedBelow, fencedWithPath, printedBelow, underlined } from './fenced-forms.ts'
import type { FileForm } from './form.ts'
import { bannered, dashed, ended, tagged } from './marked-forms.ts'
import { diffIn, elementIn, tableIn } from './markup-forms.ts'
import { entryIn, indentedNames } from './name-forms.ts'
import { below, indented } from './plain-forms.ts'
import { rowsBelow, tabled } from './row-forms.ts'
import { tree, typed, unprompted } from './shell-forms.ts'
import { stateIn } from './state-forms.ts'
import { tomlIn } from './toml-forms.ts'

/** In the order in which they are tried. */
export const FORMS: readonly FileForm[] = [
  stateIn,
  tomlIn,
  dataIn,
  tagged,
  elementIn,
  tabled,
  tableIn,
  columnsIn,
  diffIn,
  ended,
  bannered,
  dashed,
  underlined,
  printedBelow,
  fencedBelow,
  fencedWithPath,
  typed,
  unprompted,
  tree,
  indentedNames,
  contentsIn,
  rowsBelow,
  indented,
  below,
  entryIn
]
