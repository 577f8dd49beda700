// The tools of a coding agent: files, search, a shell and a list of what is to do.
import type { Tool } from '../../tree/model.ts'

const text = (description: string) => ({ type: 'string', description })
const file_path = text('Path of the file, absolute or from the root of the repository.')
const strict = { type: 'object', additionalProperties: false }

export const codingTools: Tool[] = [
  {
    name: 'read_file',
    title: 'Read a file',
    description:
      'Returns the lines of a text file, each with its number as `cat -n` writes it: right-aligned in six columns, a tab, the line.',
    inputSchema: {
      ...strict,
      properties: {
        file_path,
        offset: { type: 'integer', minimum: 1, description: 'Number of the first line to return; 1 when left out.' },
        limit: { type: 'integer', minimum: 1, description: 'The most lines to return; 2000 when left out.' }
      },
      required: ['file_path']
    },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'write_file',
    title: 'Write a file',
    description:
      'Creates the file or replaces all of it. Folders that are missing are made. Answers with one sentence.',
    inputSchema: {
      ...strict,
      properties: { file_path, content: text('The whole new content.') },
      required: ['file_path', 'content']
    }
  },
  {
    name: 'edit',
    title: 'Edit a file',
    description:
      'Replaces old_string, which must occur exactly once unless replace_all is true, by new_string. Answers with a unified diff of the change.',
    inputSchema: {
      ...strict,
      properties: {
        file_path,
        old_string: {
          type: 'string',
          minLength: 1,
          description: 'Text to replace, exactly as it stands in the file, blanks included.'
        },
        new_string: text('Text to put in its place.'),
        replace_all: { type: 'boolean', description: 'Replace every occurrence; false when left out.' }
      },
      required: ['file_path', 'old_string', 'new_string']
    }
  },
  {
    name: 'list_directory',
    title: 'List a folder',
    description: 'Lists what is in a folder, one name a line, folders first and with a slash at the end.',
    inputSchema: { ...strict, properties: { path: text('The folder.') }, required: ['path'] },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'glob',
    title: 'Find files',
    description: 'Paths that match a pattern, newest first, one a line.',
    inputSchema: {
      ...strict,
      properties: { pattern: text('Such as **/*.ts'), path: text('Folder to look in; the root when left out.') },
      required: ['pattern']
    },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'grep_search',
    title: 'Search in files',
    description: 'Lines that match a regular expression, each as path:number:line.',
    inputSchema: {
      ...strict,
      properties: {
        pattern: { type: 'string', minLength: 1, description: 'A regular expression.' },
        path: text('File or folder to search; the root when left out.'),
        glob: text('Only files whose path matches, such as *.py')
      },
      required: ['pattern']
    },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'run_shell_command',
    title: 'Run a command',
    description:
      'Runs a bash command and waits for it. Answers with the lines `Command:`, `Directory:`, `Stdout:`, `Stderr:` and `Exit Code:`; an empty stream is `(empty)`.',
    inputSchema: {
      ...strict,
      properties: {
        command: { type: 'string', minLength: 1, description: 'The command, as typed.' },
        description: text('What it is for, in one line.'),
        directory: text('Where to run it; the root when left out.'),
        timeout: { type: 'number', exclusiveMinimum: 0, description: 'Seconds to wait at most; 120 when left out.' }
      },
      required: ['command']
    }
  },
  {
    name: 'todo_write',
    title: 'Write the to-do list',
    description: 'Replaces the list of what is to do. Answers with the list as it then stands.',
    inputSchema: {
      ...strict,
      properties: {
        todos: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: text('Short and lasting, such as 1.'),
              content: text('What is to do.'),
              status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] }
            },
            required: ['content', 'status']
          }
        }
      },
      required: ['todos']
    }
  }
]
