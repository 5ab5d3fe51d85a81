import type { StoresWire } from '#contract/stores.ts'
import { Block } from '#ui/Block.tsx'
import { Button } from '#ui/Button.tsx'
import { beijingTime } from '#ui/times.ts'
import css from './stores.module.css'
import type { ActOnStores } from './useStoreActions.tsx'

export function ReceivedInvitations({ invitations, act }: { invitations: StoresWire['received']; act: ActOnStores }) {
  return (
    <Block title="收到的邀请" head={<span className={css.d}>请核实对方身份后再同意</span>}>
      <ul className={css.sent}>
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <span>
              <b>{invitation.from_company}</b> {invitation.from_name}
              {invitation.note && <q>{invitation.note}</q>}
              <small>
                希望与您共同管理 {invitation.stores.map(({ name }) => name).join('、')}，{beijingTime(invitation.expires_at)} 前有效
              </small>
            </span>
            <span className={css.acts}>
              <Button aria-label={`拒绝 ${invitation.from_company} 的邀请`} onClick={() => act({ key: 'refuse', invitation })}>
                拒绝
              </Button>
              <Button
                kind="primary"
                aria-label={`同意 ${invitation.from_company} 的邀请`}
                onClick={() => act({ key: 'consent', invitation })}
              >
                同意…
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Block>
  )
}
