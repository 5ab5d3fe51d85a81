import { useApi } from '#api-client/context.tsx'
import type { ChangeWire } from '#contract/companies.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { memberApi } from '../../api/member-calls.ts'
import css from '../../parts/certificates/company.module.css'
import { useDeed } from '../../parts/certificates/dossier.ts'

/** What a passed company wants changed of its data, until staff have looked at it. */
export function ChangeNote({ change }: { change: ChangeWire }) {
  const client = useApi()
  const { busy, run } = useDeed()
  const rejected = change.status === 3
  return (
    <div className={`note ${rejected ? 'note-bad' : 'note-info'} ${css.review}`}>
      <Icon name={rejected ? 'warn' : 'clock'} size={20} />
      <div>
        <b>{rejected ? `变更未通过：${change.reason}` : '变更审核中，通过前按原资料采购'}</b>
        <ul>
          {change.fields.map(({ field, name, before, after }) => (
            <li key={field}>
              {name}：{before || '未填写'} → {after}
            </li>
          ))}
        </ul>
      </div>
      <span className={css.acts}>
        <Button size="sm" disabled={busy} onClick={() => void run(() => client.ask(memberApi.companyChangeWithdraw, {}))}>
          {rejected ? '知道了' : '撤回变更'}
        </Button>
      </span>
    </div>
  )
}
