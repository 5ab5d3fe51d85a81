import { importCalls } from './imports.ts'

/** A file of goods: CSV, XLSX or XLS, 20 MB. */
export const {
  upload: staffImportUpload,
  list: staffImports,
  one: staffImport,
  check: staffImportCheck,
  cancel: staffImportCancel,
  rows: staffImportRows,
  file: staffImportFile,
  run: staffImportRun,
  undoLook: staffImportUndoLook,
  undo: staffImportUndo,
} = importCalls({
  path: '/api/staff/goods_import',
  noun: '商品资料',
  view: 'goods.view',
  change: 'goods.import',
  run: 'goods.import',
  undo: 'goods.import_undo',
})
