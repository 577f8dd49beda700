// What stands around ifvms in the sandbox: the windows that a Z-machine story prints to (the part of Glk that ifvms calls), and the machine as JSON.
// It is JavaScript as text, since it runs in QuickJS. A state keeps the pages of memory that differ from the story's file.

export const WINDOW = `
const PAGE = 64
const WIDTH = 80
const HEIGHT = 24
const KEY_ENTER = 0xfffffffa
const MOST_UNDO = 10
const MOST_FILES = 10
let vm, screen, current, waits, chance, files, file

// Frotz's numbers: those of a seed below 1000 that a story gives itself are counted up, as the standard advises.
const seeded = (seed) => ({ seed, at: seed, count: 0, most: 0 })
function drawn(range) {
  if (range < 1) {
    const given = -range
    chance = { ...seeded(chance.seed), at: given || chance.seed, most: given < 1000 ? given : 0 }
    return 0
  }
  if (chance.most) {
    const number = chance.count
    chance.count = (number + 1) % chance.most
    return (number % range) + 1
  }
  chance.at = (Math.imul(0x015a4e35, chance.at) + 1) | 0
  return (((chance.at >> 16) & 0x7fff) % range) + 1
}

const hexOf = (bytes) => Array.from(bytes, (one) => (one < 16 ? '0' : '') + one.toString(16)).join('')
const bytesOf = (hex) => {
  const bytes = new Uint8Array(hex.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = parseInt(hex.substr(2 * at, 2), 16)
  return bytes
}

class Box {
  fields = []
  push_field(value) { this.fields.push(value) }
  set_field(at, value) { this.fields[at] = value }
  get_field(at) { return this.fields[at] }
  set_value(value) { this.value = value }
  get_value() { return this.value }
}

const UPPER = 4
const windowOf = (type) => {
  const made = { type, x: 0, y: 0 }
  made.str = made
  return made
}
function write(win, text) {
  if (!win) return
  if (win.type !== UPPER) return void (screen.text += text.replaceAll('\\r', '\\n'))
  for (const sign of text) {
    if (sign === '\\n' || sign === '\\r' || win.x >= WIDTH) win.x = 0, win.y++
    if (sign === '\\n' || sign === '\\r' || win.y >= HEIGHT) continue
    while (screen.lines.length <= win.y) screen.lines.push(' '.repeat(WIDTH))
    const line = screen.lines[win.y]
    screen.lines[win.y] = line.slice(0, win.x) + sign + line.slice(win.x + 1)
    win.x++
  }
}

const nothing = () => {}
const Glk = {
  RefStruct: Box, RefBox: Box,
  fatal_error(error) { throw new Error(String((error && error.message) || error)) },
  update: nothing, glk_select: nothing, glk_exit: nothing, glk_set_style: nothing, glk_stylehint_set: nothing,
  glk_stylehint_clear: nothing, glk_window_close: nothing, glk_window_set_arrangement: nothing, glk_stream_close: nothing,
  glk_gestalt: () => 0,
  glk_window_open: (split, method, size, type) => windowOf(type),
  glk_window_get_parent: () => null,
  glk_window_get_stream: (win) => win,
  glk_window_get_size(win, width, height) {
    if (width) width.set_value(WIDTH)
    if (height) height.set_value(win && win.type === UPPER ? 0 : HEIGHT)
  },
  glk_window_clear(win) { if (win && win.type === UPPER) screen.lines = [] },
  glk_window_move_cursor(win, x, y) { win.x = x, win.y = y },
  glk_set_window(win) { current = win },
  glk_put_jstring(text) { write(current, text) },
  glk_put_jstring_stream(win, text) { write(win, text) },
  glk_request_line_event_uni(win, buffer) { waits = 'line' },
  glk_request_char_event_uni() { waits = 'key' },
  glk_fileref_create_by_prompt(usage) { waits = (usage & 15) === 1 ? 'file' : 'no file' },
  glk_fileref_destroy: nothing,
  glk_stream_open_file: (name) => ({ name }),
  glk_put_buffer_stream(one, bytes) { files.push({ name: one.name, bytes: hexOf(bytes) }) },
  glk_get_buffer_stream(one, buffer) { buffer.set(bytesOf(one.name.bytes)) }
}
const found = (name) => files.find((one) => one.name === name)
const ask = () => { screen.text += 'Please enter a filename [' + file + ']: ' }

function made() {
  const one = new ZVM()
  const { restart, save_undo, restore_undo } = one
  one.random = drawn
  one.restart = (again) => {
    chance = seeded(chance.seed)
    restart.call(one, again)
    // What Frotz says of itself: DEC's number, version F, the standard 1.1.
    for (const [at, value] of [[0x1e, 1], [0x1f, 70], [0x32, 1], [0x33, 1]]) one.ram.setUint8(at, value)
    // ifvms stores nothing where there is nothing to restore, and the story would read what stood there before.
    one.opcodes[1010].prototype.func = function () {
      return 'if(e.restore_undo(' + this.operands[this.operands.length - 1].v + '))return'
    }
  }
  one.save_undo = (...given) => {
    if (one.undo.length >= MOST_UNDO) one.undo.shift()
    one.undo_len = 0
    return save_undo.apply(one, given)
  }
  one.restore_undo = (result) => {
    const last = one.undo.pop()
    if (!last) return one.variable(result, 0)
    one.undo.push(typeof last.stack === 'string' ? { ...last, ram: ramOf(last.ram), stack: bytesOf(last.stack) } : last)
    return restore_undo.call(one)
  }
  return one
}

const pagesOf = (ram) => {
  const pages = {}
  for (let at = 0; at < ram.length; at += PAGE) {
    const page = ram.subarray(at, at + PAGE)
    if (page.some((one, index) => one !== vm.origram[at + index])) pages[at.toString(16)] = hexOf(page)
  }
  return pages
}
const ramOf = (pages) => {
  const ram = new Uint8Array(vm.origram)
  for (const at of Object.keys(pages)) ram.set(bytesOf(pages[at]), parseInt(at, 16))
  return ram
}

/** over: the file that a saved game would be written over, which is asked */
function answered(over = '') {
  // There are files of a saved game, within the state; there is no transcript.
  while (waits === 'no file' && !vm.quit) waits = '', vm.resume(null)
  if (waits === 'file' && !over) ask()
  if (!vm.version3) screen.lines.length = Math.min(screen.lines.length, vm.io.seenheight)
  vm.stack.setUint16(vm.frameptr + 6, vm.sp)
  const { buffer = [], ...read } = vm.read_data || {}
  const { streams, ...io } = vm.io
  return JSON.stringify({
    memory: pagesOf(vm.m.getUint8Array(0, vm.staticmem)),
    stack: hexOf(vm.stack.getUint8Array(0, vm.s.byteOffset + vm.sp * 2)),
    frames: vm.frames, frame: vm.frameptr, pc: vm.pc, sp: vm.sp, chance, files, file, replaces: over, asked: vm.fileref_data,
    read: { ...read, length: buffer.length }, waits, io,
    undo: vm.undo.map((one) => (typeof one.stack === 'string' ? one : { ...one, ram: pagesOf(one.ram), stack: hexOf(one.stack) })),
    upper: Boolean(vm.upperwin), lines: screen.lines, text: screen.text, over: Boolean(vm.quit)
  })
}

globalThis.begin = (hex, seed) => {
  chance = seeded(seed), files = [], file = 'story.qzl'
  vm = made()
  vm.prepare(bytesOf(hex).buffer, { Glk })
  vm.log = nothing
  screen = { text: '', lines: [] }, current = null, waits = ''
  vm.start()
  return answered()
}

// The name of a saved game was typed, or whether one is written over.
function filed({ asked, replaces: over }, line) {
  vm.fileref_data = asked
  const saves = asked.func === 'save'
  const name = over || (line || file).slice(0, 100)
  if (saves && !over && found(name)) {
    screen.text += 'Overwrite existing file? '
    waits = 'file'
    return answered(name)
  }
  const there = over && line[0]?.toLowerCase() !== 'y' ? false : saves || found(name)
  file = name
  if (saves && there) files = files.filter((one) => one.name !== name).slice(1 - MOST_FILES)
  vm.glk_event = new Box()
  vm.glk_event.fields = ['fileref_create_by_prompt']
  vm.resume(there ? (saves ? name : there) : null)
  return answered()
}

globalThis.play = (kept, line) => {
  const state = JSON.parse(kept)
  screen = { text: '', lines: state.lines }, waits = '', chance = state.chance, files = state.files, file = state.file
  vm.ram.setUint8Array(0, ramOf(state.memory))
  vm.stack.setUint8Array(0, bytesOf(state.stack))
  vm.frames = state.frames, vm.frameptr = state.frame, vm.pc = state.pc, vm.sp = state.sp
  vm.make_stacks()
  vm.undo = state.undo
  vm.io = { ...state.io, streams: [0, 1, {}, [], {}] }
  vm.upperwin = state.upper ? vm.upperwin || windowOf(UPPER) : null
  vm.quit = 0, vm.glk_blocking_call = null
  vm.read_data = { ...state.read, buffer: Array(state.read.length).fill(0) }
  current = vm.io.currentwin && vm.upperwin ? vm.upperwin : vm.mainwin
  if (state.waits === 'file') return filed(state, line.trim())
  const codes = Array.from(line, (one) => one.codePointAt(0))
  vm.glk_event = new Box()
  if (state.waits === 'key') vm.glk_event.fields = [2, null, codes[0] ?? KEY_ENTER, 0]
  else {
    const given = codes.slice(0, state.read.length)
    given.forEach((code, at) => { vm.read_data.buffer[at] = code })
    vm.glk_event.fields = [3, null, given.length, 0]
  }
  vm.resume()
  return answered()
}`
