// Claude Code's tools on a repository: names, parameters and what is required as its public tool list has them; the descriptions are ours.
import type { Tool } from '../../../tree/model.ts'

const text = (description: string) => ({ type: 'string', description })
const file_path = text('Absolute path of the file.')
const folder = text('Folder to search; the working directory when left out.')
const strict = { type: 'object', additionalProperties: false }
const edit = {
  old_string: text('Text to replace, exactly as it stands in the file.'),
  new_string: text('Text to put in its place; must differ from old_string.'),
  replace_all: { type: 'boolean', default: false, description: 'Replace every occurrence.' }
}

export const claudeCodeTools: Tool[] = [
  {
    name: 'Bash',
    description:
      'Runs a command in a bash session that keeps its working directory. Answers with what was printed, standard error after standard output; after a failure "Exit code N" stands first. A command that prints nothing answers with an empty result.',
    inputSchema: {
      ...strict,
      properties: {
        command: text('The command.'),
        timeout: { type: 'number', description: 'Milliseconds to wait at most; 600000 is the maximum.' },
        description: text('What the command does, in five to ten words.'),
        run_in_background: { type: 'boolean', description: 'Leave it running and answer at once with its id.' }
      },
      required: ['command']
    }
  },
  {
    name: 'Read',
    description:
      'Returns a file with the number of each line in front: right-aligned in six columns, an arrow (→), the line. Up to 2000 lines unless a limit is given; lines over 2000 characters are cut.',
    inputSchema: {
      ...strict,
      properties: {
        file_path,
        offset: { type: 'number', description: 'Number of the first line to return.' },
        limit: { type: 'number', description: 'How many lines to return.' }
      },
      required: ['file_path']
    },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'Write',
    description:
      'Creates a file or replaces all of it. A file that exists must have been read before. Answers with one sentence: "File created successfully at: PATH", or that the file was updated followed by its numbered lines.',
    inputSchema: {
      ...strict,
      properties: { file_path, content: text('The whole content.') },
      required: ['file_path', 'content']
    }
  },
  {
    name: 'Edit',
    description:
      'Replaces old_string in a file that was read before; it must occur exactly once unless replace_all is true. Answers that the file was updated, followed by the numbered lines around the change.',
    inputSchema: { ...strict, properties: { file_path, ...edit }, required: ['file_path', 'old_string', 'new_string'] }
  },
  {
    name: 'MultiEdit',
    description:
      'Makes several replacements in one file, one after the other, each in what the ones before left. All are made or none. Answers with the number of edits and a numbered list of them.',
    inputSchema: {
      ...strict,
      properties: {
        file_path,
        edits: {
          type: 'array',
          minItems: 1,
          description: 'The replacements, in order.',
          items: { ...strict, properties: edit, required: ['old_string', 'new_string'] }
        }
      },
      required: ['file_path', 'edits']
    }
  },
  {
    name: 'Glob',
    description:
      'Absolute paths of the files that match a pattern, those changed last first, one a line; "No files found" when there are none.',
    inputSchema: {
      ...strict,
      properties: { pattern: text('Such as **/*.ts'), path: folder },
      required: ['pattern']
    },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'Grep',
    description:
      'Searches file contents with ripgrep. Answers by output_mode: paths after a line "Found N files", the matching lines, or the number of matches in each file.',
    inputSchema: {
      ...strict,
      properties: {
        pattern: text('A regular expression of ripgrep.'),
        path: text('File or folder to search; the working directory when left out.'),
        glob: text('Only files whose path matches, such as *.{ts,tsx}'),
        output_mode: {
          type: 'string',
          enum: ['content', 'files_with_matches', 'count'],
          description: 'What to return; files_with_matches when left out.'
        },
        '-B': { type: 'number', description: 'Lines to show before each match; with content only.' },
        '-A': { type: 'number', description: 'Lines to show after each match; with content only.' },
        '-C': { type: 'number', description: 'Lines to show around each match; with content only.' },
        '-n': { type: 'boolean', description: 'Show line numbers; with content only.' },
        '-i': { type: 'boolean', description: 'Ignore case.' },
        type: text('Only files of this type, such as py or rust.'),
        head_limit: { type: 'number', description: 'The most lines or entries to return.' },
        multiline: { type: 'boolean', description: 'Let a match span lines.' }
      },
      required: ['pattern']
    },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'LS',
    description: 'The files and folders below a folder as an indented list, its absolute path first.',
    inputSchema: {
      ...strict,
      properties: {
        path: text('Absolute path of the folder.'),
        ignore: { type: 'array', items: { type: 'string' }, description: 'Patterns of what to leave out.' }
      },
      required: ['path']
    },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'TodoWrite',
    description: 'Replaces the to-do list of the session. Answers with one sentence that it was changed.',
    inputSchema: {
      ...strict,
      properties: {
        todos: {
          type: 'array',
          description: 'The whole list.',
          items: {
            ...strict,
            properties: {
              content: { type: 'string', minLength: 1, description: 'What is to be done.' },
              status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
              activeForm: {
                type: 'string',
                minLength: 1,
                description: 'The same as something being done: "Running the tests".'
              }
            },
            required: ['content', 'status', 'activeForm']
          }
        }
      },
      required: ['todos']
    }
  },
  {
    name: 'WebFetch',
    description: 'Fetches a page and answers a question about it from its text.',
    inputSchema: {
      ...strict,
      properties: {
        url: { type: 'string', format: 'uri', description: 'Address of the page.' },
        prompt: text('What to find out from the page.')
      },
      required: ['url', 'prompt']
    },
    annotations: { readOnlyHint: true }
  }
]

export const claudeCodeDemonstrations = `These show the forms of results; the session may have fewer of these tools.

Action:
{"name": "Read", "arguments": "{\\"file_path\\": \\"/srv/app/app/clock.py\\", \\"offset\\": 4, \\"limit\\": 3}"}
Answer:
<predicted_observation>
     4→def minutes(text):
     5→    hours, rest = text.split(":")
     6→    return int(hours) * 60 + int(rest)
</predicted_observation>

Action:
{"name": "Edit", "arguments": "{\\"file_path\\": \\"/srv/app/app/clock.py\\", \\"old_string\\": \\"int(rest)\\", \\"new_string\\": \\"int(rest[:2])\\"}"}
Answer:
<predicted_observation>
The file /srv/app/app/clock.py has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:
     4→def minutes(text):
     5→    hours, rest = text.split(":")
     6→    return int(hours) * 60 + int(rest[:2])
</predicted_observation>

Action:
{"name": "Bash", "arguments": "{\\"command\\": \\"python -c 'from app.clock import minutes; print(minutes(\\\\\\"7\\\\\\"))'\\", \\"description\\": \\"Call minutes without a colon\\"}"}
Answer:
<predicted_observation>
Exit code 1
Traceback (most recent call last):
  File "<string>", line 1, in <module>
  File "/srv/app/app/clock.py", line 5, in minutes
    hours, rest = text.split(":")
    ^^^^^^^^^^^
ValueError: not enough values to unpack (expected 2, got 1)
</predicted_observation>

Action:
{"name": "Read", "arguments": "{\\"file_path\\": \\"/srv/app/app/clocks.py\\"}"}
Answer:
<predicted_observation>
File does not exist.
</predicted_observation>`
