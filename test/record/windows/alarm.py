"""A window of Qt 5 with an alarm: run with Debian's python3, for test/record/programs.ts."""
import sys

from PyQt5.QtWidgets import (
    QApplication, QCheckBox, QComboBox, QDialog, QDialogButtonBox, QFormLayout, QGroupBox, QHBoxLayout, QLineEdit,
    QListWidget, QRadioButton, QSpinBox, QVBoxLayout,
)

app = QApplication(sys.argv)
dialog = QDialog()
dialog.setWindowTitle("Alarm")
column = QVBoxLayout(dialog)
form = QFormLayout()
column.addLayout(form)
form.addRow("&Label", QLineEdit())
hour = QSpinBox()
hour.setRange(0, 23)
hour.setValue(7)
form.addRow("&Hour", hour)
minute = QSpinBox()
minute.setRange(0, 59)
form.addRow("&Minute", minute)
sound = QComboBox()
sound.addItems(["Bell", "Birds", "Horn"])
form.addRow("&Sound", sound)
repeat = QGroupBox("Repeat")
row = QHBoxLayout(repeat)
for title in ("Once", "Daily", "Weekdays"):
    button = QRadioButton(title)
    button.setChecked(title == "Once")
    row.addWidget(button)
column.addWidget(repeat)
column.addWidget(QCheckBox("Snooze"))
days = QListWidget()
days.addItems(["Monday", "Tuesday", "Friday"])
column.addWidget(days)
buttons = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)
buttons.rejected.connect(dialog.reject)
column.addWidget(buttons)
dialog.show()
app.exec()
