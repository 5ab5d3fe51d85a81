import { endpoint } from '#api-client/endpoint.ts'
import { shared } from '../../api/shared-calls.ts'

type AfterSales = typeof import('#contract/aftersales.ts')
type Refunds = typeof import('#contract/refunds.ts')
type Chat = typeof import('#contract/chat.ts')
type Entry = typeof import('#contract/order-entry.ts')
type Selfservice = typeof import('#contract/selfservice.ts')

export const calls = {
  chats: shared.chats,
  chat: endpoint<Chat['staffChat']>('GET', '/api/staff/chat/:id'),
  send: endpoint<Chat['staffChatSend']>('POST', '/api/staff/chat/:id/message'),
  read: endpoint<Chat['staffChatRead']>('POST', '/api/staff/chat/:id/read'),
  close: endpoint<Chat['staffChatClose']>('POST', '/api/staff/chat/:id/close'),
  colleagues: endpoint<Chat['staffChatColleagues']>('GET', '/api/staff/chat/:id/colleagues'),
  hand: endpoint<Chat['staffChatHand']>('POST', '/api/staff/chat/:id/hand'),
  goodsFor: endpoint<Entry['staffEntryGoods']>('GET', '/api/staff/order_entry/company/:id/goods'),
  wanted: endpoint<Selfservice['staffWantedList']>('GET', '/api/staff/wanted'),
  wantedAnswer: endpoint<Selfservice['staffWantedAnswer']>('POST', '/api/staff/wanted/:id/answer'),
  feedback: endpoint<Selfservice['staffFeedbackList']>('GET', '/api/staff/feedback'),
  feedbackAnswer: endpoint<Selfservice['staffFeedbackAnswer']>('POST', '/api/staff/feedback/:id/answer'),
  afterSales: endpoint<AfterSales['staffAfterSaleList']>('GET', '/api/staff/after_sale/list'),
  afterSale: endpoint<AfterSales['staffAfterSaleInfo']>('GET', '/api/staff/after_sale/info/:id'),
  approve: endpoint<AfterSales['staffAfterSaleApprove']>('POST', '/api/staff/after_sale/:id/approve'),
  reject: endpoint<AfterSales['staffAfterSaleReject']>('POST', '/api/staff/after_sale/:id/reject'),
  refund: endpoint<AfterSales['staffAfterSaleRefund']>('POST', '/api/staff/after_sale/:id/refund'),
  refunds: endpoint<Refunds['staffRefunds']>('GET', '/api/staff/refund'),
}
