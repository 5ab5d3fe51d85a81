import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/**
 * Set up for the tests of the shop when STATEMENTS_DIR names a folder: every statement that PostgreSQL took is written there
 * with the columns that it answered, for scripts/statements.ts to lay beside the source.
 */

interface Field {
  name: string
  dataTypeID: number
}
interface AnsweredQuery {
  text?: string
  handleRowDescription: (message: { fields: readonly Field[] }) => void
  handleCommandComplete: (message: unknown, connection: unknown) => void
}

const folder = process.env.STATEMENTS_DIR
/** Files of one worker share their modules, and each of them sets itself up. */
const DONE = Symbol.for('statements-seen')
const once = globalThis as { [DONE]?: true }

if (folder && !once[DONE]) {
  once[DONE] = true
  const seen = new Set<string>()
  const columns = new WeakMap<object, [string, number][]>()
  // pg names its class of queries in no type of its own.
  const { prototype } = (pg as unknown as { Query: { prototype: AnsweredQuery } }).Query
  const { handleRowDescription, handleCommandComplete } = prototype

  prototype.handleRowDescription = function (message) {
    columns.set(
      this,
      message.fields.map(({ name, dataTypeID }) => [name, dataTypeID]),
    )
    handleRowDescription.call(this, message)
  }
  prototype.handleCommandComplete = function (message, connection) {
    if (this.text && !seen.has(this.text)) {
      seen.add(this.text)
      const line = JSON.stringify({ text: this.text, columns: columns.get(this) ?? null })
      appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`)
    }
    handleCommandComplete.call(this, message, connection)
  }
}
