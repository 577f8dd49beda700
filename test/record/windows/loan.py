"""A window of GTK 3 in which a book is lent, for windows.ts."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="Loan")
window.set_default_size(520, 420)
grid = Gtk.Grid(row_spacing=8, column_spacing=8, margin=12)
window.add(grid)


def row(at, text, widget):
    label = Gtk.Label(label=text, use_underline=True, xalign=0)
    label.set_mnemonic_widget(widget)
    grid.attach(label, 0, at, 1, 1)
    grid.attach(widget, 1, at, 1, 1)
    return widget


reader = row(0, "_Reader", Gtk.Entry())
card = row(1, "_Card", Gtk.Entry(text="R-204", editable=False))
days = row(2, "_Days", Gtk.SpinButton.new_with_range(1, 28, 1))
days.set_value(7)
shelf = row(3, "_Shelf", Gtk.ComboBoxText())
for one in ("Novels", "Travel", "Maps"):
    shelf.append_text(one)
shelf.set_active(0)
remind = Gtk.CheckButton(label="Re_mind the reader", use_underline=True)
grid.attach(remind, 0, 4, 2, 1)
mail = Gtk.CheckButton(label="By mail", sensitive=False)
grid.attach(mail, 0, 5, 2, 1)
remind.connect("toggled", lambda box: mail.set_sensitive(box.get_active()))
desk = Gtk.RadioButton(label="Desk")
hall = Gtk.RadioButton(label="Hall", group=desk)
grid.attach(desk, 0, 6, 1, 1)
grid.attach(hall, 1, 6, 1, 1)
row(7, "S_tars", Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 5, 1))
more = Gtk.Expander(label="More")
more.add(Gtk.Entry())
grid.attach(more, 0, 8, 2, 1)
lend = Gtk.Button(label="_Lend", use_underline=True, sensitive=False)
reader.connect("changed", lambda entry: lend.set_sensitive(bool(entry.get_text())))
state = Gtk.Label(label="")
lend.connect("clicked", lambda _: state.set_text("Lent"))
close = Gtk.Button(label="Close")
close.connect("clicked", Gtk.main_quit)
grid.attach(lend, 0, 9, 1, 1)
grid.attach(close, 1, 9, 1, 1)
grid.attach(state, 0, 10, 2, 1)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
