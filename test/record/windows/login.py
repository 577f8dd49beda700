"""A window of GTK 3 to log in by: run with Debian's python3, for test/record/programs.ts."""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="Log in to Harbour")
window.connect("destroy", Gtk.main_quit)
grid = Gtk.Grid(row_spacing=8, column_spacing=8, margin=16)
window.add(grid)


def field(row, title, secret=False):
    label = Gtk.Label.new_with_mnemonic(title)
    entry = Gtk.Entry(visibility=not secret)
    label.set_mnemonic_widget(entry)
    grid.attach(label, 0, row, 1, 1)
    grid.attach(entry, 1, row, 2, 1)
    return entry


user = field(0, "_User")
password = field(1, "_Password", secret=True)
password.set_activates_default(True)
home = Gtk.RadioButton.new_with_mnemonic(None, "At _home")
office = Gtk.RadioButton.new_with_mnemonic_from_widget(home, "At the _office")
grid.attach(home, 1, 2, 1, 1)
grid.attach(office, 2, 2, 1, 1)
grid.attach(Gtk.CheckButton.new_with_mnemonic("_Remember me"), 1, 3, 2, 1)
sign = Gtk.Button.new_with_mnemonic("_Sign in")
sign.set_can_default(True)
grid.attach(Gtk.Button.new_with_mnemonic("_Forgot?"), 1, 4, 1, 1)
grid.attach(sign, 2, 4, 1, 1)
said = Gtk.Label(label="Not signed in")
grid.attach(said, 1, 5, 2, 1)
sign.connect("clicked", lambda _: said.set_text("Hello %s" % user.get_text()))
window.set_default(sign)
window.show_all()
Gtk.main()
