import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { type Port, useConversation } from '#api-client/chat/useConversation.ts'
import { useApi } from '#api-client/context.tsx'
import type { StaffChatWire } from '#contract/chat.ts'
import { uploadStaffFile } from '../../api/files.ts'
import { useLive } from '../../api/live.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useWork } from '../../parts/useWork.tsx'
import { Composer } from './Composer.tsx'
import { CustomerFacts } from './CustomerFacts.tsx'
import { calls } from './calls.ts'
import css from './chat.module.css'
import { HandOver } from './HandOver.tsx'
import { Thread } from './Thread.tsx'

/** One customer's conversation, answered, and the customer beside it. */
export function Conversation({ id }: { id: number }) {
  const api = useApi()
  const may = useMay()
  const canAnswer = may('chat.answer')
  const [facts, setFacts] = useState<Pick<StaffChatWire, 'conversation' | 'buyer' | 'handovers'> | null>(null)
  const port = useMemo<Port>(() => {
    const params = { id }
    return {
      key: `staff:${id}`,
      own: 'staff',
      async load(query) {
        const { data } = await api.ask(calls.chat, { params, query })
        setFacts(data)
        return data
      },
      send: async (body) => (await api.ask(calls.send, { params, body })).data.message,
      // Who only looks on leaves it unread for those who answer.
      read: async (up_to) => void (canAnswer && (await api.ask(calls.read, { params, body: { up_to } }))),
      upload: (picture) => uploadStaffFile(picture, 'chat'),
    }
  }, [api, id, canAnswer])
  const work = useConversation(port, useLive)
  const closing = useDeed(calls.close, { outdates: [calls.chats], done: '会话已结束，客户再次留言时会重新打开', onDone: work.retryLoad })
  const isOpen = facts?.conversation.state === 'open'
  const taking = useWork('chat', id, canAnswer && isOpen)
  const close = () => void closing.run({ params: { id } })
  const [isHanding, setHanding] = useState(false)
  useKeys([
    { key: 'D', what: '结束会话', run: close, when: canAnswer && isOpen },
    { key: 'H', what: '转交同事', run: () => setHanding(true), when: canAnswer && isOpen },
  ])
  return (
    <>
      <section className={css.talk} aria-label="会话">
        <header className={css.who}>
          <h2 className="ell">{facts?.conversation.company}</h2>
          <span className="grow" />
          {facts &&
            (isOpen ? (
              canAnswer && (
                <>
                  <Button size="small" onClick={() => setHanding(true)}>
                    转交… <Kbd of="H" />
                  </Button>
                  <Button size="small" loading={closing.isBusy} onClick={close}>
                    结束会话 <Kbd of="D" />
                  </Button>
                </>
              )
            ) : (
              <span className="muted s12">会话已结束</span>
            ))}
        </header>
        {taking.bar}
        <Thread work={work} handovers={facts?.handovers ?? []} />
        {canAnswer && facts && <Composer companyId={facts.buyer.company_id} send={work.send} />}
      </section>
      {facts && canAnswer && (
        <HandOver id={id} company={facts.conversation.company} open={isHanding} onClose={() => setHanding(false)} onDone={work.retryLoad} />
      )}
      <aside className={css.facts} aria-label="客户">
        {facts && (
          <CustomerFacts
            conversation={facts.conversation}
            buyer={facts.buyer}
            {...(canAnswer && { send: (order_id: number) => work.send({ order_id }) })}
          />
        )}
      </aside>
    </>
  )
}
