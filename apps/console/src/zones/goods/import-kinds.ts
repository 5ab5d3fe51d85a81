import type { ApprovalKind } from '#contract/approvals.ts'
import type { ImportWholeWire } from '#contract/imports.ts'
import { numberText } from '../../parts/numbers.ts'
import { type DeskCalls, GOODS_DESK, PICTURE_DESK } from './import-desks.ts'

/** What pages say of files of one kind. */
export interface ImportKind {
  key: 'goods' | 'pictures'
  calls: DeskCalls
  /** Where its calls are. */
  api: '/api/staff/goods_import' | '/api/staff/picture_import'
  /** Where its records stand, below /console. */
  place: string
  noun: string
  accept: string
  approvals: { run: ApprovalKind; undo: ApprovalKind }
  steps: readonly string[]
  label: string
  text: string
  how: readonly string[]
  /** What its rows are counted in. */
  rows: string
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
  unit: '张',
  words: { new: '新增', changed: '替换', back: '换回', removed: '新增的图片', touched: '后来换掉或移除了，不动' },
  usual: { run: ['新品配图', '包装更新', '图片更清晰'], undo: ['导错了文件', '图片有误'] },
  lands: ({ counts }) =>
    `新增 ${numberText(counts.new)} 张，替换 ${numberText(counts.changed)} 张；不导入 ${numberText(counts.refused)} 张。`,
}

export const KINDS = [GOODS_KIND, PICTURE_KIND] as const
