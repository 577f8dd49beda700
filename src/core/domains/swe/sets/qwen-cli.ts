// The tools of Qwen CLI (Qwen Code) and Gemini CLI: names, parameters and what is required as their public sources have them; the
// descriptions are ours.
import type { Tool } from '../../../tree/model.ts'

const text = (description: string) => ({ type: 'string', description })
const file_path = text('Absolute path of the file.')
const patterns = (description: string) => ({ type: 'array', items: { type: 'string' }, description })
const object = { type: 'object' }

export const qwenCliTools: Tool[] = [
  {
    name: 'list_directory',
    description:
      'Lists a folder: "Directory listing for PATH:", then one name a line, folders first with [DIR] in front. Names that git ignores are left out and counted at the end.',
    inputSchema: {
      ...object,
      properties: {
        path: text('Absolute path of the folder.'),
        ignore: patterns('Patterns of names to leave out.'),
        respect_git_ignore: { type: 'boolean', description: 'Leave out what git ignores; true when left out.' }
      },
      required: ['path']
    },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'read_file',
    description:
      'Returns the text of a file, without line numbers. When only a part is shown, a line says which lines of how many, then a line of three dashes comes before the text.',
    inputSchema: {
      ...object,
      properties: {
        absolute_path: text('Absolute path of the file.'),
        offset: { type: 'number', description: 'First line to return, counted from 0; needs limit.' },
        limit: { type: 'number', description: 'The most lines to return.' }
      },
      required: ['absolute_path']
    },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'write_file',
    description:
      'Creates a file or replaces all of it; missing folders are made. Answers with one sentence: "Successfully created and wrote to new file: PATH." or "Successfully overwrote file: PATH."',
    inputSchema: {
      ...object,
      properties: { file_path, content: text('The whole content.') },
      required: ['file_path', 'content']
    }
  },
  {
    name: 'edit',
    description:
      'Replaces old_string, which must occur as often as expected_replacements says. With an empty old_string a new file is created. Answers with one sentence and the number of replacements, or why there was none.',
    inputSchema: {
      ...object,
      properties: {
        file_path,
        old_string: text('Text to replace, exactly as it stands in the file, with enough around it to be unique.'),
        new_string: text('Text to put in its place.'),
        expected_replacements: {
          type: 'number',
          minimum: 1,
          description: 'How many occurrences to replace; 1 when left out.'
        }
      },
      required: ['file_path', 'old_string', 'new_string']
    }
  },
  {
    name: 'glob',
    description:
      'Absolute paths of the files that match a pattern, those changed last first, after a line with their number.',
    inputSchema: {
      ...object,
      properties: {
        pattern: text('Such as src/**/*.ts'),
        path: text('Folder to search; the working directory when left out.')
      },
      required: ['pattern']
    },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'grep_search',
    description:
      'Searches file contents for a regular expression, without regard to case. Answers with a line that counts the matches, then path:number:line for each between lines of three dashes.',
    inputSchema: {
      ...object,
      properties: {
        pattern: text('A regular expression.'),
        path: text('File or folder to search; the working directory when left out.'),
        glob: text('Only files whose path matches, such as *.ts'),
        limit: { type: 'number', description: 'The most matching lines to return.' }
      },
      required: ['pattern']
    },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'read_many_files',
    description:
      'Returns the text of all files that match the paths or patterns, each after a line with its path between three dashes.',
    inputSchema: {
      ...object,
      properties: {
        paths: { ...patterns('Paths or patterns, from the working directory.'), minItems: 1 },
        include: patterns('Further patterns to add.'),
        exclude: patterns('Patterns to leave out.'),
        recursive: { type: 'boolean', description: 'Search folders below; true when left out.' },
        useDefaultExcludes: {
          type: 'boolean',
          description: 'Leave out folders such as node_modules; true when left out.'
        }
      },
      required: ['paths']
    },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'run_shell_command',
    description:
      'Runs `bash -c COMMAND`. Answers with labelled lines: Command, Directory, Output, Error, Exit Code, Signal, Background PIDs, Process Group PGID. Output holds standard output and standard error; what is empty is (empty), what is not there is (none).',
    inputSchema: {
      ...object,
      properties: {
        command: text('The command.'),
        description: text('What it is for, in a sentence.'),
        directory: text('Folder to run it in, from the working directory.')
      },
      required: ['command']
    }
  },
  {
    name: 'todo_write',
    description:
      'Replaces the to-do list of the session. Answers with one sentence that it was changed, and the list as JSON.',
    inputSchema: {
      ...object,
      properties: {
        todos: {
          type: 'array',
          description: 'The whole list.',
          items: {
            type: 'object',
            properties: {
              id: text('Stays the same while the list changes.'),
              content: { type: 'string', minLength: 1, description: 'What is to be done.' },
              status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] }
            },
            required: ['content', 'status', 'id'],
            additionalProperties: false
          }
        }
      },
      required: ['todos']
    }
  },
  {
    name: 'save_memory',
    description: 'Stores a fact for later sessions. Answers with one sentence that repeats it.',
    inputSchema: { ...object, properties: { fact: text('The fact, as one sentence.') }, required: ['fact'] }
  },
  {
    name: 'web_fetch',
    description: 'Fetches a page and answers a question about it from its text.',
    inputSchema: {
      ...object,
      properties: { url: text('Address of the page.'), prompt: text('What to find out from the page.') },
      required: ['url', 'prompt']
    },
    annotations: { readOnlyHint: true }
  }
]

export const qwenCliDemonstrations = `These show the forms of results; the session may have fewer of these tools.

Action:
{"name": "read_file", "arguments": "{\\"absolute_path\\": \\"/srv/app/app/clock.py\\", \\"offset\\": 3, \\"limit\\": 3}"}
Answer:
<predicted_observation>
Showing lines 4-6 of 6 total lines.

---

def minutes(text):
    hours, rest = text.split(":")
    return int(hours) * 60 + int(rest)
</predicted_observation>

Action:
{"name": "edit", "arguments": "{\\"file_path\\": \\"/srv/app/app/clock.py\\", \\"old_string\\": \\"int(rest)\\", \\"new_string\\": \\"int(rest[:2])\\"}"}
Answer:
<predicted_observation>
Successfully modified file: /srv/app/app/clock.py (1 replacements).
</predicted_observation>

Action:
{"name": "run_shell_command", "arguments": "{\\"command\\": \\"python -c 'from app.clock import minutes; print(minutes(\\\\\\"7\\\\\\"))'\\"}"}
Answer:
<predicted_observation>
Command: python -c 'from app.clock import minutes; print(minutes("7"))'
Directory: (root)
Output: Traceback (most recent call last):
  File "<string>", line 1, in <module>
  File "/srv/app/app/clock.py", line 5, in minutes
    hours, rest = text.split(":")
    ^^^^^^^^^^^
ValueError: not enough values to unpack (expected 2, got 1)
Error: (none)
Exit Code: 1
Signal: (none)
Background PIDs: (none)
Process Group PGID: 4127
</predicted_observation>

Action:
{"name": "read_file", "arguments": "{\\"absolute_path\\": \\"/srv/app/app/clocks.py\\"}"}
Answer:
<predicted_observation>
File not found: /srv/app/app/clocks.py
</predicted_observation>`
