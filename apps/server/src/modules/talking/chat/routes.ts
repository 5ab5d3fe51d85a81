import * as contract from '#contract/chat.ts'
import type { ModuleContext } from '../../../context.ts'
import { openCatalogue } from '../../goods/catalogue/public.ts'
import { readAsBuyer, readChat, sendAsBuyer } from './buyer.ts'
import { chatColleagues, chatOfOrder, closeAsStaff, handAsStaff, readAsStaff, sendAsStaff, staffChatPage, staffChatsPage } from './staff.ts'

/** Messages are saved by these calls; the line of modules/talking/live only says that there are new ones. */
export function chatRoutes({ serve, deps }: ModuleContext): void {
  const { database } = deps
  const chat = { database, catalogue: openCatalogue(database, deps.search) }

  serve(contract.chatMessages, ({ viewer, query, now }) => readChat(chat, viewer, query, now))
  serve(contract.chatSend, ({ viewer, body, now }) => sendAsBuyer(chat, viewer, body, now))
  serve(contract.chatRead, ({ viewer, body }) => readAsBuyer(chat, viewer, body.up_to))

  serve(contract.staffChats, ({ viewer, query }) => staffChatsPage(database, viewer.accountId, query))
  serve(contract.staffChat, ({ viewer, params, query }) => staffChatPage(database, viewer.accountId, params.id, query))
  serve(contract.staffChatSend, ({ viewer, params, body, now }) => sendAsStaff(chat, viewer, params.id, body, now))
  serve(contract.staffChatRead, ({ viewer, params, body, now }) => readAsStaff(database, viewer, params.id, body.up_to, now))
  serve(contract.staffChatClose, ({ viewer, params, now, say }) => {
    say('会话已结束，客户再次留言时会重新打开')
    return closeAsStaff(database, viewer, params.id, now)
  })
  serve(contract.staffOrderChat, ({ params }) => chatOfOrder(database, params.id))
  serve(contract.staffChatColleagues, ({ viewer, params, now }) => chatColleagues(database, viewer, params.id, now))
  serve(contract.staffChatHand, async ({ viewer, params, body, now, say }) => {
    const handed = await handAsStaff(database, viewer, params.id, body, now)
    say(`已转交 ${handed.holder}，对方立即看到`)
    return handed
  })
}
