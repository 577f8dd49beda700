"""A bank: balances, and transfers that are refused when they cannot be."""

from random import Random

from ..page import Asked
from ..served import Page, alert, choice, field, form, listed, served, table
from ..site import Site, choose, click, fill


def bank(rng: Random) -> Site:
    accounts = {
        name: rng.randint(0, 60) * 10
        for name in rng.sample(["Current", "Savings", "Holiday", "Household", "Rent", "Repairs"], rng.randint(2, 4))
    }
    coin = rng.choice(["euros", "pounds", "crowns", "francs"])
    done: list[str] = []

    def move(from_: str, to: str, amount: int) -> None:
        accounts[from_] -= amount
        accounts[to] += amount
        done.append(f"{amount} {coin} from {from_} to {to}")

    def shown(page: Page) -> str:
        told = table(["Account", "Balance"], [[name, f"{balance} {coin}"] for name, balance in accounts.items()])
        return page("Accounts", f"{told}<p>Total {sum(accounts.values())} {coin}</p>", "/")

    def asking(page: Page, problem: str = "", from_: str = "", to: str = "", amount: str = "") -> str:
        inside = [choice("From", "from", [*accounts], from_), choice("To", "to", [*accounts], to), field("Amount", "amount", amount)]
        return page("Transfer", alert(problem) + form("/transfer", *inside, button="Transfer"), "/transfer")

    def reply(asked: Asked, page: Page) -> str | None:
        if asked.path == "/":
            return shown(page)
        if asked.path == "/statement":
            return page("Statement", listed(done) if done else "<p>Nothing yet.</p>", "/statement")
        if asked.path != "/transfer":
            return None
        if not asked.posted:
            return asking(page)
        from_, to, amount = (asked.fields.get(name, "").strip() for name in ("from", "to", "amount"))
        problem = ""
        if not amount:
            problem = "Amount is required."
        elif not amount.isdigit():
            problem = "Amount must be a number."
        elif from_ == to:
            problem = "Choose two accounts."
        elif int(amount) > accounts[from_]:
            problem = f"{from_} holds only {accounts[from_]} {coin}."
        if problem:
            return asking(page, problem, from_, to, amount)
        move(from_, to, int(amount))
        return "/"

    names = [*accounts]
    rich = max(names, key=lambda name: accounts[name])
    for _ in range(rng.randint(0, 2)):
        other = rng.choice([name for name in names if name != rich])
        move(rich, other, rng.randint(0, accounts[rich] // 10))

    def transfer(amount: str | int) -> list:
        from_, to = rng.choice([rng.sample(names, 2), [rich, rng.choice([name for name in names if name != rich])]])
        return [
            click("link 'Transfer'"),
            choose("combobox 'From'", from_),
            choose("combobox 'To'", to),
            fill("textbox 'Amount'", amount),
            click("button 'Transfer'"),
        ]

    goals = [
        *(transfer(rng.randint(1, 20) * 10) for _ in range(3)),
        transfer(rng.randint(700, 2000)),
        transfer(rng.choice(["", "all", "ten"])),
        [click("link 'Transfer'"), click("button 'Transfer'")],
        [click("link 'Statement'"), click("link 'Accounts'")],
    ]
    return served(
        rng,
        rng.choice(["Bank", "Savings Bank", "Credit Union"]),
        goals,
        reply,
        lambda: [("Accounts", "/"), ("Transfer", "/transfer"), ("Statement", "/statement")],
    )
