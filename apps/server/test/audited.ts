import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Call } from '#contract/call.ts'
import { auditKindName } from '#domain/audit-names.ts'
import { auditCall } from '../src/platform/audit-call.ts'
import type { DatabaseHandle } from '../src/platform/database.ts'
import { callAt } from './described.ts'

/**
 * Whatever call of staff a test makes: where it wrote anything, it left its row in the record, in the transaction of what it wrote. Which
 * calls left one is noted down in the folder that AUDITED_DIR names, for scripts/audited.ts to lay beside the contract.
 */

interface Deeds {
  /** What it wrote beside the record, by the first words of the statement. */
  writes: string[]
  /** Rows of the record that stand alone: their transaction wrote nothing else before or after them, or there was none. */
  rows: number
  alone: number
}
/** What a connection's open transaction wrote so far. */
interface Open {
  rows: Deeds[]
  writes: number
}

const deedsOf = new Map<string, Deeds>()
const DONE = Symbol.for('audited')
const once = globalThis as { [DONE]?: true }
const WRITES = /^\s*(?:with\b[\s\S]*?)?\b(insert into|update|delete from|merge into)\s+"?([a-z_]+)|\b(graphile_worker\.add_job)/i

interface Answered {
  command?: string
  rowCount?: number | null
}
/** Statements that found nothing to write have written nothing. Of one that writes on its way to an answer only the answer is told. */
function wrote(text: string, { command, rowCount }: Answered): 'surely' | 'perhaps' | 'no' {
  if (text.includes('graphile_worker.add_job')) return 'surely'
  if (command === 'SELECT') return 'perhaps'
  return (rowCount ?? 0) > 0 ? 'surely' : 'no'
}

function noteStatement(open: Map<object, Open>, client: object, text: string, answered: Answered): void {
  const word = text.trim().toLowerCase()
  if (word === 'begin' || word.startsWith('start transaction')) open.set(client, { rows: [], writes: 0 })
  if (word === 'commit' || word === 'rollback') {
    const ended = open.get(client)
    if (word === 'commit' && ended?.writes === 0) for (const deeds of ended.rows) deeds.alone += 1
    open.delete(client)
  }
  const call = auditCall()
  const what = WRITES.exec(text)
  const certainty = wrote(text, answered)
  if (call === undefined || what === null || certainty === 'no') return
  const deeds = deedsOf.get(call.requestId) ?? { writes: [], rows: 0, alone: 0 }
  deedsOf.set(call.requestId, deeds)
  const transaction = open.get(client)
  if (what[2] !== 'audit_log') {
    if (certainty === 'surely') deeds.writes.push(what[2] ?? 'job')
    if (transaction) transaction.writes += 1
    return
  }
  deeds.rows += 1
  if (transaction) transaction.rows.push(deeds)
  else deeds.alone += 1
}

type Query = (this: object, config: unknown, ...rest: unknown[]) => unknown

if (!once[DONE]) {
  once[DONE] = true
  const open = new Map<object, Open>()
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const { query } = prototype
  prototype.query = function (config, ...rest) {
    const answer = query.call(this, config, ...rest)
    const text = typeof config === 'string' ? config : String((config as { text?: unknown } | null)?.text ?? '')
    if (!(answer instanceof Promise)) return answer
    return answer.then((answered: Answered) => {
      noteStatement(open, this, text, answered)
      return answered
    })
  }
}

const folder = process.env.AUDITED_DIR
const seen = new Set<string>()

function noteSeen({ method, path }: Call): void {
  const name = `${method} ${path}`
  if (!folder || seen.has(name)) return
  seen.add(name)
  appendFileSync(join(folder, `${process.pid}.txt`), `${name}\n`)
}

/** Throws when a call of staff wrote something and left no row of it, or left it apart from what it wrote. */
export async function assertAudited(
  { pool }: DatabaseHandle,
  method: string,
  url: string,
  answer: { code?: number; request_id?: string },
): Promise<void> {
  const { code, request_id: requestId = '' } = answer
  const deeds = deedsOf.get(requestId)
  deedsOf.delete(requestId)
  // 202: a second person has been asked, which is a deed of its own.
  if (code !== 200 && code !== 202) return
  const call = callAt(method, url)
  if (call?.access !== 'staff' || call.method === 'GET') return
  const name = `${call.method} ${call.path}`
  const { rows } = await pool.query<{ action: string; subject: string }>(
    'select action, subject from audit_log where request_id = $1 and call = $2',
    [requestId, name],
  )
  const nameless = rows.find(({ subject }) => auditKindName(subject.split(':')[0] ?? '') === undefined)
  if (nameless) throw new Error(`${name} left a row about ${nameless.subject}, which has no name in audit-names.ts`)
  if (rows.length > 0) noteSeen(call)
  // What is asked of a second person was tried and undone; asked again while it waits, it is the same request.
  else if (code === 200 && deeds && deeds.writes.length > 0)
    throw new Error(`${name} wrote ${deeds.writes.join(', ')} and left no row in the audit log`)
  if (code === 200 && deeds && deeds.alone > 0 && deeds.writes.length > 0)
    throw new Error(`${name} left its row in the audit log apart from what it wrote (${deeds.writes.join(', ')})`)
}
