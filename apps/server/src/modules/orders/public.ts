/** Orders: their rows, and the one way in which they move. */
export { expireOrder, orderByStaff } from './service.ts'
export {
  addPaidAmount,
  type DraftLineRow,
  type DraftOrderRow,
  findOrder,
  insertLines,
  insertLog,
  insertOrders,
  lockOrder,
  type OrderRow,
  ordersOfCheckout,
  type PlacedLine,
} from './store.ts'
export { type PaymentEffects, type PaymentSide, transition } from './transition.ts'
