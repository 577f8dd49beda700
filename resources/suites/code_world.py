# Scores a code world model: its answers to recorded transitions, and how well one plans in it. Runs in Orrery's machine, never on the host.
# CWMB (Dainese et al. 2024): `class Environment` with `set_state(obs)` and `step(action) -> (obs, reward, done)`.
import ast, copy, importlib.util, json, math, os, random, struct, sys, traceback, zipfile

try:
    import numpy
except ImportError:
    numpy = None


class Missing(Exception):
    """What cannot be known here, and says nothing about the candidate."""


def plain(value):
    """Numbers, lists and booleans of whatever the candidate gives."""
    if hasattr(value, 'tolist'):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    return value


def given(value):
    """What the candidate is handed: an array where there is numpy and the observation has several numbers."""
    if numpy is not None and isinstance(value, list):
        return numpy.array(value)
    return copy.deepcopy(value)



def near(one, other):
    """The same: numbers within 1e-5, absolute or relative, as CWMB compares what is continuous."""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(near(a, b) for a, b in zip(one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(near(one[key], other[key]) for key in one)
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        if math.isnan(one) or math.isnan(other):
            return math.isnan(one) and math.isnan(other)
        return one == other or abs(one - other) <= 1e-5 + 1e-5 * abs(other)
    return one == other


def read_npy(data):
    if data[:6] != b'\x93NUMPY':
        raise Missing('an array of the buffer is no npy file')
    wide = data[6] > 1
    size = struct.unpack('<I' if wide else '<H', data[8:12] if wide else data[8:10])[0]
    start = 12 if wide else 10
    header = ast.literal_eval(data[start:start + size].decode('latin1'))
    descr, shape, fortran = header['descr'], header['shape'], header['fortran_order']
    if not isinstance(descr, str) or descr[1] not in 'fiub?':
        raise Missing('an array of the buffer holds objects, which are pickles; write it with numbers alone, or as JSON')
    if fortran and len(shape) > 1:
        raise Missing('an array of the buffer is in Fortran order; write it in C order')
    order = '<' if descr[0] in '<|=' else '>'
    code = {'f4': 'f', 'f8': 'd', 'f2': 'e', 'i1': 'b', 'i2': 'h', 'i4': 'i', 'i8': 'q',
            'u1': 'B', 'u2': 'H', 'u4': 'I', 'u8': 'Q', 'b1': '?'}[descr[1:]]
    count = 1
    for one in shape:
        count *= one
    values = struct.unpack(f'{order}{count}{code}', data[start + size:][:struct.calcsize(code) * count])

    def shaped(values, shape):
        if not shape:
            return values[0]
        if len(shape) == 1:
            return list(values)
        step = len(values) // shape[0] if shape[0] else 0
        return [shaped(values[at * step:(at + 1) * step], shape[1:]) for at in range(shape[0])]

    return shaped(values, list(shape))


def read_buffer(path):
    if path.endswith('.json'):
        with open(path) as file:
            buffer = json.load(file)
    elif path.endswith('.npz'):
        with zipfile.ZipFile(path) as archive:
            buffer = {name[:-4]: read_npy(archive.read(name)) for name in archive.namelist() if name.endswith('.npy')}
    else:
        if numpy is None:
            raise Missing('the buffer is a pickle, which runs code: convert it to JSON or npz, or use an image of the machine with numpy')
        import pickle

        class Reader(pickle.Unpickler):
            def find_class(self, module, name):
                try:
                    return super().find_class(module, name)
                except ImportError:
                    return type(name, (), {'__init__': lambda self, *given, **named: None})

        with open(path, 'rb') as file:
            buffer = Reader(file).load()
    if not isinstance(buffer, dict):
        raise Missing('the buffer is no object with obs, next_obs, actions, rewards and dones')
    for name in ('obs', 'actions', 'next_obs', 'rewards', 'dones'):
        if name not in buffer:
            raise Missing(f'the buffer has no "{name}"')
    size = int(buffer.get('idx') or len(buffer['obs']))
    buffer = {name: [plain(one) for one in list(buffer[name])[:size]] for name in ('obs', 'actions', 'next_obs', 'rewards', 'dones')}
    if len({len(one) for one in buffer.values()}) != 1:
        raise Missing('the lists of the buffer have different lengths')
    if not buffer['obs']:
        raise Missing('the buffer is empty')
    return buffer


def buffer_in(path):
    """A buffer that is broken is nothing that the candidate did."""
    try:
        return read_buffer(path)
    except Missing:
        raise
    except Exception as error:
        raise Missing(f'the buffer cannot be read: {short(error)}')


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except ModuleNotFoundError as error:
        raise Missing(f'{os.path.basename(path)} needs the module "{error.name}", which this image of the machine does not have')
    return module.Environment


def short(error):
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f'{type(error).__name__}: {error} ({os.path.basename(last.filename)}:{last.lineno})'[:300]


def accuracy(make, buffer, out):
    world = make()
    sums = {'state': 0, 'reward': 0, 'done': 0, 'accuracy': 0.0, 'accuracy_cwmb': 0.0}
    count, failed = len(buffer['obs']), None
    for at in range(count):
        truth = plain(buffer['next_obs'][at]), buffer['rewards'][at], bool(buffer['dones'][at])
        try:
            world.set_state(given(buffer['obs'][at]))
            answer = world.step(given(buffer['actions'][at]))
            state, reward, done = (plain(one) for one in answer)
        except Missing:
            raise
        # One that ends the program has failed, too.
        except (Exception, SystemExit) as error:
            failed = failed or f'transition {at + 1}: {short(error)}'
            continue
        right = near(state, truth[0]), near(reward, truth[1]), bool(done) == truth[2]
        for name, one in zip(('state', 'reward', 'done'), right):
            sums[name] += one
        sums['accuracy'] += sum(right) / 3
        # CWMB's own script: the state after the end does not count, and of a list each element counts apart.
        if truth[2]:
            sums['accuracy_cwmb'] += (right[1] + right[2]) / 2
        else:
            both = isinstance(state, list) and isinstance(truth[0], list) and len(state) == len(truth[0]) and state
            share = sum(near(a, b) for a, b in zip(state, truth[0])) / len(truth[0]) if both else float(right[0])
            sums['accuracy_cwmb'] += (share + right[1] + right[2]) / 3
    for name, one in sums.items():
        out['scores'][name] = one / count
    if failed:
        out['problem'] = failed


def actions_of(env):
    space = getattr(env, 'action_space', None)
    if isinstance(space, dict):
        n, low, high = space.get('n'), space.get('low'), space.get('high')
    else:
        n, low, high = (getattr(space, name, None) for name in ('n', 'low', 'high'))
    if isinstance(space, int):
        n = space
    if n is not None:
        return list(range(int(n))), None
    if low is not None and high is not None:
        low, high = plain(low), plain(high)
        return None, (low if isinstance(low, list) else [low], high if isinstance(high, list) else [high])
    raise Missing('environment.py says no action_space: a number of actions, {"n": 2}, or {"low": [-1], "high": [1]}')


class True_:
    """The true environment as something to plan in: its whole state is copied."""

    def __init__(self, env):
        self.env = env

    def start(self, frame):
        return copy.deepcopy(self.env)

    def step(self, state, action):
        state = copy.deepcopy(state)
        frame, reward, done = stepped(state, action)
        return state, frame, reward, done


class Model:
    """A candidate as something to plan in: its state is the observation."""

    def __init__(self, world):
        self.world = world

    def start(self, frame):
        return frame

    def step(self, state, action):
        self.world.set_state(given(state))
        frame, reward, done = self.world.step(given(action))
        frame = plain(frame)
        return frame, frame, float(plain(reward)), bool(done)


def stepped(env, action):
    answer = env.step(given(action))
    frame, reward, done = answer[0], answer[1], answer[2]
    if len(answer) == 5:
        done = bool(done) or bool(answer[3])
    return plain(frame), float(plain(reward)), bool(done)


def started(env, seed):
    try:
        answer = env.reset(seed=seed)
    except TypeError:
        random.seed(seed)
        answer = env.reset()
    return plain(answer[0] if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], dict) else answer)


