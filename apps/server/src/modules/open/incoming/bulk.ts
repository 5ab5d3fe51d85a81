import { createHash } from 'node:crypto'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { OpenBulkWire, OpenRowAnswer, OpenRowCode } from '#contract/open-incoming.ts'
import type { AuditAction } from '#domain/audit-names.ts'
import { writeAudits } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'
import { sentence } from '../../../platform/error-handler.ts'
import type { OpenAsk } from '../../../platform/http.ts'
import { momentOf } from './moments.ts'
import { lockVersions, saveVersions, type VersionKind } from './version-store.ts'

/** A row that may land: right by its schema, alone in its message, and not older than what was said of the same thing before. */
export interface BulkRow<Row> {
  index: number
  key: string
  row: Row
}
/** What became of a row; neither refused nor changed: it was so already. */
export interface Landed {
  changed: boolean
  refused?: { code: OpenRowCode; field?: string | undefined; message: string }
  notices?: string[]
}

interface Versioned<Row> extends BulkRow<Row> {
  /** null: none was said, so the row is as new as its message. */
  version: number | null
  hash: Buffer
}

export interface Bulk<Row> {
  kind: VersionKind
  action: AuditAction
  isRow: ReturnType<typeof rowReader>
  /** By what the shop knows the thing. */
  keyOf: (row: Row) => string
  /** Of all rows at once; undefined: each says its own. */
  version?: number
  /** By index; a row that is not there landed as nothing. */
  land: (connection: Connection, rows: readonly BulkRow<Row>[]) => Promise<ReadonlyMap<number, Landed>>
}

/** Reads rows of one schema: what is wrong, or null. Compiled once. */
export function rowReader(schema: TSchema): (row: unknown) => { field: string; message: string } | null {
  const validator = Compile(schema)
  return (row) => {
    const strange = strangeText(row, '')
    if (strange !== null) return { field: strange, message: '含无法识别的字符' }
    if (validator.Check(row)) return null
    const [fault] = validator.Errors(row)
    if (fault === undefined) return { field: '', message: '填写有误' }
    const params = fault.params as Record<string, unknown>
    const missing = fault.keyword === 'required' ? (params.requiredProperties as string[] | undefined)?.[0] : undefined
    const odd = fault.keyword === 'additionalProperties' ? (params.additionalProperties as string[] | undefined)?.[0] : undefined
    const path = [fault.instancePath.slice(1).replaceAll('/', '.'), missing ?? odd ?? ''].filter((part) => part !== '').join('.')
    // What no property of the schema takes is held against a schema that takes nothing.
    return {
      field: path.slice(0, FIELD_SHOWN),
      message: sentence(fault.keyword === 'boolean' ? 'additionalProperties' : fault.keyword, params),
    }
  }
}
const FIELD_SHOWN = 80

/** The field of a text that no database takes; null: there is none. Rows are no deeper than their schema but for what is refused anyway. */
function strangeText(value: unknown, at: string, depth = 0): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? at : null
  if (typeof value !== 'object' || value === null || depth > 4) return null
  for (const [name, inner] of Object.entries(value)) {
    const found = strangeText(inner, at === '' ? name : `${at}.${name}`, depth + 1)
    if (found !== null) return found
  }
  return null
}

const nameOf = (row: unknown): string => {
  const { code, goods_code: goodsCode } = (row ?? {}) as Record<string, unknown>
  const name = typeof code === 'string' ? code : typeof goodsCode === 'string' ? goodsCode : ''
  return name.slice(0, 40).toWellFormed().replaceAll('\0', '')
}

/** undefined: what it says is no moment. */
function versionOf(row: { source_version?: number; updated_at?: string }): number | null | undefined {
  if (row.source_version !== undefined) return row.source_version
  if (row.updated_at === undefined) return null
  return momentOf(row.updated_at)?.getTime()
}

const isLater = (one: Versioned<unknown>, other: Versioned<unknown>): boolean => (one.version ?? -1) > (other.version ?? -1)

/**
 * Lands what can land and answers every row. Nothing here fails for one row's sake; what fails as a whole (the database) leaves nothing behind,
 * since all of it is one transaction.
 */
