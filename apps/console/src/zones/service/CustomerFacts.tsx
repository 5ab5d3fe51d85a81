import { Link } from 'react-router'
import type { StaffChatWire } from '#contract/chat.ts'
import { useAsk } from '../../api/ask.ts'
import { shared } from '../../api/shared-calls.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Dealings, LastOrders } from '../../parts/CompanyDealings.tsx'
import { CompanyPapers } from '../../parts/CompanyPapers.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Section } from '../../parts/Section.tsx'
import { SeeShop } from '../../parts/SeeShop.tsx'
import { calls } from './calls.ts'
import { RefundLine } from './RefundLine.tsx'

const REFUNDS_SHOWN = 5

function Refunds({ companyId, company }: { companyId: number; company: string }) {
  const answer = useAsk(calls.refunds, { query: { company_id: companyId, per_page: REFUNDS_SHOWN } })
  return (
    <Section title="退款" action={<To to={`service/refunds?keywords=${encodeURIComponent(company)}`}>全部</To>}>
      <Loaded of={answer}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="muted">没有退款</p>
          ) : (
            <ul>
              {list.map((one) => (
                <RefundLine key={one.key} refund={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

interface Props extends Pick<StaffChatWire, 'conversation' | 'buyer'> {
  /** Shows him one of his orders; absent: whoever looks on may not speak. */
  send?: (order: number) => void
}

/** Whom one speaks to, and what he most often asks after. */
export function CustomerFacts({ conversation, buyer, send }: Props) {
  const may = useMay()
  const id = buyer.company_id
  const dossier = useAsk(shared.company, { params: { id } }, { enabled: may('companies.view') }).data
  return (
    <>
      <Section
        title="客户"
        action={
          <To to={`companies/${buyer.company_id}`} or={null}>
            企业档案
          </To>
        }
      >
        <Facts
          flat
          items={[
            ['企业', conversation.company],
            ['类型', [conversation.company_type, conversation.city].filter(Boolean).join(' · ')],
            ['审核', buyer.review_name],
            ['联系人', buyer.contact],
            ['电话', buyer.phone],
            ['客户经理', buyer.manager],
          ]}
        />
        <p className="row">
          <SeeShop companyId={id} />
          {may('orders.enter') && (
            <Link className="link" to={`/orders/new?company_id=${id}`}>
              代客下单
            </Link>
          )}
        </p>
      </Section>
      {may('companies.view') && <LastOrders id={id} {...(send && { send })} />}
      {may('refunds.view') && <Refunds companyId={buyer.company_id} company={conversation.company} />}
      {may('companies.money') && <Dealings id={id} />}
      {dossier && <CompanyPapers papers={dossier.papers} />}
    </>
  )
}
