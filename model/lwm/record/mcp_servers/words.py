"""Names and words that servers, records and calls are made of."""

from random import Random

FIRST = """Ada Lin Tomas Ines Marek Noor Priya Sven Yuki Omar Lena Hugo Zoe Ravi Mina Karl Elif Jonas Petra Amir Greta Luis Hana Igor Clara Viktor
Salma Theo Runa Diego Freya Milan Aisha Bruno Tove Kofi Nadia Oscar Lucia Emil Wanda Felix Ruth Anton Sofia Pavel Judith Samir Astrid Cyril Dora Ewan
Farah Gil Helga Ivo Jana Kenji Lotte Malik Nils Olga Paco Quinn Rosa Stan Tara Uwe Vera Walid Xenia Yara Zeno Bela Carmen Dario Edith Flora""".split()
LAST = """Aalto Berg Castro Dahl Eriksen Farouk Garcia Holm Ito Jansen Keller Lopez Moreau Novak Okafor Petrov Quist Rossi Sato Tanaka Ulrich Vogel Weber
Xu Yilmaz Zhang Adler Brandt Cohen Diaz Engel Fischer Gupta Haas Ivanov Jung Kowalski Lindqvist Meyer Nakamura Olsen Park Reyes Schulz Torres Usman
Virtanen Wolff Young Zeman Abebe Bakker Conti Dubois Egger Ferrari Gallo Hughes Iyer Joshi Khan Lund Mancini Nagy Ortiz Popov Rao Silva Toth Varga""".split()
PLACES = """Aarhus Bergen Cadiz Dresden Evora Faro Ghent Haifa Izmir Jena Kiel Lund Malmo Nantes Oulu Porto Quito Riga Seville Turku Utrecht Varna Wells
Xanten York Zagreb Basel Cork Delft Essen Fulda Graz Hull Ivrea Jaca Kotor Lyon Metz Nice Oslo Pisa Reims Siena Tartu Udine Verona Worms Zadar Bath Como
Derby Elche Fano Genoa Halle Imola Kassel Lille Mainz Narvik Orsk Parma Rostock Split Trier Ulm Vigo Wismar""".split()
MAKES = """amber blue brass broad bronze cedar clear coarse copper cotton crisp dark deep double dry fine flat folding glass gold green grey hard heavy
hollow iron large leather light linen long maple narrow oak old olive pale pine plain quiet rapid red rough round rubber sharp short silver slim small smooth
soft solid spare square steel stone stout tall thick thin tiny tough violet walnut warm wide wild wool yellow zinc""".split()
THINGS = """anchor axe basket battery bell belt bench blanket board bolt bottle bowl box bracket brush bucket bulb button cable candle cap cart chain chair
chisel clamp clock coat cord crate cup curtain desk dial drill drum fan file filter flask fork frame funnel gear glove hammer handle hinge hook hose jar kettle
key kite knife ladder lamp latch lens level lever lid lock magnet mallet map mat mirror mug nail needle net nozzle nut oar paddle pan pedal pencil pin pipe
plate pliers plug pot pump rack rail rake ring rod rope ruler saw scale screw seal shelf shovel sieve spade sponge spool spoon spring stool strap switch table
tape tile tongs torch towel tray trowel tube valve vase vice wedge wheel whistle wire wrench""".split()
DOES = """check clean repair replace order paint measure test label sort move pack count fix plan review update print sign send call book buy return cancel
design build deploy archive migrate document rename merge split close open rotate renew schedule inspect train draft translate record publish""".split()
OF_WORK = """the invoice the front door the boiler the parser the login page the backup the roof the annual report the contract the printer the newsletter
the garden fence the test suite the cache the price list the fire alarm the meeting notes the travel plan the supplier list the heating the website the map the
archive the budget the database the export the import the search index the mail server the stairs the sign the catalogue the order form the rota the logo the
handbook the exhibition the workshop the minibus the water meter the coffee machine the north window the survey the timetable the licence the greenhouse""".replace(
    "\n", " "
).split(" the ")
TAGS = """urgent home work later blocked design legal finance travel food garden music health family review draft public private legacy mobile web api
security docs test hardware wholesale vip partner press school sport spring summer autumn winter north south east west""".split()
FIRMS = [
    "Tools",
    "& Sons",
    "Supply",
    "Traders",
    "Works",
    "Studio",
    "Group",
    "Labs",
    "Foods",
    "Marine",
    "Optics",
    "Textiles",
    "Press",
    "Motors",
    "Clinic",
]
COLOURS = "red blue green black white yellow grey orange violet brown".split()
MONTHS = range(1, 13)


def person(rng: Random) -> str:
    return f"{rng.choice(FIRST)} {rng.choice(LAST)}"


def login(rng: Random) -> str:
    return rng.choice(FIRST).lower() + rng.choice(["", "", str(rng.randint(1, 99))])


def thing(rng: Random) -> str:
    """An article's name."""
    return f"{rng.choice(MAKES)} {rng.choice(THINGS)}".capitalize()


def task(rng: Random) -> str:
    """What there is to do."""
    of = rng.choice(OF_WORK).removeprefix("the ")
    return f"{rng.choice(DOES)} the {of}".capitalize()


def firm(rng: Random) -> str:
    return f"{rng.choice(LAST)} {rng.choice(FIRMS)}"


def price(rng: Random) -> float:
    """Never a whole number: JSON's readers do not agree on how to write 3.0."""
    return rng.randint(1, 90) + rng.choice([0.5, 0.5, 0.25, 0.99])


def tidy(number: float) -> float:
    """At most two decimals, and whole where it is whole."""
    return int(number) if number == int(number) else round(number, 2)


def day(rng: Random, year: int = 2026) -> str:
    return f"{year}-{rng.choice(MONTHS):02}-{rng.randint(1, 28):02}"


def some(rng: Random, words: list[str], most: int = 3) -> list[str]:
    """A few of the words, none twice."""
    return rng.sample(words, rng.randint(0, most))


def distinct(rng: Random, make, count: int) -> list:
    """So many different things that `make` makes."""
    made: list = []
    while len(made) < count:
        one = make(rng)
        if one not in made:
            made.append(one)
    return made
