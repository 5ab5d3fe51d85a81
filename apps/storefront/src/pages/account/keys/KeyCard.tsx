import { useState } from 'react'
import { ApiError, NoAnswer } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import type { OwnKeysWire, OwnKeyWire } from '#contract/own-keys.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { beijingTime } from '#ui/times.ts'
import { memberApi } from '../../../api/member-calls.ts'
import css from './keys.module.css'

interface Props {
  of: OwnKeyWire
  onRenew: () => void
  onChanged: (keys: OwnKeysWire, message: string) => void
}

/** At once: the newer one, and the one that it replaces. */
const SECRETS_MAX = 2

/** One key: what it may do, when it was used last, and replacing and stopping it. */
export function KeyCard({ of, onRenew, onChanged }: Props) {
  const client = useApi()
  const [asking, setAsking] = useState<{ secret: number | null } | null>(null)
  const isAlive = of.state === 'live'
  const stop = async (secret: number | null): Promise<void> => {
    try {
      const { data, message } =
        secret === null
          ? await client.ask(memberApi.userOpenKeyStop, { params: { id: of.id } })
          : await client.ask(memberApi.userOpenSecretStop, { params: { id: secret } })
      onChanged(data, message)
    } catch (error) {
      // What is refused is shown by the error catalogue.
      if (!(error instanceof ApiError || error instanceof NoAnswer)) throw error
    }
  }
  return (
    <li className={`panel ${css.key}`}>
      <header>
        <h2>{of.name}</h2>
        <StateBadge tone={isAlive ? 'ok' : 'closed'}>{of.state_name}</StateBadge>
      </header>
      <Facts
        two
        whole={['权限', '来源地址', '停用原因']}
        facts={[
          ['权限', of.scopes.map(({ name }) => name).join('、')],
          ['来源地址', of.addresses.join('、') || '不限'],
          ['请求方式', of.signs === 1 && '只收签名的请求'],
          ['用到', of.expires_on],
          ['新建', `${of.made_by} ${beijingTime(of.made_at)}`],
          ['停用于', of.stopped_at && beijingTime(of.stopped_at)],
          ['停用原因', of.stopped_reason],
        ]}
      />
      {of.secrets.length > 0 && (
        <ul className={css.secrets}>
          {of.secrets.map((one, at) => (
            <li key={one.id}>
              <span>
                {of.secrets.length > 1 && <b>{at === 0 ? '新密钥 ' : '旧密钥 '}</b>}
                <code>{one.shown}…</code>
              </span>
              <span className={css.used}>
                {one.last_used_at ? `最近使用 ${beijingTime(one.last_used_at)}，来自 ${one.last_used_from}` : '从未使用'}
              </span>
              {isAlive && at > 0 && (
                <Button size="sm" onClick={() => setAsking({ secret: one.id })}>
                  停用旧密钥
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isAlive && (
        <div className={css.acts}>
          {of.secrets.length < SECRETS_MAX && <Button onClick={onRenew}>更换</Button>}
          <Button onClick={() => setAsking({ secret: null })}>停用</Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          open
          title={asking.secret === null ? `停用“${of.name}”?` : `停用“${of.name}”的旧密钥?`}
          text={
            asking.secret === null
              ? '立即生效，用它的系统随即不能下单和查询。停用后不能恢复，只能另建。'
              : '旧密钥随即失效。请确认您的系统已换用新密钥。'
          }
          confirm="停用"
          onConfirm={() => void stop(asking.secret)}
          onClose={() => setAsking(null)}
        />
      )}
    </li>
  )
}
