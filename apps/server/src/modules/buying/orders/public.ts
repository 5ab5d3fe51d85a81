/** Orders: their rows, the one way in which they move, and the gates on it. */
export { benefitsOf, insertBenefits, linesOfCheckout, lockSisters } from './benefit-store.ts'
export {
  benefitRowsOf,
  type EditableLine,
  editableHead,
  editableLines,
  replaceBenefits,
  writeHead,
  writeLines,
} from './edit-store.ts'
export { askGates, heldConflict, whyHeld } from './holds.ts'
export { moneyRowsOf } from './money-rows.ts'
export { tellOfEdit, tellOfEntry, tellOfRefund, tellOfSplit } from './news.ts'
export { expireOrder, type OrderDeps, orderByStaff } from './service.ts'
export { insertParts, insertSplitOrder, lockCheckoutWith, moveLines, nextSplitNo } from './split-store.ts'
export { orderExporter, seesPrices } from './staff/list.ts'
export { ordersMany } from './staff/many.ts'
export { insertNote } from './staff/store.ts'
export { withoutAmounts } from './staff/wire.ts'
export {
  addPaidAmount,
  addReturned,
  type DraftLineRow,
  type DraftOrderRow,
  expiryKey,
  extendPayBefore,
  findOrder,
  insertLog,
  insertOrders,
  lockOrder,
  type OrderMoney,
  type OrderMoneyRow,
  type OrderRow,
  ordersOfCheckout,
  PLAIN_LINE,
} from './store.ts'
export { orderExpiry } from './tasks.ts'
export { type PaymentEffects, type PaymentSide, transition } from './transition.ts'
export { reorderLines } from './views.ts'
