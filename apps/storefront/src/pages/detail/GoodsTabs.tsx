import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { GoodsDetailWire } from '#contract/goods.ts'
import { Icon } from '#ui/Icon.tsx'
import table from '#ui/Table.module.css'
import { figure, Table } from '#ui/Table.tsx'
import { beijingTime } from '#ui/times.ts'
import { moneyText } from '#ui/yuan.ts'
import { LoginLink } from '../../parts/LoginLink.tsx'
import { paths } from '../../paths.ts'
import { Batches } from './Batches.tsx'
import { Facts } from './Facts.tsx'
import css from './tabs.module.css'

interface Tab {
  key: string
  name: string
  count: number
  content: ReactNode
}

interface Props {
  goods: GoodsDetailWire
  signedIn: boolean
}

/** 药品信息, 说明书, 批次, 我的采购记录. All stand in the page; one is shown. Arrow keys move between them. */
export function GoodsTabs({ goods, signedIn }: Props) {
  const [key, setKey] = useState('facts')
  const tabs: Tab[] = [
    { key: 'facts', name: goods.drug_class === 'device' ? '产品信息' : '药品信息', count: 0, content: <Facts goods={goods} /> },
  ]
  tabs.push({ key: 'leaflet', name: '说明书', count: 0, content: <Leaflet goods={goods} signedIn={signedIn} /> })
  if (signedIn) {
    tabs.push({ key: 'batches', name: '批次', count: goods.batches.length, content: <Batches goods={goods} shown={key === 'batches'} /> })
    tabs.push({ key: 'bought', name: '我的采购记录', count: goods.bought.length, content: <Bought goods={goods} /> })
  }
  const row = useRef<HTMLDivElement>(null)
  const here = Math.max(
    0,
    tabs.findIndex((tab) => tab.key === key),
  )
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = tabs[(here + step + tabs.length) % tabs.length]
    if (step === 0 || next === undefined) return
    event.preventDefault()
    setKey(next.key)
    row.current?.querySelector<HTMLElement>(`#tab-${next.key}`)?.focus()
  }
  return (
    <section className={`panel ${css.main}`} aria-label="商品资料">
      <div className={css.tabs} role="tablist" aria-label="商品资料" ref={row} onKeyDown={move}>
        {tabs.map((tab, index) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`tab-${tab.key}`}
            aria-controls={`panel-${tab.key}`}
            aria-selected={index === here}
            tabIndex={index === here ? 0 : -1}
            onClick={() => setKey(tab.key)}
          >
            {tab.name}
            {tab.count > 0 && <small>{tab.count}</small>}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.key}
          role="tabpanel"
          id={`panel-${tab.key}`}
          aria-labelledby={`tab-${tab.key}`}
          hidden={index !== here}
          className={css.panel}
        >
          {goods.drug_class === 'rx' && index < 2 && (
            <p className="note note-warn">
              <Icon name="warn" />
              <span>处方药须凭处方在药师指导下购买和使用。</span>
            </p>
          )}
          {tab.content}
        </div>
      ))}
    </section>
  )
}

function Leaflet({ goods, signedIn }: Props) {
  if (goods.instructions.length > 0) {
    return (
      <dl className={css.leaflet}>
        {goods.instructions.map(({ title, text }) => (
          <div key={title}>
            <dt>【{title}】</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    )
  }
  if (goods.drug_class !== 'rx') return <p className={css.none}>暂无说明书内容，请以随货说明书为准。</p>
  return <p className={css.none}>处方药说明书仅供已认证企业查看。{!signedIn && <LoginLink className="link">登录后查看</LoginLink>}</p>
}

function Bought({ goods }: { goods: GoodsDetailWire }) {
  if (goods.bought.length === 0) return <p className={css.none}>您还没有采购过此商品。</p>
  return (
    <Table columns={['下单时间', '订单号', figure('数量'), figure('单价')]} kind="small">
      <tbody>
        {goods.bought.map((one) => (
          <tr key={`${one.order_id}-${one.number}-${one.price}`}>
            <td>{beijingTime(one.at).slice(0, 10)}</td>
            <td>
              <Link to={paths.order(one.order_id)} className="link">
                {one.no}
              </Link>
            </td>
            <td className={table.figure}>
              {one.number} {goods.bzdw}
            </td>
            <td className={table.figure}>{moneyText(one.price)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
