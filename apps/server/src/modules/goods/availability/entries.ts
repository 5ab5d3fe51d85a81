import { AVAILABILITY_ENTRIES_MAX, type staffAvailabilityAdd } from '#contract/availability.ts'
import type { BodyOf } from '#contract/call.ts'
import type { AvailabilityEntry } from '#domain/eligibility.ts'
import { isCompanyType } from '#domain/paper-kinds.ts'
import type { Connection } from '../../../platform/database.ts'
import { type FieldError, fieldErrors } from '../../../platform/errors.ts'
import { cityProblem } from '../../who/regions/public.ts'
import { companiesOf, type NamedCompany } from './store.ts'
import type { EntryRow } from './views.ts'

type Typed = Pick<BodyOf<typeof staffAvailabilityAdd>, 'entries' | 'companies'>

/** What an entry says, whoever wrote it: two that say the same are one. */
export function keyOf(entry: AvailabilityEntry | EntryRow): string {
  const { province, city } = entry
  const [type, company] = 'companyId' in entry ? [entry.companyType, entry.companyId] : [entry.company_type, entry.company_id]
  return JSON.stringify([province, city, type, company])
}

function problemOf({ province, city, companyType, companyId }: AvailabilityEntry): { field: string; message: string } | null {
  if (province === null && city !== null) return { field: 'province', message: '请先选择省份' }
  if (province !== null) {
    const wrong = cityProblem(province, city)
    if (wrong !== null) return wrong
  }
  if (companyType !== null && !isCompanyType(companyType)) return { field: 'company_type', message: '请选择企业类型' }
  if (province === null && companyType === null && companyId === null)
    return { field: 'province', message: '请至少选择地区、企业类型或企业中的一项' }
  return null
}

/** Of a list that came from a file each line names one company, by its code or its whole name. */
function companyOfLine(line: string, found: readonly NamedCompany[]): number | string {
  const byCode = found.filter((one) => one.code === line)
  const meant = byCode.length > 0 ? byCode : found.filter((one) => one.name === line)
  if (meant.length > 1) return `有 ${meant.length} 家企业叫“${line}”，请写客户编码`
  return meant[0]?.id ?? `没有编码或名称是“${line}”的企业`
}

/** What was typed, each entry once. What stands there already is kept as it is, companies outside of the caller's view too. */
export async function readEntries(
  connection: Connection,
  { entries, companies = [] }: Typed,
  kept: readonly EntryRow[],
): Promise<AvailabilityEntry[]> {
  const lines = companies.map((line) => line.trim())
  const typed = entries.map(
    ({ province, city, company_type, company_id }): AvailabilityEntry => ({
      province: province || null,
      city: city || null,
      companyType: company_type || null,
      companyId: company_id || null,
    }),
  )
  const found = await companiesOf(connection, {
    ids: typed.flatMap(({ companyId }) => companyId ?? []),
    words: lines.filter((line) => line !== ''),
  })
  const seen = new Set([...found.map(({ id }) => id), ...kept.map((entry) => entry.company_id)])
  const stands = new Set(kept.map(keyOf))
  const errors: FieldError[] = typed.flatMap((entry, at) => {
    if (stands.has(keyOf(entry))) return []
    const wrong =
      problemOf(entry) ?? (entry.companyId !== null && !seen.has(entry.companyId) ? { field: 'company_id', message: '没有这家企业' } : null)
    return wrong === null ? [] : [{ field: `entries[${at}].${wrong.field}`, message: wrong.message }]
  })
  const all = new Map(typed.map((entry) => [keyOf(entry), entry]))
  for (const [at, line] of lines.entries()) {
    if (line === '') continue
    const company = companyOfLine(line, found)
    if (typeof company === 'string') errors.push({ field: `companies[${at}]`, message: `第 ${at + 1} 行：${company}` })
    else {
      const entry = { province: null, city: null, companyType: null, companyId: company }
      all.set(keyOf(entry), entry)
    }
  }
  if (errors.length > 0) throw fieldErrors(errors)
  if (all.size > AVAILABILITY_ENTRIES_MAX)
    throw fieldErrors([{ field: 'entries', message: `一条可售范围最多 ${AVAILABILITY_ENTRIES_MAX} 项，请按地区或企业类型写` }])
  return [...all.values()]
}
