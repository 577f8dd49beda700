"""A dialog of Qt 5 with tabs, numbers and lists: run with Debian's python3, for test/record/programs.ts."""
import sys

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import (
    QApplication, QCheckBox, QComboBox, QDialog, QDialogButtonBox, QFormLayout, QGroupBox, QLineEdit,
    QListWidget, QPlainTextEdit, QRadioButton, QSlider, QSpinBox, QTabWidget, QVBoxLayout, QWidget,
)

app = QApplication(sys.argv)
dialog = QDialog()
dialog.setWindowTitle("Preferences")
tabs = QTabWidget()

general = QWidget()
form = QFormLayout(general)
form.addRow("&Name", QLineEdit("Untitled"))
size = QSpinBox()
size.setRange(6, 72)
size.setValue(12)
form.addRow("Font &size", size)
theme = QComboBox()
theme.addItems(["Light", "Dark", "High contrast"])
form.addRow("&Theme", theme)
form.addRow(QCheckBox("Show &line numbers"))
wrap = QCheckBox("&Wrap long lines")
wrap.setChecked(True)
form.addRow(wrap)
group = QGroupBox("New lines")
inner = QVBoxLayout(group)
for title in ("Unix", "Windows", "Mac"):
    button = QRadioButton(title)
    button.setChecked(title == "Unix")
    inner.addWidget(button)
form.addRow(group)
zoom = QSlider(Qt.Horizontal)
zoom.setRange(0, 10)
zoom.setValue(4)
form.addRow("&Zoom", zoom)
tabs.addTab(general, "&General")

snippets = QWidget()
column = QVBoxLayout(snippets)
words = QListWidget()
words.addItems(["if", "for", "while"])
column.addWidget(words)
column.addWidget(QPlainTextEdit("for each"))
tabs.addTab(snippets, "Sni&ppets")

column = QVBoxLayout(dialog)
column.addWidget(tabs)
buttons = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)
buttons.rejected.connect(dialog.reject)
buttons.accepted.connect(dialog.accept)
column.addWidget(buttons)
dialog.show()
app.exec()
