/** Shipments: who brings an order, where it is, the papers that go with it and the trace codes of its boxes. */
export { correctShipment } from './correct.ts'
export { shipmentDrawings, shipmentOnMade } from './papers.ts'
export { openShipment, shipmentOf, shipmentTasks } from './service.ts'
export { takeTraceCodes, tracePack } from './trace.ts'
export { batchesOfCode } from './trace-store.ts'
