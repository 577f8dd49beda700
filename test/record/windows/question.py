"""A window of Qt 5 with menus and a question on top of it: run with Debian's python3, for test/record/programs.ts."""
import sys

from PyQt5.QtWidgets import QApplication, QMainWindow, QMessageBox, QPlainTextEdit

app = QApplication(sys.argv)
window = QMainWindow()
window.setWindowTitle("Letter")
window.setCentralWidget(QPlainTextEdit("Dear Jun,"))
file = window.menuBar().addMenu("&File")
for title in ("&New", "&Open...", "&Save"):
    file.addAction(title)
file.addSeparator()
file.addAction("&Quit", app.quit)
edit = window.menuBar().addMenu("&Edit")
for title in ("&Undo", "&Cut", "C&opy"):
    edit.addAction(title)
edit.actions()[0].setEnabled(False)
view = window.menuBar().addMenu("&View")
view.addAction("&Toolbar").setCheckable(True)
window.resize(500, 300)
window.show()
box = QMessageBox(QMessageBox.Question, "Letter", "Save the changes to Letter?",
                  QMessageBox.Save | QMessageBox.Discard | QMessageBox.Cancel, window)
box.setDefaultButton(QMessageBox.Save)
box.open()
app.exec()
