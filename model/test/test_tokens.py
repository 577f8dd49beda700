import json
import os
import subprocess
from pathlib import Path

import pytest
from samples import all_samples

from lwm.render import MODEL, node, render
from lwm.select_turns import Selection
from lwm.tokens import session_tokens, vocabulary

BASE = os.environ.get("ORRERY_TEST_MODEL")


@pytest.mark.skipif(not BASE, reason="ORRERY_TEST_MODEL names no SmolLM2 GGUF file")
def test_tokens_are_those_that_the_apps_engine_feeds():
    words, selection = vocabulary(Path(BASE)), Selection()
    asked, ours = [], []
    for trajectory, rendered in render(all_samples()):
        session = selection.select(trajectory, rendered)
        tokens = session_tokens(words, session)
        messages, past = [{"role": "system", "content": session.system}], list(tokens.head)
        for turn, (ids, said) in zip(session.turns, tokens.turns):
            user = {"role": "user", "content": turn.user}
            asked.append(json.dumps({"messages": [*messages, user], "prefill": turn.given}))
            ours.append([*past, *ids[: -said - 1]])
            # A past that was read, not said, is split as a whole.
            past += [*words.message("user", turn.user), *words.message("assistant", turn.given + turn.said)]
            messages += [user, {"role": "assistant", "content": turn.given + turn.said}]
    done = subprocess.run([node(), "tokens.ts", BASE], cwd=MODEL, input="\n".join(asked), stdout=subprocess.PIPE, text=True, check=True)
    assert [json.loads(line) for line in done.stdout.splitlines()] == ours
