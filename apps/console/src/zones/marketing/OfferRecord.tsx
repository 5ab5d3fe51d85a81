import { useState } from 'react'
import type { OfferWire } from '#contract/offer-desk.ts'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { When } from '../../parts/When.tsx'
import { OfferForm } from './OfferForm.tsx'
import { fieldName, nameFor, type OfferDraft } from './offer-draft.ts'
import { PlanRecord } from './PlanRecord.tsx'
import { ResultTab } from './ResultTab.tsx'
import { useOffer } from './useOffer.ts'
import { VersionsTab } from './VersionsTab.tsx'

const NAMES = { name: '名称', intro: '说明', terms: '档位', goods: '商品', buyers: '客户', period: '时间' }

interface Props {
  /** null: one that is still to be made. */
  offer: OfferWire | null
  begin: OfferDraft
  readAgain?: () => Promise<OfferWire | undefined>
}

export function OfferRecord({ offer, begin, readAgain }: Props) {
  const [draft, setDraft] = useState(begin)
  const [stands, setStands] = useState(begin)
  const deeds = useOffer({
    offer,
    draft,
    onSaved: (kept) => {
      setDraft(kept)
      setStands(kept)
    },
  })
  const takeTheirs = async (): Promise<void> => {
    const now = await readAgain?.()
    if (now) deeds.take(now)
  }
  return (
    <PlanRecord
      plan={offer}
      newTitle="新建活动"
      path="marketing/offers"
      shopText="看商城里的活动页"
      deeds={deeds}
      isChanged={JSON.stringify(draft.terms) !== JSON.stringify(stands.terms)}
      fieldName={fieldName}
      form={(isOpen) => (
        <>
          <MeanwhileNotice
            of={deeds.saving}
            names={NAMES}
            mine={{ name: draft.terms.name || nameFor(draft) }}
            onTakeTheirs={() => void takeTheirs()}
          />
          <OfferForm draft={draft} onChange={setDraft} id={offer?.id} disabled={!isOpen} isKindFixed={(offer?.published ?? 0) > 0} />
        </>
      )}
      tabs={
        offer === null
          ? []
          : [
              {
                key: 'versions',
                title: '版本',
                count: offer.versions.length,
                content: (
                  <VersionsTab
                    note="运行中的条款不改，新的一版批准后接替上一版"
                    heads={['条款', '商品', '客户', '起', '止']}
                    versions={offer.versions}
                    cells={({ text, goods, buyers, starts_at: from, ends_at: until }) => [
                      text,
                      goods,
                      buyers,
                      <When key="from" at={from} short />,
                      <When key="until" at={until} short />,
                    ]}
                  />
                ),
              },
              { key: 'result', title: '成效', content: <ResultTab id={offer.id} /> },
            ]
      }
    />
  )
}
