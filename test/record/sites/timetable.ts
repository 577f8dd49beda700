// A timetable in one page: tabs, a combo box, a dialog, and a form that says what is wrong.
import type { Site } from './site.ts'

const SCRIPT = `
const TRAINS = {
  departures: [['08:12','Northgate','2',true],['08:40','Elm Cross','1',false],['09:05','Seaview','4',true],['09:31','Northgate','2',false]],
  arrivals: [['08:05','Seaview','3',true],['08:55','Elm Cross','1',true],['09:20','Northgate','2',false]]
}
let board = 'departures'
const by = (id) => document.getElementById(id)
function draw() {
  for (const tab of document.querySelectorAll('[role=tab]')) tab.setAttribute('aria-selected', String(tab.id === board))
  by('panel').setAttribute('aria-labelledby', board)
  const town = by('town').value
  const rows = TRAINS[board].filter(([, to,, direct]) => (town === 'Any' || to === town) && (!by('direct').checked || direct))
  by('rows').replaceChildren(...rows.map(([time, to, track, direct]) => {
    const row = document.createElement('tr')
    row.innerHTML = '<td>' + time + '</td><td>' + to + '</td><td>' + track + '</td><td>' + (direct ? 'direct' : 'one change') + '</td><td><button>Details of ' + time + '</button></td>'
    row.querySelector('button').onclick = () => details(time, to, track)
    return row
  }))
  by('count').textContent = rows.length + (rows.length === 1 ? ' train' : ' trains')
}
function details(time, to, track) {
  by('heading').textContent = time + ' ' + to
  by('where').textContent = 'Platform ' + track + '. On time.'
  by('problem').textContent = ''
  by('name').value = ''
  by('dialog').showModal()
}
for (const tab of document.querySelectorAll('[role=tab]')) tab.onclick = () => { board = tab.id; draw() }
by('town').onchange = by('direct').onchange = draw
by('close').onclick = () => by('dialog').close()
by('save').onclick = () => {
  if (!by('name').value.trim()) { by('problem').textContent = 'Give the trip a name.'; by('name').setAttribute('aria-invalid', 'true'); return }
  by('name').removeAttribute('aria-invalid')
  const item = document.createElement('li')
  item.textContent = by('name').value + ': ' + by('heading').textContent
  by('trips').append(item)
  by('none')?.remove()
  by('dialog').close()
}
draw()
`

export const timetable: Site = {
  host: 'timetable.example',
  open: () => () => ({
    title: 'Midtown station',
    body: `<header><h1>Midtown station</h1><a href="/map">Map</a></header><main>
<div role="tablist" aria-label="Board"><button role="tab" id="departures">Departures</button><button role="tab" id="arrivals">Arrivals</button></div>
<div role="tabpanel" id="panel">
<label>Town <select id="town"><option>Any</option><option>Northgate</option><option>Elm Cross</option><option>Seaview</option></select></label>
<label><input type="checkbox" id="direct"> Direct trains only</label>
<p role="status" id="count"></p>
<table><thead><tr><th>Time</th><th>Town</th><th>Platform</th><th>Way</th><th>More</th></tr></thead><tbody id="rows"></tbody></table>
</div>
<section aria-labelledby="saved"><h2 id="saved">Saved trips</h2><p id="none">None yet.</p><ul id="trips"></ul></section></main>
<dialog id="dialog" aria-labelledby="heading"><h2 id="heading"></h2><p id="where"></p>
<label>Name of the trip <input id="name"></label><p role="alert" id="problem"></p>
<button id="save">Save trip</button> <button id="close">Close</button></dialog>
<script>${SCRIPT}</script>`
  })
}
