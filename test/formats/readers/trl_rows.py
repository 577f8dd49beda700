"""What TRL 1.16 makes of a file for its SFT trainer: the text of each row, and which parts of it are learned."""

import json
import sys

from shared import rows_of, spans, tell, tokenizer

from trl.chat_template_utils import get_training_chat_template
from trl.data_utils import apply_chat_template, is_conversational

processing = tokenizer()
# TRL takes the template as one to train with, as it is.
assert get_training_chat_template(processing) in (None, processing.chat_template)


def told(row):
    row = {key: value for key, value in row.items() if value is not None}
    # As SFTTrainer's own tokenize_fn does.
    tools = row.get("tools")
    tools = json.loads(tools) if isinstance(tools, str) else tools
    assert is_conversational(row)
    if "prompt" in row:
        pair = {"prompt": row["prompt"], "completion": row["completion"]}
        both = apply_chat_template(pair, processing, tools=tools)
        return {"text": both["prompt"] + both["completion"], "learned": [both["completion"]]}
    done = processing.apply_chat_template(
        row["messages"], tools=tools, tokenize=True, return_dict=True, return_assistant_tokens_mask=True
    )
    learned = spans(done["input_ids"], done["assistant_masks"], processing.decode)
    return {"text": processing.decode(done["input_ids"]), "learned": learned}


tell([{**told(row), "simulated": row["metadata"]["simulated"]} for row in rows_of(sys.argv[1])])
