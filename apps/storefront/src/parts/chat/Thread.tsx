import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { dayText, type Outgoing, timeText } from '#api-client/chat/thread.ts'
import type { ConversationWork } from '#api-client/chat/useConversation.ts'
import type { ChatMessageWire } from '#contract/chat.ts'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useNow } from '#ui/now.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/Toast.tsx'
import css from './chat.module.css'

interface Props {
  work: ConversationWork
  /** Shown where nothing was said yet. */
  greeting: ReactNode
}

/** Close enough to the end that new messages should pull the list along. */
const NEAR_PX = 80

/** What was said, the newest at the bottom; new messages are read out. */
export function Thread({ work, greeting }: Props) {
  const { messages, outgoing, loaded, hasOlder } = work
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const heightBefore = useRef(0)
  const [busy, setBusy] = useState(false)
  const last = messages.at(-1)?.id
  const first = messages[0]?.id

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever makes the list longer moves it
  useLayoutEffect(() => {
    const list = box.current
    if (list === null) return
    if (heightBefore.current > 0) {
      // Older messages came above: what was being read stays where it is.
      list.scrollTop += list.scrollHeight - heightBefore.current
      heightBefore.current = 0
    } else if (atEnd.current) list.scrollTop = list.scrollHeight
  }, [first, last, outgoing.length, loaded])

  const older = async () => {
    setBusy(true)
    heightBefore.current = box.current?.scrollHeight ?? 0
    try {
      await work.loadOlder()
    } catch {
      heightBefore.current = 0
      toast({ text: '更早的消息没有加载出来，请重试', tone: 'error' })
    }
    setBusy(false)
  }

  if (loaded === 'no') return <Skeleton height={240} />
  if (loaded === 'failed') {
    return (
      <Empty picture="broken" text="消息没有加载出来">
        <Button onClick={work.retryLoad}>重新加载</Button>
      </Empty>
    )
  }
  return (
    <div
      ref={box}
      className={css.thread}
      role="log"
      aria-label="对话"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling place is reached by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: list }) => {
        atEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX
      }}
    >
      {hasOlder && (
        <Button size="sm" kind="ghost" className={css.older} disabled={busy} onClick={() => void older()}>
          查看更早的消息
        </Button>
      )}
      {!hasOlder && greeting}
      {messages.map((message, at) => (
        <Said key={message.id} message={message} before={messages[at - 1]} />
      ))}
      {outgoing.map((one) => (
        <OnItsWay key={one.client_id} one={one} retry={work.retry} discard={work.discard} />
      ))}
    </div>
  )
}

/** A pause that long is worth a line with the time. */
const PAUSE_MS = 10 * 60_000

function Said({ message, before }: { message: ChatMessageWire; before: ChatMessageWire | undefined }) {
  const now = useNow()
  const at = message.created_at
  const paused = before === undefined || Date.parse(at) - Date.parse(before.created_at) > PAUSE_MS
  const mine = message.sender === 'buyer'
  return (
    <>
      {paused && (
        <p className={css.when}>
          {dayText(at, now)} {timeText(at)}
        </p>
      )}
      <div className={mine ? `${css.row} ${css.mine}` : css.row}>
        {!mine && <span className={css.name}>{message.name}</span>}
        <Body message={message} />
      </div>
    </>
  )
}

function Body({ message: { kind, text, card, picture } }: { message: ChatMessageWire }) {
  if (kind === 'picture') {
    if (picture === null) return <p className={css.bubble}>图片已清理</p>
    return (
      <a className={css.picture} href={picture.url} target="_blank" rel="noopener noreferrer">
        <img src={picture.preview_url || picture.url} alt={`图片 ${picture.name}`} width="160" />
      </a>
    )
  }
  if (card !== null) {
    return (
      <Link className={css.card} to={card.url}>
        {card.image ? <img src={card.image} alt="" width="44" height="44" /> : <Icon name="file" size={24} />}
        <span>
          <b className="ell">{card.title}</b>
          <small className="ell">{card.text}</small>
        </span>
      </Link>
    )
  }
  return <p className={css.bubble}>{text}</p>
}

function OnItsWay({ one, retry, discard }: { one: Outgoing; retry: (id: string) => void; discard: (id: string) => void }) {
  const { client_id, draft, state, problem } = one
  const failed = state === 'failed'
  return (
    <div className={`${css.row} ${css.mine}`}>
      {'text' in draft ? <p className={css.bubble}>{draft.text}</p> : <DraftPicture draft={draft} />}
      {failed ? (
        <p className={css.failed} role="alert">
          <Icon name="alert" size={14} />
          {problem}
          <button type="button" className="link" onClick={() => retry(client_id)}>
            重发
          </button>
          <button type="button" className="link" onClick={() => discard(client_id)}>
            删除
          </button>
        </p>
      ) : (
        <p className={css.state}>发送中</p>
      )}
    </div>
  )
}

function DraftPicture({ draft }: { draft: Outgoing['draft'] }) {
  const file = 'file' in draft ? draft.file : null
  const [url, setUrl] = useState('')
  useEffect(() => {
    if (file === null) return
    const reader = new FileReader()
    reader.onload = () => setUrl(String(reader.result))
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  if (file === null) return <p className={css.bubble}>{'order_id' in draft ? '[订单]' : '[商品]'}</p>
  return <span className={css.picture}>{url && <img src={url} alt={`图片 ${file.name}`} width="160" />}</span>
}
