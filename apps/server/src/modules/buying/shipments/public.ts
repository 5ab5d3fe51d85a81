/** Shipments: who brings an order, where it is, the papers that go with it and the trace codes of its boxes. */
export { isWithin, rangesOf, rangeWords } from './cold-range.ts'
export { correctShipment } from './correct.ts'
export { askReceiptForm, shipmentDrawings, shipmentOnMade } from './papers.ts'
export { receiptForm } from './receipt-form.ts'
export { openShipment, shipmentOf, shipmentTasks } from './service.ts'
export { readShipment } from './snapshot.ts'
export { takeTraceCodes, tracePack } from './trace.ts'
export { batchesOfCode } from './trace-store.ts'
