// A database whose tables are told in sentences: "It has one table, items, with the columns id (integer primary key) and name (text). The rows are:
// 1, pen; 2, book."

const TABLE =
  /\btables?,? (?:called |named )?[`'"]?([a-z_]\w{0,40})[`'"]?,? (?:(?:which|that) )?(?:has|with|of|having) (?:the )?(?:\w{1,8} )?columns:? ([^.\n]{3,400}?)(?:\.(?=\s|$)|;|\n|$)/gi
// "one table items(id INTEGER PRIMARY KEY, name VARCHAR(20))"
const SHORT =
  /(?<!\bcreate )\btables?:? (?:called |named )?([`'"]?)([a-z_]\w{0,40})\1 ?\(((?:[^()\n]|\([^()\n]{1,20}\)){3,400})\)/gi
const ROWS = /\brows(?: are| is)?:? /i
const TYPE =
  /^(?:integer|int|text|real|numeric|blob|boolean|date|datetime|timestamp|varchar(?:\(\d+\))?)(?!\w)[ \w]{0,40}$/i

/** The statements that make them, in the order of the text; `[]` where a table's columns are not told by name. */
export function tablesInWords(text: string): string[] {
  const found = [
    ...[...text.matchAll(TABLE)].map(({ 1: name = '', 2: list = '', index }) => ({
      name,
      list,
      index,
      isShort: false
    })),
    ...[...text.matchAll(SHORT)].map(({ 2: name = '', 3: list = '', index }) => ({ name, list, index, isShort: true }))
  ].sort((one, other) => one.index - other.index)
  return found.flatMap(({ name, list, index, isShort }, at) => {
    const columns = columnsIn(list)
    if (columns.length === 0) return []
    const rest = text.slice(index, found[at + 1]?.index ?? text.length)
    const head = ROWS.exec(rest)
    const told = head === null ? '' : (rest.slice(head.index + head[0].length).split(/\.(?=\s|$)|\n/)[0] ?? '')
    const rows = rowsIn(told, columns.length)
    // What is only a schema says nothing of rows.
    if (isShort && rows.length === 0 && !/\b(?:empty|no rows)\b/i.test(rest)) return []
    return [
      `CREATE TABLE ${name} (${columns.join(', ')});`,
      ...rows.map((row) => `INSERT INTO ${name} VALUES (${row.map(literal).join(', ')});`)
    ]
  })
}

/** "id (integer primary key), name (text) and price": each with its type; `[]` where something is no column. */
function columnsIn(list: string): string[] {
  const parts = list
    .split(/, (?:and )?| and /)
    .map((one) =>
      /^[`"']?([a-z_]\w{0,40})[`"']?(?: (?:\(([\w ()]{1,60})\)|([\w ]{1,40}(?:\(\d{1,4}\)[\w ]{0,40})?)))?$/i.exec(
        one.trim()
      )
    )
    .map((one) => one && { name: one[1], type: one[2] ?? one[3] })
  if (parts.some((one) => one === null || (one.type !== undefined && !TYPE.test(one.type)))) return []
  return parts.map((one) => [one?.name, one?.type?.toUpperCase()].filter(Boolean).join(' '))
}

/** `[]` where one has another number of cells than there are columns. */
function rowsIn(list: string, count: number): string[][] {
  const rows = list.split(list.includes('(') ? /\),? ?(?:and )?\(?/ : /; ?(?:and )?/).flatMap((row) => {
    const cells = row
      .replaceAll(/^\(|\)$/g, '')
      .split(/, ?/)
      .map((cell) => cell.trim())
    return cells.length === 1 && cells[0] === '' ? [] : [cells]
  })
  return rows.every((row) => row.length === count) ? rows : []
}

function literal(cell: string): string {
  const bare = cell.replaceAll(/^['"`]|['"`]$/g, '')
  return /^-?\d{1,15}(?:\.\d{1,15})?$|^null$/i.test(bare) ? bare : `'${bare.replaceAll("'", "''")}'`
}