class Node:
    def __init__(self, state, actions, reward=0.0, done=False):
        self.state, self.reward, self.done = state, reward, done
        self.visits, self.value = 0, 0.0
        # Of each action: how often it was tried, the sum of what it was worth, and the states that it led to.
        self.actions = {} if done else {one: [0, 0.0, {}] for one in actions}


def mcts(sim, frame, actions, chance, simulations, depth, c=1.0, discount=0.99, temperature=0.01):
    root = Node(sim.start(frame), actions)
    root.visits = 1
    for _ in range(simulations):
        node, path = root, [(root, None)]
        while not node.done:
            def worth(entry):
                tried, total, _ = entry
                return (total / tried if tried else 1.0) + c * math.sqrt(math.log(node.visits) / (tried + 1e-3))
            best = max(worth(entry) for entry in node.actions.values())
            action = chance.choice([one for one, entry in node.actions.items() if worth(entry) == best])
            state, seen, reward, done = sim.step(node.state, action)
            key = json.dumps(seen)
            children = node.actions[action][2]
            fresh = key not in children
            if fresh:
                children[key] = Node(state, actions, reward, done)
            path[-1] = (node, action)
            node = children[key]
            path.append((node, None))
            if fresh:
                break
        value = 0.0
        if not node.done:
            state = node.state
            for at in range(depth):
                state, _, reward, done = sim.step(state, chance.choice(actions))
                value += discount ** at * reward
                if done:
                    break
        for one, action in reversed(path):
            if action is not None:
                entry = one.actions[action]
                entry[0] += 1
                entry[1] += value
            one.value += value
            one.visits += 1
            value = one.reward + discount * value
    means = [entry[1] / entry[0] if entry[0] else 0.0 for entry in root.actions.values()]
    most = max(means)
    return chance.choices(list(root.actions), [math.exp((one - most) / temperature) for one in means])[0]


