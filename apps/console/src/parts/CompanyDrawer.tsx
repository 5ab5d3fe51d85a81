import { Link } from 'react-router'
import { useAsk } from '../api/ask.ts'
import { shared } from '../api/shared-calls.ts'
import { useMay } from '../app/me.ts'
import { To } from '../app/places.tsx'
import { Dealings, LastOrders } from './CompanyDealings.tsx'
import { CompanyPapers } from './CompanyPapers.tsx'
import { toneOfReview } from './company-tones.ts'
import { Facts } from './Facts.tsx'
import { Loaded } from './Loaded.tsx'
import { Section } from './Section.tsx'
import { SeeShop } from './SeeShop.tsx'
import { SideDrawer } from './SideDrawer.tsx'
import { StateTag } from './StateTag.tsx'

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
