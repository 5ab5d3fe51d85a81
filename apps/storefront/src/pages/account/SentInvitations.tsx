import type { StoresWire } from '#contract/stores.ts'
import { Block } from '#ui/Block.tsx'
import { Button } from '#ui/Button.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import { beijingTime } from '#ui/times.ts'
import css from './stores.module.css'
import type { ActOnStores } from './useStoreActions.tsx'

const STATES: Readonly<Record<StoresWire['sent'][number]['status'], { tone: StateTone; text: string }>> = {
  open: { tone: 'wait', text: '等待答复' },
  consented: { tone: 'ok', text: '已同意' },
  refused: { tone: 'bad', text: '未接受' },
  withdrawn: { tone: 'closed', text: '已撤回' },
  expired: { tone: 'closed', text: '已过期' },
}

export function SentInvitations({ invitations, act }: { invitations: StoresWire['sent']; act: ActOnStores }) {
  return (
    <Block title="我发出的邀请" head={<span className={css.d}>近 90 天</span>}>
      <ul className={css.sent}>
        {invitations.map(({ id, target, status, created_at, expires_at, store_name }) => (
          <li key={id}>
            <span>
              <b>{store_name || target}</b>
              <small>
                {beijingTime(created_at)} 发出{status === 'open' && `，${beijingTime(expires_at)} 前有效`}
              </small>
            </span>
            <StateBadge tone={STATES[status].tone}>{STATES[status].text}</StateBadge>
            {status === 'open' && (
              <Button size="sm" aria-label={`撤回发给 ${target} 的邀请`} onClick={() => act({ key: 'withdraw', id })}>
                撤回
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Block>
  )
}
