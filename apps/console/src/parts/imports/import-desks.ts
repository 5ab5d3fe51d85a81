import { type Endpoint, endpoint } from '#api-client/endpoint.ts'
import type { ImportCalls } from '#contract/imports.ts'

/** The calls by which files of one kind are brought, and how the pages speak of them. */

type Goods = typeof import('#contract/goods-import.ts')
type Pictures = typeof import('#contract/picture-import.ts')
type Companies = typeof import('#contract/company-import.ts')

export type DeskCalls = { readonly [Deed in Exclude<keyof ImportCalls, 'upload' | 'file'>]: Endpoint<ImportCalls[Deed]> }

export const GOODS_DESK: DeskCalls = {
  list: endpoint<Goods['staffImports']>('GET', '/api/staff/goods_import'),
  one: endpoint<Goods['staffImport']>('GET', '/api/staff/goods_import/:id'),
  check: endpoint<Goods['staffImportCheck']>('POST', '/api/staff/goods_import/:id/check'),
  cancel: endpoint<Goods['staffImportCancel']>('POST', '/api/staff/goods_import/:id/cancel'),
  rows: endpoint<Goods['staffImportRows']>('GET', '/api/staff/goods_import/:id/row'),
  run: endpoint<Goods['staffImportRun']>('POST', '/api/staff/goods_import/:id/run'),
  undoLook: endpoint<Goods['staffImportUndoLook']>('GET', '/api/staff/goods_import/:id/undo'),
  undo: endpoint<Goods['staffImportUndo']>('POST', '/api/staff/goods_import/:id/undo'),
}

export const PICTURE_DESK: DeskCalls = {
  list: endpoint<Pictures['staffPictureImports']>('GET', '/api/staff/picture_import'),
  one: endpoint<Pictures['staffPictureImport']>('GET', '/api/staff/picture_import/:id'),
  check: endpoint<Pictures['staffPictureImportCheck']>('POST', '/api/staff/picture_import/:id/check'),
  cancel: endpoint<Pictures['staffPictureImportCancel']>('POST', '/api/staff/picture_import/:id/cancel'),
  rows: endpoint<Pictures['staffPictureImportRows']>('GET', '/api/staff/picture_import/:id/row'),
  run: endpoint<Pictures['staffPictureImportRun']>('POST', '/api/staff/picture_import/:id/run'),
  undoLook: endpoint<Pictures['staffPictureImportUndoLook']>('GET', '/api/staff/picture_import/:id/undo'),
  undo: endpoint<Pictures['staffPictureImportUndo']>('POST', '/api/staff/picture_import/:id/undo'),
}

export const COMPANY_DESK: DeskCalls = {
  list: endpoint<Companies['staffCompanyImports']>('GET', '/api/staff/company_import'),
  one: endpoint<Companies['staffCompanyImport']>('GET', '/api/staff/company_import/:id'),
  check: endpoint<Companies['staffCompanyImportCheck']>('POST', '/api/staff/company_import/:id/check'),
  cancel: endpoint<Companies['staffCompanyImportCancel']>('POST', '/api/staff/company_import/:id/cancel'),
  rows: endpoint<Companies['staffCompanyImportRows']>('GET', '/api/staff/company_import/:id/row'),
  run: endpoint<Companies['staffCompanyImportRun']>('POST', '/api/staff/company_import/:id/run'),
  undoLook: endpoint<Companies['staffCompanyImportUndoLook']>('GET', '/api/staff/company_import/:id/undo'),
  undo: endpoint<Companies['staffCompanyImportUndo']>('POST', '/api/staff/company_import/:id/undo'),
}

/** What the lists of their records show, once something landed. */
export const GOODS_RECORDS = endpoint<typeof import('#contract/goods-desk.ts')['staffGoodsRecords']>('GET', '/api/staff/goods_record')
export const COMPANY_RECORDS = endpoint<typeof import('#contract/company-desk.ts')['staffCompanies']>('GET', '/api/staff/companies')
