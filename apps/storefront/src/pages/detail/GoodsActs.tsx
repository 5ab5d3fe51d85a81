import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { GoodsDetailWire } from '#contract/goods.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { toast } from '#ui/Toast.tsx'
import { useBusy } from '#ui/useBusy.ts'
import { api } from '../../api/calls.ts'
import { openService } from '../../frame/open-service.ts'
import css from './detail.module.css'

/** 收藏: shown at once, taken back when the server refuses. Refusals, also 请登录, are shown by the error catalogue. */
export function Favourite({ goods, short = false }: { goods: GoodsDetailWire; short?: boolean }) {
  const client = useApi()
  const [state, setState] = useState<{ id: number; on: boolean } | null>(null)
  const on = state?.id === goods.id ? state.on : goods.is_favorite === 1
  const toggle = async () => {
    setState({ id: goods.id, on: !on })
    try {
      const input = { body: { goods_ids: [goods.id] } }
      const { message } = on ? await client.ask(api.favoriteCancel, input) : await client.ask(api.favoriteAdd, input)
      toast({ text: message || (on ? '取消收藏成功' : '收藏成功'), tone: 'success' })
    } catch {
      setState({ id: goods.id, on })
    }
  }
  return (
    <button
      type="button"
      className={short ? `iconbtn ${on ? css.loved : ''}` : `${css.act} ${on ? css.loved : ''}`}
      aria-pressed={on}
      aria-label={short ? '收藏' : undefined}
      onClick={() => void toggle()}
    >
      <Icon name="heart" filled={on} size={short ? 20 : 16} />
      {!short && (on ? '已收藏' : '收藏')}
    </button>
  )
}

/** Asks the service about this goods, which its panel offers to send along. */
export function AskService({ short = false }: { short?: boolean }) {
  return (
    <button type="button" className={short ? 'iconbtn' : css.act} aria-label={short ? '咨询客服' : undefined} onClick={openService}>
      <Icon name="headset" size={short ? 20 : 16} />
      {!short && '咨询客服'}
    </button>
  )
}

/** 到货提醒, where nothing is in stock. */
export function Remind({ goods, block = false }: { goods: GoodsDetailWire; block?: boolean }) {
  const client = useApi()
  const [asked, setAsked] = useState(0)
  const { run } = useBusy()
  const ask = () =>
    run(async () => {
      const { message } = await client.ask(api.arrivalReminder, { params: { id: goods.id } })
      setAsked(goods.id)
      toast({ text: message || '到货后将通知您', tone: 'success' })
    })
  const done = asked === goods.id
  return (
    <Button kind="soft" size={block ? 'lg' : 'xl'} block={block} disabled={done} onClick={() => void ask()}>
      <Icon name="bell" />
      {done ? '到货后将通知您' : '到货提醒'}
    </Button>
  )
}
