import { createHash } from 'node:crypto'

/** What was asked under a key, as short text: by it a repetition is told from something else under the same key. */
export const askedHash = (asked: unknown): string => createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
