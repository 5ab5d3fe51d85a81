import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { OFFER_STATES } from '#contract/constants.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { RecordPage, type RecordTab } from '../../parts/RecordPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { TONES } from './states.ts'
import type { PlanDeeds, PlanWire } from './usePlan.ts'
import './marketing.css'

interface Props {
  /** null: one that is still to be made. */
  plan: PlanWire | null
  newTitle: string
  path: string
  deeds: PlanDeeds
  isChanged: boolean
  /** What is typed; nobody may change it while it waits. */
  form: (isOpen: boolean) => ReactNode
  /** Names of an answer's fields, as the screen has them. */
  fieldName: (field: string) => string
  shopText: string
  tabs: readonly RecordTab[]
}

function Head({ plan, shopText }: { plan: PlanWire; shopText: string }) {
  return (
    <>
      <StateTag tone={TONES[plan.state]}>{OFFER_STATES[plan.state]}</StateTag>
      <span className="muted s12">
        {plan.kind_name}，{plan.updated_by} 改于 <When at={plan.updated_at} short />
        {plan.published > 0 && `，已发布 ${plan.published} 版`}
      </span>
      {plan.url && (
        <a className="link s12" href={plan.url} target="_blank" rel="noreferrer">
          {shopText}
        </a>
      )}
    </>
  )
}

/** A plan of the desk: what is typed, its versions, what it brought, and who has to act. */
export function PlanRecord({ plan, newTitle, path, deeds, isChanged, form, fieldName, shopText, tabs }: Props) {
  const may = useMay()
  const can = may('offers.change')
  const isWaiting = plan?.request != null
  const isDirty = plan === null || isChanged
  const isOpen = can && !isWaiting
  const mayPublish = isOpen && (isDirty || plan?.published === 0 || plan?.changed === 1 || plan?.state === 'withdrawn')
  // Its own key while it is open stands under those of the page.
  const reason = useReason(deeds.endProblem)
  useKeys([
    { key: 'Ctrl+S', what: '存草稿', run: deeds.save, when: isOpen && isDirty },
    { key: 'Ctrl+Enter', what: deeds.word, run: deeds.publish, when: mayPublish },
  ])
  const endButton = (command: 'withdraw' | 'stop', word: string) => (
    <Button
      danger
      onClick={() =>
        reason.ask({
          title: `${word}“${plan?.name ?? ''}”`,
          what:
            plan?.state === 'live' || plan?.state === 'coming'
              ? '随即停止：购物车里的商品按没有这个活动重新计价；已经下的订单不变。'
              : '草稿留着，不再列在待办里。',
          ok: word,
          danger: true,
          run: (text) => deeds.end(command, text),
        })
      }
    >
      {word}…
    </Button>
  )
  const isOver = plan === null || plan.state === 'ended' || plan.state === 'withdrawn'
  const problem =
    deeds.faults.map(({ field, message }) => [fieldName(field), message].filter(Boolean).join('：')).join('；') || deeds.problem
  return (
    <RecordPage
      title={plan?.name ?? newTitle}
      {...(plan && { state: <Head plan={plan} shopText={shopText} /> })}
      {...nextOf(plan, deeds)}
      tabs={[
        {
          key: 'terms',
          title: '条款',
          content: (
            <>
              {deeds.problem && <Alert type="error" showIcon className="trouble" title={problem} />}
              {form(isOpen)}
            </>
          ),
        },
        ...(plan ? tabs : []),
      ]}
      foot={
        <>
          {plan && can && (
            <Link to={`/${path}/new?from=${plan.id}`}>
              <Button>照此新建</Button>
            </Link>
          )}
          {!isOver && can && !isWaiting && endButton('withdraw', '撤下')}
          {!isOver && may('offers.approve') && plan.published !== 0 && endButton('stop', '叫停')}
          <span className="grow" />
          {isOpen && (
            <Button disabled={!isDirty} loading={deeds.isSaving} onClick={deeds.save}>
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
      {reason.dialog}
    </RecordPage>
  )
}

/** What stands over it: who has to act. */
function nextOf(plan: PlanWire | null, { takeBack }: PlanDeeds) {
  if (plan === null) return {}
  const { request, state, withdrawn_reason: reason, changed } = plan
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
