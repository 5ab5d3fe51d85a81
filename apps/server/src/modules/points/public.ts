/** The points mall: its goods and their orders. */
export { pointsOrderByStaff } from './move.ts'
export { placePrizeOrder } from './place.ts'
