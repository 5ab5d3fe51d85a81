import { calls } from './calls.ts'
import { ReportView } from './ReportView.tsx'
import { SALES_GROUPS, useSalesFilters } from './useSalesFilters.ts'

export default function SalesPage() {
  return <ReportView name="sales" title="销售报表" call={calls.sales} groups={SALES_GROUPS} filters={useSalesFilters()} />
}
