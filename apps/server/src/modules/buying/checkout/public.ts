/** Checkout: placing orders, by a company itself or by staff in its place. */
export { placeOrders } from './place.ts'
