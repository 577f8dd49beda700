"""What sites are written with: names, goods, chores and places that a seed chooses from."""

from random import Random

PEOPLE = """Ada Amir Anneke Aron Bela Bruno Carla Chen Clara Dario Dilan Edda Elif Emil Esra Fatima Felix Femi Greta Hana Hugo Ida Ilse
Imran Ines Ivan Jana Jonas Juno Kaito Karin Kofi Lara Leon Lena Lina Mads Mara Marco Maya Mika Milan Mira Nadia Nils Noor Olga Omar Oskar Pia
Priya Rafa Rosa Ruben Sami Selma Sofia Tariq Theo Tilda Uma Vera Viktor Wanda Yara Yusuf Zoe""".split()
SURNAMES = """Abbot Ahlers Baker Berg Brandt Castro Cole Dahl Dunn Ekman Farrow Fischer Gallo Grant Haddad Hale Holm Ito Jansen Keller
Kim Lind Lopez Marsh Mori Moss Nagy Novak Okafor Olsen Park Petit Quist Reyes Rossi Sato Silva Stone Tanaka Urban Varga Vogel Weber Wood
Yilmaz""".split()
TOWNS = """Ashford Bellmore Birchwood Coldwater Cragside Dunmore Eastfield Elmbridge Fairhaven Foxley Glenview Harrow Hillcrest Ivybridge
Kingsport Lakeside Longmeadow Marlow Midtown Millbrook Northgate Oakham Pinewood Redcliff Riverton Seaview Southmoor Stonebridge Thornton
Waterford Westbury Wickham""".split()
GOODS = """apron axe basket belt blanket bowl broom brush bucket candle cap clock coat comb compass cup desk drill fan fork glove hammer
hat helmet hose jacket jar kettle knife ladder lamp lantern map mat mirror mug needle pan pen pillow plate pot purse rake ring rope rug ruler
saw scarf shovel sieve soap sock spade spoon stool tent thermos towel tray umbrella vase wallet whistle""".split()
FOODS = """almonds apples barley beans bread butter cabbage carrots cheese cherries cocoa coffee dates eggs figs flour garlic ginger grapes
honey jam leeks lemons lentils limes milk mint mushrooms mustard noodles oats olives onions oranges pasta peaches pears peas plums potatoes
pumpkin raisins rice rye salt spinach sugar tea tofu tomatoes vinegar walnuts yoghurt""".split()
COLOURS = """amber black blue brown coral cream gold green grey indigo ivory lilac navy olive orange pink plum purple red silver teal white
yellow""".split()
KINDS = """big brass clay copper cork cotton felt folding glass heavy iron leather light linen little long old oak paper plain round short
small square steel striped tall thin tin warm wide wooden wool""".split()
VERBS = """Answer Book Borrow Call Check Clean Collect Copy Deliver Draw Feed Find Fix Fold Measure Move Order Pack Paint Pay Plan Plant
Post Print Repair Return Sell Send Sharpen Sort Store Visit Wash Water Write""".split()
OBJECTS = """the bill|the plumber|the letters|the garden|the shed|the tickets|the windows|the report|the roses|the printer|the attic
|the boxes|the car|the cat|the curtains|the door|the fence|the floor|the gate|the guests|the invoice|the keys
|the library books|the maps|the meeting room|the parcel|the photos|the shelves|the slides|the tools|the tyres|the van""".replace(
    "\n", ""
).split("|")
SUBJECTS = """Archive Budget Camera Choir Cinema Compost Concert Cycling Dancing Dinner Drawing Exams Football Garden Harvest Hiking History
Holiday Housing Kitchen Lessons Library Market Music Office Painting Parking Party Pottery Printing Quiz Reading Recycling
Repairs Sailing School Staff Stage Street Swimming Theatre Training Travel Weather Website Wedding Workshop""".split()
FIRMS = """Acorn Anchor Anvil Arrow Badger Beacon Bluebell Bramble Bridge Cedar Clover Comet Cottage Crane Dune Ember Falcon Fern Finch
Harbour Hazel Heron Juniper Kestrel Lark Lantern Linden Magpie Maple Meadow Mill Orchard Otter Pebble Pine Quarry Raven Reed
River Robin Rowan Saffron Sparrow Summit Swan Thistle Tide Valley Willow Wren""".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()


def some(rng: Random, words: list[str], count: int) -> list[str]:
    """So many different ones, in any order."""
    return rng.sample(words, count)


def goods(rng: Random, count: int) -> list[str]:
    """Different things to sell or lend: `Copper kettle`."""
    return [f"{rng.choice(KINDS + COLOURS).capitalize()} {thing}" for thing in rng.sample(GOODS, count)]


def foods(rng: Random, count: int) -> list[str]:
    return [one.capitalize() for one in rng.sample(FOODS, count)]


def chores(rng: Random, count: int) -> list[str]:
    """Different things to do: `Paint the fence`."""
    return [f"{rng.choice(VERBS)} {thing}" for thing in rng.sample(OBJECTS, count)]


def names(rng: Random, count: int) -> list[str]:
    """Different people: `Mara Lind`."""
    return [f"{first} {rng.choice(SURNAMES)}" for first in rng.sample(PEOPLE, count)]


def price(rng: Random) -> int:
    """In cents, mostly of the kind that shops like."""
    return rng.choice([rng.randint(1, 40) * 100, rng.randint(2, 80) * 50, rng.randint(2, 40) * 100 - 1])


def things(rng: Random, count: int) -> list[str]:
    """Of one kind or another: what a list may hold."""
    return rng.choice([goods, foods, chores])(rng, count)


def sentence(rng: Random) -> str:
    """A short one, about nothing much."""
    thing = rng.choice(GOODS)
    return rng.choice(
        [
            f"The {rng.choice(COLOURS)} {thing} is in the {rng.choice(['attic', 'hall', 'kitchen', 'office', 'shed', 'van'])}.",
            f"{rng.choice(PEOPLE)} has the {thing}.",
            f"{rng.choice(VERBS)} {rng.choice(OBJECTS)} on {rng.choice(DAYS)}.",
            f"{rng.choice(TOWNS)} is {rng.randint(2, 90)} km from {rng.choice(TOWNS)}.",
            f"We need {rng.randint(2, 30)} more {rng.choice(FOODS)}.",
            f"{rng.choice(SUBJECTS)} starts at {rng.randint(7, 20)}:{rng.choice(['00', '15', '30', '45'])}.",
        ]
    )
