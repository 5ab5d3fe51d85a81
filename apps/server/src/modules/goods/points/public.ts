/** The points mall: its goods and their orders; and points that are owed. */
export { owePoints, payPointsDebt } from './debt-store.ts'
export { closePointsGoods, putPointsGoods } from './desk-store.ts'
export { moveOrderIn, pointsOrderByStaff } from './move.ts'
export { placeOrderIn, placePrizeOrder } from './place.ts'
