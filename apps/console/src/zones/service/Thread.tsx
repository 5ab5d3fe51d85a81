import { FileTextOutlined } from '@ant-design/icons'
import { Button, Image } from 'antd'
import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import { dayText, type Outgoing, timeText } from '#api-client/chat/thread.ts'
import type { ConversationWork } from '#api-client/chat/useConversation.ts'
import type { ChatHandoverWire, ChatMessageWire } from '#contract/chat.ts'
import { useNow } from '#ui/now.ts'
import { staffUrl } from '../../api/files.ts'
import { To } from '../../app/places.tsx'
import { Loading } from '../../parts/Loading.tsx'
import { sentenceOf } from '../../parts/outcome.ts'
import { Trouble } from '../../parts/Trouble.tsx'
import { orderOfCard } from './card.ts'
import css from './chat.module.css'

/** A pause that long is worth a line with the time. */
const PAUSE_MS = 10 * 60_000
/** After every instant there is. */
const LATER = '9'
/** Close enough to the end that new messages pull the list along. */
const NEAR_PX = 80

function Card({ card }: { card: NonNullable<ChatMessageWire['card']> }) {
  const order = orderOfCard(card.url)
  const inside = (
    <>
      {card.image ? <img src={card.image} alt="" width="44" height="44" /> : <FileTextOutlined />}
      <span>
        <b className="ell">{order === null ? card.title : <To to={`orders/${order}`}>{card.title}</To>}</b>
        <small className="ell">{card.text}</small>
      </span>
    </>
  )
  if (order !== null) return <div className={css.card}>{inside}</div>
  return (
    <a className={css.card} href={card.url} target="_blank" rel="noreferrer">
      {inside}
    </a>
  )
}

function Body({ message: { kind, text, card, picture } }: { message: ChatMessageWire }) {
  if (kind === 'picture') {
    if (picture === null) return <p className={css.bubble}>图片已清理</p>
    return (
      <span className={css.picture}>
        <Image src={staffUrl(picture.preview_url || picture.url)} alt={`图片 ${picture.name}`} preview={{ src: staffUrl(picture.url) }} />
      </span>
    )
  }
  if (card !== null) return <Card card={card} />
  return <p className={css.bubble}>{text}</p>
}

function Said({ message, before }: { message: ChatMessageWire; before: ChatMessageWire | undefined }) {
  const now = useNow()
  const at = message.created_at
  const paused = before === undefined || Date.parse(at) - Date.parse(before.created_at) > PAUSE_MS
  return (
    <>
      {paused && (
        <p className={css.when}>
          {dayText(at, now)} {timeText(at)}
        </p>
      )}
      <div className={message.sender === 'buyer' ? css.row : `${css.row} ${css.mine}`}>
        <small>{message.name}</small>
        <Body message={message} />
      </div>
    </>
  )
}

function draftText({ draft }: Outgoing): string {
  if ('text' in draft) return draft.text
  if ('file' in draft) return `图片 ${draft.file.name}`
  return 'order_id' in draft ? '[订单]' : '[商品]'
}

function OnItsWay({ one, work }: { one: Outgoing; work: ConversationWork }) {
  return (
    <div className={`${css.row} ${css.mine}`}>
      <p className={css.bubble}>{draftText(one)}</p>
      {one.state === 'failed' ? (
        <p className={css.failed} role="alert">
          {one.problem}
          <button type="button" className="link" onClick={() => work.retry(one.client_id)}>
            重发
          </button>
          <button type="button" className="link" onClick={() => work.discard(one.client_id)}>
            删除
          </button>
        </p>
      ) : (
        <small>发送中</small>
      )}
    </div>
  )
}

/** Staff's own line in the conversation, which its buyer never sees: who had it, who has it now, and why. */
function Handed({ one: { from, to, by, note, created_at: at } }: { one: ChatHandoverWire }) {
  const now = useNow()
  return (
    <p className={css.handed}>
      {dayText(at, now)} {timeText(at)} {by} 转交给 <b>{to}</b>
      {from !== '' && from !== by && `（此前 ${from} 在处理）`}：{note}
    </p>
  )
}

interface Props {
  work: ConversationWork
  handovers: readonly ChatHandoverWire[]
}

/** What was said, the newest at the bottom; new messages are read out. */
export function Thread({ work, handovers }: Props) {
  const { messages, outgoing, loaded, hasOlder } = work
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const heightBefore = useRef(0)
  const [problem, setProblem] = useState('')
  const last = messages.at(-1)?.id
  const first = messages[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever makes the list longer moves it
  useLayoutEffect(() => {
    const list = box.current
    if (list === null) return
    if (heightBefore.current > 0) {
      list.scrollTop += list.scrollHeight - heightBefore.current
      heightBefore.current = 0
    } else if (atEnd.current) list.scrollTop = list.scrollHeight
  }, [first, last, outgoing.length, handovers.length, loaded])
  if (loaded === 'no') return <Loading />
  if (loaded === 'failed') return <Trouble text="消息没有加载出来" onAgain={work.retryLoad} />
  const between = (from: string, to: string) =>
    handovers.filter(({ created_at: at }) => at >= from && at < to).map((one) => <Handed key={`handed ${one.id}`} one={one} />)
  const older = async () => {
    heightBefore.current = box.current?.scrollHeight ?? 0
    setProblem('')
    try {
      await work.loadOlder()
    } catch (error) {
      heightBefore.current = 0
      setProblem(sentenceOf(error))
    }
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
        <Button type="text" size="small" onClick={() => void older()}>
          查看更早的消息
        </Button>
      )}
      {problem && <Trouble text={problem} />}
      {messages.map((message, at) => (
        <Fragment key={message.id}>
          {between(at === 0 && !hasOlder ? '' : (messages[at - 1]?.created_at ?? message.created_at), message.created_at)}
          <Said message={message} before={messages[at - 1]} />
        </Fragment>
      ))}
      {between(messages.at(-1)?.created_at ?? '', LATER)}
      {outgoing.map((one) => (
        <OnItsWay key={one.client_id} one={one} work={work} />
      ))}
    </div>
  )
}
