/** Orders: their rows, the one way in which they move, and the gates on it. */
export { benefitsOf, insertBenefits } from './benefit-store.ts'
export { askGates, heldConflict, whyHeld } from './holds.ts'
export { tellOfRefund } from './news.ts'
export { expireOrder, orderByStaff } from './service.ts'
export {
  addPaidAmount,
  addReturned,
  type DraftLineRow,
  type DraftOrderRow,
  extendPayBefore,
  findOrder,
  insertLog,
  insertOrders,
  lockOrder,
  type OrderMoneyRow,
  type OrderRow,
  ordersOfCheckout,
  PLAIN_LINE,
} from './store.ts'
export { orderExpiry } from './tasks.ts'
export { type PaymentEffects, type PaymentSide, transition } from './transition.ts'
