import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { OFFER_STATES } from '#contract/constants.ts'
import type { CouponDeskWire } from '#contract/coupon-desk.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { RecordPage } from '../../parts/RecordPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { CouponForm } from './CouponForm.tsx'
import { calls } from './calls.ts'
import { type CouponDraft, couponField, couponName } from './coupon-draft.ts'
import { GrantDialog } from './GrantDialog.tsx'
import { TONES } from './states.ts'
import { TakeBackDialog } from './TakeBackDialog.tsx'
import { useCoupon } from './useCoupon.tsx'
import './marketing.css'

const NAMES = {
  name: '名称',
  intro: '说明',
  terms: '优惠',
  goods: '商品',
  buyers: '客户',
  taking: '发放',
  validity: '有效期',
  limits: '数量',
}

interface Props {
  /** null: one that is still to be made. */
  coupon: CouponDeskWire | null
  begin: CouponDraft
  readAgain?: () => Promise<CouponDeskWire | undefined>
}

function Head({ coupon }: { coupon: CouponDeskWire }) {
  return (
    <>
      <StateTag tone={TONES[coupon.state]}>{OFFER_STATES[coupon.state]}</StateTag>
      <span className="muted s12">
        {coupon.text}，{coupon.updated_by} 改于 <When at={coupon.updated_at} short />
        {coupon.approved_by && `，${coupon.approved_by} 批准`}
      </span>
    </>
  )
}

function Result({ id }: { id: number }) {
  return (
    <Loaded of={useAsk(calls.couponResult, { params: { id } })}>
      {(result) => (
        <div className="thirds">
          <Section title="发出">
            <Facts
              items={[
                ['我方发放', `${numberText(result.granted)} 张`],
                ['领券中心领走', `${numberText(result.taken)} 张`],
                ['抽奖、积分', `${numberText(result.won)} 张`],
                ['企业', `${numberText(result.companies)} 家`],
              ]}
            />
          </Section>
          <Section title="去向">
            <Facts
              items={[
                ['已用', `${numberText(result.used)} 张`],
                ['未用', `${numberText(result.unused)} 张`],
                ['过期', `${numberText(result.expired)} 张`],
                ['收回', `${numberText(result.withdrawn)} 张`],
              ]}
            />
          </Section>
          <Section title="成效" note="不算取消的订单">
            <Facts
              items={[
                ['订单', `${numberText(result.orders)} 张`],
                ['订单金额', <Money key="amount" yuan={result.amount} strong />],
                ['券减免', <Money key="discount" yuan={result.discount} />],
              ]}
            />
          </Section>
        </div>
      )}
    </Loaded>
  )
}

/** What stands over it: who has to act. */
function nextOf(coupon: CouponDeskWire | null, takeBack: (request: number) => void) {
  const { request, state, withdrawn_reason: reason = '' } = coupon ?? {}
  if (request)
    return {
      next: {
        tone: 'info' as const,
        text: `${request.asked_by} 已送审，另一人批准后发布；等待期间不能修改`,
        ...(request.mine === 1 && {
          action: (
            <Button size="small" onClick={() => takeBack(request.id)}>
              撤回送审
            </Button>
          ),
        }),
      },
    }
  return state === 'withdrawn' ? { next: { tone: 'warning' as const, text: `已撤下${reason ? `：${reason}` : ''}` } } : {}
}

export function CouponRecord({ coupon, begin, readAgain }: Props) {
  const may = useMay()
  const [draft, setDraft] = useState(begin)
  const [stands, setStands] = useState(begin)
  const [dialog, setDialog] = useState<'grant' | 'back' | null>(null)
  const deeds = useCoupon({
    coupon,
    draft,
    onSaved: (kept) => {
      setDraft(kept)
      setStands(kept)
    },
  })
  const can = may('offers.change')
  const isPublished = coupon?.published === 1
  const isOpen = can && !isPublished && coupon?.request == null
  const isDirty = coupon === null || JSON.stringify(draft.terms) !== JSON.stringify(stands.terms)
  const isOver = coupon === null || coupon.state === 'ended' || coupon.state === 'withdrawn'
  const mayPublish = isOpen && (isDirty || coupon?.state === 'draft')
  useKeys([
    { key: 'Ctrl+S', what: '存草稿', run: deeds.save, when: isOpen && isDirty },
    { key: 'Ctrl+Enter', what: deeds.word, run: () => deeds.publish(isDirty), when: mayPublish },
  ])
  const takeTheirs = async (): Promise<void> => {
    const now = await readAgain?.()
    if (now) deeds.take(now)
  }
  const problem =
    deeds.faults.map(({ field, message }) => [couponField(field), message].filter(Boolean).join('：')).join('；') || deeds.problem
  return (
    <RecordPage
      title={coupon?.name ?? '新建优惠券'}
      {...(coupon && { state: <Head coupon={coupon} /> })}
      {...nextOf(coupon, deeds.takeBack)}
      tabs={[
        {
          key: 'terms',
          title: '条款',
          content: (
            <>
              <MeanwhileNotice
                of={deeds.saving}
                names={NAMES}
                mine={{ name: draft.terms.name || couponName(draft.terms) }}
                onTakeTheirs={() => void takeTheirs()}
              />
              {problem && <Alert type="error" showIcon className="trouble" title={problem} />}
              <CouponForm draft={draft} onChange={setDraft} isNew={coupon === null} disabled={!isOpen} />
            </>
          ),
        },
        ...(coupon && isPublished ? [{ key: 'result', title: '成效', content: <Result id={coupon.id} /> }] : []),
      ]}
      foot={
        <>
          {coupon && can && (
            <Link to={`/marketing/coupons/new?from=${coupon.id}`}>
              <Button>照此新建</Button>
            </Link>
          )}
          {!isOver && can && coupon.request == null && (
            <Button danger onClick={() => deeds.end('withdraw')}>
              撤下…
            </Button>
          )}
          {!isOver && isPublished && may('offers.approve') && (
            <Button danger onClick={() => deeds.end('stop')}>
              叫停…
            </Button>
          )}
          {isPublished && may('offers.approve') && (
            <Button danger onClick={() => setDialog('back')}>
              收回未用的…
            </Button>
          )}
          <span className="grow" />
          {isOpen && (
            <>
              <Button disabled={!isDirty} loading={deeds.saving.isBusy} onClick={deeds.save}>
                存草稿 <Kbd of="Ctrl+S" />
              </Button>
              <Button type="primary" disabled={!mayPublish} loading={deeds.isPublishing} onClick={() => deeds.publish(isDirty)}>
                {deeds.word} <Kbd of="Ctrl+Enter" />
              </Button>
            </>
          )}
          {coupon?.state === 'live' && can && (
            <Button type="primary" onClick={() => setDialog('grant')}>
              发放…
            </Button>
          )}
        </>
      }
    >
      {deeds.dialog}
      {coupon && dialog === 'grant' && <GrantDialog coupon={coupon} onClose={() => setDialog(null)} />}
      {coupon && dialog === 'back' && <TakeBackDialog coupon={coupon} onClose={() => setDialog(null)} />}
    </RecordPage>
  )
}
