import { endpoint } from '#api-client/endpoint.ts'

type Care = typeof import('#contract/care.ts')
type Unqualified = typeof import('#contract/unqualified.ts')
type Upstream = typeof import('#contract/upstream.ts')
type Orders = typeof import('#contract/staff-orders.ts')
type Packing = typeof import('#contract/packing.ts')
type Picking = typeof import('#contract/picking.ts')
type Split = typeof import('#contract/order-split.ts')
type Staff = typeof import('#contract/staff.ts')
type Stock = typeof import('#contract/stock.ts')
type Warehouse = typeof import('#contract/warehouse.ts')
type Intake = typeof import('#contract/intake.ts')
type Counts = typeof import('#contract/counts.ts')
type Labels = typeof import('#contract/labels.ts')
type Shipments = typeof import('#contract/shipments.ts')
type Waves = typeof import('#contract/waves.ts')

export const calls = {
  queue: endpoint<Orders['staffPickingQueue']>('GET', '/api/staff/picking'),
  order: endpoint<Orders['staffOrderInfo']>('GET', '/api/staff/order/:id'),
  gathered: endpoint<Orders['staffOrderGathered']>('POST', '/api/staff/order/:id/gathered'),
  note: endpoint<Orders['staffOrderNote']>('POST', '/api/staff/order/:id/note'),
  pieces: endpoint<Picking['staffPicking']>('GET', '/api/staff/order/:id/picking'),
  swap: endpoint<Picking['staffPickingBatch']>('POST', '/api/staff/order/:id/batch'),
  packing: endpoint<Packing['staffPacking']>('GET', '/api/staff/order/:id/packing'),
  cartonAdd: endpoint<Packing['staffCartonAdd']>('POST', '/api/staff/order/:id/carton'),
  cartonPut: endpoint<Packing['staffCartonPut']>('POST', '/api/staff/order/:id/carton/:carton/goods'),
  cartonSave: endpoint<Packing['staffCartonSave']>('POST', '/api/staff/order/:id/carton/:carton'),
  cartonRemove: endpoint<Packing['staffCartonRemove']>('POST', '/api/staff/order/:id/carton/:carton/remove'),
  unpack: endpoint<Packing['staffUnpack']>('POST', '/api/staff/order/:id/unpack'),
  codes: endpoint<Picking['staffTraceCodes']>('POST', '/api/staff/order/:id/trace_codes'),
  splitPreview: endpoint<Split['staffOrderSplitPreview']>('GET', '/api/staff/order/:id/split/:stage/preview'),
  splitForm: endpoint<Split['staffOrderSplitForm']>('GET', '/api/staff/order/:id/split/:stage'),
  split: endpoint<Split['staffOrderSplit']>('POST', '/api/staff/order/:id/split/:stage'),
  deed: endpoint<Staff['staffOrder']>('POST', '/api/staff/order/:id/:command'),
  batches: endpoint<Stock['staffBatches']>('GET', '/api/staff/batch/list'),
  batch: endpoint<Stock['staffBatch']>('POST', '/api/staff/batch/:id/:command'),
  flow: endpoint<Stock['staffBatchRecall']>('GET', '/api/staff/batch/:id/recall'),
  warehouses: endpoint<Warehouse['staffWarehouses']>('GET', '/api/staff/warehouse'),
  warehouseAdd: endpoint<Warehouse['staffWarehouseAdd']>('POST', '/api/staff/warehouse'),
  warehouseSave: endpoint<Warehouse['staffWarehouseSave']>('POST', '/api/staff/warehouse/:id'),
  goods: endpoint<Warehouse['staffStockGoods']>('GET', '/api/staff/stock/goods'),
  place: endpoint<Warehouse['staffStockPlace']>('POST', '/api/staff/stock/place'),
  movements: endpoint<Warehouse['staffMovements']>('GET', '/api/staff/stock/movements'),
  expiry: endpoint<Warehouse['staffExpiry']>('GET', '/api/staff/stock/expiry'),
  intakes: endpoint<Intake['staffIntakes']>('GET', '/api/staff/intake'),
  intake: endpoint<Intake['staffIntakeInfo']>('GET', '/api/staff/intake/:id'),
  intakeAdd: endpoint<Intake['staffIntakeAdd']>('POST', '/api/staff/intake'),
  intakeAccept: endpoint<Intake['staffIntakeAccept']>('POST', '/api/staff/intake/:id/accept'),
  intakeWithdraw: endpoint<Intake['staffIntakeWithdraw']>('POST', '/api/staff/intake/:id/withdraw'),
  counts: endpoint<Counts['staffCounts']>('GET', '/api/staff/count'),
  count: endpoint<Counts['staffCount']>('GET', '/api/staff/count/:id'),
  countLines: endpoint<Counts['staffCountLines']>('GET', '/api/staff/count/:id/lines'),
  countStart: endpoint<Counts['staffCountStart']>('POST', '/api/staff/count'),
  countEnter: endpoint<Counts['staffCountEnter']>('POST', '/api/staff/count/:id/line'),
  countDecide: endpoint<Counts['staffCountDecide']>('POST', '/api/staff/count/:id/:command'),
  adjust: endpoint<Counts['staffStockAdjust']>('POST', '/api/staff/stock/adjust'),
  moves: endpoint<Counts['staffMoves']>('GET', '/api/staff/stock/move'),
  moveAdd: endpoint<Counts['staffMoveAdd']>('POST', '/api/staff/stock/move'),
  moveDecide: endpoint<Counts['staffMoveDecide']>('POST', '/api/staff/stock/move/:id/:command'),
  shipments: endpoint<Shipments['staffShipments']>('GET', '/api/staff/shipment'),
  shipment: endpoint<Shipments['staffShipment']>('GET', '/api/staff/shipment/:id'),
  readings: endpoint<Shipments['staffShipmentReadings']>('POST', '/api/staff/shipment/:id/readings'),
  correct: endpoint<Picking['staffShipmentCorrect']>('POST', '/api/staff/order/:id/papers'),
  beside: endpoint<Shipments['staffOrderBeside']>('GET', '/api/staff/order/:id/beside'),
  cartons: endpoint<Labels['staffOrderCartons']>('GET', '/api/staff/order/:id/cartons'),
  orderLabels: endpoint<Labels['staffOrderLabels']>('POST', '/api/staff/label/order/:kind'),
  batchLabels: endpoint<Labels['staffBatchLabels']>('POST', '/api/staff/label/batch'),
  goodsLabels: endpoint<Labels['staffGoodsLabels']>('POST', '/api/staff/label/goods'),
  placeLabels: endpoint<Labels['staffPlaceLabels']>('POST', '/api/staff/label/place'),
  places: endpoint<Labels['staffPlaces']>('GET', '/api/staff/stock/places'),
  care: endpoint<Care['staffCare']>('GET', '/api/staff/care'),
  careCheck: endpoint<Care['staffCareCheck']>('POST', '/api/staff/care/check'),
  careFault: endpoint<Care['staffCareFault']>('POST', '/api/staff/care/fault'),
  unqualified: endpoint<Unqualified['staffUnqualified']>('GET', '/api/staff/unqualified'),
  rooms: endpoint<Care['staffRooms']>('GET', '/api/staff/care/room'),
  roomAdd: endpoint<Care['staffRoomAdd']>('POST', '/api/staff/care/room'),
  roomSave: endpoint<Care['staffRoomSave']>('POST', '/api/staff/care/room/:id'),
  climateTake: endpoint<Care['staffClimateTake']>('POST', '/api/staff/care/room/:id/reading'),
  sheet: endpoint<Waves['staffPickingWave']>('GET', '/api/staff/picking/wave'),
  waves: endpoint<Waves['staffWaves']>('GET', '/api/staff/wave'),
  wavePickers: endpoint<Waves['staffWavePickers']>('GET', '/api/staff/wave_picker'),
  waveOne: endpoint<Waves['staffWave']>('GET', '/api/staff/wave/:id'),
  waveForm: endpoint<Waves['staffWaveForm']>('POST', '/api/staff/wave'),
  waveStart: endpoint<Waves['staffWaveStart']>('POST', '/api/staff/wave/:id/start'),
  waveGive: endpoint<Waves['staffWaveGive']>('POST', '/api/staff/wave/:id/give'),
  waveTake: endpoint<Waves['staffWaveTake']>('POST', '/api/staff/wave/:id/take'),
  waveLeave: endpoint<Waves['staffWaveLeave']>('POST', '/api/staff/wave/:id/leave'),
  waveDissolve: endpoint<Waves['staffWaveDissolve']>('POST', '/api/staff/wave/:id/dissolve'),
  supplierChoices: endpoint<Upstream['staffSupplierChoices']>('GET', '/api/staff/supplier_choice'),
}
