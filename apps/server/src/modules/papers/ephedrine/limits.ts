import type { BodyOf } from '#contract/call.ts'
import type { SpecialLimitWire, staffSpecialLimitSave } from '#contract/special-limits.ts'
import { isSpecialSubstance, SPECIAL_SUBSTANCES, type SpecialSubstance } from '#domain/law/judgement.ts'
import { COMPANY_TYPES, isCompanyType } from '#domain/paper-kinds.ts'
import { SPECIAL_RULES } from '#domain/special.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, type FieldError, fieldErrors } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { type LimitRow, limitRows, lockLimits, writeLimits } from './limit-store.ts'

type Wished = BodyOf<typeof staffSpecialLimitSave>['rows'][number]

const idOf = ({ company_type, substance }: Pick<LimitRow, 'company_type' | 'substance'>): string => `${company_type} ${substance}`

/** Of each type and substance what holds, set or not. */
export async function limitsOf(connection: Connection): Promise<SpecialLimitWire[]> {
  const kept = new Map((await limitRows(connection)).map((row) => [idOf(row), row]))
  return COMPANY_TYPES.flatMap((company_type) =>
    SPECIAL_SUBSTANCES.map((substance) => {
      const { name, limits } = SPECIAL_RULES[substance]
      const row = kept.get(idOf({ company_type, substance }))
      return {
        id: idOf({ company_type, substance }),
        company_type,
        substance,
        substance_name: name,
        per_order: row?.per_order ?? limits.perOrder,
        per_month: row?.per_month ?? limits.perMonth,
        usual_order: limits.perOrder,
        usual_month: limits.perMonth,
        is_set: row === undefined ? 0 : 1,
        version: row?.version ?? 0,
      }
    }),
  )
}

function faultsOf(rows: readonly Wished[]): FieldError[] {
  const seen = new Set<string>()
  return rows.flatMap((row, at) => {
    const wrong = (field: string, message: string) => [{ field: `rows[${at}].${field}`, message }]
    if (!isCompanyType(row.company_type)) return wrong('company_type', '没有这种企业类型')
    if (!isSpecialSubstance(row.substance)) return wrong('substance', '没有这一类复方制剂')
    if (row.per_month < row.per_order) return wrong('per_month', '每月限购不能少于每单限购')
    if (seen.has(idOf(row))) return wrong('substance', '同一类写了两次')
    seen.add(idOf(row))
    return []
  })
}

const saying = ({ per_order, per_month }: Pick<LimitRow, 'per_order' | 'per_month'>): string => `每单 ${per_order}、每月 ${per_month}`

export async function saveLimits(
  { db }: DatabaseHandle,
  staff: StaffActor,
  { rows, reason }: BodyOf<typeof staffSpecialLimitSave>,
  now: Date,
): Promise<SpecialLimitWire[]> {
  const faults = faultsOf(rows)
  if (faults.length > 0) throw fieldErrors(faults)
  return transact(db, async (trx) => {
    await lockLimits(trx)
    const kept = new Map((await limitsOf(trx)).map((row) => [row.id, row]))
    const stands = (row: Wished) => kept.get(idOf(row)) as SpecialLimitWire
    const stale = rows.filter((row) => row.version !== stands(row).version)
    if (stale.length > 0)
      throw changedMeanwhile(
        Math.max(...stale.map((row) => stands(row).version)),
        stale.map((row) => ({ field: idOf(row), theirs: saying(stands(row)) })),
      )
    const changed = rows.filter((row) => saying(row) !== saying(stands(row)))
    if (changed.length === 0) return [...kept.values()]
    await writeLimits(
      trx,
      changed.map(({ version: _version, ...row }) => row),
    )
    const named = (row: Wished) => `${row.company_type} ${SPECIAL_RULES[row.substance as SpecialSubstance].name}`
    const entry = {
      action: 'special_limit.change' as const,
      subject: `special_limit:${[...new Set(changed.map(({ substance }) => substance))].join(',')}`,
      before: Object.fromEntries(changed.map((row) => [named(row), saying(stands(row))])),
      after: { ...Object.fromEntries(changed.map((row) => [named(row), saying(row)])), reason: reason.trim() },
    }
    await writeAudit(trx, staff, entry, now)
    return limitsOf(trx)
  })
}
