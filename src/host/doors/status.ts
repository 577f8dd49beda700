// What HTTP says of each way to fail.
import type { ErrorCode } from '../../core/errors.ts'

export const STATUS: Record<ErrorCode, number> = {
  'invalid-input': 400,
  'not-found': 404,
  conflict: 409,
  busy: 409,
  overloaded: 503,
  cancelled: 409,
  'no-model': 409,
  'not-recorded': 404,
  'no-output': 502,
  'context-full': 422,
  'engine-crashed': 502,
  'engine-failed': 502,
  'model-broken': 422,
  'model-too-big': 422,
  'download-failed': 502,
  'server-failed': 502,
  'disk-full': 507,
  'database-corrupt': 500,
  forbidden: 403,
  'wrong-token': 403,
  disconnected: 502,
  internal: 500
}
