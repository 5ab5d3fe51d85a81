import { SCOPES } from '#domain/scopes.ts'
import type { Connection } from '../../../platform/database.ts'
import { type ColumnMap, type Finding, RowReader } from './columns.ts'
import { holdCompanyCodes } from './company-facts-store.ts'
import { COMPANY_ALIASES, type CompanyField, type CompanyRecord, readCompany } from './company-rows.ts'
import { landCompanies, otherClassesThanRead, otherThanRead, sharedCodes } from './company-store.ts'
import { type Find, type Land, withoutRepeats } from './landing.ts'
import { ensureScopes, knownCodes, type Landed, prepareSeen } from './store.ts'
import type { TableRow } from './table-row.ts'

/** One pharmacy under two writings of its code would have two limits of credit. */
async function withKnownCustomers(connection: Connection, read: readonly CompanyRecord[], find: Find): Promise<CompanyRecord[]> {
  const codes = await knownCodes(
    connection,
    'company',
    read.map(({ code }) => code),
  )
  const records = read.map((record) => ({ ...record, code: codes.get(record.code) ?? record.code }))
  find(
    records.flatMap(({ line, code }, at) => {
      const value = read[at]?.code ?? ''
      const reason = `与客户编码“${code}”只差大小写，按同一家企业处理`
      return value === code ? [] : [{ line, level: 'notice' as const, column: '客户编码', value, reason }]
    }),
  )
  return records
}

type Columns = ColumnMap<CompanyField>

function readRow({ line, cells, problems }: TableRow, columns: Columns): { record: CompanyRecord | null; findings: readonly Finding[] } {
  const reader = new RowReader(line, cells, columns, COMPANY_ALIASES, problems)
  const record = readCompany(reader)
  return { record, findings: reader.findings }
}

/** Fields → places in the rows, as somebody named them. */
type Places = Readonly<Partial<Record<CompanyField, number>>>
const columnsAt = (places: Places): Columns => ({ index: places, ignored: [], missing: [], unknownFields: [], absentHeaders: [] })

/** What rows of a table say of companies; nothing is asked of the shop yet. */
export function readCompanies(rows: readonly TableRow[], places: Places) {
  const columns = columnsAt(places)
  return rows.map((row) => readRow(row, columns))
}

/** Rows of a table, landed as those of an operator's file are. */
export async function landSaidCompanies(connection: Connection, rows: readonly TableRow[], places: Places, find: Find): Promise<Landed> {
  await ensureScopes(connection, SCOPES)
  await prepareSeen(connection)
  return companyLander(columnsAt(places))(connection, rows, find)
}

export function companyLander(columns: Columns): Land {
  const fields = new Set(Object.keys(columns.index))
  return async (connection, rows, find) => {
    await holdCompanyCodes(connection)
    const read = rows.flatMap((row) => {
      const { record, findings } = readRow(row, columns)
      find(findings)
      return record ? [record] : []
    })
    const records = await withKnownCustomers(connection, read, find)
    const fresh = await withoutRepeats(connection, records, (record) => record.code, '客户编码', find)
    const landed = await landCompanies(connection, fresh, fields)
    const shared = await sharedCodes(connection, fresh)
    find(
      fresh.flatMap(({ line, credit_code }) => {
        const other = shared.get(line)
        if (other === undefined) return []
        const reason = `与“${other}”的统一社会信用代码相同，请核对是否同一家企业`
        return [{ line, level: 'notice', column: '统一社会信用代码', value: credit_code ?? '', reason }]
      }),
    )
    const papers = await otherThanRead(connection, fresh)
    find(
      fresh.flatMap(({ line, code }) =>
        (papers.get(line) ?? []).map((reason) => ({ line, level: 'notice', column: '许可证号', value: code, reason })),
      ),
    )
    const classes = await otherClassesThanRead(connection, fresh)
    find(
      fresh.flatMap(({ line, code }) => {
        const reason = classes.get(line)
        return reason === undefined ? [] : [{ line, level: 'notice', column: '经营类别', value: code, reason }]
      }),
    )
    return landed
  }
}
