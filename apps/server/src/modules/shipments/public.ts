/** Shipments: who brings an order, and where it is. */
export { openShipment, shipmentOf, shipmentTasks } from './service.ts'
