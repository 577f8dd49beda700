// A small story with rooms, a locked door, a chest and things to carry, in the manner of the classics.
const rooms = {
  kitchen: { is: 'A warm kitchen. A door leads down.', exits: { down: 'cellar', east: 'garden' } },
  cellar: { is: 'A damp cellar with stone walls.', exits: { up: 'kitchen' } },
  garden: { is: 'Rows of beans under a grey sky.', exits: { west: 'kitchen', north: 'shed' } },
  shed: { is: 'A shed that smells of oil.', exits: { south: 'garden' } }
}
const about = {
  lamp: 'A brass lamp, dented.',
  key: 'A small iron key.',
  rope: 'Ten yards of rope.',
  coin: 'An old coin with a worn face.',
  chest: 'A heavy chest with an iron lock.'
}
export const init = () => ({
  at: 'kitchen',
  where: { lamp: 'kitchen', key: 'shed', rope: 'garden', coin: 'chest' },
  open: false,
  locked: true
})
const here = (s, place) => Object.keys(s.where).filter((t) => s.where[t] === place)
const a = (t) => `a ${t}`
const look = (s) => {
  const things = [...here(s, s.at).map(a), ...(s.at === 'cellar' ? [s.open ? 'an open chest' : 'a closed chest'] : [])]
  return `${s.at[0].toUpperCase()}${s.at.slice(1)}\n${rooms[s.at].is}${things.length ? `\nYou see ${things.join(', ')}.` : ''}\nExits: ${Object.keys(rooms[s.at].exits).join(', ')}.`
}
export const views = { text: look }
export function step(s, { text }) {
  const [verb, ...rest] = text.toLowerCase().trim().split(/\s+/)
  const thing = rest
    .join(' ')
    .replace(/^(?:the|a) /, '')
    .replace(/ (?:with|from|in|into) .*/, '')
  const inReach = (t) =>
    s.where[t] === s.at || s.where[t] === 'you' || (s.where[t] === 'chest' && s.open && s.at === 'cellar')
  if (verb === 'look' || verb === 'l') return { answer: look(s) }
  if (verb === 'inventory' || verb === 'i') {
    const held = here(s, 'you')
    return { answer: held.length ? `You carry ${held.map(a).join(', ')}.` : 'You carry nothing.' }
  }
  if (verb === 'wait') return { answer: 'Time passes.' }
  const way = verb === 'go' ? thing : verb
  if (['north', 'south', 'east', 'west', 'up', 'down'].includes(way)) {
    const to = rooms[s.at].exits[way]
    return to ? { state: { ...s, at: to }, answer: look({ ...s, at: to }) } : { answer: 'You cannot go that way.' }
  }
  if (thing === 'chest' && s.at === 'cellar') {
    if (verb === 'examine') return { answer: `${about.chest} It is ${s.open ? 'open' : 'closed'}.` }
    if (verb === 'open')
      return s.open
        ? { answer: 'It is already open.' }
        : s.locked
          ? { answer: 'The chest is locked.' }
          : {
              state: { ...s, open: true },
              answer: here(s, 'chest').length
                ? `You open the chest. In it is ${here(s, 'chest').map(a).join(', ')}.`
                : 'You open the chest. It is empty.'
            }
    if (verb === 'close')
      return s.open
        ? { state: { ...s, open: false }, answer: 'You close the chest.' }
        : { answer: 'It is already closed.' }
    if (verb === 'unlock')
      return s.where.key !== 'you'
        ? { answer: 'You have nothing to unlock it with.' }
        : s.locked
          ? { state: { ...s, locked: false }, answer: 'The lock clicks open.' }
          : { answer: 'It is not locked.' }
    if (verb === 'take') return { answer: 'The chest is too heavy.' }
  }
  if (['take', 'drop', 'examine', 'open', 'put'].includes(verb)) {
    if (!inReach(thing)) return { answer: `You see no ${thing} here.` }
    if (verb === 'examine') return { answer: about[thing] }
    if (verb === 'take')
      return s.where[thing] === 'you'
        ? { answer: `You already have the ${thing}.` }
        : { state: put(s, ['where', thing], 'you'), answer: `You take the ${thing}.` }
    if (verb === 'drop')
      return s.where[thing] === 'you'
        ? { state: put(s, ['where', thing], s.at), answer: `You drop the ${thing}.` }
        : { answer: `You do not have the ${thing}.` }
    if (verb === 'put')
      return s.where[thing] !== 'you'
        ? { answer: `You do not have the ${thing}.` }
        : s.at === 'cellar' && s.open
          ? { state: put(s, ['where', thing], 'chest'), answer: `You put the ${thing} in the chest.` }
          : { answer: 'You cannot put anything there.' }
    return { answer: `You cannot open the ${thing}.` }
  }
  return { answer: 'That is no verb of this story.' }
}
