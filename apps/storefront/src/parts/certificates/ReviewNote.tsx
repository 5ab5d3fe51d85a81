import { useApi } from '#api-client/context.tsx'
import type { DossierWire } from '#contract/companies.ts'
import { reviewOf } from '#domain/review.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { memberPaths } from '../../member-paths.ts'
import css from './company.module.css'
import { daysText } from './days.ts'
import { useDeed } from './dossier.ts'

interface Said {
  tone: string
  icon: IconName
  title: string
  text: string
}

function saidOf(dossier: DossierWire, ready: boolean): Said {
  const { review_state: state, review_note: note, missing, papers } = dossier
  const bad = papers.filter((paper) => paper.state === 'expired' || paper.state === 'stopped')
  const soon = papers.filter((paper) => paper.state === 'soon' && paper.open?.status !== 1)
  const names = (all: typeof papers) => all.map(({ name }) => name).join('、')
  if (state === 0)
    return { tone: 'note-warn', icon: 'info', title: '资质尚未提交', text: `还差 ${missing.length} 项，补齐后提交审核，通过即可采购。` }
  if (state === 1) return { tone: 'note-info', icon: 'clock', title: '资质审核中', text: '通常一个工作日内完成，结果会通过消息通知您。' }
  if (state === 3 && ready)
    return {
      tone: 'note-warn',
      icon: 'info',
      title: '已按原因修改，请重新提交审核',
      text: '提交前还可以再核对一遍，已通过的证照不用重传。',
    }
  if (state === 3) return { tone: 'note-bad', icon: 'warn', title: '资质未通过审核', text: `${note}。修改下列被驳回的证照后重新提交。` }
  if (state === 4) return { tone: 'note-bad', icon: 'lock', title: '账户已冻结', text: `${note || '请联系客户经理'}。` }
  const { to_complete: owed, open_until: until } = dossier
  if (owed.length > 0)
    return {
      tone: until ? 'note-warn' : 'note-bad',
      icon: 'info',
      title: '资料待补全',
      text: until
        ? `还缺 ${owed.join('、')}。${until} 之前可以照常采购，请在此之前补齐。`
        : `还缺 ${owed.join('、')}。补齐并通过审核后即可采购。`,
    }
  const waiting = bad.filter((paper) => paper.open?.status === 1)
  if (bad.length > 0 && waiting.length === bad.length)
    return {
      tone: 'note-bad',
      icon: 'clock',
      title: '有证照已失效，新证照审核中',
      text: `${names(bad)}的新证照正在审核，通过后即恢复相关商品的采购。`,
    }
  if (bad.length > 0)
    return {
      tone: 'note-bad',
      icon: 'warn',
      title: '有证照已失效',
      text: `${names(bad)}已失效，相关商品暂不能购买，更新并通过审核后恢复。`,
    }
  if (soon.length > 0)
    return {
      tone: 'note-warn',
      icon: 'calendar',
      title: '有证照即将到期',
      text: `${soon.map(({ name, days_left: days }) => `${name}（${daysText(days ?? 0)}）`).join('、')}，请提前更新，审核期间不影响采购。`,
    }
  return { tone: 'note-ok', icon: 'shield', title: '资质齐全有效', text: '到期前 90 天起会提醒您更新。' }
}

/** How a company stands with its papers, and what to do next. */
export function ReviewNote({ dossier }: { dossier: DossierWire }) {
  const client = useApi()
  const { busy, run } = useDeed()
  const ready = dossier.can_submit === 1 && dossier.missing.length === 0
  const { tone, icon, title, text } = saidOf(dossier, ready)
  return (
    <div className={`note ${tone} ${css.review}`}>
      <Icon name={icon} size={20} />
      <div>
        <b>{title}</b>
        <p>{text}</p>
      </div>
      <span className={css.acts}>
        {dossier.can_submit === 1 && (
          <ButtonLink to={memberPaths.registerPapers()}>
            {reviewOf(dossier.review_state) === 'rejected' ? '修改企业资料' : '继续填写'}
          </ButtonLink>
        )}
        {ready && (
          <Button kind="primary" disabled={busy} onClick={() => void run(() => client.ask(memberApi.companySubmit, {}))}>
            {reviewOf(dossier.review_state) === 'rejected' ? '重新提交审核' : '提交审核'}
          </Button>
        )}
        {reviewOf(dossier.review_state) === 'waiting' && (
          <Button disabled={busy} onClick={() => void run(() => client.ask(memberApi.companyWithdraw, {}))}>
            撤回修改
          </Button>
        )}
      </span>
    </div>
  )
}
