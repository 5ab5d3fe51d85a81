/** What banks and channels say of the money, laid beside what the shop has booked. */

export { bankLineExporter, channelDifferenceExporter } from './exporters.ts'
export { channelMoves } from './move-views.ts'
