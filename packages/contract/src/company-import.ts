import { Type } from 'typebox'
import { call } from './call.ts'
import { importCalls } from './imports.ts'
import { Id, listOf } from './shapes.ts'

const PATH = '/api/staff/company_import'

/** A file of companies: CSV, XLSX or XLS, 20 MB. What each costs and owes is never said by it. */
export const {
  upload: staffCompanyImportUpload,
  list: staffCompanyImports,
  one: staffCompanyImport,
  check: staffCompanyImportCheck,
  cancel: staffCompanyImportCancel,
  rows: staffCompanyImportRows,
  file: staffCompanyImportFile,
  run: staffCompanyImportRun,
  undoLook: staffCompanyImportUndoLook,
  undo: staffCompanyImportUndo,
} = importCalls({
  path: PATH,
  noun: '企业',
  view: 'companies.view',
  change: 'companies.import',
  run: 'companies.import',
  undo: 'companies.import_undo',
})

/** Of the companies that came by it: how many can sign in, and which are to be invited next (POST /api/staff/invitation). */
export const staffCompanyImportLogins = call('GET', `${PATH}/:id/login`, {
  permission: 'companies.view',
  summary: '一次企业导入的登录情况',
  data: Type.Object({
    signed_in: Type.Integer(),
    invited: Type.Integer({ description: 'a letter is on its way' }),
    waiting: Type.Integer({ description: 'no login and no letter' }),
    list: listOf({ id: Id, name: Type.String(), phone: Type.String() }),
  }),
})
