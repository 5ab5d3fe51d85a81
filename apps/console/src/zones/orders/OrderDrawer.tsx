import { Link } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { nextStep, TONES } from './states.ts'

/** The quick look of an order beside the list. */
export function OrderDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <Loaded of={useAsk(calls.one, { params: { id } })}>
      {(order) => (
        <SideDrawer
          title={order.no}
          note={order.company}
          onClose={onClose}
          foot={
            <Link className="link" to={`/orders/${id}`}>
              打开订单（Ctrl+Enter）
            </Link>
          }
        >
          <Section title="现在" action={<StateTag tone={TONES[order.status]}>{order.status_name}</StateTag>}>
            <p>{nextStep(order).text}</p>
          </Section>
          <Section title={`商品 ${numberText(order.line_count)} 种 ${numberText(order.number)} 件`}>
            <ul>
              {order.lines.map((line) => (
                <li key={line.id} className="row">
                  <span className="grow ell" title={`${line.name} ${line.spec}`}>
                    {line.name} <small className="muted">{line.spec}</small>
                  </span>
                  <span>×{numberText(line.number)}</span>
                  {line.paid !== null && <Money yuan={line.paid} />}
                </li>
              ))}
            </ul>
          </Section>
          <Section title="概要">
            <Facts
              flat
              items={[
                ...(order.total === null ? [] : ([['金额', <Money key="total" yuan={order.total} strong />]] as const)),
                ['收货', `${order.receiver.receiver} ${order.receiver.phone}`],
                ['地址', order.receiver.address],
                ['买家备注', order.remark],
                ['运单', order.parcel ? `${order.parcel.carrier} ${order.parcel.waybill}` : ''],
                ['下单', <When key="at" at={order.created_at} />],
              ]}
            />
          </Section>
          {order.notes.length > 0 && (
            <Section title="内部备注">
              {order.notes.slice(0, 3).map((note) => (
                <p key={note.id} className="s12">
                  <When at={note.at} short /> {note.actor}：{note.text}
                </p>
              ))}
            </Section>
          )}
        </SideDrawer>
      )}
    </Loaded>
  )
}