export async function takeRows<Row extends object>(
  {
    database: { db },
    integration,
    now,
    query,
    request,
    lasting,
  }: Pick<OpenAsk<unknown>, 'database' | 'integration' | 'now' | 'request' | 'lasting'> & {
    query: { check?: number }
  },
  given: readonly unknown[],
  { kind, action, isRow, keyOf, version, land }: Bulk<Row>,
): Promise<OpenBulkWire> {
  const answers = new Map<number, Omit<OpenRowAnswer, 'index' | 'key'>>()
  const refuse = (index: number, code: OpenRowCode, field: string | undefined, message: string) =>
    answers.set(index, { status: 'rejected', code, ...(field && { field }), message })

  const byKey = new Map<string, Versioned<Row>>()
  for (const [index, one] of given.entries()) {
    const fault = isRow(one)
    if (fault !== null) {
      refuse(index, 'INVALID', fault.field, fault.message)
      continue
    }
    const row = one as Row
    const own = version ?? versionOf(row)
    if (own === undefined) {
      refuse(index, 'INVALID', 'updated_at', '不是 RFC 3339 的时间，应像 2026-11-28T08:30:00+08:00')
      continue
    }
    const hash = createHash('sha256').update(JSON.stringify(row)).digest()
    const said = { index, key: keyOf(row), row, version: own, hash }
    const other = byKey.get(said.key)
    const [stays, goes] = other === undefined ? [said, null] : isLater(said, other) ? [said, other] : [other, said]
    byKey.set(said.key, stays)
    if (goes) refuse(goes.index, 'REPEATED', undefined, '同一次提交里写了两次，以版本新的、先写的为准')
  }

  const known = await lockVersions(
    db,
    kind,
    [...byKey.values()].flatMap((one) => (one.version === null ? [] : [one.key])),
    now,
  )
  const fresh = [...byKey.values()].filter((one) => {
    const before = one.version === null ? undefined : known.get(one.key)
    if (before === undefined || one.version === null || one.version > before.version) return true
    if (one.version < before.version) {
      answers.set(one.index, { status: 'unchanged', code: 'OLDER_VERSION', message: `已有更新的版本 ${before.version}` })
      return false
    }
    if (!one.hash.equals(before.hash)) return true
    answers.set(one.index, { status: 'unchanged' })
    return false
  })

  const landed = fresh.length === 0 ? new Map<number, Landed>() : await land(db, fresh)
  const kept = []
  for (const one of fresh) {
    const { changed = false, refused, notices = [] } = landed.get(one.index) ?? {}
    if (refused) {
      refuse(one.index, refused.code, refused.field, refused.message)
      continue
    }
    answers.set(one.index, { status: changed ? 'ok' : 'unchanged', ...(notices.length > 0 && { notices }) })
    if (one.version !== null) kept.push({ key: one.key, version: one.version, hash: one.hash })
  }
  if (kept.length > 0) await saveVersions(db, kind, kept, now)

  const rows = given.map((row, index): OpenRowAnswer => ({ index, key: nameOf(row), ...(answers.get(index) ?? { status: 'unchanged' }) }))
  const count = (status: OpenRowAnswer['status']) => rows.filter((row) => row.status === status).length
  const counts = { ok: count('ok'), unchanged: count('unchanged'), rejected: count('rejected') }
  const checked = query.check === 1
  const needing = rows.filter(({ code }) => code === 'NEEDS_APPROVAL').length
  // Whoever tries prices until he knows what goods cost the shop is seen.
  if ((counts.ok > 0 && !checked) || needing > 0) {
    const after = { ...counts, ...(needing > 0 && { needs_approval: needing }), ...(checked && { checked }), request: request.id }
    const entry = { action, subject: `open_key:${integration.keyId}`, before: null, after }
    lasting((connection) => writeAudits(connection, actorOf(integration), [entry], now))
  }
  return { checked, ...counts, rows }
}

/** What stands on record where another system did it. */
export const actorOf = ({ name }: { name: string }) => ({ accountId: null, name: `接口 ${name}` })

interface Finding {
  line: number
  level: 'error' | 'notice'
  field: string | undefined
  reason: string
  code?: OpenRowCode
}

/** What landing said of each row, by its index; lines are indexes. */
export function outcomeOf(
  rows: readonly BulkRow<unknown>[],
  { findings, lines }: { findings: readonly Finding[]; lines: ReadonlySet<number> },
  fieldName: (field: string) => string | undefined,
): Map<number, Landed> {
  const of = Map.groupBy(findings, ({ line }) => line)
  return new Map(
    rows.map(({ index }): [number, Landed] => {
      const own = of.get(index) ?? []
      const [error] = own.filter(({ level }) => level === 'error')
      if (error) {
        const field = error.field === undefined ? undefined : fieldName(error.field)
        return [index, { changed: false, refused: { code: error.code ?? 'INVALID', field, message: error.reason } }]
      }
      return [index, { changed: lines.has(index), notices: own.map(({ reason }) => reason) }]
    }),
  )
}
