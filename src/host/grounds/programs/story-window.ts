// What stands around ifvms in the sandbox: the windows that a Z-machine story prints to (the part of Glk that ifvms calls), and the machine as JSON.
// It is JavaScript as text, since it runs in QuickJS. A state keeps the pages of memory that differ from the story's file.

export const WINDOW = `
const PAGE = 64
const WIDTH = 80
const HEIGHT = 24
const KEY_ENTER = 0xfffffffa
let vm, screen, current, waits, chance

Math.random = () => {
  chance = (chance + 0x6d2b79f5) | 0
  let t = Math.imul(chance ^ (chance >>> 15), chance | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
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
  glk_fileref_create_by_prompt() { waits = 'file' }
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

function answered() {
  // No story saves or restores a file here: worlds are gone back in by their history.
  while (waits === 'file' && !vm.quit) waits = '', vm.resume(null)
  vm.stack.setUint16(vm.frameptr + 6, vm.sp)
  const { buffer = [], ...read } = vm.read_data || {}
  const { streams, ...io } = vm.io
  return JSON.stringify({
    memory: pagesOf(vm.m.getUint8Array(0, vm.staticmem)),
    stack: hexOf(vm.stack.getUint8Array(0, vm.s.byteOffset + vm.sp * 2)),
    frames: vm.frames, frame: vm.frameptr, pc: vm.pc, sp: vm.sp, seed: vm.xorshift_seed, chance,
    read: { ...read, length: buffer.length }, waits, io,
    undo: vm.undo.slice(-1).map((one) => ({ ...one, ram: pagesOf(one.ram), stack: hexOf(one.stack) })),
    upper: Boolean(vm.upperwin), lines: screen.lines, text: screen.text, over: Boolean(vm.quit)
  })
}

globalThis.begin = (hex, seed) => {
  vm = new ZVM()
  vm.prepare(bytesOf(hex).buffer, { Glk })
  vm.log = nothing
  screen = { text: '', lines: [] }, current = null, waits = '', chance = seed
  vm.start()
  return answered()
}

globalThis.play = (kept, line) => {
  const state = JSON.parse(kept)
  screen = { text: '', lines: state.lines }, waits = '', chance = state.chance
  vm.ram.setUint8Array(0, ramOf(state.memory))
  vm.stack.setUint8Array(0, bytesOf(state.stack))
  vm.frames = state.frames, vm.frameptr = state.frame, vm.pc = state.pc, vm.sp = state.sp, vm.xorshift_seed = state.seed
  vm.make_stacks()
  vm.undo = state.undo.map((one) => ({ ...one, ram: ramOf(one.ram), stack: bytesOf(one.stack) }))
  vm.io = { ...state.io, streams: [0, 1, {}, [], {}] }
  vm.upperwin = state.upper ? vm.upperwin || windowOf(UPPER) : null
  vm.quit = 0, vm.glk_blocking_call = null
  vm.read_data = { ...state.read, buffer: Array(state.read.length).fill(0) }
  current = vm.io.currentwin && vm.upperwin ? vm.upperwin : vm.mainwin
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
