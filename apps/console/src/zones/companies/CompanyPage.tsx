import { Button } from 'antd'
import { useNavigate, useParams } from 'react-router'
import type { DossierWire } from '#contract/companies.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { toneOfReview } from '../../parts/company-tones.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { RecordPage, type RecordTab } from '../../parts/RecordPage.tsx'
import { SeeShop } from '../../parts/SeeShop.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useSecondPerson } from '../../parts/second-person.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { CompanyGlance } from './CompanyGlance.tsx'
import { calls } from './calls.ts'
import { HistoryTab, MoneyTab, OrdersTab, StoresTab } from './FigureTabs.tsx'
import { FirstTradeTab } from './FirstTradeTab.tsx'
import { InviteCompany } from './InviteCompany.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { PairNotice } from './PairNotice.tsx'
import { PapersTab } from './PapersTab.tsx'
import { PeopleTab } from './PeopleTab.tsx'
import { waitingOf } from './review-state.ts'
import { WhyTab } from './WhyTab.tsx'
import './companies.css'

/** Why it may buy or not, beside who it is. */
const First = ({ dossier }: { dossier: DossierWire }) => (
  <div className="beside">
    <div>
      <WhyTab dossier={dossier} />
    </div>
    <CompanyGlance dossier={dossier} />
  </div>
)

function Record({ dossier }: { dossier: DossierWire }) {
  const may = useMay()
  const navigate = useNavigate()
  const { id, name, review_state: state } = dossier
  const decide = useDeed(calls.decide, {
    outdates: [calls.company, calls.companies, calls.why],
    done: ({ review_name }) => `企业状态：${review_name}`,
  })
  const demand = useDeed(calls.contractDemand, { done: ({ demanded }) => (demanded > 0 ? '已要求签约' : '最新版合同已经签过') })
  const reason = useReason(decide.problem || demand.problem)
  const waiting = waitingOf(dossier).length
  const review = () => navigate(`/companies/review/${id}?queue=${state === 1 ? 'new' : 'certificate'}`)
  const said = useSecondPerson('company.freeze')
  const freeze = (): void =>
    reason.ask({
      title: `冻结 ${name}`,
      what: '冻结后该企业立即不能看价、下单，在途订单照常。理由会告诉企业。',
      ok: said('冻结'),
      danger: true,
      usual: ['证照存疑，核实中', '货款逾期未结', '收货异常，核实中'],
      run: (text) => decide.run({ params: { id }, body: { decision: 'freeze', reason: text } }),
    })
  const unfreeze = (): void =>
    reason.ask({
      title: `解冻 ${name}`,
      what: '解冻后立即可以下单；到期的证照照样拦。',
      ok: '解冻',
      run: (text) => decide.run({ params: { id }, body: { decision: 'unfreeze', reason: text } }),
    })
  const canReview = may('companies.review')
  const enter = () => navigate(`/orders/new?company_id=${id}`)
  useKeys([{ key: 'O', what: '代客下单', run: () => void enter(), when: may('orders.enter') && state === 2 }])
  const tabs: RecordTab[] = [
    { key: 'why', title: '能否购买', content: <First dossier={dossier} /> },
    { key: 'overview', title: '资料', content: <OverviewTab dossier={dossier} /> },
    {
      key: 'papers',
      title: '证照',
      count: dossier.papers.filter(({ in_force }) => in_force !== null).length,
      content: <PapersTab papers={dossier.papers} />,
    },
    { key: 'people', title: '人员', content: <PeopleTab id={id} /> },
    { key: 'stores', title: '门店', content: <StoresTab id={id} /> },
    { key: 'orders', title: '订单', content: <OrdersTab id={id} /> },
    ...(may('companies.money') ? [{ key: 'money', title: '账期余额', content: <MoneyTab id={id} /> }] : []),
    ...(may('first_trade.view') ? [{ key: 'first-trade', title: '首营审批', content: <FirstTradeTab id={id} /> }] : []),
    ...(may('audit.view') ? [{ key: 'history', title: '操作记录', content: <HistoryTab id={id} /> }] : []),
  ]
  const next =
    waiting > 0
      ? {
          text: `${waiting} 份证照待审`,
          action: canReview ? (
            <Button size="small" type="primary" onClick={review}>
              审核
            </Button>
          ) : undefined,
        }
      : state === 4
        ? { text: `已冻结：${dossier.review_note}`, tone: 'error' as const }
        : state === 3
          ? { text: `已驳回：${dossier.review_note}`, tone: 'error' as const }
          : undefined
  return (
    <RecordPage
      title={name}
      state={
        <>
          <StateTag tone={toneOfReview(state)}>{dossier.review_name}</StateTag>
          <span className="chip">{dossier.type}</span>
        </>
      }
      {...(next && { next })}
      actions={
        <>
          <InviteCompany company={dossier} />
          <SeeShop companyId={id} />
          {may('orders.enter') && state === 2 && (
            <Button size="small" onClick={enter}>
              代客下单 <Kbd of="O" />
            </Button>
          )}
          {may('contracts.demand') && state === 2 && (
            <Button
              size="small"
              onClick={() =>
                reason.ask({
                  title: `要求 ${name} 签约`,
                  what: '没有签过最新版合同的，签署之前不能下单。',
                  ok: '要求签约',
                  bare: true,
                  run: () => demand.run({ body: { company_ids: [id] } }),
                })
              }
            >
              要求签约…
            </Button>
          )}
          {canReview && state === 2 && (
            <Button size="small" danger onClick={freeze}>
              冻结…
            </Button>
          )}
          {canReview && state === 4 && (
            <Button size="small" onClick={unfreeze}>
              解冻…
            </Button>
          )}
        </>
      }
      top={<PairNotice id={id} />}
      tabs={tabs}
    >
      {reason.dialog}
    </RecordPage>
  )
}

export default function CompanyPage() {
  const id = Number(useParams().id)
  return <Loaded of={useAsk(calls.company, { params: { id } })}>{(dossier) => <Record dossier={dossier} />}</Loaded>
}
