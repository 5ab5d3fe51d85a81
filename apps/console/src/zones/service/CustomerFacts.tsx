import type { StaffChatWire } from '#contract/chat.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Section } from '../../parts/Section.tsx'
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

/** Whom one speaks to, and what he most often asks after. */
export function CustomerFacts({ conversation, buyer }: Pick<StaffChatWire, 'conversation' | 'buyer'>) {
  const may = useMay()
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
            ['类型', conversation.company_type],
            ['城市', conversation.city],
            ['审核', buyer.review_name],
            ['联系人', buyer.contact],
            ['电话', buyer.phone],
            ['客户经理', buyer.manager],
          ]}
        />
      </Section>
      {may('refunds.view') && <Refunds companyId={buyer.company_id} company={conversation.company} />}
    </>
  )
}
