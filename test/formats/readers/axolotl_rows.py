"""What Axolotl 0.19's chat_template strategy makes of a file: the text of each row, and which parts of it are labels.

The strategy is loaded as it is. Its logger asks PyTorch whether this process is the first one, which it is; the schema of the settings,
which needs PyTorch too, is not used when the strategy is made by hand.
"""

import sys

from shared import module, rows_of, spans, stand_in, tell, tokenizer

distributed = stand_in("axolotl.utils.distributed", is_main_process=lambda: True)
schemas = stand_in("axolotl.utils.schemas.datasets", DatasetConfig=object)
strategies = module("axolotl.prompt_strategies.chat_template", standing_in=[distributed, schemas])

processing = tokenizer()
# The settings that docs/formats.md gives.
prompter = strategies.ChatTemplatePrompter(
    processing, processing.chat_template, message_field_training="train", field_messages="messages", field_tools="tools"
)
strategy = strategies.ChatTemplateStrategy(
    prompter, processing, train_on_inputs=False, sequence_len=100_000, roles_to_train=[], train_on_eos="turn"
)


def told(row):
    made = strategy.tokenize_prompt(row)
    learned = [label != -100 for label in made["labels"]]
    return {
        "text": processing.decode(made["input_ids"]),
        "learned": spans(made["input_ids"], learned, processing.decode),
        "simulated": row["metadata"]["simulated"],
    }


tell([told(row) for row in rows_of(sys.argv[1])])
