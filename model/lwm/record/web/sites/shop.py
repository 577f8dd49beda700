"""A shop on one page: things with prices, a basket that counts and adds up, an order."""

from random import Random

from ..site import Site, app, click
from ..words import foods, goods, price

SCRIPT = """
const { h2, button, p, section, span } = tags
const s = { counts: Object.fromEntries(g.items.map(([name, , count]) => [name, count])), done: '' }
const change = (name, by) => () => {
  s.counts[name] = Math.max(0, s.counts[name] + by)
  s.done = ''
}
const inside = () => g.items.filter(([name]) => s.counts[name])
const pieces = () => inside().reduce((sum, [name]) => sum + s.counts[name], 0)
const total = () => inside().reduce((sum, [name, cents]) => sum + cents * s.counts[name], 0)
function order() {
  s.done = `Thank you. You ordered ${many(pieces(), 'piece')} for ${money(total())}.`
  for (const [name] of g.items) s.counts[name] = 0
}
const line = ([name, cents]) => ({
  key: name,
  cells: [name, s.counts[name], money(cents * s.counts[name]), [
    button({ 'aria-label': `One more ${name}`, onclick: change(name, 1) }, '+'),
    button({ 'aria-label': `One less ${name}`, onclick: change(name, -1) }, '-')
  ]]
})
const basket = () => section({ key: 'basket', 'aria-label': g.basket },
  h2(`${g.basket} (${pieces()})`),
  pieces() ? table(['Item', 'Pieces', 'Price', 'Change'], inside().map(line)) : p({ key: 'empty' }, `${g.basket} is empty.`),
  p({ key: 'total' }, `Total: ${money(total())}`),
  button({ key: 'order', disabled: !pieces(), onclick: order }, g.order),
  say(s.done)
)
const shelf = () => rows(g.items.map(([name, cents]) => ({
  key: name,
  kids: [span(`${name}, ${money(cents)}`), button({ 'aria-label': g.named ? `${g.add} ${name}` : null, onclick: change(name, 1) }, g.add)]
})))
app(() => frame(g.first && basket(), shelf(), !g.first && basket()))
"""


def shop(rng: Random) -> Site:
    items = rng.choice([goods, foods])(rng, rng.randint(3, 4))
    counts = [0] * len(items)
    counts[rng.randrange(len(items))] = rng.randint(1, 3)
    given = {
        "items": [[name, price(rng), count] for name, count in zip(items, counts)],
        "basket": rng.choice(["Basket", "Cart", "Bag", "Order"]),
        "add": rng.choice(["Add", "Add to basket", "Buy", "Put in"]),
        "order": rng.choice(["Order now", "Place order", "Check out", "Pay"]),
        "named": rng.random() < 0.6,
        "first": rng.random() < 0.2,
    }
    goals = [
        [click(f"button '{given['add']}")],
        [click(f"button '{given['add']}"), click(f"button '{given['add']}")],
        [click("button 'One more")],
        [click("button 'One less")],
        [click("button 'One less"), click("button 'One less"), click(f"button '{given['order']}'")],
        [click(f"button '{given['add']}"), click(f"button '{given['order']}'")],
    ]
    title = rng.choice(["Shop", "Market", "Kitchen shop", "Farm shop", "Village store", "Corner shop", "Flea market"])
    return app(rng, title, given, SCRIPT, goals)
