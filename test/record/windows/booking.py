"""A dialog of GTK 3 to book by: run with Debian's python3, for test/record/programs.ts."""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

dialog = Gtk.Dialog(title="Book a cabin")
dialog.add_buttons("_Cancel", Gtk.ResponseType.CANCEL, "_Book", Gtk.ResponseType.OK)
dialog.set_default_response(Gtk.ResponseType.OK)
box = dialog.get_content_area()
box.set_spacing(6)


def line(title, widget):
    row = Gtk.Box(spacing=6)
    label = Gtk.Label(label=title)
    row.pack_start(label, False, False, 0)
    row.pack_start(widget, True, True, 0)
    box.add(row)
    return widget


line("Guest", Gtk.Entry(text="Holt"))
line("E-mail", Gtk.Entry())
line("Nights", Gtk.SpinButton.new_with_range(1, 14, 1))
combo = line("Board", Gtk.ComboBoxText())
for title in ("None", "Breakfast", "Full"):
    combo.append_text(title)
combo.set_active(1)
beds = Gtk.Box(spacing=6)
first = None
for title in ("One bed", "Two beds", "Bunk"):
    button = Gtk.RadioButton.new_with_label_from_widget(first, title)
    first = first or button
    beds.add(button)
box.add(beds)
box.add(Gtk.CheckButton(label="Sea view"))
box.add(Gtk.CheckButton(label="Dog", active=True))
note = Gtk.TextView()
note.set_size_request(300, 80)
box.add(note)
dialog.show_all()
dialog.run()
