import { endpoint } from '#api-client/endpoint.ts'

type Chat = typeof import('#contract/chat.ts')
type Orders = typeof import('#contract/staff-orders.ts')
type Notes = typeof import('#contract/order-bulk.ts')
type Edit = typeof import('#contract/order-edit.ts')
type Split = typeof import('#contract/order-split.ts')
type Entry = typeof import('#contract/order-entry.ts')
type Staff = typeof import('#contract/staff.ts')

export const calls = {
  list: endpoint<Orders['staffOrderList']>('GET', '/api/staff/order'),
  notes: endpoint<Notes['staffOrderNotes']>('GET', '/api/staff/order_notes'),
  counts: endpoint<Orders['staffOrderCounts']>('GET', '/api/staff/order/counts'),
  one: endpoint<Orders['staffOrderInfo']>('GET', '/api/staff/order/:id'),
  chat: endpoint<Chat['staffOrderChat']>('GET', '/api/staff/order/:id/chat'),
  editForm: endpoint<Edit['staffOrderEditForm']>('GET', '/api/staff/order/:id/edit'),
  editPreview: endpoint<Edit['staffOrderEditPreview']>('GET', '/api/staff/order/:id/edit/preview'),
  edit: endpoint<Edit['staffOrderEdit']>('POST', '/api/staff/order/:id/edit'),
  splitForm: endpoint<Split['staffOrderSplitForm']>('GET', '/api/staff/order/:id/split/:stage'),
  splitPreview: endpoint<Split['staffOrderSplitPreview']>('GET', '/api/staff/order/:id/split/:stage/preview'),
  split: endpoint<Split['staffOrderSplit']>('POST', '/api/staff/order/:id/split/:stage'),
  entryCompanies: endpoint<Entry['staffEntryCompanies']>('GET', '/api/staff/order_entry/company'),
  entryCompany: endpoint<Entry['staffEntryCompany']>('GET', '/api/staff/order_entry/company/:id'),
  entryGoods: endpoint<Entry['staffEntryGoods']>('GET', '/api/staff/order_entry/company/:id/goods'),
  entryAgain: endpoint<Entry['staffEntryAgain']>('GET', '/api/staff/order_entry/company/:id/again/:order_id'),
  entrySheet: endpoint<Entry['staffEntrySheet']>('GET', '/api/staff/order_entry/company/:id/sheet'),
  entryPlace: endpoint<Entry['staffEntryPlace']>('POST', '/api/staff/order_entry/company/:id'),
  note: endpoint<Orders['staffOrderNote']>('POST', '/api/staff/order/:id/note'),
  deed: endpoint<Staff['staffOrder']>('POST', '/api/staff/order/:id/:command'),
  held: endpoint<Staff['staffHeldOrders']>('GET', '/api/staff/held_order'),
  release: endpoint<Staff['staffOrderRelease']>('POST', '/api/staff/held_order/:id/release'),
  points: endpoint<Orders['staffPointsOrders']>('GET', '/api/staff/points_order'),
  pointsDeed: endpoint<Staff['staffPointsOrder']>('POST', '/api/staff/points_order/:id/:command'),
}
