import { calls } from './calls.ts'
import { ReportView } from './ReportView.tsx'
import { SALES_GROUPS, useSalesFilters } from './useSalesFilters.ts'

export default function MarginPage() {
  return <ReportView name="margin" title="毛利报表" call={calls.margin} groups={SALES_GROUPS} filters={useSalesFilters()} />
}
