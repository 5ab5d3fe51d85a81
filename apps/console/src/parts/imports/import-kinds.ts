import type { ApprovalKind } from '#contract/approvals.ts'
import type { ImportKindKey, ImportWholeWire } from '#contract/imports.ts'
import type { Outdated } from '../../api/ask.ts'
import { numberText } from '../numbers.ts'
import { COMPANY_DESK, COMPANY_RECORDS, type DeskCalls, GOODS_DESK, GOODS_RECORDS, PICTURE_DESK } from './import-desks.ts'

/** What pages say of files of one kind. */
export interface ImportKind {
  key: ImportKindKey
  calls: DeskCalls
  /** Where its calls are. */
  api: '/api/staff/goods_import' | '/api/staff/picture_import' | '/api/staff/company_import'
  /** Where its records stand, below /console. */
  place: string
  noun: string
  /** That lets a clerk bring them. */
  word: 'goods.import' | 'companies.import'
  /** What a row is about, and where it can be looked at. */
  record: string
  recordsAt: string
  /** Lists that are other once it landed. */
  records: Outdated
  hasColumns: boolean
  /** Where what is not read from the file is done. */
  leftOut: string
  /** Rows that land and are to be looked at; null: there are none. */
  doubtful: { view: string; title: string; tag: string } | null
  /** Of a new record: what tells it from others; the rest stands in its drawer. */
  telling: readonly string[]
  accept: string
  approvals: { run: ApprovalKind; undo: ApprovalKind }
  steps: readonly string[]
  label: string
  text: string
  how: readonly string[]
  /** What its rows are counted in. */
  rows: string
  lines: string
  unit: string
  words: { new: string; changed: string; back: string; removed: string; touched: string }
  usual: { run: readonly string[]; undo: readonly string[] }
  lands: (file: ImportWholeWire) => string
}

export const GOODS_KIND: ImportKind = {
  key: 'goods',
  calls: GOODS_DESK,
  api: '/api/staff/goods_import',
  place: 'goods/imports',
  noun: '商品资料',
  word: 'goods.import',
  record: '商品',
  recordsAt: 'goods/list',
  records: [GOODS_RECORDS],
  hasColumns: true,
  leftOut: '（上架、停售到商品里办）',
  doubtful: { view: '待质量审核', title: '待审核', tag: '待质量' },
  telling: ['manufacturer', 'spec', 'approval_no', 'price', 'cost'],
  accept: '.csv,.xlsx,.xls,text/csv',
  approvals: { run: 'goods.import', undo: 'goods.import_undo' },
  steps: ['选文件', '定列', '预览', '批准', '导入'],
  label: '商品资料文件',
  text: '商品资料表，XLSX、XLS 或 CSV，20 MB、10,000 行以内。要有商品编码和商品名称两列；先预览，什么也不写，再由另一人批准。',
  how: [
    '编码认得的商品只改文件里写了的项；空着的格不动原来的资料。',
    '编码不认得的是新商品：建档、待首营，不上架；批发价、零售价、成本价只写给新商品。',
    '处方类别放宽、冷链取消、批准文号或厂家变更的，与在商品资料里修改一样，须质量审核或重新首营。',
    '依法禁售的、首营审批中的、会使活动价低于成本的行不导入，原因逐行写明。',
    '导入后 24 小时内可以整批撤销。',
  ],
  rows: '行',
  lines: '行',
  unit: '种',
  words: { new: '新增', changed: '改动', back: '改回', removed: '没人用过的新商品', touched: '后来改过，只改回没动过的项' },
  usual: { run: ['新品建档', '资料更新', '供应商资料更正'], undo: ['导错了文件', '资料有误'] },
  lands: ({ counts }) =>
    `新增 ${numberText(counts.new)} 种，改动 ${numberText(counts.changed)} 种，其中待质量审核 ${numberText(counts.doubtful)} 种；不导入 ${numberText(counts.refused)} 行。`,
}