def cem(sim, frame, low, high, chance, horizon, rounds, samples, elites):
    width = len(low)
    mean = [[(a + b) / 2 for a, b in zip(low, high)] for _ in range(horizon)]
    spread = [[max(abs(a), abs(b)) / 2 for a, b in zip(low, high)] for _ in range(horizon)]
    best = mean
    for _ in range(rounds):
        plans = []
        for _ in range(samples):
            plan = [[min(max(chance.gauss(mean[t][i], spread[t][i]), low[i]), high[i]) for i in range(width)] for t in range(horizon)]
            state, total = sim.start(frame), 0.0
            for action in plan:
                state, _, reward, done = sim.step(state, action)
                total += reward
                if done:
                    break
            plans.append((total, plan))
        plans.sort(key=lambda one: -one[0])
        best, top = plans[0][1], [plan for _, plan in plans[:elites]]
        for t in range(horizon):
            for i in range(width):
                column = [plan[t][i] for plan in top]
                mean[t][i] = sum(column) / len(column)
                spread[t][i] = math.sqrt(sum((one - mean[t][i]) ** 2 for one in column) / len(column))
    return best


def returns(make, simulator, settings):
    """The return of each episode, by planning in `simulator(env)`; `None`: at random."""
    found = []
    for episode in range(settings['episodes']):
        chance = random.Random(settings['seed'] * 1000 + episode)
        env = make()
        frame, total, plan = started(env, settings['seed'] * 1000 + episode), 0.0, []
        actions, box = actions_of(env)
        most = min(int(getattr(env, 'max_episode_steps', None) or getattr(env, '_max_episode_steps', None) or 100), settings['steps'] or 10 ** 9)
        sim = simulator and simulator(env)
        for at in range(most):
            if sim is None:
                action = chance.choice(actions) if actions else [chance.uniform(a, b) for a, b in zip(*box)]
            elif actions:
                action = mcts(sim, frame, actions, chance, settings['simulations'], settings['depth'])
            else:
                if not plan:
                    plan = cem(sim, frame, box[0], box[1], chance, min(settings['horizon'], most), settings['rounds'], settings['samples'], settings['elites'])
                action = plan.pop(0)
            frame, reward, done = stepped(env, action)
            total += reward
            if done:
                break
        found.append(total)
    return found


def main():
    settings = json.load(open('settings.json'))
    out = {'scores': {'accuracy': None, 'state': None, 'reward': None, 'done': None, 'accuracy_cwmb': None, 'normalised_return': None},
           'missing': {}, 'problem': None}

    def miss(names, why):
        for name in names:
            out['missing'][name] = why

    parts = ['accuracy', 'state', 'reward', 'done', 'accuracy_cwmb']
    try:
        candidate = load('candidate.py', 'candidate')
    except Missing as why:
        miss([*parts, 'normalised_return'], str(why))
        return out
    except BaseException as error:
        out['problem'] = f'it cannot be loaded: {short(error)}'
        for name in parts:
            out['scores'][name] = 0
        miss(['normalised_return'], 'the program cannot be loaded')
        return out
    if settings['buffer'] is None:
        miss(parts, 'there is no buffer of transitions: train_buffer.json, .npz or test_buffer.*')
    else:
        try:
            accuracy(candidate, buffer_in(settings['buffer']), out)
        except Missing as why:
            miss(parts, str(why))
        except (Exception, SystemExit) as error:
            out['problem'] = f'it cannot begin: {short(error)}'
            for name in parts:
                out['scores'][name] = 0
    if not settings['environment']:
        miss(['normalised_return'], 'there is no true environment to play in: environment.py')
        return out
    try:
        truth = load('environment.py', 'environment')
        rand = returns(truth, None, settings)
        best = returns(truth, True_, settings)
    except Missing as why:
        miss(['normalised_return'], str(why))
        return out
    except (Exception, SystemExit) as error:
        miss(['normalised_return'], f'the true environment fails: {short(error)}')
        return out
    try:
        own = returns(truth, lambda env: Model(candidate()), settings)
    except (Exception, SystemExit) as error:
        miss(['normalised_return'], f'planning in it fails: {short(error)}')
        return out
    random_, oracle, model = (sum(one) / len(one) for one in (rand, best, own))
    out['scores'].update({'return_random': random_, 'return_oracle': oracle, 'return_model': model})
    if oracle == random_:
        miss(['normalised_return'], 'planning in the true environment is worth no more than chance')
    else:
        out['scores']['normalised_return'] = (model - random_) / (oracle - random_)
    return out


if __name__ == '__main__':
    result = main()
    with open('result.tmp', 'w') as file:
        json.dump(result, file)
    os.rename('result.tmp', 'result.json')
