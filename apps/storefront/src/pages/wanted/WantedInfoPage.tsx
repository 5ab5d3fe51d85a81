import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import type { DataOf } from '#contract/call.ts'
import { CODES } from '#contract/codes.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Empty } from '#ui/Empty.tsx'
import { FORM_HANDLES, useSubmit } from '#ui/form.ts'
import { Icon } from '#ui/Icon.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/Toast.tsx'
import { beijingTime } from '#ui/times.ts'
import { useBusy } from '#ui/useBusy.ts'
import { moneyText } from '#ui/yuan.ts'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { Pictures } from '../../parts/feedback/Pictures.tsx'
import { GoodsLines } from '../../parts/goods-lines/GoodsLines.tsx'
import css from './wanted.module.css'
import { TONES } from './wanted-words.ts'

type Info = DataOf<typeof import('#contract/selfservice.ts').wantedInfo>

export async function loader({ api: client, url, signal }: PageArgs) {
  const asked = url.searchParams.get('id')
  if (!asked) return null
  const id = Number(asked)
  if (!Number.isSafeInteger(id) || id < 1) throw new ApiError(CODES.NOT_FOUND, '求购不存在或已删除', null)
  const { data } = await client.ask(memberApi.wantedInfo, { params: { id }, signal })
  return { ...data, pageTitle: `求购 ${data.name}` }
}

/** /pzqg/info: what was asked for, what the shop said, the goods it offers, and the way to ask on. */
export default function WantedInfoPage() {
  const wanted = usePageData<typeof loader>()
  if (wanted) return <Wanted wanted={wanted} />
  return (
    <AccountShell title="求购详情" tools={<ButtonLink to={memberPaths.wanted()}>返回列表</ButtonLink>}>
      <section className="panel">
        <Empty picture="paper" text="请从求购列表里选择要查看的求购">
          <ButtonLink kind="primary" to={memberPaths.wanted()}>
            去求购列表
          </ButtonLink>
          <ButtonLink to={memberPaths.wantedAdd()}>新增求购</ButtonLink>
        </Empty>
      </section>
    </AccountShell>
  )
}

function Wanted({ wanted }: { wanted: Info }) {
  const client = useApi()
  const { revalidate } = useRevalidator()
  const [asking, setAsking] = useState(false)
  const { run } = useBusy()
  const close = () =>
    run(async () => {
      const { message } = await client.ask(memberApi.wantedClose, { params: { id: wanted.id }, body: {} })
      toast({ text: message, tone: 'success' })
      void revalidate()
    })
  return (
    <AccountShell title="求购详情" tools={<ButtonLink to={memberPaths.wanted()}>返回列表</ButtonLink>}>
      <Facts wanted={wanted} />
      <section className={`panel ${css.talk}`} aria-label="答复">
        <h2>答复</h2>
        {wanted.entries.length === 0 && <p className="muted">采购部正在询货，一般 1 个工作日内答复，有结果会发消息给您。</p>}
        <ol>
          {wanted.entries.map((entry) => (
            <li key={entry.id} className={entry.is_staff === 1 ? css.theirs : css.ours}>
              <p className={css.said}>
                <b>{entry.author}</b>
                <time dateTime={entry.at}>{beijingTime(entry.at)}</time>
              </p>
              <p className={css.text}>{entry.text}</p>
              {entry.goods.length > 0 && <GoodsLines goods={entry.goods} label="推荐商品" />}
            </li>
          ))}
        </ol>
        {wanted.can_reply === 1 ? (
          <Reply id={wanted.id} onSent={() => void revalidate()} />
        ) : (
          <p className="note">
            <Icon name="info" />
            这条求购已关闭{wanted.close_reason && `：${wanted.close_reason}`}。如仍需要，请重新提交。
          </p>
        )}
        {wanted.can_close === 1 && (
          <Button kind="ghost" onClick={() => setAsking(true)}>
            不再需要，关闭求购
          </Button>
        )}
      </section>
      <ConfirmDialog
        open={asking}
        title="关闭这条求购吗?"
        text="关闭后采购部不再为您询货，也不能再追问。"
        confirm="关闭求购"
        onConfirm={() => void close()}
        onClose={() => setAsking(false)}
      />
    </AccountShell>
  )
}

function Facts({ wanted }: { wanted: Info }) {
  const facts = [
    ['规格', wanted.spec],
    ['生产厂家', wanted.manufacturer],
    ['数量', `${wanted.number} ${wanted.unit}`],
    ['期望单价', wanted.expected_price === null ? '' : moneyText(wanted.expected_price)],
    ['提交时间', beijingTime(wanted.created_at)],
    ['备注', wanted.note],
  ].filter(([, value]) => value)
  return (
    <section className={`panel ${css.facts}`} aria-label="求购内容">
      <header>
        <h2>{wanted.name}</h2>
        <StateBadge tone={TONES[wanted.state]}>{wanted.state_name}</StateBadge>
      </header>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name} className={name === '备注' ? css.full : undefined}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Pictures files={wanted.files} />
    </section>
  )
}

function Reply({ id, onSent }: { id: number; onSent: () => void }) {
  const client = useApi()
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const { problems, busy, submit } = useSubmit({ form, fields: ['text'], otherwise: 'text' })
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit(
      () => ({}),
      async () => {
        await client.ask(memberApi.wantedReply, { params: { id }, body: { text: text.trim() }, handles: FORM_HANDLES })
        setText('')
        onSent()
      },
    )
  }
  return (
    <form ref={form} className={css.reply} noValidate onSubmit={send}>
      <TextArea
        label="追问或补充"
        name="text"
        error={problems.text}
        rows={2}
        maxLength={500}
        placeholder="如：可以接受其他厂家的同规格"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button kind="primary" type="submit" disabled={busy || text.trim() === ''}>
        发送
      </Button>
    </form>
  )
}
