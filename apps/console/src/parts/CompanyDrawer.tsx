import { Link } from 'react-router'
import { useAsk } from '../api/ask.ts'
import { shared } from '../api/shared-calls.ts'
import { useMay } from '../app/me.ts'
import { To } from '../app/places.tsx'
import { CompanyPapers } from './CompanyPapers.tsx'
import { toneOfReview } from './company-tones.ts'
import { Facts } from './Facts.tsx'
import { Loaded } from './Loaded.tsx'
import { Money } from './Money.tsx'
import { numberText } from './numbers.ts'
import { Section } from './Section.tsx'
import { SeeShop } from './SeeShop.tsx'
import { SideDrawer } from './SideDrawer.tsx'
import { StateTag } from './StateTag.tsx'
import { When } from './When.tsx'

const ORDERS_SHOWN = 5

function Dealings({ id }: { id: number }) {
  const { data } = useAsk(shared.companyMoney, { params: { id } })
  if (data === undefined) return null
  const { credit, balance } = data
  return (
    <Section title="往来">
      <Facts
        flat
        items={[
          ['余额', <Money key="balance" yuan={balance} />],
          [
            '账期',
            <span key="credit">
              <Money yuan={credit.used} /> / <Money yuan={credit.limit} />
            </span>,
          ],
          [
            '逾期',
            credit.overdue_bills > 0 ? (
              <span key="overdue" className="bad">
                {credit.overdue_bills} 笔 <Money yuan={credit.overdue} />
              </span>
            ) : (
              '无'
            ),
          ],
        ]}
      />
    </Section>
  )
}

function LastOrders({ id }: { id: number }) {
  const { data } = useAsk(shared.companyOrders, { params: { id } })
  if (data === undefined) return null
  const quarter = data.sums.find(({ days }) => days === 90)
  return (
    <Section
      title="最近订单"
      note={
        quarter && (
          <>
            近 90 天 {numberText(quarter.orders)} 单 <Money yuan={quarter.total} />
          </>
        )
      }
      action={
        <Link className="link" to={`/orders?company_id=${id}`}>
          全部
        </Link>
      }
    >
      {data.list.length === 0 && <p className="muted">还没有下过单</p>}
      <table className="tb tb-in">
        <tbody>
          {data.list.slice(0, ORDERS_SHOWN).map((order) => (
            <tr key={order.id}>
              <td>
                <To to={`orders/${order.id}`}>{order.no}</To>
              </td>
              <td className="muted nowrap">
                <When at={order.created_at} short />
              </td>
              <td className="num">
                <Money yuan={order.total} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

/** The quick look of a company beside whatever names it. */
export function CompanyDrawer({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const may = useMay()
  const answer = useAsk(shared.company, { params: { id } })
  return (
    <SideDrawer
      title={name}
      note={['企业', answer.data?.credit_code].filter(Boolean).join(' · ')}
      onClose={onClose}
      foot={
        <>
          <SeeShop companyId={id} />
          {may('orders.enter') && (
            <Link className="link" to={`/orders/new?company_id=${id}`}>
              代客下单
            </Link>
          )}
          <To to={`companies/${id}`} or="">
            打开档案
          </To>
        </>
      }
    >
      <Loaded of={answer}>
        {(dossier) => (
          <>
            <Section title="企业概况" action={<StateTag tone={toneOfReview(dossier.review_state)}>{dossier.review_name}</StateTag>}>
              <Facts
                flat
                items={[
                  ['类型', [dossier.type, dossier.rank && `等级 ${dossier.rank}`].filter(Boolean).join(' · ')],
                  ['联系人', [dossier.contact, dossier.phone].filter(Boolean).join(' ')],
                  ['地址', `${dossier.province}${dossier.city}${dossier.district}${dossier.address}`],
                  ['客户经理', [dossier.manager.name, dossier.manager.phone].filter(Boolean).join(' ')],
                ]}
              />
            </Section>
            {may('companies.money') && <Dealings id={id} />}
            <LastOrders id={id} />
            <CompanyPapers papers={dossier.papers} />
          </>
        )}
      </Loaded>
    </SideDrawer>
  )
}
