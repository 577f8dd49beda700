// The tools of a world that brings none: a small issue tracker.
import type { Tool } from '../../tree/model.ts'

const text = (description: string) => ({ type: 'string', description })
const state = { type: 'string', enum: ['open', 'closed'], description: 'Whether the issue still waits for work.' }
const labels = { type: 'array', items: { type: 'string' }, description: 'Names of labels.' }
const id = { type: 'integer', minimum: 1, description: 'Number of the issue.' }

const issue = {
  type: 'object',
  properties: {
    id,
    title: text('One line that says what is wrong or wanted.'),
    body: text('The issue itself, in Markdown.'),
    state,
    labels,
    assignee: { type: ['string', 'null'], description: 'Login of who works on it.' },
    created_at: text('ISO 8601 time, UTC.'),
    updated_at: text('ISO 8601 time, UTC.')
  },
  required: ['id', 'title', 'body', 'state', 'labels', 'assignee', 'created_at', 'updated_at'],
  additionalProperties: false
}

export const issueTracker: Tool[] = [
  {
    name: 'list_issues',
    title: 'List issues',
    description: 'Lists issues, newest first, as a JSON array of objects with id, title, state, labels and assignee.',
    inputSchema: {
      type: 'object',
      properties: {
        state: {
          type: 'string',
          enum: ['open', 'closed', 'all'],
          default: 'open',
          description: 'Which issues to list.'
        },
        label: text('Only issues that carry this label.'),
        assignee: text('Only issues of this login.'),
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: 'The most issues to return.' }
      }
    },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'get_issue',
    title: 'Read an issue',
    description: 'Returns one issue with its body and its comments as JSON.',
    inputSchema: { type: 'object', properties: { id }, required: ['id'] },
    annotations: { readOnlyHint: true }
  },
  {
    name: 'create_issue',
    title: 'Create an issue',
    description: 'Opens a new issue and returns it.',
    inputSchema: {
      type: 'object',
      properties: {
        title: { type: 'string', minLength: 1, description: 'One line that says what is wrong or wanted.' },
        body: text('The issue itself, in Markdown.'),
        labels,
        assignee: text('Login of who is to work on it.')
      },
      required: ['title']
    },
    outputSchema: issue,
    annotations: { readOnlyHint: false, destructiveHint: false }
  },
  {
    name: 'update_issue',
    title: 'Change an issue',
    description:
      'Changes what is given of an issue and returns the whole issue as JSON. Fails when there is no such issue.',
    inputSchema: {
      type: 'object',
      properties: {
        id,
        title: text('The new title.'),
        body: text('The new text.'),
        state,
        labels,
        assignee: text('The new assignee.')
      },
      required: ['id']
    },
    annotations: { readOnlyHint: false, idempotentHint: true }
  },
  {
    name: 'add_comment',
    title: 'Comment',
    description: 'Adds a comment to an issue. Answers with a sentence that names the comment.',
    inputSchema: {
      type: 'object',
      properties: { id, body: { type: 'string', minLength: 1, description: 'The comment, in Markdown.' } },
      required: ['id', 'body']
    }
  },
  {
    name: 'search_issues',
    title: 'Search issues',
    description:
      'Finds issues whose title, body or comments hold all the words. JSON: {"total": number, "items": [...]}.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', minLength: 1, description: 'Words to look for.' },
        state: {
          type: 'string',
          enum: ['open', 'closed', 'all'],
          default: 'all',
          description: 'Which issues to search.'
        }
      },
      required: ['query']
    },
    annotations: { readOnlyHint: true }
  }
]
