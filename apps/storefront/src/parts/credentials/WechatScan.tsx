import { useCallback, useEffect, useRef, useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { WechatState, WechatTicketWire } from '#contract/credentials.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { credentialApi } from '../../api/credential-calls.ts'
import css from './credentials.module.css'

const POLL_MS = 2_000

interface Props {
  /** 扫码登录, 扫码绑定 */
  purpose: 'login' | 'bind'
  /** The phone confirmed; called once a code. */
  onConfirmed: (ticketId: string) => Promise<void>
}

/** A QR code for WeChat: it is renewed when it is too old or was refused, and says how far the phone is. */
export function WechatScan({ purpose, onConfirmed }: Props) {
  const client = useApi()
  const [ticket, setTicket] = useState<WechatTicketWire | null>(null)
  const [status, setStatus] = useState<WechatState | 'failed'>('waiting')
  const confirmed = useRef(onConfirmed)
  useEffect(() => {
    confirmed.current = onConfirmed
  })

  const open = useCallback(async () => {
    setTicket(null)
    setStatus('waiting')
    try {
      const { data } =
        purpose === 'login' ? await client.ask(credentialApi.wechatTicket, {}) : await client.ask(credentialApi.userCreateCode, {})
      setTicket(data)
    } catch {
      // Shown by the error catalogue; the code's place offers to try again.
      setStatus('failed')
    }
  }, [client, purpose])
  useEffect(() => {
    void open()
  }, [open])

  const live = ticket !== null && (status === 'waiting' || status === 'scanned')
  useEffect(() => {
    if (!live) return
    let stopped = false
    const ask = async () => {
      try {
        const { data } = await client.ask(credentialApi.wechatTicketState, { params: { id: ticket.id }, handles: 'all' })
        if (stopped) return
        setStatus(data.status)
        if (data.status === 'confirmed') await confirmed.current(ticket.id)
      } catch {
        // The network may be back at the next asking.
      }
      if (!stopped) timer = setTimeout(() => void ask(), POLL_MS)
    }
    let timer = setTimeout(() => void ask(), POLL_MS)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [live, ticket, client])

  return (
    <div className={css.scan}>
      <div className={css.qr}>
        {ticket ? <img src={ticket.qr} alt="微信二维码" width={192} height={192} /> : status !== 'failed' && <Skeleton height={192} />}
        <Veil status={status} onRenew={() => void open()} />
      </div>
      <p role="status">{WORDS[status]}</p>
      {status === 'waiting' && <p className={css.onPhone}>正在用手机浏览？长按保存二维码，再到微信“扫一扫”里从相册选取。</p>}
      {ticket?.simulator_url && live && (
        <a className="link" href={ticket.simulator_url} target="_blank" rel="noreferrer">
          演示商店：打开模拟微信
        </a>
      )}
    </div>
  )
}

const WORDS: Readonly<Record<WechatState | 'failed', string>> = {
  waiting: '请用微信“扫一扫”扫描二维码',
  scanned: '已扫码，请在手机上确认',
  confirmed: '已确认，正在继续…',
  used: '已确认，正在继续…',
  refused: '您在手机上拒绝了这次操作',
  expired: '二维码已过期，请刷新',
  failed: '二维码没有取到',
}

function Veil({ status, onRenew }: { status: WechatState | 'failed'; onRenew: () => void }) {
  if (status === 'waiting') return null
  if (status === 'scanned' || status === 'confirmed' || status === 'used')
    return (
      <div className={css.veil}>
        <Icon name="check" size={40} />
        {status === 'scanned' ? '已扫码' : '已确认'}
      </div>
    )
  return (
    <div className={css.veil}>
      {status === 'refused' ? '已拒绝' : status === 'failed' ? '没有取到' : '已过期'}
      <Button kind="primary" onClick={onRenew}>
        刷新二维码
      </Button>
    </div>
  )
}
