"""Names and things that sessions are made of."""

USERS = """ada alan anna ben bob carl carol chen clara dana dev diego elena emma erik eva felix fred george grace hana hugo ines ivan jack
jane jo kai karl kim lara lee lena leo lin lisa liu luis maria mark max maya mia mike mina nadia nils nina noah nora olga omar otto paul
pia priya raj rita rosa ruth sam sara sofia sven tara theo tim tom uma vera viktor wei yan yuki zoe alice deploy admin dev ops student
guest ubuntu build""".split()
HOSTS = """alpha apollo argo aspen atlas aurora basil birch borealis calypso cedar ceres cobalt comet coral delta dune echo ember falcon fern
flint gaia gamma granite hawk hazel helios heron hydra indigo iris ivy jade juno juniper kepler kestrel lark lima linden luna lynx maple
mars mercury mimas mint neptune nova oak oberon onyx orion osprey otter pallas phoebe pine pluto quartz raven rhea robin saturn sierra
sirius spruce swift terra titan topaz triton umbra vega venus vesta violet vulcan walnut web-1 web-2 db-1 willow wren yew zephyr""".split()
NAMES = """Ada Alan Amir Anna Ben Boris Carla Chen Clara Dana David Diego Elena Emma Erik Eva Farid Felix Grace Hana Hugo Ida Ines Ivan Jack
Jane Jonas Kai Karl Kim Lara Lea Lena Leo Lin Lisa Luis Lukas Maria Mark Max Maya Mia Mina Nadia Nils Nina Noah Nora Olga Omar Otto Paul
Pia Priya Rita Rosa Ruth Sam Sara Sofia Sven Tara Theo Tim Tom Uma Vera Wei Yan Yuki Zoe""".split()
ITEMS = """apple banana cherry lemon mango orange peach pear plum grape melon fig date kiwi carrot onion potato tomato pepper garlic bean pea
corn rice bread butter milk cheese egg flour sugar salt honey tea coffee juice water soap paper pencil pen ruler eraser book lamp chair
table desk clock phone cable mouse keyboard screen printer battery hammer nail screw wrench saw drill brush bucket rope tent map compass
bottle cup plate bowl fork knife spoon pan towel pillow blanket candle mirror basket ladder wheel bell drum flute violin piano guitar""".split()
CITIES = """Athens Berlin Bergen Bern Bilbao Bogota Boston Bremen Cairo Chicago Cork Dakar Delhi Denver Dublin Geneva Ghent Hanoi Helsinki
Istanbul Kyoto Lagos Leeds Lima Lisbon London Lyon Madrid Malmo Miami Milan Montreal Munich Nairobi Naples Nice Oslo Osaka Paris Porto
Prague Quito Riga Rome Seoul Sofia Split Sydney Tokyo Toronto Tunis Turin Vienna Vilnius Warsaw York Zagreb Zurich""".split()
COLOURS = "red green blue yellow orange purple black white grey brown pink cyan olive teal navy maroon silver gold".split()
ANIMALS = """ant bear bee bison cat cow crab crow deer dog dove duck eagle eel elk fox frog goat goose hare hawk hen horse lamb lion lynx mole
moose moth mule newt otter owl ox panda pig pony rat ray seal shark sheep snail snake stork swan tiger toad trout turtle whale wolf wren
yak zebra""".split()
DEPARTMENTS = "sales support research finance legal design engineering marketing operations security training logistics quality".split()
# For folders and files.
TOPICS = """alpha archive assets backup beta billing blog budget build cache calc client config core daily data demo dist docs drafts events
export feeds films games garden home images import inbox intro invoices items journal lab lessons letters library lists logs main maps
media menu metrics models music news notes old orders pages parts photos plans plots posts private project public quotes readings recipes
records release reports results sample scripts server shop site songs source staging stats store survey tables tasks temp tests texts
tools travel trial users videos weekly wiki work""".split()
VERBS = """add bake book buy call check clean close copy cut draw drop edit fill find fix fold format grow invite join learn lift list load
lock mail make mark measure mend merge mix move order pack paint pay pick plan plant post print pull push read remove rename repair reply
rest review save sell send show sign sort start stop store study sweep swim teach test tidy train trim try turn update visit wash watch
water weigh write""".split()
ADJECTIVES = """bright broad busy calm clean clear cold cool dark deep dry early easy empty fair fast fine flat fresh full good great happy
heavy high hollow large late light long loud low near neat new old open pale plain quick quiet rare ready rich rough round sharp short
silent simple slow small smooth soft solid spare steady still strong sweet tall thick thin tidy tiny warm weak wet wide wild young""".split()
LEVELS = ("INFO", "INFO", "INFO", "WARN", "ERROR", "DEBUG")
SERVICES = "auth api cache cron db mail queue search sync web worker proxy billing backup".split()
PLANETS = "mercury venus earth mars jupiter saturn uranus neptune".split()
DAYS = "Mon Tue Wed Thu Fri Sat Sun".split()
MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
PREPOSITIONS = "in on near under behind over beside with without from".split()
