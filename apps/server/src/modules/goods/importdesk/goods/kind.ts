import { IMPORT_FILE_BYTES_MAX } from '#contract/constants.ts'
import {
  staffImport,
  staffImportCancel,
  staffImportCheck,
  staffImportFile,
  staffImportRows,
  staffImportRun,
  staffImports,
  staffImportUndo,
  staffImportUndoLook,
  staffImportUpload,
} from '#contract/goods-import.ts'
import type { ImportKind } from '../kind.ts'
import { readTableInThread } from '../table-thread.ts'
import { countText } from '../words.ts'
import {
  DESK_FIELDS,
  type DeskColumns,
  type DeskField,
  fieldName,
  formName,
  formOrder,
  HINTS,
  isDeskField,
  isRequired,
  leftOut,
  PRICES,
  recognised,
} from './fields.ts'
import { landRows } from './landing.ts'
import { changedFields, resetGoodsRows, standsOf } from './store.ts'
import { lookAhead, putBack, takeAway } from './undoing.ts'

/** A header that was named by another version may name fields that are none any more. */
const known = (columns: Readonly<Record<string, number>>): DeskColumns =>
  Object.fromEntries(Object.entries(columns).filter(([field]) => isDeskField(field)))

/** Files of goods. */
export const GOODS_FILES: ImportKind = {
  key: 'goods',
  calls: {
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
  },
  subject: 'goods_import',
  actions: {
    read: 'goods_import.read',
    check: 'goods_import.check',
    cancel: 'goods_import.cancel',
    run: 'goods_import.run',
    done: 'goods_import.done',
    undo: 'goods_import.undo',
    undone: 'goods_import.undone',
  },
  approvals: { run: 'goods.import', undo: 'goods.import_undo' },
  noun: '商品资料',
  record: '商品',
  word: 'goods.import',
  bytesMax: IMPORT_FILE_BYTES_MAX,
  fields: DESK_FIELDS.map((field) => ({ field, name: fieldName(field), required: isRequired(field), hint: HINTS[field] ?? '' })),
  recognised: (header) => recognised(header).index,
  leftOut,
  sees: (field, may) => (field === 'cost' ? may('prices.cost') : !PRICES.has(field as DeskField) || may('prices.view')),
  formName,
  formOrder,
  read: (upload, account, warn) => readTableInThread({ ...upload, account }, 'goods', warn),
  reset: (trx, id, columns) => resetGoodsRows(trx, id, columns.code ?? 0),
  // Judgements of goods wait for a batch: so many take well below a second.
  batch: { check: 100, land: 100 },
  land: (trx, rows, { isTrial, ...landing }) =>
    landRows(trx, rows, {
      ...landing,
      columns: known(landing.columns),
      ...(!isTrial && { expected: new Map(rows.map(({ seq, version }) => [seq, version])) }),
    }),
  stands: standsOf,
  movedOn: '预览之后有商品的资料变了，请重新预览',
  async weighRun(connection, { id, fileName, counts }) {
    const fields = await changedFields(connection, id)
    return {
      title: `导入商品资料“${fileName}”：新增 ${countText(counts.new, '种')}，改动 ${countText(counts.changed, '种')}`,
      changes: [
        { name: '新增商品（先首营，不上架）', before: '', after: countText(counts.new, '种') },
        { name: '改动商品', before: '', after: countText(counts.changed, '种') },
        { name: '其中待质量审核', before: '', after: countText(counts.doubtful, '种') },
        { name: '无变化、不导入', before: '', after: `${countText(counts.same, '行')}、${countText(counts.refused, '行')}` },
        ...fields.map(({ field, count }) => ({ name: `改${formName(field)}`, before: '', after: countText(count, '种') })),
      ],
    }
  },
  lookAhead,
  weighUndo: (fileName, look) => ({
    title: `撤销导入“${fileName}”：改回 ${countText(look.changed, '种')}，删除 ${countText(look.removable, '种')}`,
    changes: [
      { name: '改回的商品', before: '', after: countText(look.changed - look.touched, '种') },
      { name: '后来改过、只改回没动过的项', before: '', after: countText(look.touched, '种') },
      { name: '删除没人用过的新商品', before: '', after: countText(look.removable, '种') },
      { name: '留下的新商品', before: '', after: countText(look.new - look.removable, '种') },
    ],
  }),
  takeAway,
  putBack,
}
