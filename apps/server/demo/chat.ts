import type { Connection } from '../src/platform/database.ts'
import { ACCOUNTS } from './companies.ts'
import { idOf } from './write-catalogue.ts'
import type { CompanyIds } from './write-companies.ts'

type Line = [sender: 'buyer' | 'staff', minutesAgo: number, text: string]
interface DemoChat {
  username: string
  closed?: boolean
  buyerUnread?: number
  staffUnread?: number
  lines: readonly Line[]
}

/** What was asked and answered lately: one answer waits to be read, one question for an answer. */
const CHATS: readonly DemoChat[] = [
  {
    username: '13900000001',
    buyerUnread: 1,
    lines: [
      ['buyer', 1_530, '您好，上周那单的发票什么时候能开？'],
      ['staff', 1_526, '您好，发货后当天开具，您可以在“电子发票”里下载，我刚查过已经开好了。'],
      ['buyer', 1_525, '看到了，谢谢'],
      ['buyer', 196, '奥司他韦颗粒还能补货吗？店里快卖完了'],
      ['staff', 188, '预计后天到 600 盒，我给您登记了到货提醒，到货后第一时间通知您。'],
    ],
  },
  {
    username: '13900000004',
    closed: true,
    lines: [
      ['buyer', 4_400, '新开的那家店可以和现在的账号一起管理吗？'],
      ['staff', 4_394, '可以的，在“多店管理”里添加门店，提交该店证件，通过后就能在左上角切换。'],
      ['buyer', 4_390, '好的'],
    ],
  },
  { username: '13900000005', staffUnread: 1, lines: [['buyer', 42, '我们是诊所，想买阿莫西林，页面说超出经营范围，需要补什么证件？']] },
]

const MINUTE_MS = 60_000

export async function writeChats(trx: Connection, people: CompanyIds, now: Date): Promise<void> {
  for (const { username, closed = false, buyerUnread = 0, staffUnread = 0, lines } of CHATS) {
    const account = ACCOUNTS.find((one) => one.username === username)
    const company = account?.companies[0]
    if (!account || company === undefined) throw new Error(`no demo company for ${username}`)
    const at = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
    const [lastSender, lastMinutes, lastText] = lines.at(-1) ?? ['buyer', 0, '']
    const { id } = await trx
      .insertInto('chat_conversation')
      .values({
        company_id: idOf(people.companies, company),
        state: closed ? 'closed' : 'open',
        buyer_unread: buyerUnread,
        staff_unread: staffUnread,
        last_text: lastText,
        last_sender: lastSender,
        last_at: at(lastMinutes),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('chat_message')
      .values(
        lines.map(([sender, minutes, text], line) => ({
          conversation_id: id,
          sender,
          name: sender === 'staff' ? '客服小安' : account.name,
          kind: 'text',
          text,
          client_key: `demo-message-${line}`,
          created_at: at(minutes),
        })),
      )
      .execute()
  }
}
