import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import type { PointsGoodsWire } from '#contract/points.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { FORM_HANDLES } from '#ui/form.ts'
import { toast } from '#ui/Toast.tsx'
import { moneyText } from '#ui/yuan.ts'
import { api } from '../../api/calls.ts'
import { Stepper } from '../../parts/Stepper.tsx'
import { paths } from '../../paths.ts'
import css from './points.module.css'

/** Asks before points are spent: how many, to which address, and what it comes to. */
export function ExchangeDialog({ goods, onClose }: { goods: PointsGoodsWire; onClose: () => void }) {
  const client = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [number, setNumber] = useState(1)
  // One key for this dialog: a click repeated after a lost answer takes nothing twice.
  const [key] = useState(() => crypto.randomUUID())
  const sent = goods.kind === 'goods'
  const { data: addresses } = useQuery({
    queryKey: ['addresses'],
    queryFn: async ({ signal }) => (sent ? (await client.ask(api.addressList, { signal })).data.list : []),
  })
  const [chosen, setChosen] = useState<number | null>(null)
  const addressId = chosen ?? addresses?.find(({ is_default: first }) => first === 1)?.id ?? addresses?.[0]?.id ?? null
  const most = Math.min(goods.left ?? 1000, goods.per_buyer === null ? 1000 : goods.per_buyer - goods.taken_by_me)
  const money = goods.money === null ? 0 : Math.round(Number(goods.money) * 100) * number

  const take = async () => {
    const body = { points_goods_id: goods.id, number, key, ...(sent && addressId !== null && { address_id: addressId }) }
    const { data, message } = await client.ask(api.pointsOrderPlace, { body, handles: FORM_HANDLES })
    onClose()
    toast({
      text: message || `兑换成功，剩余 ${data.points.toLocaleString('zh-CN')} 积分`,
      tone: 'success',
      action: { text: '查看积分订单', url: paths.pointsOrders() },
    })
    void revalidate()
  }
  return (
    <FormDialog
      title="确认兑换"
      fields={['number']}
      otherwise="number"
      check={() => ({})}
      send={take}
      submit="确认兑换"
      waiting={sent && addressId === null && '确认兑换'}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p className={css.what}>
            <b>{goods.name}</b>
            <Stepper
              label={`${goods.name} 数量`}
              value={number}
              step={1}
              min={1}
              max={Math.max(1, most)}
              onChange={(next) => setNumber(Math.min(Math.max(1, next), Math.max(1, most)))}
            />
          </p>
          <p>
            合计 <b>{(goods.points * number).toLocaleString('zh-CN')} 积分</b>
            {money > 0 && <> + {moneyText((money / 100).toFixed(2))}（从账户余额支付）</>}
          </p>
          {sent && addresses !== undefined && addresses.length === 0 && (
            <p>
              还没有收货地址，
              <button type="button" className="link" onClick={() => void navigate(paths.cart())}>
                下单时可新增地址
              </button>
            </p>
          )}
          {sent && addresses !== undefined && addresses.length > 0 && (
            <label className={css.address}>
              收货地址
              <select className="input" value={addressId ?? ''} onChange={(event) => setChosen(Number(event.target.value))}>
                {addresses.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.receiver} {one.phone} {one.province}
                    {one.city}
                    {one.district}
                    {one.detail}
                  </option>
                ))}
              </select>
            </label>
          )}
          {!sent && <p className="muted">兑换后立即到账，不可退换</p>}
          {problems.number && (
            <p className="note note-bad" role="alert">
              {problems.number}
            </p>
          )}
        </>
      )}
    </FormDialog>
  )
}
