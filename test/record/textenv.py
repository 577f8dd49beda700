# Plays a real text environment and prints what it showed, as JSON: python3 textenv.py textworld|scienceworld
# Needs the Python packages textworld, or scienceworld with Java. Called by textenv.ts.
import json
import sys
import tempfile


def textworld():
    import textworld as tw
    from textworld import EnvInfos

    options = tw.GameOptions()
    options.seeds = 20261121
    options.nb_rooms, options.nb_objects, options.quest_length = 3, 6, 5
    options.path = tempfile.mkdtemp() + "/game.z8"
    file = tw.generator.compile_game(tw.generator.make_game(options), options)
    env = tw.start(file, EnvInfos(admissible_commands=True, description=True, objective=True, inventory=True))
    state = env.reset()
    clean = lambda text: text.split("\n>")[0].strip()
    turns = []
    for command in ["look", "inventory", "go south", "go west", "eat rack", "take nest of bugs from rack", "go east", "drop nest of bugs"]:
        state, reward, done = env.step(command)
        turns.append({"action": command, "scene": clean(state.feedback), "reward": reward, "done": done,
                      "admissible": [] if done else state.admissible_commands})
    first = env.reset()
    return {"program": f"TextWorld {tw.__version__}", "objective": first.objective, "first": first.description,
            "admissible": first.admissible_commands, "turns": turns}


def scienceworld():
    from importlib.metadata import version
    from scienceworld import ScienceWorldEnv

    env = ScienceWorldEnv("", envStepLimit=100)
    env.load("find-living-thing", 0, "easy")
    first, info = env.reset()
    turns = []
    for command in ["look around", "go to kitchen", "inventory", "open fridge", "look in fridge", "go to outside", "look around",
                    "focus on butterfly", "pick up butterfly", "go to kitchen", "move egg butterfly egg in inventory to red box"]:
        scene, reward, done, told = env.step(command)
        turns.append({"action": command, "scene": scene.strip(), "reward": reward, "done": done, "admissible": None})
    return {"program": f"ScienceWorld {version('scienceworld')}", "objective": info["taskDesc"], "first": first,
            "admissible": None, "turns": turns}


print(json.dumps({"textworld": textworld, "scienceworld": scienceworld}[sys.argv[1]]()))
