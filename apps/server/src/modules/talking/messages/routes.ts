import { messageDelete, messageList, messageRead, messageRestore } from '#contract/messages.ts'
import type { ModuleContext } from '../../../context.ts'
import { deleteMessages, messagesOf, readMessages } from './service.ts'

export function messageRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(messageList, ({ viewer, query }) => messagesOf(database, viewer.company.id, query))
  serve(messageRead, ({ viewer, body, now }) => readMessages(database, viewer.company.id, body, now))
  serve(messageDelete, async ({ viewer, body, now, say }) => {
    const counts = await deleteMessages(database, viewer.company.id, body.ids, true, now)
    say('消息已删除')
    return counts
  })
  serve(messageRestore, async ({ viewer, body, now, say }) => {
    const counts = await deleteMessages(database, viewer.company.id, body.ids, false, now)
    say('消息已恢复')
    return counts
  })
}
