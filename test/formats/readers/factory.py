"""The data modules of LLaMA-Factory, as they are.

Its package would load PyTorch and PEFT beside them; of these the data modules want the names of two files, and whether another hub is
used.
"""

from shared import module, stand_in

peft = stand_in("peft.utils", SAFETENSORS_WEIGHTS_NAME="adapter_model.safetensors", WEIGHTS_NAME="adapter_model.bin")
converter = module("llamafactory.data.converter", standing_in=[stand_in("peft", utils=peft), peft])
formatter = module("llamafactory.data.formatter")
misc = stand_in("llamafactory.extras.misc", use_modelscope=lambda: False, use_openmind=lambda: False)
parser = module("llamafactory.data.parser", standing_in=[misc])

