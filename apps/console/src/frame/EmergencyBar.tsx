import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { approvals } from '../api/approvals.ts'
import { outdate, useAsk } from '../api/ask.ts'
import { useLive } from '../api/live.ts'
import { useMe } from '../app/me.ts'
import { useDeed } from '../parts/useDeed.ts'
import { When } from '../parts/When.tsx'

const EVERY_MS = 60_000

/** Who has taken a word for himself: seen at once by whoever reads the audit log or manages staff, and by himself. */
export function EmergencyBar() {
  const me = useMe()
  const queries = useQueryClient()
  const { data } = useAsk(approvals.emergencies, {}, { every: EVERY_MS })
  useLive('emergency', () => void outdate(queries, [approvals.emergencies]))
  const end = useDeed(approvals.emergencyEnd, {
    done: '应急授权已结束',
    outdates: [approvals.emergencies],
    // What one may do is less now.
    onDone: () => me.emergency !== '' && window.location.reload(),
  })
  return (data?.list ?? []).map(({ id, name, word_name: word, reason, of_quality, until_at, mine, may_end }) => (
    <Alert
      key={id}
      type={of_quality === 1 ? 'error' : 'warning'}
      banner
      title={
        <>
          <b>应急授权</b>：{mine === 1 ? '您' : `${name} `}正在使用“{word}”
          {of_quality === 1 && <b className="bad">（质量权限，不是质量岗位）</b>}，至 <When at={until_at} short />
          。理由：{reason}
        </>
      }
      action={
        may_end === 1 && (
          <Button size="small" danger loading={end.isBusy} onClick={() => void end.run({ params: { id } })}>
            立即结束
          </Button>
        )
      }
    />
  ))
}
