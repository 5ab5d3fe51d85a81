import { grouped, moneyText } from '#ui/yuan.ts'
import css from './Earned.module.css'

interface Props {
  /** 元 */
  cashback: string
  points: number
  /** The order is completed: both have arrived. */
  done?: boolean
}

/** What an order brings back once it completes. */
export function Earned({ cashback, points, done = false }: Props) {
  const parts = [
    cashback !== '0.00' && `${done ? '已返现' : '返现'} ${moneyText(cashback)}${done ? '' : '（到账户余额）'}`,
    points > 0 && `${done ? '已得' : '得'} ${grouped(String(points))} 积分`,
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <p className={css.earned}>
      {!done && '订单完成后'}
      {parts.join('，')}
    </p>
  )
}
