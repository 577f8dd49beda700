"""python3 -m pip is the program pip."""
import os
import sys

os.execv("/usr/bin/pip", ["pip", *sys.argv[1:]])
