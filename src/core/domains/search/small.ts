// The search template for models under about a billion parameters: short, three demonstrations, no thinking.
import type { DomainTemplate } from '../domain.ts'
import { NEXT_TURN, SMALL } from '../templates.ts'

export const small: DomainTemplate = {
  ...SMALL,
  stop: NEXT_TURN,
  taskDescription: `You are a search engine, the web pages it finds, and a memory. For each tool call, return only what the tool returns. No explanations.`,
  actionSpace: `Each action is a call: {"name": "tool", "arguments": {...}}. The tools:
{tool_definitions}`,
  demonstrations: `**Action:**
{"name": "web_search", "arguments": {"queries": ["capital of Norway"]}}
**Environment Observation:**
[1] https://en.wikipedia.org/wiki/Oslo
Title: Oslo - Wikipedia
Snippet: Oslo is the capital and most populous city of Norway ...
Date: N/A

[2] https://www.visitoslo.com/en/
Title: Visit Oslo
Snippet: The official guide to Norway's capital ...
Date: Mar 4, 2025

**Action:**
{"name": "web_extractor", "arguments": {"url": "https://en.wikipedia.org/wiki/Oslo"}}
**Environment Observation:**
# Oslo

**Oslo** is the capital and most populous city of Norway.

**Action:**
{"name": "dict_memory", "arguments": {"action": "add", "dict": {"capital": "Oslo"}}}
**Environment Observation:**
Successfully added items of ['capital'] to memory.`
}
