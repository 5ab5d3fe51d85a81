import type { QueryOf } from '#contract/call.ts'
import { COMPANY_STATES, staffCompanies } from '#contract/company-desk.ts'
import { addDays, beijingDate, beijingMinute } from '#domain/dates.ts'
import { reviewName } from '#domain/review.ts'
import { type Exporter, exportColumns, keysetPages } from '../../../../platform/exporting.ts'
import type { Cell } from '../../../../platform/workbook-writing.ts'
import { type CompanyFilter, type CompanyListRow, companiesBefore } from './list-views.ts'

type Asked = NonNullable<QueryOf<typeof staffCompanies>>

/** What is asked for, as the list's query finds it. */
export function companyFilterOf(
  { state, keywords = '', expiring, login, segment, page: _, per_page: __, ...rest }: Asked,
  now: Date,
): CompanyFilter {
  return {
    ...rest,
    keywords: keywords.trim(),
    state: state === undefined ? undefined : COMPANY_STATES.indexOf(state),
    segment: segment === undefined ? undefined : { id: segment, at: now },
    noLoginAt: login === 'none' ? now : undefined,
    endsBy: expiring === undefined ? undefined : addDays(beijingDate(now), expiring),
  }
}

const COLUMNS = exportColumns([
  ['企业', 30],
  ['类型', 10],
  ['状态', 9],
  ['地区', 24],
  ['信用代码', 20],
  ['ERP 编码', 12],
  ['电话', 14],
  ['等级', 8],
  ['客户经理', 10],
  ['最早到期', 11],
  ['待审证照', 8],
  ['注册于', 17],
])

const cellsOf = (row: CompanyListRow): Cell[] => [
  row.name,
  row.type,
  reviewName(row.review_state),
  row.region,
  row.credit_code ?? '',
  row.code ?? '',
  row.phone,
  row.rank,
  row.manager,
  row.next_expiry ?? '',
  row.waiting_papers,
  beijingMinute(new Date(row.created_at)),
]

export const companyExporter: Exporter = {
  title: '企业',
  call: staffCompanies,
  columns: COLUMNS,
  async *pages({ database }, _viewer, query, now) {
    const filter = companyFilterOf(query as Asked, now)
    yield* keysetPages(
      (before, limit) => companiesBefore(database, filter, before, limit),
      (row) => row.id,
      cellsOf,
    )
  },
}
