"""Noughts and crosses for two."""

from random import Random

from ..site import Site, app, click

SCRIPT = """
const { table, tbody, tr, td, button, p } = tags
const s = { cells: [...g.cells], turn: g.turn, wins: { ...g.wins }, over: '' }
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
const [one, two] = g.marks
function put(at) {
  s.cells[at] = s.turn
  if (LINES.some((line) => line.every((cell) => s.cells[cell] === s.turn))) {
    s.over = `${s.turn} has won.`
    s.wins[s.turn]++
  } else if (s.cells.every(Boolean)) s.over = 'Nobody has won.'
  s.turn = s.turn === one ? two : one
}
const cell = (at) => button({
  'aria-label': g.corners ? `${'ABC'[at % 3]}${Math.floor(at / 3) + 1}: ${s.cells[at] || 'empty'}` : null,
  disabled: Boolean(s.over || s.cells[at]), onclick: () => put(at)
}, s.cells[at] || String(at + 1))
const places = [0, 1, 2].map((row) => [0, 1, 2].map((column) => row * 3 + column))
app(() => frame(
  say(s.over || `Next: ${s.turn}`),
  g.table
    ? table(tbody(places.map((row) => tr(row.map((at) => td(cell(at)))))))
    : places.map((row, at) => p({ key: at }, row.map(cell))),
  p({ key: 'wins' }, `${one} ${s.wins[one]}, ${two} ${s.wins[two]}`),
  button({ key: 'again', onclick: () => Object.assign(s, { cells: Array(9).fill(''), over: '' }) }, 'New game')
))
"""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def noughts(rng: Random) -> Site:
    marks = rng.choice([["X", "O"], ["O", "X"], ["Red", "Blue"], ["Sun", "Moon"], ["Cat", "Dog"]])
    cells = [""] * 9
    count = rng.randint(0, 5)
    for turn, at in enumerate(rng.sample(range(9), count)):
        cells[at] = marks[turn % 2]
    if any(len({cells[at] for at in line}) == 1 and cells[line[0]] for line in LINES):
        cells, count = [""] * 9, 0
    corners = rng.random() < 0.5
    given = {
        "marks": marks,
        "cells": cells,
        "turn": marks[count % 2],
        "wins": {one: rng.randint(0, 4) for one in marks},
        "corners": corners,
        "table": rng.random() < 0.4,
    }
    place = [f"button '{'ABC'[at % 3]}{at // 3 + 1}: empty'" if corners else f"button '{at + 1}'" for at in range(9)]
    goals = [
        *([click(one)] for one in place),
        [click(rng.choice(place))],
        [click(one) for one in rng.sample(place, 4)],
        [click("button 'New game'")],
    ]
    return app(rng, rng.choice(["Noughts and crosses", "Tic-tac-toe", "Three in a row"]), given, SCRIPT, goals, "game")
