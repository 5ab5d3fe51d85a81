import { useAsk } from '../../api/ask.ts'
import { calls } from './calls.ts'
import { ReportView } from './ReportView.tsx'

const GROUPS = [
  { value: 'month', text: '按月' },
  { value: 'frequency', text: '按单数' },
  { value: 'company', text: '按企业' },
  { value: 'lost', text: '流失的企业' },
]

export default function CustomersPage() {
  const { data } = useAsk(calls.choices, {})
  const plain = (words: readonly string[] = []) => words.map((word) => ({ value: word, text: word }))
  return (
    <ReportView
      name="customers"
      title="客户报表"
      call={calls.customers}
      groups={GROUPS}
      filters={[
        { kind: 'choice', name: 'province', text: '省份', choices: plain(data?.places.map((one) => one.province)) },
        { kind: 'choice', name: 'manager', text: '客户经理', choices: plain(data?.managers) },
        { kind: 'choice', name: 'type', text: '客户类型', choices: plain(data?.types) },
      ]}
      note="客户经理、地区、类型是企业现在的；按月看时，流失是前三个月有发货、当月没有的企业。"
    />
  )
}
