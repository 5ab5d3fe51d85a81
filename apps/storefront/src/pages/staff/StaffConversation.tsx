import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { StaffChatWire } from '#contract/chat.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { toast } from '#ui/Toast.tsx'
import { serviceApi } from '../../api/service-calls.ts'
import { Composer } from '../../parts/chat/Composer.tsx'
import { Thread } from '../../parts/chat/Thread.tsx'
import { type Port, useConversation } from '../../parts/chat/useConversation.ts'
import css from './staff.module.css'

/** One buyer's conversation, answered. */
export function StaffConversation({ id, back }: { id: number; back: string }) {
  const api = useApi()
  const [facts, setFacts] = useState<Pick<StaffChatWire, 'conversation' | 'buyer'> | null>(null)
  const [closing, setClosing] = useState(false)
  const port = useMemo<Port>(() => {
    const params = { id }
    return {
      key: `staff:${id}`,
      own: 'staff',
      async load(query) {
        const { data } = await api.ask(serviceApi.staffChat, { params, query, handles: 'all' })
        setFacts(data)
        return data
      },
      send: async (body) => (await api.ask(serviceApi.staffSend, { params, body, handles: 'all' })).data.message,
      read: async (up_to) => void (await api.ask(serviceApi.staffRead, { params, body: { up_to }, handles: 'all' })),
    }
  }, [api, id])
  const work = useConversation(port)
  const close = async () => {
    setClosing(true)
    try {
      const { message } = await api.ask(serviceApi.staffClose, { params: { id } })
      toast({ text: message, tone: 'success' })
    } catch {
      // Shown by the error catalogue.
    }
    setClosing(false)
  }
  return (
    <>
      <header className={css.who}>
        <Link to={back} className={`iconbtn ${css.back}`} aria-label="返回会话列表">
          <Icon name="left" />
        </Link>
        {facts && (
          <>
            <div>
              <h2 className="ell">{facts.conversation.company}</h2>
              <p className="ell">
                {[
                  facts.conversation.company_type,
                  facts.buyer.review_name,
                  facts.buyer.contact,
                  facts.buyer.phone,
                  facts.buyer.manager && `经理 ${facts.buyer.manager}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {facts.conversation.state === 'closed' ? (
              <small>已结束</small>
            ) : (
              <Button disabled={closing} onClick={() => void close()}>
                结束会话
              </Button>
            )}
          </>
        )}
      </header>
      <Thread work={work} own="staff" greeting={null} />
      <Composer label="回复客户" placeholder="回复客户，可粘贴图片" send={work.send} focus />
    </>
  )
}
