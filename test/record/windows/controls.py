"""Controls of GTK 3 that keys change: run with Debian's python3, for test/record/programs.ts."""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="Controls")
window.connect("destroy", Gtk.main_quit)
book = Gtk.Notebook()
window.add(book)

box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, margin=12)
first = None
for title in ("Small", "Medium", "Large"):
    button = Gtk.RadioButton.new_with_label_from_widget(first, title)
    first = first or button
    box.add(button)
row = Gtk.Box(spacing=6)
first = None
for title in ("Red", "Green", "Blue"):
    button = Gtk.RadioButton.new_with_label_from_widget(first, title)
    first = first or button
    row.add(button)
box.add(row)
combo = Gtk.ComboBoxText()
for title in ("Tea", "Coffee", "Milk"):
    combo.append_text(title)
combo.set_active(0)
box.add(combo)
box.add(Gtk.SpinButton.new_with_range(0, 30, 1))
box.add(Gtk.Switch(halign=Gtk.Align.START))
scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 20, 1)
scale.set_value(7)
box.add(scale)
book.append_page(box, Gtk.Label(label="Choices"))

rows = Gtk.ListStore(str, str)
for one in (("Boat", "3"), ("Train", "5"), ("Tram", "9")):
    rows.append(one)
view = Gtk.TreeView(model=rows)
for at, title in enumerate(("By", "Price")):
    view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=at))
page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, margin=12)
page.add(view)
page.add(Gtk.Entry(text="late"))
book.append_page(page, Gtk.Label(label="Tickets"))
window.show_all()
Gtk.main()
