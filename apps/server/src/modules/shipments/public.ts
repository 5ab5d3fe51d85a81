/** Shipments: who brings an order, where it is, and the papers that go with it. */
export { shipmentDrawings, shipmentOnMade } from './papers.ts'
export { openShipment, shipmentOf, shipmentTasks } from './service.ts'
