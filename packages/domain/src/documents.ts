/** Papers that the shop makes: their kinds, numbers, seals and states (药品经营质量管理规范 arts. 73, 74, 92). */

/** The wholesaler's seals by purpose, and what stands straight below the star. */
export const SEAL_PURPOSES = {
  official: '',
  dispatch: '药品出库专用章',
  quality: '质量管理专用章',
  contract: '合同专用章',
  finance: '财务专用章',
} as const
export type SealPurpose = keyof typeof SEAL_PURPOSES
export const SEAL_NAMES: Readonly<Record<SealPurpose, string>> = {
  official: '公章',
  dispatch: '药品出库专用章',
  quality: '质量管理专用章',
  contract: '合同专用章',
  finance: '财务专用章',
}

interface DocumentKindRule {
  name: string
  /** Begins its numbers. */
  prefix: string
  /** The seal that stands on it; null: none, it is the buyer's own paper and only signed, so that a change of it is seen. */
  seal: SealPurpose | null
}

export const DOCUMENT_KINDS = {
  delivery_note: { name: '随货同行单', prefix: 'SH', seal: 'dispatch' },
  delivery_form: { name: '随货同行单（三联）', prefix: 'SL', seal: 'dispatch' },
  cold_chain: { name: '冷链运输交接单', prefix: 'LL', seal: 'dispatch' },
  packing_list: { name: '装箱单', prefix: 'ZX', seal: 'dispatch' },
  outbound: { name: '销售出库单', prefix: 'CK', seal: 'dispatch' },
  receipt_form: { name: '含麻回执单', prefix: 'HZ', seal: 'dispatch' },
  return_note: { name: '销售退货单', prefix: 'TH', seal: 'dispatch' },
  inspection: { name: '药品检验报告', prefix: 'JY', seal: 'quality' },
  report_cover: { name: '检验报告转递单', prefix: 'JZ', seal: 'quality' },
  agreement: { name: '购销与质量保证协议', prefix: 'XY', seal: 'contract' },
  statement: { name: '往来对账单', prefix: 'DZ', seal: 'finance' },
  sales_record: { name: '药品销售记录', prefix: 'XS', seal: 'quality' },
  receiving_record: { name: '药品收货验收记录', prefix: 'YS', seal: null },
  acceptance_register: { name: '药品验收记录', prefix: 'YR', seal: 'quality' },
  recheck_register: { name: '药品出库复核记录', prefix: 'FH', seal: 'quality' },
  unqualified_register: { name: '不合格药品台账', prefix: 'BH', seal: 'quality' },
  care_register: { name: '药品养护记录', prefix: 'YH', seal: 'quality' },
  care_goods_register: { name: '重点养护品种确认表', prefix: 'ZD', seal: 'quality' },
  climate_register: { name: '库房温湿度记录', prefix: 'WS', seal: 'quality' },
  recall_register: { name: '药品召回登记表', prefix: 'ZH', seal: 'quality' },
  recall_notice: { name: '药品召回通知书', prefix: 'ZT', seal: 'quality' },
  licence_copy: { name: '资质副本', prefix: 'ZZ', seal: 'official' },
  seal_samples: { name: '印章印模备案表', prefix: 'YM', seal: 'official' },
  first_trade: { name: '首营企业资料表', prefix: 'SY', seal: 'official' },
  supplier_approval: { name: '首营企业审批表', prefix: 'GY', seal: 'quality' },
  goods_approval: { name: '首营品种审批表', prefix: 'PS', seal: 'quality' },
  goods_file: { name: '首营品种资料表', prefix: 'PZ', seal: 'quality' },
} as const satisfies Record<string, DocumentKindRule>
export type DocumentKind = keyof typeof DOCUMENT_KINDS
export const isDocumentKind = (text: string): text is DocumentKind => Object.hasOwn(DOCUMENT_KINDS, text)

/** waiting: asked for, not drawn yet · failed: cannot be drawn, its reason says why · replaced: a newer version stands. */
export const DOCUMENT_STATES = ['waiting', 'valid', 'replaced', 'withdrawn', 'failed'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]
export const DOCUMENT_STATE_NAMES: Readonly<Record<DocumentState, string>> = {
  waiting: '制作中',
  valid: '有效',
  replaced: '已被新版本替代',
  withdrawn: '已作废',
  failed: '制作失败',
}

/** SH20261122000123: kind, Beijing day of the deed, and a number that is never given twice. */
export const documentNo = (kind: DocumentKind, day: string, id: number): string =>
  `${DOCUMENT_KINDS[kind].prefix}${day.replaceAll('-', '')}${String(id).padStart(6, '0')}`

const PREFIXES = new Set(Object.values(DOCUMENT_KINDS).map(({ prefix }): string => prefix))
/** The beginning of a paper's number, as somebody types it: SH2026. */
export const beginsNumber = (text: string): boolean => /^[A-Za-z]{2}\d+$/.test(text) && PREFIXES.has(text.slice(0, 2).toUpperCase())

/** Without what is taken for another: 0 O 1 I L. */
const CHECK_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const CHECK_LENGTH = 10

/** The part of a verification address that nobody guesses; bytes: at least CHECK_LENGTH random ones. */
export const checkCode = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, CHECK_LENGTH), (byte) => CHECK_LETTERS[byte % CHECK_LETTERS.length]).join('')

export const verifyPath = (no: string, check: string): string => `/verify/${no}-${check}`

/** What a stranger may read of a party's name: 云岭大药房有限公司 → 云岭******公司. */
export function maskedName(name: string): string {
  const letters = [...name]
  if (letters.length <= 3) return `${letters[0] ?? ''}${'*'.repeat(Math.max(0, letters.length - 1))}`
  const kept = letters.length <= 6 ? 1 : 2
  return `${letters.slice(0, kept).join('')}${'*'.repeat(letters.length - 2 * kept)}${letters.slice(-kept).join('')}`
}
