import css from './Money.module.css'
import { grouped } from './yuan.ts'

interface Props {
  /** 元 with two decimals: '9.80' */
  yuan: string
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** price: to pay, in red-orange; ink: a figure among others */
  tone?: 'price' | 'ink'
}

/** Small yuan sign, large yuan, smaller fen; digits line up. */
export function Money({ yuan, size = 'md', tone = 'price' }: Props) {
  const [whole, fen] = yuan.split('.')
  return (
    <span className={`${css.money} ${css[size]} ${css[tone]}`}>
      <i>¥</i>
      {grouped(whole ?? '')}
      {fen !== undefined && <small>.{fen}</small>}
    </span>
  )
}
