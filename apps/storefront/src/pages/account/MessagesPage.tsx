import { Link, useRevalidator } from 'react-router'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useLive } from '../../api/live.ts'
import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { MessageRow } from './MessageRow.tsx'
import css from './messages.module.css'
import { type MessagesQuery, messagesView } from './messages-view.ts'
import { useMessages } from './useMessages.ts'

export async function loader({ api: client, url, signal }: PageArgs) {
  const view = messagesView(url.searchParams)
  const { data } = await client.ask(memberApi.messageList, { query: view, signal })
  return { view, ...data }
}

const link = (view: MessagesQuery, change: Partial<MessagesQuery>): string => {
  const { page = 1, kind, unread } = { ...view, page: 1, ...change }
  return memberPaths.messages({ kind, unread: unread || undefined, page: page > 1 ? page : undefined })
}

/** /wdxx, /zhzx/wdxx */
export default function MessagesPage() {
  const { view, list, total, per_page, kinds, unread } = usePageData<typeof loader>()
  const { revalidate } = useRevalidator()
  const { chosen, choose, chooseAll, read, remove, undo, undone } = useMessages(list)
  useLive('messages', () => void revalidate())
  const onlyUnread = view.unread === 1
  const shownKind = kinds.find(({ kind }) => kind === view.kind)
  const unreadHere = shownKind ? shownKind.unread : unread
  return (
    <AccountShell
      title="我的消息"
      tools={
        <Button disabled={unreadHere === 0} onClick={() => void read(view.kind ? { kind: view.kind } : {})}>
          <Icon name="check" />
          {shownKind ? `${shownKind.name}全部已读` : '全部标为已读'}
        </Button>
      }
    >
      <section className="panel" aria-label="消息">
        <Tabs
          label="消息类别"
          entries={[
            { text: '全部', to: memberPaths.messages({ unread: view.unread }), current: view.kind === undefined, count: unread },
            ...kinds.map(({ kind, name, unread: count }) => ({ text: name, to: link(view, { kind }), current: view.kind === kind, count })),
          ]}
        />
        <div className={css.bar} role="status">
          {undo && (
            <p className="note note-info">
              <Icon name="info" />
              已删除 {undo.length} 条消息
              <button type="button" className="link" onClick={() => void undone()}>
                撤销
              </button>
            </p>
          )}
        </div>
        <div className={css.tools}>
          {list.length > 0 && (
            <>
              <label className="check">
                <input type="checkbox" checked={chosen.size === list.length} onChange={({ target }) => chooseAll(target.checked)} />
                全选本页
              </label>
              <Button size="sm" disabled={chosen.size === 0} onClick={() => void read({ ids: [...chosen] })}>
                标为已读
              </Button>
              <Button size="sm" disabled={chosen.size === 0} onClick={() => void remove([...chosen])}>
                删除{chosen.size > 0 && ` ${chosen.size} 条`}
              </Button>
            </>
          )}
          <Link className={css.switch} to={link(view, { unread: onlyUnread ? 0 : 1 })} aria-current={onlyUnread ? 'true' : undefined}>
            <Icon name={onlyUnread ? 'check' : 'filter'} size={14} />
            只看未读
          </Link>
        </div>
        <ul>
          {list.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              chosen={chosen.has(message.id)}
              onChoose={(on) => choose(message.id, on)}
              onRead={() => void read({ ids: [message.id] })}
              onOpen={() => void read({ ids: [message.id], opened: 1 })}
              onRemove={() => void remove([message.id])}
            />
          ))}
        </ul>
        {list.length === 0 && (
          <Empty
            picture="paper"
            text={total > 0 ? '这一页没有消息' : onlyUnread ? '没有未读消息' : '还没有消息'}
            hint={onlyUnread || total > 0 ? undefined : '订单进度、资质到期、到货提醒和优惠活动会在这里告诉您。'}
          >
            {(onlyUnread || total > 0) && <ButtonLink to={link(view, { unread: 0 })}>查看全部消息</ButtonLink>}
          </Empty>
        )}
      </section>
      <Pagination page={view.page ?? 1} perPage={per_page} total={total} to={(page) => link(view, { page })} label="消息分页" />
    </AccountShell>
  )
}
