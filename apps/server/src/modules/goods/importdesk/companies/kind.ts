import { createHash } from 'node:crypto'
import {
  staffCompanyImport,
  staffCompanyImportCancel,
  staffCompanyImportCheck,
  staffCompanyImportFile,
  staffCompanyImportRows,
  staffCompanyImportRun,
  staffCompanyImports,
  staffCompanyImportUndo,
  staffCompanyImportUndoLook,
  staffCompanyImportUpload,
} from '#contract/company-import.ts'
import { IMPORT_FILE_BYTES_MAX } from '#contract/constants.ts'
import { companyFacts } from '../../import/public.ts'
import type { ImportKind } from '../kind.ts'
import { readTableInThread } from '../table-thread.ts'
import { countText } from '../words.ts'
import { columnName, DESK_FIELDS, fieldName, fieldOrder, HINTS, isRequired, leftOut, recognised } from './fields.ts'
import { landCompanyRows, placeCompanies } from './landing.ts'
import { codesToLand, typesOf } from './store.ts'
import { lookAhead, putBack, takeAway } from './undoing.ts'

/** Files of companies, whose people are invited to sign in. */
export const COMPANY_FILES: ImportKind = {
  key: 'companies',
  calls: {
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
  },
  subject: 'company_import',
  actions: {
    read: 'company_import.read',
    check: 'company_import.check',
    cancel: 'company_import.cancel',
    run: 'company_import.run',
    done: 'company_import.done',
    undo: 'company_import.undo',
    undone: 'company_import.undone',
  },
  approvals: { run: 'companies.import', undo: 'companies.import_undo' },
  noun: '企业',
  record: '企业',
  word: 'companies.import',
  bytesMax: IMPORT_FILE_BYTES_MAX,
  fields: DESK_FIELDS.map((field) => ({ field, name: columnName(field), required: isRequired(field), hint: HINTS[field] ?? '' })),
  recognised: (header) => recognised(header).index,
  leftOut,
  sees: () => true,
  formName: fieldName,
  formOrder: fieldOrder,
  read: (upload, account, warn) => readTableInThread({ ...upload, account }, 'companies', warn),
  reset: placeCompanies,
  batch: { check: 100, land: 50 },
  land: landCompanyRows,
  async stands(connection, id) {
    const facts = await companyFacts(connection, await codesToLand(connection, id))
    return `${facts.length}-${createHash('sha256').update(JSON.stringify(facts)).digest('hex')}`
  },
  movedOn: '预览之后有企业的资料变了，请重新预览',
  async weighRun(connection, { id, fileName, counts }) {
    const types = await typesOf(connection, id)
    return {
      title: `导入企业“${fileName}”：新增 ${countText(counts.new, '家')}，改动 ${countText(counts.changed, '家')}`,
      changes: [
        { name: '新增企业（导入即为已通过，证照照样要审）', before: '', after: countText(counts.new, '家') },
        ...types.map(({ type, count }) => ({ name: `其中${type}`, before: '', after: countText(count, '家') })),
        { name: '改动没有登录的企业', before: '', after: countText(counts.changed, '家') },
        { name: '有提醒、要核对的', before: '', after: countText(counts.doubtful, '家') },
        { name: '无变化、不导入', before: '', after: `${countText(counts.same, '行')}、${countText(counts.refused, '行')}` },
      ],
    }
  },
  lookAhead,
  weighUndo: (fileName, look) => ({
    title: `撤销导入“${fileName}”：改回 ${countText(look.changed, '家')}，删除 ${countText(look.removable, '家')}`,
    changes: [
      { name: '改回的企业', before: '', after: countText(look.changed - look.touched, '家') },
      { name: '后来改过、只改回没动过的项', before: '', after: countText(look.touched, '家') },
      { name: '删除没有来往的新企业，邀请信随之失效', before: '', after: countText(look.removable, '家') },
      { name: '留下的新企业', before: '', after: countText(look.new - look.removable, '家') },
    ],
  }),
  takeAway,
  putBack,
}
