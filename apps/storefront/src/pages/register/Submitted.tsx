import { useCallback, useEffect } from 'react'
import { useApi } from '#api-client/context.tsx'
import { useQueryClient } from '#api-client/useQuery.ts'
import type { UserBaseWire } from '#contract/user.ts'
import { reviewOf } from '#domain/review.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import { useLive } from '../../api/live.ts'
import { userQuery } from '../../api/queries.ts'
import { memberPaths } from '../../member-paths.ts'
import css from '../../parts/credentials/stage.module.css'
import { paths } from '../../paths.ts'

interface Look {
  icon: IconName
  tone: StateTone
  className: string | undefined
  title: string
  text: string
}

/** By review state: 0 not handed in, 1 in review, 2 passed, 3 rejected, 4 frozen. */
const LOOKS: readonly Look[] = [
  {
    icon: 'file',
    tone: 'wait',
    className: css.wait,
    title: '资料还没有提交',
    text: '账号已经创建，请继续填写企业资料并上传证照，提交后才会开始审核。',
  },
  {
    icon: 'check',
    tone: 'moving',
    className: undefined,
    title: '资料已提交，等待审核',
    text: '工作日通常当天审核完毕。审核结果会显示在这里，也会发到“我的消息”。',
  },
  { icon: 'check', tone: 'ok', className: undefined, title: '审核已通过', text: '现在可以看到价格和库存；签署电子合同之后即可下单采购。' },
  {
    icon: 'alert',
    tone: 'bad',
    className: css.bad,
    title: '有资料需要修改',
    text: '部分证照没有通过审核。请在“资质证件”查看每一项的原因，修改后重新提交即可，其余证照不用重传。',
  },
  { icon: 'lock', tone: 'bad', className: css.bad, title: '企业已冻结', text: '这家企业暂时不能采购，请联系客服了解原因。' },
]

const NEXT: readonly { icon: IconName; title: string; text: string }[] = [
  { icon: 'shield', title: '质管审核', text: '逐项核对证照的名称、编号、有效期和经营范围' },
  { icon: 'bell', title: '通知结果', text: '通过或需要修改，都会说明到每一张证照' },
  { icon: 'cart', title: '开始采购', text: '通过后立即可见价格，签署电子合同即可下单' },
]

/** How far the review of the store in use is, and what comes next. papers: where its papers are handed in. */
export function Submitted({ user, papers }: { user: UserBaseWire; papers: string }) {
  const client = useApi()
  const queries = useQueryClient()
  const look = LOOKS[user.review_state] ?? LOOKS[1]
  // In place of a request that runs: it may have been answered before the news.
  const renew = useCallback(() => void queries.refetch(userQuery(client)).catch(() => undefined), [queries, client])
  const line = useLive('account', renew)
  // Staff may have decided before the page could hear of it.
  useEffect(() => {
    if (line === 'open') renew()
  }, [line, renew])
  if (!look) return null
  const open = reviewOf(user.review_state) === 'draft'
  const passed = reviewOf(user.review_state) === 'passed'
  return (
    <>
      <div className={css.done}>
        <i className={look.className}>
          <Icon name={look.icon} size={32} />
        </i>
        <h2>{look.title}</h2>
        <StateBadge tone={look.tone}>{user.review_name || '未提交'}</StateBadge>
        <p>{look.text}</p>
        <div className={css.acts}>
          {open && (
            <ButtonLink kind="primary" size="lg" to={papers}>
              继续填写资料
            </ButtonLink>
          )}
          {passed && (
            <ButtonLink kind="primary" size="lg" to={paths.home()}>
              开始采购
            </ButtonLink>
          )}
          {passed && (
            <ButtonLink size="lg" to={memberPaths.contracts()}>
              去看电子合同
            </ButtonLink>
          )}
          {!open && (
            <ButtonLink kind={passed ? 'plain' : 'primary'} size="lg" to={memberPaths.licences()}>
              {reviewOf(user.review_state) === 'rejected' ? '查看原因并修改' : '查看资质证件'}
            </ButtonLink>
          )}
          {reviewOf(user.review_state) === 'waiting' && (
            <Button size="lg" onClick={renew}>
              <Icon name="refresh" />
              刷新审核状态
            </Button>
          )}
          {!passed && (
            <ButtonLink size="lg" to={paths.home()}>
              先去看看商品
            </ButtonLink>
          )}
        </div>
      </div>
      {user.review_state <= 1 && (
        <ol className={css.next}>
          {NEXT.map(({ icon, title, text }) => (
            <li key={title}>
              <Icon name={icon} size={20} />
              <b>{title}</b>
              <small>{text}</small>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