export const PICTURE_KIND: ImportKind = {
  key: 'pictures',
  calls: PICTURE_DESK,
  api: '/api/staff/picture_import',
  place: 'goods/picture-imports',
  noun: '商品图片',
  word: 'goods.import',
  record: '商品',
  recordsAt: 'goods/list',
  records: [GOODS_RECORDS],
  hasColumns: false,
  leftOut: '',
  doubtful: null,
  telling: ['picture'],
  accept: '.zip,application/zip',
  approvals: { run: 'pictures.import', undo: 'pictures.import_undo' },
  steps: ['选文件', '预览', '批准', '导入'],
  label: '图片压缩包',
  text: '装着图片的 ZIP，32 MB、500 张以内，每张 JPG、PNG 或 WebP、不超过 10 MB。先预览，什么也不写，再由另一人批准。',
  how: [
    '文件名就是商品编码：AH000123.jpg 是第 1 张（列表里显示的），AH000123-2.png 是第 2 张，以此类推；装在文件夹里也可以。',
    '那一张已经有图的，替换；没有的，加在后面。一种商品至多 12 张。',
    '每张都与单张上传一样查毒、重绘，照片里的拍摄地点等信息不会留下。',
    '编码认不得的、重复的、不是图片的、太大的不导入，原因逐个写明，可以下载。',
    '导入后 24 小时内可以整批撤销：原来的图片按原来的顺序换回，后来又换过的不动。',
  ],
  rows: '张',
  lines: '图片',
  unit: '张',
  words: { new: '新增', changed: '替换', back: '换回', removed: '新增的图片', touched: '后来换掉或移除了，不动' },
  usual: { run: ['新品配图', '包装更新', '图片更清晰'], undo: ['导错了文件', '图片有误'] },
  lands: ({ counts }) =>
    `新增 ${numberText(counts.new)} 张，替换 ${numberText(counts.changed)} 张；不导入 ${numberText(counts.refused)} 张。`,
}

export const COMPANY_KIND: ImportKind = {
  key: 'companies',
  calls: COMPANY_DESK,
  api: '/api/staff/company_import',
  place: 'companies/imports',
  noun: '企业',
  word: 'companies.import',
  record: '企业',
  recordsAt: 'companies',
  records: [COMPANY_RECORDS],
  hasColumns: true,
  leftOut: '（等级、账期到企业里设）',
  doubtful: { view: '要核对', title: '提醒', tag: '要核对' },
  telling: ['type', 'creditCode', 'contact', 'phone'],
  accept: '.csv,.xlsx,.xls,text/csv',
  approvals: { run: 'companies.import', undo: 'companies.import_undo' },
  steps: ['选文件', '定列', '预览', '批准', '导入'],
  label: '企业文件',
  text: '客户名册，XLSX、XLS 或 CSV，20 MB、10,000 行以内。要有客户编码、企业名称、企业类型三列；先预览，什么也不写，再由质量负责人批准。',
  how: [
    '编码认不得的是新企业：导入即为已通过，证照随后照样要交、要审；等级、账期不从文件读，到企业里设。',
    '编码认得、还没有人登录的企业，只改文件里写了的项，空着的格不动；已有登录账号、冻结和审核中的不改，不同在哪里逐行写明。',
    '统一社会信用代码、许可证号与别的企业相同的不导入；同名的、手机号已是账号的提醒核对。',
    '导入后在这里邀请它们登录：一家一封信，可以打印，也可以存成名单发出。',
    '导入后 24 小时内可以整批撤销：没有来往的新企业删去、邀请信失效，有人登录、有订单、改过的留下。',
  ],
  rows: '行',
  lines: '行',
  unit: '家',
  words: { new: '新增', changed: '改动', back: '改回', removed: '没有来往的新企业', touched: '后来改过或已有人管，不全改回' },
  usual: { run: ['老客户上线', '名册更新'], undo: ['导错了文件', '资料有误'] },
  lands: ({ counts }) =>
    `新增 ${numberText(counts.new)} 家，改动 ${numberText(counts.changed)} 家，其中要核对 ${numberText(counts.doubtful)} 家；不导入 ${numberText(counts.refused)} 行。`,
}

export const KINDS = [GOODS_KIND, PICTURE_KIND, COMPANY_KIND] as const
