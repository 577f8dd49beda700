// What every site's script is written in: elements as plain values, and a page that is made to match them. What a seed gives a site is `g`.
export const tags = new Proxy(
  {},
  {
    get:
      (_, tag) =>
      (first, ...rest) => {
        const given = first?.constructor === Object && !first.tag
        const kids = (given ? rest : [first, ...rest]).flat(9).filter((kid) => kid || kid === 0)
        return { tag, props: given ? first : {}, kids }
      }
  }
)

// Elements stay the same ones by their key, or by being the first, second, third of their kind among their siblings.
function patch(parent, kids) {
  const counts = {}
  const wanted = kids.map((kid) => {
    const tag = kid.tag ?? '#text'
    if (kid.props?.key === undefined) counts[tag] = (counts[tag] ?? 0) + 1
    const key = kid.props?.key ?? counts[tag]
    return [`${tag} ${key}`, kid]
  })
  const there = new Map([...parent.childNodes].map((node) => [node.key, node]))
  const kept = new Set(wanted.map(([key]) => key))
  for (const [key, node] of there) if (!kept.has(key)) node.remove()
  wanted.forEach(([key, kid], at) => {
    const made = () => (kid.tag ? document.createElement(kid.tag) : document.createTextNode(''))
    const node = there.get(key) ?? Object.assign(made(), { key })
    if (parent.childNodes[at] !== node) parent.insertBefore(node, parent.childNodes[at] ?? null)
    if (kid.tag) dress(node, kid)
    else if (node.data !== String(kid)) node.data = String(kid)
  })
}

function dress(node, { props, kids }) {
  const { key, ...rest } = props
  const live = {}
  for (const [name, value] of Object.entries(rest)) {
    if (name.startsWith('on')) node[name] = value ? (event) => answer(event, value) : null
    else if (/^(value|checked|disabled|selected)$/.test(name)) live[name] = value
    else if (value === undefined || value === null || value === false) node.removeAttribute(name)
    else node.setAttribute(name, value === true ? '' : String(value))
  }
  patch(node, kids)
  for (const [name, value] of Object.entries(live)) if (node[name] !== value) node[name] = value
}

function answer(event, handler) {
  if (event.type === 'submit') event.preventDefault()
  handler(event)
  draw()
}

export let draw = () => {}

export function app(view) {
  draw = () => patch(document.body, [view()].flat(9).filter(Boolean))
  window.onhashchange = draw
  draw()
}

// The same few ways in which sites speak.
export const say = (text) => text && tags.p({ role: 'status', key: 'status' }, text)
export const warn = (text) => text && tags.p({ role: 'alert', key: 'alert' }, text)
export const required = (label) => `${label} is required.`
export const numeric = (label) => `${label} must be a number.`
export const taken = (name) => `${name} is already there.`
export const money = (cents) => `${g.sign}${(cents / 100).toFixed(2)}`
export const many = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`
export const typed = (state, name) => ({ value: state[name], oninput: (event) => (state[name] = event.target.value) })
const idOf = (label) => label.toLowerCase().replace(/[^a-z0-9]+/g, '-')

export function labelled(label, element) {
  const id = idOf(label)
  if (g.fields === 'around') return tags.label({ key: id }, label, element)
  if (g.fields === 'aria') return { ...element, props: { key: id, 'aria-label': label, ...element.props } }
  return tags.p({ key: id }, tags.label({ for: id }, label), { ...element, props: { id, ...element.props } })
}

export const field = (label, props) => labelled(label, tags.input(props))
export const check = (label, props) =>
  tags.label({ key: idOf(label) }, tags.input({ type: 'checkbox', ...props }), label)
export const radio = (name, label, props) =>
  tags.label({ key: idOf(label) }, tags.input({ type: 'radio', name, ...props }), label)

export function choice(label, options, value, chosen) {
  const onchange = (event) => chosen(event.target.value)
  return labelled(
    label,
    tags.select(
      { value, onchange },
      options.map((one) => tags.option({ value: one, key: one }, one))
    )
  )
}

// Rows are {key, kids, hidden}; what is hidden for a while keeps its elements.
export function rows(items) {
  const each = (tag) => items.map(({ key, kids, hidden }) => tags[tag]({ key, hidden }, kids))
  if (g.list === 'ul' || g.list === 'ol') return tags[g.list]({ key: 'rows' }, each('li'))
  if (g.list === 'table') {
    const cells = (kids) =>
      [kids]
        .flat(9)
        .filter(Boolean)
        .map((kid, at) => tags.td({ key: at }, kid))
    return tags.table(
      { key: 'rows' },
      tags.tbody(items.map(({ key, kids, hidden }) => tags.tr({ key, hidden }, cells(kids))))
    )
  }
  return tags.div({ key: 'rows' }, each(g.list))
}

export const table = (heads, lines) =>
  tags.table(
    tags.thead(tags.tr(heads.map((head) => tags.th({ key: head }, head)))),
    tags.tbody(
      lines.map(({ key, cells, hidden }) =>
        tags.tr(
          { key, hidden },
          cells.map((cell, at) => tags.td({ key: at }, cell))
        )
      )
    )
  )

export function frame(...kids) {
  const top = tags[g.heading]({ key: 'top' }, g.title)
  const links = g.links.map(([text, href]) => tags.a({ key: href, href }, text))
  const bar = [tags.a({ href: '/' }, g.site), links.length > 0 && tags.nav(links)]
  if (g.frame === 'plain') return [top, ...kids]
  if (g.frame === 'main') return tags.main(top, ...kids)
  if (g.frame === 'header') return [tags.header(top), tags.main(...kids)]
  if (g.frame === 'bar') return [tags.header(...bar), tags.main(top, ...kids)]
  return [tags.main(top, ...kids), tags.footer(...bar)]
}
