import { PICTURES_ZIP_BYTES_MAX } from '#contract/constants.ts'
import {
  staffPictureImport,
  staffPictureImportCancel,
  staffPictureImportCheck,
  staffPictureImportFile,
  staffPictureImportRows,
  staffPictureImportRun,
  staffPictureImports,
  staffPictureImportUndo,
  staffPictureImportUndoLook,
  staffPictureImportUpload,
} from '#contract/picture-import.ts'
import type { ImportKind } from '../kind.ts'
import { countText } from '../words.ts'
import { drawRows } from './drawing.ts'
import { landPictures, placePictures } from './landing.ts'
import { goodsOf, keepPacked, standsOf } from './store.ts'
import { lookAhead, putBack } from './undoing.ts'
import { unpackInThread } from './zip-thread.ts'

/** ZIPs of pictures, each called by the code of its goods. */
export const PICTURE_FILES: ImportKind = {
  key: 'pictures',
  calls: {
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
  },
  subject: 'picture_import',
  actions: {
    read: 'picture_import.read',
    check: 'picture_import.check',
    cancel: 'picture_import.cancel',
    run: 'picture_import.run',
    done: 'picture_import.done',
    undo: 'picture_import.undo',
    undone: 'picture_import.undone',
  },
  approvals: { run: 'pictures.import', undo: 'pictures.import_undo' },
  noun: '商品图片',
  record: '商品',
  word: 'goods.import',
  bytesMax: PICTURES_ZIP_BYTES_MAX,
  fields: [],
  recognised: () => ({}),
  leftOut: () => [],
  sees: () => true,
  formName: () => '图片',
  formOrder: () => 0,
  read: (upload, account, warn) => unpackInThread({ ...upload, account }, null, warn),
  keep: keepPacked,
  reset: placePictures,
  // Drawing one takes up to a second, and who looks on wants to see it go on.
  batch: { check: 5, land: 20 },
  prepare: drawRows,
  land: landPictures,
  stands: standsOf,
  movedOn: '预览之后有商品的图片变了，请重新预览',
  async weighRun(connection, { id, fileName, counts }) {
    const goods = await goodsOf(connection, id)
    return {
      title: `导入商品图片“${fileName}”：新增 ${countText(counts.new, '张')}，替换 ${countText(counts.changed, '张')}`,
      changes: [
        { name: '商品', before: '', after: countText(goods, '种') },
        { name: '新增图片', before: '', after: countText(counts.new, '张') },
        { name: '替换图片', before: '', after: countText(counts.changed, '张') },
        { name: '无变化、不导入', before: '', after: `${countText(counts.same, '个文件')}、${countText(counts.refused, '个文件')}` },
      ],
    }
  },
  lookAhead,
  weighUndo: (fileName, look) => ({
    title: `撤销导入“${fileName}”：换回 ${countText(look.changed - look.touched, '张')}，移除 ${countText(look.removable, '张')}`,
    changes: [
      { name: '换回原来的图片', before: '', after: countText(look.changed - look.touched, '张') },
      { name: '移除新增的图片', before: '', after: countText(look.removable, '张') },
      { name: '后来换掉或移除了、不动的', before: '', after: countText(look.touched + look.new - look.removable, '张') },
    ],
  }),
  putBack,
}
