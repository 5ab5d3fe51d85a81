import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { CouponTemplateWire } from '#contract/activity.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/Toast.tsx'
import { useBusy } from '#ui/useBusy.ts'
import { api } from '../api/calls.ts'
import { useUser } from '../api/queries.ts'
import { paths } from '../paths.ts'
import css from './CouponTicket.module.css'
import { SiteLink } from './SiteLink.tsx'

interface Props {
  coupon: CouponTemplateWire
  /** Told what the template says after one was taken. */
  onTaken?: (coupon: CouponTemplateWire) => void
  /** In a row of many: without the line of the period. */
  compact?: boolean
}

/** One coupon template as a ticket: what it is worth, what for, until when; taken with one click. */
export function CouponTicket({ coupon: given, onTaken, compact = false }: Props) {
  const [taken, setTaken] = useState<CouponTemplateWire | null>(null)
  const coupon = taken?.id === given.id ? taken : given
  const shut = coupon.state === 'gone'
  return (
    <li data-terms className={[css.ticket, shut && css.shut, compact && css.compact].filter(Boolean).join(' ')}>
      <div className={css.face}>
        <Face text={coupon.face} />
        <small>{coupon.threshold_text}</small>
      </div>
      <div className={css.words}>
        <b className="ell" title={coupon.name}>
          {coupon.name}
        </b>
        <span className="ell" title={coupon.intro}>
          {coupon.scope_text}
          {coupon.stackable === 1 && <i className={css.stack}>可叠加</i>}
        </span>
        {!compact && <small className="ell">{coupon.period_text}</small>}
        <div className={css.foot}>
          <Left coupon={coupon} />
          <Act
            coupon={coupon}
            onTaken={(next) => {
              setTaken(next)
              onTaken?.(next)
            }}
          />
        </div>
      </div>
    </li>
  )
}

/** ¥30 or 9折: the sign and the unit are small. */
export function Face({ text }: { text: string }) {
  const [, sign = '', figure = text, unit = ''] = /^(¥?)([\d.]+)([^\d.]*)$/.exec(text) ?? []
  return (
    <span className={css.figure}>
      {sign && <i>{sign}</i>}
      {figure}
      {unit && <i>{unit}</i>}
    </span>
  )
}

function Left({ coupon }: { coupon: CouponTemplateWire }) {
  if (coupon.state === 'coming' && coupon.take_from) {
    const at = new Date(coupon.take_from)
    const text = new Intl.DateTimeFormat('zh-CN', {
      timeZone: 'Asia/Shanghai',
      month: 'numeric',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    }).format(at)
    return <small className={css.left}>{text} 开抢</small>
  }
  if (coupon.left_percent === null) return <small className={css.left}>不限量</small>
  const used = 100 - coupon.left_percent
  return (
    <small className={css.left}>
      <span className={css.bar} aria-hidden="true">
        <i style={{ width: `${used}%` }} />
      </span>
      已领 {used}%
    </small>
  )
}

function Act({ coupon, onTaken }: { coupon: CouponTemplateWire; onTaken: (next: CouponTemplateWire) => void }) {
  const client = useApi()
  const user = useUser()
  const navigate = useNavigate()
  const { busy, run } = useBusy()
  const take = async (): Promise<void> => {
    if (user === null) {
      void navigate(paths.login(window.location.pathname + window.location.search))
      return
    }
    await run(async () => {
      const { data, message } = await client.ask(api.couponTake, { body: { id: coupon.id } })
      onTaken(data.template)
      toast({ text: message || '领取成功', tone: 'success' })
    })
  }
  if (coupon.state === 'taken') {
    return (
      <SiteLink url={coupon.url} className="btn btn-soft btn-sm" aria-label={`去使用 ${coupon.name}`}>
        去使用
      </SiteLink>
    )
  }
  const text = coupon.state === 'gone' ? '已领完' : coupon.state === 'coming' ? '未开始' : '立即领取'
  return (
    <Button kind="primary" size="sm" disabled={busy || coupon.state !== 'open'} onClick={take} aria-label={`${text} ${coupon.name}`}>
      {text}
    </Button>
  )
}
