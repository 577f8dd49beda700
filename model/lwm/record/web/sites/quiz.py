"""Sums to answer: what is right can be worked out, and so can the score."""

from random import Random

from ..site import ENTER, Site, app, click, fill

SCRIPT = """
const { form, button, fieldset, legend, p, span } = tags
const s = { given: g.questions.map(() => ''), told: null }
const right = (at) => s.given[at].trim() === String(g.questions[at].answer)
function check() {
  s.told = g.questions.map((_, at) => (s.given[at].trim() ? (right(at) ? 'Right' : 'Wrong') : 'Not answered'))
}
const part = ({ text, options }, at) => [
  g.pick
    ? fieldset({ key: at }, legend(text), options.map((one) =>
        radio(`q${at}`, String(one), { checked: s.given[at] === String(one), onchange: () => (s.given[at] = String(one)) })))
    : field(text, typed(s.given, at)),
  s.told && span({ key: `told ${at}`, role: 'note' }, `${text} ${s.told[at]}`)
]
app(() => frame(
  form({ key: 'quiz', onsubmit: check },
    g.questions.map(part),
    button({ key: 'check' }, g.check),
    button({ key: 'again', type: 'button', onclick: () => Object.assign(s, { given: g.questions.map(() => ''), told: null }) }, 'Start again')
  ),
  say(s.told ? `${s.told.filter((one) => one === 'Right').length} of ${g.questions.length} right` : `${g.questions.length} questions`)
))
"""


def quiz(rng: Random) -> Site:
    pick = rng.random() < 0.5
    questions, goals = [], []
    for _ in range(rng.randint(2, 3) if pick else rng.randint(2, 4)):
        a, b = rng.randint(2, 20), rng.randint(2, 12)
        sign, answer = rng.choice([("+", a + b), ("-", a - b), ("times", a * b)])
        options = sorted({answer, answer + rng.choice([-3, -2, -1, 1]), answer + rng.choice([2, 5, 10])})
        text = f"{a} {sign} {b} ="
        if text in [one["text"] for one in questions]:
            continue
        questions.append({"text": text, "answer": answer, "options": options})
        tries = [answer, answer, answer, *options]
        goals += [[click("radio") if pick else fill(f"textbox '{text}'", rng.choice(tries))] for _ in range(2)]
        goals += [[click(f"radio '{answer}'") if pick else fill(f"textbox '{text}'", answer)] for _ in range(2)]
    check = rng.choice(["Check", "Check answers", "Done"])
    goals += [[click(f"button '{check}'")]] * 2 + [[click("button 'Start again'")]]
    if not pick:
        goals += [[fill("textbox", rng.randint(1, 50)), ENTER]]
    given = {"questions": questions, "pick": pick, "check": check}
    return app(rng, rng.choice(["Quiz", "Sums", "Mental arithmetic", "Test yourself", "Practice"]), given, SCRIPT, goals)
