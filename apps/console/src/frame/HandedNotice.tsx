import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useNavigate } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { outdate } from '../api/ask.ts'
import { useLive } from '../api/live.ts'
import { shared } from '../api/shared-calls.ts'
import { useMe } from '../app/me.ts'

const SHOWN_S = 20
const SEARCHED = 50

/** Says at once, on whatever page, that a colleague has handed a conversation over. */
export function HandedNotice() {
  const me = useMe()
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { notification } = App.useApp()
  const tell = async (id: number): Promise<void> => {
    await outdate(queries, [shared.chats])
    const { data } = await api.ask(shared.chats, { query: { state: 'mine', per_page: SEARCHED } })
    const handed = data.list.find((one) => one.id === id)
    if (handed === undefined) return
    const key = `handed ${id}`
    const open = () => {
      notification.destroy(key)
      void navigate(`/service/chat?state=mine&id=${id}`)
    }
    notification.info({
      key,
      title: `${handed.company} 的会话转交给您`,
      description: handed.handed_note,
      duration: SHOWN_S,
      actions: (
        <Button size="small" type="primary" onClick={open}>
          打开会话
        </Button>
      ),
    })
  }
  useLive('chat', (event) => {
    // The figure beside the area follows by itself, and says it where this question gets no answer.
    if (event?.type === 'chat' && event.to === me.id) tell(event.conversation).catch(() => undefined)
  })
  return null
}
