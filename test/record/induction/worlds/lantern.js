// A short story on an island: a lamp that is lit, a boat that is untied, things in a bag.
const places = {
  Beach: { is: 'Sand and driftwood.', to: { north: 'Path', east: 'Jetty' } },
  Path: { is: 'A path between gorse.', to: { south: 'Beach', north: 'Lighthouse' } },
  Lighthouse: { is: 'A round room with a stair.', to: { south: 'Path' } },
  Jetty: { is: 'Planks over water.', to: { west: 'Beach' } }
}
export const init = () => ({
  at: 'Beach',
  things: { matches: 'Lighthouse', lantern: 'Path', shell: 'Beach' },
  lit: false,
  tied: true
})
const here = (s) => Object.keys(s.things).filter((t) => s.things[t] === s.at)
const look = (s) =>
  `${s.at}\n${places[s.at].is}${s.at === 'Jetty' ? (s.tied ? ' A boat is tied here.' : ' A boat drifts here.') : ''}${here(
    s
  )
    .map((t) => `\nThere is a ${t}${t === 'lantern' && s.lit ? ' (lit)' : ''} here.`)
    .join('')}`
export const views = { text: look }
export function step(s, { text }) {
  const [verb, ...rest] = text.toLowerCase().trim().split(/\s+/)
  const thing = rest.filter((w) => w !== 'the').join(' ')
  const has = s.things[thing] === 'bag'
  if (verb === 'look') return { answer: look(s) }
  if (verb === 'inventory') {
    const all = Object.keys(s.things).filter((t) => s.things[t] === 'bag')
    return { answer: all.length ? `In your bag: ${all.join(', ')}.` : 'Your bag is empty.' }
  }
  const to = places[s.at].to[verb === 'go' ? thing : verb]
  if (to) return { state: { ...s, at: to }, answer: look({ ...s, at: to }) }
  if (['north', 'south', 'east', 'west'].includes(verb === 'go' ? thing : verb))
    return { answer: "You can't go that way." }
  if (verb === 'untie')
    return s.at !== 'Jetty'
      ? { answer: 'There is nothing to untie.' }
      : s.tied
        ? { state: { ...s, tied: false }, answer: 'The boat is free.' }
        : { answer: 'It is free already.' }
  if (!Object.hasOwn(s.things, thing) || (s.things[thing] !== s.at && !has))
    return { answer: "You can't see any such thing." }
  if (verb === 'take')
    return has ? { answer: 'You have that.' } : { state: put(s, ['things', thing], 'bag'), answer: 'Taken.' }
  if (verb === 'drop')
    return has ? { state: put(s, ['things', thing], s.at), answer: 'Dropped.' } : { answer: 'You do not have that.' }
  if (verb === 'examine') return { answer: `You see nothing special about the ${thing}.` }
  if (verb === 'light')
    return thing !== 'lantern'
      ? { answer: `You can't light the ${thing}.` }
      : s.things.matches !== 'bag'
        ? { answer: 'You have no matches.' }
        : s.lit
          ? { answer: 'It is lit already.' }
          : { state: { ...s, lit: true }, answer: 'The lantern glows.' }
  return { answer: 'I do not understand that.' }
}
