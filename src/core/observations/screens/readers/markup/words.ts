// What HTML's elements are to whoever reads their tags.

/** Elements without a closing tag. */
export const VOID = words('area base br col embed hr img input link meta param source track wbr')
/** No tag begins inside these: what they hold ends at their own closing tag. */
export const RAW = words('script style xmp textarea title')
/** Of those, the ones that hold text for people. */
export const RAW_TEXT = words('textarea title')
/** Elements whose closing tag HTML lets a page leave out. */
export const OPTIONAL_END = words(
  'html head body p li dt dd option optgroup tr td th thead tbody tfoot colgroup caption'
)
const ENDS_PARAGRAPH = words(
  'address article aside blockquote details div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul'
)
/** Which open elements an opening tag ends, where they are innermost. */
export const ENDS = new Map<string, Set<string>>([
  ['li', words('li')],
  ['dt', words('dt dd')],
  ['dd', words('dt dd')],
  ['option', words('option')],
  ['optgroup', words('option optgroup')],
  ['td', words('td th')],
  ['th', words('td th')],
  ['tr', words('td th tr')],
  ['tbody', words('td th tr thead tbody')],
  ['tfoot', words('td th tr thead tbody')],
  ...[...ENDS_PARAGRAPH].map((name): [string, Set<string>] => [name, words('p')])
])

function words(list: string): Set<string> {
  return new Set(list.split(' '))
}
