// A list of chores in one page: things are added, ticked off, filtered and cleared away.
import type { Site } from './site.ts'

const SCRIPT = `
const by = (id) => document.getElementById(id)
function add(text, done) {
  const item = document.createElement('li')
  const label = document.createElement('label')
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.checked = done
  box.onchange = count
  label.append(box, ' ' + text)
  item.append(label)
  by('list').append(item)
  count()
}
const boxes = () => [...document.querySelectorAll('li input')]
function count() {
  const done = boxes().filter((box) => box.checked).length
  for (const box of boxes()) box.closest('li').hidden = box.checked && by('filter').value === 'open'
  by('left').textContent = boxes().length - done + ' left to do'
  by('clear').disabled = done === 0
}
by('new').onsubmit = (event) => {
  event.preventDefault()
  const text = by('text').value.trim()
  by('problem').hidden = text !== ''
  if (text) add(text, false)
  by('text').value = ''
}
by('filter').onchange = count
by('clear').onclick = () => {
  for (const box of boxes()) if (box.checked) box.closest('li').remove()
  count()
}
add('Water the plants', true)
add('Call the plumber', false)
`

export const board: Site = {
  host: 'chores.example',
  open: () => () => ({
    title: 'Chores',
    body: `<h1>Chores</h1>
<form id="new"><label for="text">New chore</label><input id="text" placeholder="What is to be done?"><button>Add</button></form>
<p id="problem" role="alert" hidden>Write what is to be done first.</p>
<label for="filter">Show</label><select id="filter"><option value="all">All</option><option value="open">Open ones</option></select>
<ul id="list"></ul><p id="left"></p><button id="clear" type="button">Clear what is done</button>
<script>${SCRIPT}</script>`
  })
}
