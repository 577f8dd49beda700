"""OpenAI's Python client on the loaded model: models, an answer, a stream and a call of a function, as JSON. Usage: BASE_URL KEY MODEL"""

import json
import sys

from openai import AuthenticationError, BadRequestError, OpenAI

base_url, key, model = sys.argv[1:]
client = OpenAI(base_url=base_url, api_key=key, max_retries=0)
ask = {"model": model, "messages": [{"role": "user", "content": "What is two and two?"}]}

models = [one.id for one in client.models.list().data]
whole = client.chat.completions.create(**ask, temperature=0, max_tokens=20)
pieces = [
    chunk.choices[0].delta.content
    for chunk in client.chat.completions.create(**ask, stream=True)
    if chunk.choices and chunk.choices[0].delta.content
]
parameters = {"type": "object", "properties": {"of": {"type": "array", "items": {"type": "number"}}}}
tools = [{"type": "function", "function": {"name": "sum", "parameters": parameters}}]
called = client.chat.completions.create(**ask, tools=tools).choices[0]
refused = []
try:
    OpenAI(base_url=base_url, api_key="wrong", max_retries=0).models.list()
except AuthenticationError as error:
    refused.append(error.status_code)
try:
    client.embeddings.create(model=model, input="hello")
except BadRequestError as error:
    refused.append(error.status_code)
print(
    json.dumps(
        {
            "models": models,
            "whole": whole.choices[0].message.content,
            "tokens": whole.usage.total_tokens > 0,
            "streamed": "".join(pieces),
            "called": [[one.function.name, json.loads(one.function.arguments)] for one in called.message.tool_calls],
            "reason": called.finish_reason,
            "refused": refused,
        }
    )
)
