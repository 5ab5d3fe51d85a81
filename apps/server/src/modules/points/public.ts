/** The points mall: its goods and their orders. */
export { moveOrderIn, pointsOrderByStaff } from './move.ts'
export { placeOrderIn, placePrizeOrder } from './place.ts'
