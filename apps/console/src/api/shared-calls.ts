import { endpoint } from '#api-client/endpoint.ts'

type Bulk = typeof import('#contract/bulk.ts')
type Chat = typeof import('#contract/chat.ts')
type Companies = typeof import('#contract/company-desk.ts')
type Exports = typeof import('#contract/export-jobs.ts')
type Finding = typeof import('#contract/finding.ts')
type Review = typeof import('#contract/company-review.ts')
type Stock = typeof import('#contract/stock.ts')
type Unqualified = typeof import('#contract/unqualified.ts')
type Views = typeof import('#contract/list-views.ts')
type Warehouse = typeof import('#contract/warehouse.ts')
type Work = typeof import('#contract/work.ts')

/** What the parts of every zone ask. */
export const shared = {
  find: endpoint<Finding['staffFind']>('GET', '/api/staff/find'),
  chats: endpoint<Chat['staffChats']>('GET', '/api/staff/chat'),
  company: endpoint<Review['staffCompany']>('GET', '/api/staff/company/:id'),
  companyOrders: endpoint<Companies['staffCompanyOrders']>('GET', '/api/staff/company/:id/orders'),
  companyMoney: endpoint<Companies['staffCompanyMoney']>('GET', '/api/staff/company/:id/money'),
  companySee: endpoint<Companies['staffCompanySee']>('POST', '/api/staff/company/:id/see'),
  views: endpoint<Views['staffListViews']>('GET', '/api/staff/view'),
  viewAdd: endpoint<Views['staffListViewAdd']>('POST', '/api/staff/view'),
  viewSave: endpoint<Views['staffListViewSave']>('POST', '/api/staff/view/:id'),
  viewDrop: endpoint<Views['staffListViewDrop']>('DELETE', '/api/staff/view/:id'),
  viewShare: endpoint<Views['staffListViewShare']>('POST', '/api/staff/view/:id/share'),
  viewDefault: endpoint<Views['staffListViewDefault']>('POST', '/api/staff/view_default'),
  warehouses: endpoint<Warehouse['staffWarehouses']>('GET', '/api/staff/warehouse'),
  batches: endpoint<Stock['staffBatches']>('GET', '/api/staff/batch/list'),
  unqualified: endpoint<Unqualified['staffUnqualified']>('GET', '/api/staff/unqualified'),
  unqualifiedReport: endpoint<Unqualified['staffUnqualifiedReport']>('POST', '/api/staff/unqualified'),
  work: endpoint<Work['staffWork']>('GET', '/api/staff/work/:kind'),
  workTake: endpoint<Work['staffWorkTake']>('POST', '/api/staff/work/:kind/:id/take'),
  workLeave: endpoint<Work['staffWorkLeave']>('POST', '/api/staff/work/:kind/:id/leave'),
  export: endpoint<Exports['staffExport']>('POST', '/api/staff/export/:kind'),
  exports: endpoint<Exports['staffExports']>('GET', '/api/staff/export'),
  exportState: endpoint<Exports['staffExportState']>('GET', '/api/staff/export/:id'),
  bulkStart: endpoint<Bulk['staffBulkStart']>('POST', '/api/staff/bulk/:kind'),
  bulkDeed: endpoint<Bulk['staffBulkDeed']>('POST', '/api/staff/bulk_job/:id/:command'),
  bulkJobs: endpoint<Bulk['staffBulkJobs']>('GET', '/api/staff/bulk_job'),
  bulkJob: endpoint<Bulk['staffBulkJob']>('GET', '/api/staff/bulk_job/:id'),
  exportCancel: endpoint<Exports['staffExportCancel']>('POST', '/api/staff/export/:id/cancel'),
}
