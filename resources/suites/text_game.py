# Crawls a text game, or plays some actions in it. Runs in Orrery's machine, never on the host.
# ByteSized32 (Wang et al. 2023): `class TextGame(randomSeed)` with getTaskDescription, generatePossibleActions, step and calculateScore.
import importlib.util, io, json, os, random, sys, time, traceback

REFUSALS = ("you can't", 'you cannot', 'not possible', 'impossible', 'error', 'invalid')


def short(error):
    frames = [one for one in traceback.extract_tb(error.__traceback__) if os.path.basename(one.filename) == 'game.py']
    where = f' (line {frames[-1].lineno})' if frames else ''
    return f'{type(error).__name__}: {error}{where}'[:300]


def load():
    spec = importlib.util.spec_from_file_location('game', 'game.py')
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.TextGame


def verb_of(action):
    return (action.split() or [''])[0]


def sampled(actions, most, seed):
    """At most so many actions of each verb, drawn as the published script draws them."""
    verbs = {}
    for action in actions:
        verbs.setdefault(verb_of(action), []).append(action)
    return [one for all in verbs.values() for one in (all if len(all) <= most else random.Random(seed).sample(all, most))]


def crawl(Game, settings, checks):
    """Every path of actions to a depth, the last ones first. Fills `checks` as the published results have them."""
    seed, most = settings['seed'], settings['actions']
    began = time.perf_counter()

    def failed(name, error):
        if name:
            checks[name] = False
        checks['error_msg'] = short(error)

    try:
        game = Game(randomSeed=seed)
    except BaseException as error:
        return failed(None, error)
    checks['TextGame'] = True
    for name in ('getTaskDescription', 'calculateScore', 'generatePossibleActions'):
        try:
            answer = getattr(game, name)()
        except BaseException as error:
            return failed(None, error)
        checks[name] = True
        if name == 'getTaskDescription':
            checks['task'] = str(answer)
    checks['num_valid_actions'] = len(answer)
    stack = [[one] for one in sampled(answer, most, seed)]
    while stack:
        if time.perf_counter() - began > settings['seconds']:
            checks['over'] = False
            return
        path = stack.pop()
        game = Game(randomSeed=seed)
        game.generatePossibleActions()
        for action in path:
            try:
                game.step(action)
                checks['step'] = True
            except BaseException as error:
                return failed('step', error)
        checks['paths'] += 1
        try:
            over, won = game.gameOver, game.gameWon
        except BaseException as error:
            return failed(None, error)
        if over:
            checks['winnable'] = checks['winnable'] or bool(won)
        elif len(path) < settings['depth']:
            try:
                actions = game.generatePossibleActions()
            except BaseException as error:
                return failed('generatePossibleActions', error)
            stack += [path + [one] for one in sampled(actions, most // 10, seed)]
    checks['runnable'] = True


def walk(Game, actions, seed):
    """What a path of actions shows; an error is an observation, and ends it."""
    game = Game(randomSeed=seed)
    game.generatePossibleActions()
    shown = [{'action': '', 'observation': str(getattr(game, 'observationStr', ''))}]
    over = False
    for action in actions:
        try:
            game.step(action)
            shown.append({'action': action, 'observation': str(game.observationStr)})
            over = bool(game.gameOver)
        except BaseException as error:
            shown.append({'action': action, 'observation': f'ERROR: {error}', 'error': True})
            over = True
        if over:
            break
    return shown, over


def paths(Game, settings):
    """Paths for the judge: breadth by depth, then drawn evenly over the verb of the last action."""
    seed, chance = settings['seed'], random.Random(settings['seed'])
    game = Game(randomSeed=seed)
    first = list(game.generatePossibleActions())
    found, began = [], time.perf_counter()
    # The published crawler offers the actions of the beginning at every depth.
    level = [[]]
    for _ in range(settings['depth'] + 1):
        following = []
        for path in level:
            chance.shuffle(first)
            counts = {}
            for action in first:
                verb = verb_of(action)
                counts[verb] = counts.get(verb, 0) + 1
                if counts[verb] > settings['each'] or len(found) >= settings['paths']:
                    continue
                if time.perf_counter() - began > settings['seconds']:
                    break
                shown, over = walk(Game, path + [action], seed)
                found.append(shown)
                if not over:
                    following.append(path + [action])
        level = following
    verbs = {}
    for shown in found:
        verbs.setdefault(verb_of(shown[-1]['action']).lower(), []).append(shown)
    drawn = []
    lists = [chance.sample(all, len(all)) for _, all in sorted(verbs.items())]
    while len(drawn) < settings['samples'] and any(lists):
        for one in lists:
            if one and len(drawn) < settings['samples']:
                drawn.append(one.pop())
    return drawn


def play(Game, settings):
    """A game after some actions, for an agent that plays it."""
    game = Game(randomSeed=settings['seed'])
    task = game.getTaskDescription()
    actions = list(game.generatePossibleActions())
    seen = getattr(game, 'observationStr', '')
    for action in settings['done']:
        game.step(action)
        seen = game.observationStr
        if not (game.gameOver or game.gameWon):
            actions = list(game.generatePossibleActions())
    return {'task': str(task), 'actions': actions, 'observation': str(seen), 'score': float(game.calculateScore() or getattr(game, 'score', 0) or 0),
            'over': bool(game.gameOver), 'won': bool(game.gameWon)}


def main():
    settings = json.load(open('settings.json'))
    out = {'absent': None, 'checks': None, 'paths': None, 'play': None, 'problem': None}
    checks = {name: False for name in ('TextGame', 'runnable', 'winnable', 'getTaskDescription', 'generatePossibleActions', 'step', 'calculateScore')}
    checks.update({'num_valid_actions': 0, 'error_msg': '', 'task': '', 'paths': 0, 'over': True})
    # A game that prints or asks would fill the console, or wait.
    sys.stdout, sys.stdin = io.StringIO(), io.StringIO()
    try:
        Game = load()
    except ModuleNotFoundError as error:
        out['absent'] = f'the game needs the module "{error.name}", which this image of the machine does not have'
        return out
    except BaseException as error:
        checks['error_msg'] = short(error)
        out['checks'] = checks
        return out
    try:
        if settings['do'] == 'crawl':
            crawl(Game, settings, checks)
            out['checks'] = checks
        elif settings['do'] == 'paths':
            out['paths'] = paths(Game, settings)
        else:
            out['play'] = play(Game, settings)
    except BaseException as error:
        # Wherever a crawl fails, the game is not runnable, which is a result.
        if settings['do'] == 'crawl':
            checks['error_msg'] = short(error)
            out['checks'] = checks
        else:
            out['problem'] = short(error)
    return out


if __name__ == '__main__':
    result = main()
    with open('result.tmp', 'w') as file:
        json.dump(result, file)
    os.rename('result.tmp', 'result.json')
