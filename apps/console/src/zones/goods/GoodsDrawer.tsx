import { Button } from 'antd'
import { Link } from 'react-router'
import type { GoodsDeskRow } from '#contract/goods-desk.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { SHELF_TONES } from './states.ts'
import { useShelf } from './useShelf.tsx'

function PriceGlance({ id }: { id: number }) {
  const prices = useAsk(calls.prices, { params: { id } })
  const history = useAsk(calls.priceHistory, { params: { id }, query: {} })
  return (
    <>
      <Section title="价格">
        <Loaded of={prices}>
          {(data) => (
            <table className="tb tb-in">
              <tbody>
                <tr>
                  <td>基准价</td>
                  <td className="num">
                    <Money yuan={data.base} strong />
                  </td>
                </tr>
                {data.ranks.map(({ rank, price, companies }) => (
                  <tr key={rank}>
                    <td>
                      {rank} 级 <small className="muted">{numberText(companies)} 家</small>
                    </td>
                    <td className="num">
                      <Money yuan={price} />
                    </td>
                  </tr>
                ))}
                {data.ladder.map(({ number, price }) => (
                  <tr key={number}>
                    <td>
                      {data.ladder_type === 1 ? '至' : '满'} {number} {data.unit}
                    </td>
                    <td className="num">
                      <Money yuan={price} />
                    </td>
                  </tr>
                ))}
                <tr>
                  <td>企业专价</td>
                  <td className="num">{data.companies > 0 ? `${data.companies} 家` : <span className="muted">没有</span>}</td>
                </tr>
              </tbody>
            </table>
          )}
        </Loaded>
      </Section>
      <Section title="改价经过">
        <Loaded of={history}>
          {({ list }) =>
            list.length === 0 ? (
              <p className="muted">还没有改过</p>
            ) : (
              <ul>
                {list.slice(0, 5).map((one) => (
                  <li key={one.id} className="s12">
                    <When at={one.at} short /> {one.by} {one.of}
                    {one.kind_name} {one.before ?? '无'} → {one.after ?? '无'}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Section>
    </>
  )
}

/** A quick look beside the list; what changes much is on the goods' own page. */
export function GoodsDrawer({ goods, onClose }: { goods: GoodsDeskRow; onClose: () => void }) {
  const may = useMay()
  const shelf = useShelf()
  const command = goods.state === 'on' ? 'off' : 'on'
  const can = may('goods.change') && goods.state !== 'stopped' && goods.state !== 'barred'
  const key = command === 'on' ? 'S' : 'D'
  const run = (): void => shelf.ask(goods, command)
  useKeys([{ key, what: command === 'on' ? '上架' : '下架', run, when: can }])
  return (
    <SideDrawer
      title={goods.name}
      note={[goods.code, goods.approval_no].filter(Boolean).join(' · ')}
      onClose={onClose}
      foot={
        <>
          {can && (
            <Button danger={command === 'off'} onClick={run}>
              {command === 'on' ? '上架…' : '下架…'} <Kbd of={key} />
            </Button>
          )}
          <Link className="grow" to={`/goods/list/${goods.id}`}>
            <Button type="primary" block>
              打开整页 <Kbd of="Ctrl+Enter" />
            </Button>
          </Link>
        </>
      }
    >
      <Section title="商品">
        <Facts
          items={[
            [
              '状态',
              <StateTag key="state" tone={SHELF_TONES[goods.state]}>
                {goods.state_name}
              </StateTag>,
            ],
            ...(goods.off_shelf_reason ? ([['未上架因为', goods.off_shelf_reason]] as const) : []),
            ['规格', goods.spec],
            ['生产企业', goods.manufacturer],
            ['可售', `${numberText(goods.available)} ${goods.unit}`],
            [
              '起订',
              `${numberText(goods.min_number)} ${goods.unit}，中包装 ${numberText(goods.mid_pack)}${goods.splittable === 1 ? '，可拆零' : ''}`,
            ],
          ]}
        />
      </Section>
      {may('prices.view') && <PriceGlance id={goods.id} />}
      {shelf.dialog}
    </SideDrawer>
  )
}
