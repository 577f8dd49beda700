# Runs MCP's Python reference servers inside the machine: python3 serve.py FOLDER PACKAGE... imports the packages once. A line in the pipe
# FOLDER/ring means that FOLDER/request holds something to do, a line in FOLDER/done that FOLDER/answer holds what came of it:
#   request: {"start": {"package", "arguments", "environment"} or null, "messages": [JSON-RPC, ...]}
#   answer:  {"answers": [a JSON-RPC answer for each message with an id], "ended": the server's last words, where it ended}
# A server runs in a child, with pipes as its standard input and output, as under any client. What only servers on the network need is not on
# the disk: its names are there, and using one fails.
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import signal
import sys
import traceback
import types

ABSENT = {
    'cryptography', 'httpx', 'httpx2', 'httpx_sse', 'jwt', 'multipart', 'python_multipart', 'sse_starlette', 'starlette', 'uvicorn',
}


class Absent:
    def __new__(cls, *_, **__):
        raise RuntimeError(f'{cls.__module__}.{cls.__name__} is not in this machine: it serves the network.')

    def __class_getitem__(cls, _):
        return cls


class Names(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        made = type(name, (Absent,), {'__module__': self.__name__})
        setattr(self, name, made)
        return made


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name.partition('.')[0] in ABSENT:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return Names(spec.name)

    def exec_module(self, module):
        pass


class NoState:
    """Tokens for calls that go back to the client in between, which none of these servers makes: they would need a cipher."""

    def seal(self, payload):
        raise RuntimeError('This machine has no cipher to seal a request with.')

    unseal = seal


def without_cipher(cls, *, ttl=600.0, audience=None):
    return cls(codec=NoState(), ttl=ttl, audience=audience)


class Server:
    def __init__(self, folder, module, arguments, environment):
        self.said = f'{folder}/said'
        to_server, self.input = os.pipe()
        output, from_server = os.pipe()
        self.output = open(output, encoding='utf-8')
        self.pid = os.fork()
        if self.pid:
            os.close(to_server)
            os.close(from_server)
            return
        os.setsid()
        os.dup2(to_server, 0)
        os.dup2(from_server, 1)
        os.dup2(os.open(self.said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 2)
        os.closerange(3, 64)
        # The parent's own remember what they were opened on.
        sys.stdin = open(0, encoding='utf-8', closefd=False)
        sys.stdout = open(1, 'w', encoding='utf-8', closefd=False)
        sys.stderr = open(2, 'w', encoding='utf-8', buffering=1, closefd=False)
        os.environ.update(environment)
        os.chdir('/')
        sys.argv = [module.__name__.replace('_', '-'), *arguments]
        code = 1
        try:
            module.main()
            code = 0
        except SystemExit as end:
            if isinstance(end.code, str):
                print(end.code, file=sys.stderr)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)

    def ask(self, message):
        """The answer to a message that has an id; notifications in between are nobody's here."""
        rest = (json.dumps(message) + '\n').encode()
        while rest:
            rest = rest[os.write(self.input, rest):]
        while 'id' in message:
            line = self.output.readline()
            if not line:
                raise EOFError
            answer = json.loads(line)
            if 'method' not in answer and answer.get('id') == message['id']:
                return answer

    def last_words(self):
        with open(self.said, encoding='utf-8', errors='replace') as said:
            return said.read()[-2000:]


def main(folder, *packages):
    sys.meta_path.insert(0, Finder())
    if importlib.util.find_spec('mcp.server.request_state'):
        from mcp.server.request_state import RequestStateSecurity

        RequestStateSecurity.ephemeral = classmethod(without_cipher)
    modules = {package: importlib.import_module(package) for package in packages}
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    for name in ('ring', 'done'):
        os.mkfifo(f'{folder}/{name}', 0o600)
    with open(f'{folder}/ready', 'w'):
        pass
    server = None
    while True:
        with open(f'{folder}/ring') as ring:
            ring.read()
        with open(f'{folder}/request', encoding='utf-8') as request:
            asked = json.load(request)
        answer = {'answers': []}
        try:
            if asked['start']:
                start = asked['start']
                server = Server(folder, modules[start['package']], start['arguments'], start['environment'])
            for message in asked['messages']:
                told = server.ask(message)
                if told:
                    answer['answers'].append(told)
        except (EOFError, BrokenPipeError):
            answer['ended'] = server.last_words()
        with open(f'{folder}/answer', 'w', encoding='utf-8') as file:
            json.dump(answer, file)
        with open(f'{folder}/done', 'w') as done:
            done.write('\n')


if __name__ == '__main__':
    main(*sys.argv[1:])
