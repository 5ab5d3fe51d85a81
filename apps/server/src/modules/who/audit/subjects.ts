import type { AuditSubjectWire } from '#contract/console.ts'
import { auditKindName } from '#domain/audit-names.ts'
import type { Connection } from '../../../platform/database.ts'
import { DESCRIBED, isOpenKey } from '../settings/public.ts'
import { nameSubjects, roleNames } from './subject-views.ts'

const NUMBER = /^[1-9]\d{0,15}$/
/** order:12 */
const parted = (subject: string): [kind: string, key: string] => {
  const at = subject.indexOf(':')
  return at < 0 ? [subject, ''] : [subject.slice(0, at), subject.slice(at + 1)]
}

const settingTitle = (keys: string): string =>
  keys
    .split(',')
    .map((key) => (isOpenKey(key) ? DESCRIBED[key].title : key))
    .join('、')

/** What a record without a number of its own is called by its key. */
function ofKey(kind: string, key: string, roles: ReadonlyMap<string, string>): string {
  if (kind === 'role') return roles.get(key) ?? key
  if (kind === 'setting') return settingTitle(key)
  if (kind === 'contract') return `第 ${key} 版`
  if (kind === 'article') return ''
  return key
}

/** The records of a page as people know them, by how they stand on record. */
export async function subjectsNamed(connection: Connection, subjects: readonly string[]): Promise<Map<string, AuditSubjectWire>> {
  const known = [...new Set(subjects)].map((subject) => ({ subject, parts: parted(subject) }))
  const ids = new Map<string, number[]>()
  for (const { parts } of known) {
    const [kind, key] = parts
    if (NUMBER.test(key)) ids.set(kind, [...(ids.get(kind) ?? []), Number(key)])
  }
  const named = new Map((await nameSubjects(connection, ids)).map((row) => [`${row.kind}:${row.id}`, row]))
  const roles = known.some(({ parts }) => parts[0] === 'role') ? await roleNames(connection) : new Map<string, string>()
  return new Map(
    known.map(({ subject, parts: [kind, key] }) => {
      const row = named.get(subject)
      const text = row?.text ?? (NUMBER.test(key) && kind !== 'contract' ? '' : ofKey(kind, key, roles))
      const page = row ? String(row.page ?? '') : NUMBER.test(key) ? '' : key
      return [subject, { kind, name: auditKindName(kind) ?? kind, text, page }]
    }),
  )
}
