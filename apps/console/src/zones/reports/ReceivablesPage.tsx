import { useAsk } from '../../api/ask.ts'
import { calls } from './calls.ts'
import { ReportView } from './ReportView.tsx'

const GROUPS = [
  { value: 'age', text: '按账龄' },
  { value: 'manager', text: '按客户经理' },
  { value: 'company', text: '按企业' },
]

export default function ReceivablesPage() {
  const { data } = useAsk(calls.choices, {})
  const managers = (data?.managers ?? []).map((word) => ({ value: word, text: word }))
  return (
    <ReportView
      name="receivables"
      title="应收账龄"
      call={calls.receivables}
      groups={GROUPS}
      filters={[{ kind: 'choice', name: 'manager', text: '客户经理', choices: managers }]}
      withoutDays
    />
  )
}
