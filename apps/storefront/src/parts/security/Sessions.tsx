import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { useQuery, useQueryClient } from '#api-client/useQuery.ts'
import type { SessionWire } from '#contract/credentials.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/Toast.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import { agoText } from './ago.ts'
import css from './security.module.css'
import { SESSIONS, sessionsQuery } from './sessions-query.ts'

/** 登录设备: what is signed in, and ways to end it. */
export function Sessions() {
  const client = useApi()
  const queries = useQueryClient()
  const { data: list, isError, refetch } = useQuery(sessionsQuery(client))
  const [asked, setAsked] = useState<SessionWire | 'others' | null>(null)
  const [busy, setBusy] = useState(false)

  const end = async (what: SessionWire | 'others') => {
    setBusy(true)
    try {
      const { data, message } =
        what === 'others'
          ? await client.ask(credentialApi.userSessionEndOthers, {})
          : await client.ask(credentialApi.userSessionEnd, { params: { id: what.id } })
      queries.setQueryData(SESSIONS, data.list)
      toast({ text: message, tone: 'success' })
    } catch {
      // Shown by the error catalogue; the list is read anew, for something else may have changed it.
      refetch()
    } finally {
      setBusy(false)
    }
  }

  if (isError)
    return (
      <p className="note note-bad">
        登录设备没有取到。
        <button type="button" className="link" onClick={refetch}>
          重试
        </button>
      </p>
    )
  if (!list) return <Skeleton height={132} />
  const others = list.filter((one) => one.current === 0).length
  return (
    <>
      <ul className={css.sessions}>
        {list.map((one) => (
          <li key={one.id}>
            <i>
              <Icon name={/电脑|Chromebook/.test(one.device) ? 'desktop' : 'phone'} size={20} />
            </i>
            <div>
              <b>
                {one.device}
                {one.current === 1 && <span className="chip chip-ok">当前设备</span>}
              </b>
              <small>
                {one.current === 1 ? '正在使用' : `${agoText(one.last_seen_at)}使用过`} · {[one.place, one.ip].filter(Boolean).join(' ')} ·{' '}
                {agoText(one.created_at)}登录
              </small>
            </div>
            {one.current === 0 && (
              <Button size="sm" disabled={busy} aria-label={`结束 ${one.device} ${one.ip} 的登录`} onClick={() => setAsked(one)}>
                结束
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className={css.others}>
          <span className="muted">有不认识的设备？结束它的登录，并修改密码。</span>
          <Button size="sm" disabled={busy} onClick={() => setAsked('others')}>
            结束其他 {others} 台
          </Button>
        </p>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={asked === 'others' ? '结束其他所有登录' : '结束这个登录'}
        text={asked === 'others' ? '除当前设备外，其他设备都需要重新登录。' : asked && `${asked.device}（${asked.ip}）需要重新登录。`}
        confirm="结束登录"
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) void end(asked)
        }}
      />
    </>
  )
}
