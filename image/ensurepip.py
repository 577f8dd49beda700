"""What python3 -m venv puts into an environment: pip and setuptools, as links to Debian's. Wheels would be unpacked for a minute."""
import glob
import os
import sys
import sysconfig

DEBIAN = "/usr/lib/python3/dist-packages"
NAMES = ["pip", "pip-*", "setuptools", "setuptools-*", "pkg_resources", "_distutils_hack", "distutils-precedence.pth"]
SCRIPT = "#!{}\nimport sys\nfrom pip.__main__ import main\nif __name__ == '__main__':\n    sys.exit(main())\n"

__all__ = ["version", "bootstrap"]


def version():
    return glob.glob(f"{DEBIAN}/pip-*")[0].removeprefix(f"{DEBIAN}/pip-").removesuffix(".dist-info")


def bootstrap(*, root=None, upgrade=False, user=False, altinstall=False, default_pip=False, verbosity=0):
    if sys.prefix == sys.base_prefix:
        print(
            "ensurepip is disabled in Debian/Ubuntu for the system python.\n\n"
            "Python modules for the system python are usually handled by dpkg and apt-get.\n\n"
            "    apt install python3-<module name>\n"
        )
        sys.exit(1)
    site, scripts = sysconfig.get_path("purelib"), sysconfig.get_path("scripts")
    for path in (path for name in NAMES for path in glob.glob(f"{DEBIAN}/{name}")):
        to = os.path.join(site, os.path.basename(path))
        if not os.path.lexists(to):
            os.symlink(path, to)
    short = "{}.{}".format(*sys.version_info)
    for name in ["pip", "pip3", f"pip{short}"]:
        with open(os.path.join(scripts, name), "w") as file:
            file.write(SCRIPT.format(sys.executable))
        os.chmod(file.name, 0o755)


def _main(argv=None):
    bootstrap(default_pip=True)
    return 0
