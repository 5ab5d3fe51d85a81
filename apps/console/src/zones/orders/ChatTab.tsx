import { Image } from 'antd'
import type { ChatMessageWire } from '#contract/chat.ts'
import { useAsk } from '../../api/ask.ts'
import { staffUrl } from '../../api/files.ts'
import { useLive } from '../../api/live.ts'
import { To } from '../../app/places.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Section } from '../../parts/Section.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import './orders.css'

function Said({ message: { kind, text, card, picture } }: { message: ChatMessageWire }) {
  if (kind === 'picture')
    return picture === null ? (
      <span className="muted">图片已清理</span>
    ) : (
      <Image
        width={120}
        src={staffUrl(picture.preview_url || picture.url)}
        alt={`图片 ${picture.name}`}
        preview={{ src: staffUrl(picture.url) }}
      />
    )
  if (card !== null)
    return (
      <>
        <b>{card.title}</b> <span className="muted">{card.text}</span>
      </>
    )
  return <span className="said-text">{text}</span>
}

/** What the company and the house said of this order. Read here; answered at the chat desk. */
export function ChatTab({ id }: { id: number }) {
  const answer = useAsk(calls.chat, { params: { id } })
  useLive('chat', () => void answer.refetch())
  return (
    <Loaded of={answer}>
      {({ conversation, list }) => (
        <Section
          title="对话"
          note="发过这个订单、提到过单号的前后"
          action={
            conversation !== null && (
              <To to={`service/chat?id=${conversation}`} or={null}>
                打开会话
              </To>
            )
          }
        >
          {list.length === 0 ? (
            <p className="muted">{conversation === null ? '这家企业还没有与客服对话' : '对话里没有提到这个订单'}</p>
          ) : (
            <ul className="said-list">
              {list.map((message) => (
                <li key={message.id}>
                  <When at={message.created_at} />
                  <b className={message.sender === 'buyer' ? '' : 'ok'}>{message.name}</b>
                  <Said message={message} />
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
    </Loaded>
  )
}
