import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { CartonTable } from '../../parts/CartonTable.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { RecordPage } from '../../parts/RecordPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { CartonLabels } from './CartonLabels.tsx'
import { calls } from './calls.ts'
import { Correct, Readings, type Shipment } from './ShipmentForms.tsx'
import { TemperatureCurve } from './TemperatureCurve.tsx'
import './warehouse.css'
import { numberText } from '../../parts/numbers.ts'

function Temperatures({ shipment }: { shipment: Shipment }) {
  const { temperatures } = shipment
  if (temperatures.length === 0) return <p className="muted pad">还没有温度记录。承运商没有回传的，请把记录仪的文件登记进来。</p>
  const measured = temperatures.map(({ celsius }) => celsius)
  return (
    <div className="sheet">
      <Alert
        banner
        type={shipment.outside > 0 ? 'error' : 'success'}
        title={`${temperatures.length} 个读数，${Math.min(...measured)}～${Math.max(...measured)} ℃，要求 ${shipment.cold_range}${shipment.outside > 0 ? `，${shipment.outside} 个超出` : '，全程符合'}`}
      />
      <TemperatureCurve readings={temperatures} ranges={shipment.ranges} />
      <table className="tb">
        <thead>
          <tr>
            <th>时间</th>
            <th className="num">温度</th>
            <th>来自</th>
          </tr>
        </thead>
        <tbody>
          {temperatures.map(({ at, celsius, taken_by, is_in_range }) => (
            <tr key={at} className={is_in_range === 1 ? '' : 'is-wrong'}>
              <td>
                <When at={at} />
              </td>
              <td className="num">
                {celsius} ℃{is_in_range === 0 && <b className="bad">　超出范围</b>}
              </td>
              <td>{taken_by || '承运商'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Record({ shipment }: { shipment: Shipment }) {
  const may = useMay()
  const [layer, setLayer] = useState<'' | 'correct' | 'readings' | 'labels'>('')
  const mayCorrect = may('shipments.correct')
  const mayPrint = may('orders.pick')
  const isCold = shipment.cold_chain === 1
  const mayRead = isCold && may('shipments.readings')
  useKeys([
    { key: 'E', what: '更正发货信息', run: () => setLayer('correct'), when: mayCorrect },
    { key: 'L', what: '打印箱签、地址签', run: () => setLayer('labels'), when: mayPrint },
    { key: 'T', what: '登记温度', run: () => setLayer('readings'), when: mayRead },
  ])
  const close = (): void => setLayer('')
  return (
    <RecordPage
      title={shipment.order_no}
      state={shipment.delivered_at ? <StateTag tone="done">已送达</StateTag> : <StateTag tone="moving">在途</StateTag>}
      {...(isCold &&
        shipment.outside > 0 && {
          next: { tone: 'error' as const, text: `途中 ${shipment.outside} 个读数超出 ${shipment.cold_range}，请通知客户拒收并交质量处理` },
        })}
      actions={
        <>
          {mayPrint && (
            <Button size="small" onClick={() => setLayer('labels')}>
              打印标签 <Kbd of="L" />
            </Button>
          )}
          {mayRead && (
            <Button size="small" onClick={() => setLayer('readings')}>
              登记温度 <Kbd of="T" />
            </Button>
          )}
          {mayCorrect && (
            <Button size="small" onClick={() => setLayer('correct')}>
              更正发货信息 <Kbd of="E" />
            </Button>
          )}
        </>
      }
      tabs={[
        {
          key: 'facts',
          title: '发货信息',
          content: (
            <div className="thirds">
              <Section title="发货">
                <Facts
                  flat
                  items={[
                    [
                      '订单',
                      <Link key="o" className="link" to={`/orders/${shipment.order_id}`}>
                        {shipment.order_no}
                      </Link>,
                    ],
                    ['企业', shipment.company],
                    ['送往', shipment.place],
                    ['发货仓', shipment.warehouse],
                    ['发货', <When key="s" at={shipment.shipped_at} />],
                    ['送达', <When key="d" at={shipment.delivered_at} />],
                    ['承运', shipment.carrier],
                    ['运单号', shipment.waybill],
                    ['箱数', shipment.packages],
                    ['拣货人', shipment.picked_by],
                    ['复核人', shipment.checked_by],
                    ['备注', shipment.remark],
                    ...(isCold
                      ? ([
                          ['冷藏方式', shipment.transport],
                          ['冷藏箱编号', shipment.box_no],
                          ['记录仪编号', shipment.recorder_no],
                          ['启运温度', shipment.start_celsius === null ? '' : `${shipment.start_celsius} ℃`],
                        ] as const)
                      : []),
                  ]}
                />
              </Section>
              <Section title="行程">
                {shipment.events.length === 0 && <p className="muted">没有承运商的消息</p>}
                <ul>
                  {shipment.events.map((event) => (
                    <li key={`${event.at}-${event.text}`} className="row">
                      <When at={event.at} short />
                      <span className="grow">{`${event.place} ${event.text}`}</span>
                    </li>
                  ))}
                </ul>
              </Section>
            </div>
          ),
        },
        {
          key: 'lines',
          title: '批号',
          count: shipment.lines.length,
          content: (
            <table className="tb">
              <thead>
                <tr>
                  <th>商品</th>
                  <th>批号</th>
                  <th>有效期至</th>
                  <th className="num">数量</th>
                  <th className="num">追溯码</th>
                </tr>
              </thead>
              <tbody>
                {shipment.lines.map((line) => (
                  <tr key={line.id}>
                    <td>
                      <b>{line.name}</b> <span className="muted">{line.spec}</span>{' '}
                      {line.cold_chain === 1 && <span className="chip chip-info">冷链</span>}
                    </td>
                    <td>{line.batch_no}</td>
                    <td>{line.expiry_date}</td>
                    <td className="num">
                      {numberText(line.number)} {line.unit}
                    </td>
                    <td className="num">{line.trace_codes}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ),
        },
        ...(shipment.cartons.length > 0
          ? [{ key: 'cartons', title: '装箱', count: shipment.cartons.length, content: <CartonTable cartons={shipment.cartons} /> }]
          : []),
        ...(isCold
          ? [{ key: 'cold', title: '温度', count: shipment.temperatures.length, content: <Temperatures shipment={shipment} /> }]
          : []),
      ]}
    >
      {layer === 'labels' && (
        <CartonLabels order={{ id: shipment.order_id, no: shipment.order_no, company: shipment.company }} onClose={close} />
      )}
      {layer === 'correct' && <Correct shipment={shipment} onClose={close} />}
      {layer === 'readings' && <Readings shipment={shipment} onClose={close} />}
    </RecordPage>
  )
}

export default function ShipmentPage() {
  const { id = '0' } = useParams()
  const answer = useAsk(calls.shipment, { params: { id: Number(id) } }, { enabled: Number(id) > 0 })
  return <Loaded of={answer}>{(shipment) => <Record shipment={shipment} />}</Loaded>
}
