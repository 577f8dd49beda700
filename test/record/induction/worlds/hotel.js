// Bookings of a hotel in the manner of a service over HTTP: envelopes, nested rows, status codes in the body.
const tool = (name, properties = {}, required = []) => ({
  name,
  description: name,
  inputSchema: { type: 'object', properties, required }
})
const text = { type: 'string' }
const whole = { type: 'integer' }
const rooms = [
  { room_no: '101', beds: 1, rate: 80, floor: 1 },
  { room_no: '102', beds: 2, rate: 110, floor: 1 },
  { room_no: '201', beds: 2, rate: 125, floor: 2 },
  { room_no: '202', beds: 3, rate: 160, floor: 2 }
]
export const init = () => ({
  bookings: [
    { booking_id: 'BK-31', room_no: '102', guest: 'Oda Lie', nights: 2, total: 220, status: 'confirmed' },
    { booking_id: 'BK-32', room_no: '201', guest: 'Per Dal', nights: 1, total: 125, status: 'checked_in' }
  ],
  next: 33
})
export const actions = () => ({
  tools: [
    tool('search_rooms', { min_beds: whole, max_rate: whole, floor: whole }),
    tool('get_room', { room_no: text }, ['room_no']),
    tool('list_bookings', { status: text, limit: whole, offset: whole }),
    tool('get_booking', { booking_id: text }, ['booking_id']),
    tool('book_room', { room_no: text, guest: text, nights: whole }, ['room_no', 'guest', 'nights']),
    tool('check_in', { booking_id: text }, ['booking_id']),
    tool('cancel_booking', { booking_id: text }, ['booking_id'])
  ]
})
const bad = (status, message) => ({ answer: { status, error: message } })
export function step(s, { tool, arguments: g }) {
  if (tool === 'search_rooms') {
    const found = rooms.filter(
      (r) =>
        r.beds >= (g.min_beds ?? 0) && r.rate <= (g.max_rate ?? 1e9) && (g.floor === undefined || r.floor === g.floor)
    )
    return { answer: { status: 200, rooms: found, count: found.length } }
  }
  if (tool === 'list_bookings') {
    const all = s.bookings.filter((b) => g.status === undefined || b.status === g.status)
    return {
      answer: { status: 200, bookings: all.slice(g.offset ?? 0, (g.offset ?? 0) + (g.limit ?? 10)), total: all.length }
    }
  }
  if (tool === 'get_room' || tool === 'book_room') {
    const room = rooms.find((r) => r.room_no === g.room_no)
    if (!room) return bad(404, `Room ${g.room_no} does not exist`)
    if (tool === 'get_room') return { answer: { status: 200, room } }
    if (!(g.nights > 0)) return bad(422, 'nights must be at least 1')
    const made = {
      booking_id: `BK-${s.next}`,
      room_no: g.room_no,
      guest: g.guest,
      nights: g.nights,
      total: room.rate * g.nights,
      status: 'confirmed'
    }
    return { state: { bookings: [...s.bookings, made], next: s.next + 1 }, answer: { status: 201, booking: made } }
  }
  const found = s.bookings.find((b) => b.booking_id === g.booking_id)
  if (!found) return bad(404, `Booking ${g.booking_id} does not exist`)
  if (tool === 'get_booking') return { answer: { status: 200, booking: found } }
  if (tool === 'check_in' && found.status !== 'confirmed') return bad(409, `Booking ${g.booking_id} is ${found.status}`)
  if (tool === 'cancel_booking' && found.status === 'cancelled')
    return bad(409, `Booking ${g.booking_id} is ${found.status}`)
  const made = { ...found, status: tool === 'check_in' ? 'checked_in' : 'cancelled' }
  return {
    state: { ...s, bookings: s.bookings.map((b) => (b === found ? made : b)) },
    answer: { status: 200, booking: made }
  }
}
