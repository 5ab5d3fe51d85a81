import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { OFFER_KINDS, OFFER_STATES } from '#contract/constants.ts'
import type { OfferWire } from '#contract/offer-desk.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { RecordPage } from '../../parts/RecordPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { OfferForm } from './OfferForm.tsx'
import { fieldName, nameFor, type OfferDraft } from './offer-draft.ts'
import { ResultTab } from './ResultTab.tsx'
import { TONES } from './states.ts'
import { useOffer } from './useOffer.tsx'
import { VersionsTab } from './VersionsTab.tsx'
import './marketing.css'

const NAMES = { name: '名称', intro: '说明', terms: '档位', goods: '商品', buyers: '客户', period: '时间' }

interface Props {
  /** null: one that is still to be made. */
  offer: OfferWire | null
  begin: OfferDraft
  readAgain?: () => Promise<OfferWire | undefined>
}

function Head({ offer }: { offer: OfferWire }) {
  return (
    <>
      <StateTag tone={TONES[offer.state]}>{OFFER_STATES[offer.state]}</StateTag>
      <span className="muted s12">
        {OFFER_KINDS[offer.kind]}，{offer.updated_by} 改于 <When at={offer.updated_at} short />
        {offer.published > 0 && `，已发布 ${offer.published} 版`}
      </span>
      {offer.url && (
        <a className="link s12" href={offer.url} target="_blank" rel="noreferrer">
          看商城里的活动页
        </a>
      )}
    </>
  )
}

export function OfferRecord({ offer, begin, readAgain }: Props) {
  const may = useMay()
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
  const can = may('offers.change')
  const isWaiting = offer?.request != null
  const isDirty = offer === null || JSON.stringify(draft.terms) !== JSON.stringify(stands.terms)
  const isOpen = can && !isWaiting
  const mayPublish = isOpen && (isDirty || offer?.published === 0 || offer?.changed === 1 || offer?.state === 'withdrawn')
  useKeys([
    { key: 'Ctrl+S', what: '存草稿', run: deeds.save, when: isOpen && isDirty },
    { key: 'Ctrl+Enter', what: deeds.word, run: deeds.publish, when: mayPublish },
  ])
  const takeTheirs = async (): Promise<void> => {
    const now = await readAgain?.()
    if (now) deeds.take(now)
  }
  return (
    <RecordPage
      title={offer?.name ?? '新建活动'}
      {...(offer && { state: <Head offer={offer} /> })}
      {...nextOf(offer, deeds)}
      tabs={[
        {
          key: 'terms',
          title: '条款',
          content: (
            <>
              <MeanwhileNotice
                of={deeds.saving}
                names={NAMES}
                mine={{ name: draft.terms.name || nameFor(draft) }}
                onTakeTheirs={() => void takeTheirs()}
              />
              {deeds.problem && <Alert type="error" showIcon className="trouble" title={problemText(deeds)} />}
              <OfferForm draft={draft} onChange={setDraft} id={offer?.id} disabled={!isOpen} isKindFixed={(offer?.published ?? 0) > 0} />
            </>
          ),
        },
        ...(offer
          ? [
              { key: 'versions', title: '版本', count: offer.versions.length, content: <VersionsTab versions={offer.versions} /> },
              { key: 'result', title: '成效', content: <ResultTab id={offer.id} /> },
            ]
          : []),
      ]}
      foot={
        <>
          {offer && can && (
            <Link to={`/marketing/offers/new?from=${offer.id}`}>
              <Button>照此新建</Button>
            </Link>
          )}
          {offer && deeds.endButtons}
          <span className="grow" />
          {isOpen && (
            <Button disabled={!isDirty} loading={deeds.saving.isBusy} onClick={deeds.save}>
              存草稿 <Kbd of="Ctrl+S" />
            </Button>
          )}
          {can && (
            <Button type="primary" disabled={!mayPublish} loading={deeds.isPublishing} onClick={deeds.publish}>
              {isWaiting ? '等待批准' : mayPublish ? deeds.word : '没有改动要送审'} {mayPublish && <Kbd of="Ctrl+Enter" />}
            </Button>
          )}
        </>
      }
    >
      {deeds.dialog}
    </RecordPage>
  )
}

const problemText = ({ problem, faults }: Pick<ReturnType<typeof useOffer>, 'problem' | 'faults'>): string =>
  faults.map(({ field, message }) => [fieldName(field), message].filter(Boolean).join('：')).join('；') || problem

/** What stands over it: who has to act. */
function nextOf(offer: OfferWire | null, { takeBack }: Pick<ReturnType<typeof useOffer>, 'takeBack'>) {
  if (offer === null) return {}
  const { request, state, withdrawn_reason: reason, changed } = offer
  if (request)
    return {
      next: {
        tone: 'info' as const,
        text: (
          <>
            {request.asked_by} 已送审（
            <When at={request.asked_at} short />
            ），另一人批准后按时间发布；等待期间不能修改
          </>
        ),
        ...(request.mine === 1 && {
          action: (
            <Button size="small" onClick={() => takeBack(request.id)}>
              撤回送审
            </Button>
          ),
        }),
      },
    }
  if (state === 'withdrawn') return { next: { tone: 'warning' as const, text: `已撤下${reason ? `：${reason}` : ''}。改好后可以重新送审` } }
  if (changed === 1) return { next: { tone: 'info' as const, text: '草稿比发布的新：商城里仍按上一版，送审并批准后由新的一版接替' } }
  return {}
}
