import { Button, Image } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { staffUrl } from '../../api/files.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { RecordPage } from '../../parts/RecordPage.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { useWork } from '../../parts/useWork.tsx'
import { When } from '../../parts/When.tsx'
import { Approve } from './Approve.tsx'
import type { AfterSale } from './after-sale.ts'
import { calls } from './calls.ts'
import { Receive } from './Receive.tsx'
import { nextStep, STATUS_TONES } from './statuses.ts'

const USUAL = ['超过申请期限', '照片看不清问题，请重新拍摄后再申请', '商品已拆封，不属于质量问题', '所诉与发货记录不符']

function Goods({ sale, seesMoney }: { sale: AfterSale; seesMoney: boolean }) {
  return (
    <Section title="商品">
      <table className="tb tb-in">
        <thead>
          <tr>
            <th>商品</th>
            <th>批号</th>
            <th>有效期至</th>
            <th className="num">申请</th>
            <th className="num">实收</th>
            {seesMoney && <th className="num">单价</th>}
            {seesMoney && <th className="num">金额</th>}
          </tr>
        </thead>
        <tbody>
          {sale.lines.map((line) => (
            <tr key={line.id}>
              <td>
                <b>{line.name}</b> <span className="muted s12">{`${line.ypgg} ${line.sccj} ${line.tag}`}</span>
              </td>
              <td>{line.batch_no}</td>
              <td>{line.expiry_date}</td>
              <td className="num">{`${numberText(line.number)} ${line.bzdw}`}</td>
              <td className="num">{line.accepted ?? '—'}</td>
              {seesMoney && (
                <td className="num">
                  <Money yuan={line.price} />
                </td>
              )}
              {seesMoney && (
                <td className="num">
                  <Money yuan={line.accepted === null ? null : line.worth} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function Refunds({ sale }: { sale: AfterSale }) {
  return (
    <Section title="退款" note={sale.is_final ? '' : '预计，以验收为准'}>
      <table className="tb tb-in">
        <tbody>
          {sale.rows.map(({ key, label, note, amount }) => (
            <tr key={key}>
              <td>
                {label} <span className="muted s12">{note}</span>
              </td>
              <td className="num">
                <Money yuan={amount} />
              </td>
            </tr>
          ))}
          {sale.rows.length !== 1 && (
            <tr>
              <td className="strong">{sale.is_final ? '退款' : '预计退款'}</td>
              <td className="num">
                <Money yuan={sale.amount} strong />
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {sale.points_note && <p className="muted s12">{sale.points_note}</p>}
      {sale.refunds.length > 0 && (
        <Rows
          rows={sale.refunds}
          id={(refund) => refund.no}
          columns={[
            ['退款单', (refund) => refund.no],
            ['退回方式', (refund) => refund.channel_name],
            ['状态', (refund) => <StateTag tone={refund.status === 'done' ? 'done' : 'moving'}>{refund.status_name}</StateTag>],
            ['时间', (refund) => <When at={refund.at} short />],
            ['金额', (refund) => <Money yuan={refund.amount} />, 'num'],
          ]}
        />
      )}
    </Section>
  )
}

function Asked({ sale }: { sale: AfterSale }) {
  const may = useMay()
  return (
    <Section title="申请">
      <Facts
        items={[
          [
            '企业',
            <To key="company" to={`companies/${sale.company_id}`}>
              {sale.company}
            </To>,
          ],
          [
            '订单',
            <To key="order" to={`orders/${sale.order_id}`}>
              {sale.order_no}
            </To>,
          ],
          ['类型', sale.kind_name],
          ['原因', sale.reason_name],
          ['说明', sale.description],
          ['申请于', <When key="at" at={sale.created_at} />],
          ...(
            [
              ['寄回到', sale.return_to ? `${sale.return_to.receiver} ${sale.return_to.phone} ${sale.return_to.address}` : ''],
              ['寄回运单', sale.waybill ? `${sale.carrier} ${sale.waybill}` : ''],
              ['驳回原因', sale.reject_reason],
              ['验收说明', sale.inspect_note],
            ] as const
          ).filter(([, text]) => text !== ''),
        ]}
      />
      {sale.photos.length > 0 && may('files.view') && (
        <Image.PreviewGroup>
          <div className="chips">
            {sale.photos.map((photo) => (
              <Image
                key={photo.id}
                width={96}
                src={staffUrl(photo.preview_url || photo.url)}
                alt={photo.name}
                preview={{ src: staffUrl(photo.url) }}
              />
            ))}
          </div>
        </Image.PreviewGroup>
      )}
    </Section>
  )
}

function Record({ sale }: { sale: AfterSale }) {
  const may = useMay()
  const [form, setForm] = useState<'' | 'approve' | 'receive'>('')
  const outdates = [calls.afterSale, calls.afterSales, calls.refunds]
  const rejecting = useDeed(calls.reject, { done: '已驳回，客户可以看到原因', outdates })
  const reason = useReason(rejecting.problem)
  const canDecide = may('aftersales.decide') && sale.status === 'reviewing'
  const canReceive = may('aftersales.refund') && sale.status === 'inspecting'
  const work = useWork(canReceive ? 'return' : 'after_sale', sale.id, canDecide || canReceive)
  const reject = () =>
    reason.ask({
      title: `驳回 ${sale.no}`,
      what: `${sale.company} 的 ${numberText(sale.number)} 件商品售后不予受理，客户看到您写的原因。`,
      ok: '驳回',
      danger: true,
      usual: USUAL,
      run: (text) => rejecting.run({ params: { id: sale.id }, body: { reason: text } }),
    })
  useKeys([
    { key: 'A', what: '通过', run: () => setForm('approve'), when: canDecide },
    { key: 'R', what: '驳回', run: reject, when: canDecide },
    { key: 'A', what: '验收并退款', run: () => setForm('receive'), when: canReceive },
  ])
  const action = canDecide ? (
    <span className="row">
      <Button size="small" onClick={reject}>
        驳回… <Kbd of="R" />
      </Button>
      <Button size="small" type="primary" onClick={() => setForm('approve')}>
        通过… <Kbd of="A" />
      </Button>
    </span>
  ) : canReceive ? (
    <Button size="small" type="primary" onClick={() => setForm('receive')}>
      验收并退款… <Kbd of="A" />
    </Button>
  ) : undefined
  const tone = STATUS_TONES[sale.status]
  const sees = may('refunds.view')
  return (
    <RecordPage
      title={sale.no}
      state={<StateTag tone={tone}>{sale.status_name}</StateTag>}
      next={{
        text: nextStep(sale.status, sale.kind),
        tone: tone === 'done' ? 'success' : tone === 'closed' ? 'info' : 'warning',
        ...(action && { action }),
      }}
      top={work.bar}
      tabs={[
        {
          key: 'sale',
          title: '申请与商品',
          content: (
            <>
              <Goods sale={sale} seesMoney={sees} />
              {sees && <Refunds sale={sale} />}
              <Asked sale={sale} />
            </>
          ),
        },
        {
          key: 'log',
          title: '经过',
          content: (
            <Section title="经过">
              <table className="tb tb-in">
                <tbody>
                  {sale.log.map(({ at, actor, text }) => (
                    <tr key={`${at}${text}`}>
                      <td className="nowrap">
                        <When at={at} />
                      </td>
                      <td className="nowrap">{actor}</td>
                      <td>{text}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Section>
          ),
        },
      ]}
    >
      {reason.dialog}
      <Approve sale={sale} open={form === 'approve'} onClose={() => setForm('')} />
      <Receive sale={sale} open={form === 'receive'} seesMoney={sees} onClose={() => setForm('')} />
    </RecordPage>
  )
}

export default function AfterSalePage() {
  const { id } = useParams()
  const answer = useAsk(calls.afterSale, { params: { id: Number(id) } })
  return <Loaded of={answer}>{(sale) => <Record sale={sale} />}</Loaded>
}
