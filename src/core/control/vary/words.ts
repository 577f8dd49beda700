// Words that stand for others: plain things and names, ten of each length from 3 to 10 letters.

const THINGS = [
  'oak elm fig yew rye hay jam pea owl fox',
  'pine reed moss fern lark plum bark dune sage wren',
  'cedar maple olive amber coral heron basil thyme linen otter',
  'almond willow walnut barley cotton garnet magpie parcel saddle velvet',
  'apricot blossom cabinet granite harvest juniper lantern orchard pumpkin sparrow',
  'chestnut hazelnut lavender marigold mulberry porridge rosemary tapestry beetroot cinnamon',
  'blackbird cranberry limestone quicklime woodlands artichoke crocodile driftwood porcelain tangerine',
  'elderberry nightshade strawberry watermelon wheelhouse candlewick chimneypot kingfisher sandcastle toothbrush'
]

const NAMES = [
  'Ada Eva Ida Ivo Kai Leo Mia Noa Pia Uwe',
  'Arno Bela Cleo Dora Elsa Finn Gwen Hugo Iris Jens',
  'Agnes Bjorn Clara Dario Edith Felix Greta Henri Julia Jonas',
  'Albert Carmen Daniel Esther Gustav Hilary Isabel Joanna Martin Sabine',
  'Antonia Barnaby Camille Dorothy Francis Giselle Hendrik Isadora Matilda Valerie',
  'Adelaide Benedict Caroline Emmanuel Florence Isabelle Jonathan Margaret Nicholas Theodora',
  'Alexander Benedetta Dominique Elisabeth Guillaume Henrietta Josephine Katharina Sebastian Valentina',
  'Alessandro Bernadette Clementine Evangeline Maximilian Wilhelmina Jacqueline Marguerite Montgomery Persephone'
]

const SHORTEST = 3

/** Those of this length, or of the nearest one there is: a word as long as the other leaves columns and sizes as they are. */
export function wordsLike(length: number, { name }: { name: boolean }): string[] {
  const lists = name ? NAMES : THINGS
  const at = Math.min(Math.max(length - SHORTEST, 0), lists.length - 1)
  return (lists[at] ?? '').toLowerCase().split(' ')
}
