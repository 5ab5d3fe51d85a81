import { importCalls } from './imports.ts'

/** A ZIP of pictures, each called by the code of its goods. */
export const {
  upload: staffPictureImportUpload,
  list: staffPictureImports,
  one: staffPictureImport,
  check: staffPictureImportCheck,
  cancel: staffPictureImportCancel,
  rows: staffPictureImportRows,
  file: staffPictureImportFile,
  run: staffPictureImportRun,
  undoLook: staffPictureImportUndoLook,
  undo: staffPictureImportUndo,
} = importCalls({
  path: '/api/staff/picture_import',
  noun: '商品图片',
  view: 'goods.view',
  change: 'goods.import',
  run: 'pictures.import',
  undo: 'pictures.import_undo',
})
