import type { TradeDate } from './dates.ts'
import { GOODS_PAPERS } from './first-trade.ts'

/** First trade upstream (药品经营质量管理规范 arts. 61-66): suppliers, and goods that are new to the house. */

interface UpstreamPaper {
  name: string
  must: boolean
  mayBeEndless: boolean
  /** Whom it names. */
  named: boolean
}
const paper = (name: string, more: Partial<Omit<UpstreamPaper, 'name'>> = {}): UpstreamPaper => ({
  name,
  must: true,
  mayBeEndless: false,
  named: false,
  ...more,
})

/** Arts. 62, 64, 65: what is looked at before the first purchase. */
export const SUPPLIER_FILES = {
  licence: paper('药品生产（经营）许可证'),
  business_licence: paper('营业执照', { mayBeEndless: true }),
  annual_report: paper('年度报告公示', { must: false, mayBeEndless: true }),
  seal_samples: paper('印章印模与随货同行单样式', { mayBeEndless: true }),
  bank_data: paper('开户户名、开户银行及账号', { mayBeEndless: true }),
  quality_agreement: paper('质量保证协议'),
  mandate: paper('销售人员授权书', { named: true }),
  identity: paper('销售人员身份证复印件', { named: true, mayBeEndless: true }),
  quality_survey: paper('质量体系调查表', { must: false, mayBeEndless: true }),
} as const satisfies Record<string, UpstreamPaper>

/** Art. 63, and what is compared with the first delivery. */
export const GOODS_FILES = {
  registration: paper(GOODS_PAPERS.registration.name),
  standard: paper(GOODS_PAPERS.standard.name, { mayBeEndless: true }),
  leaflet: paper(GOODS_PAPERS.leaflet.name, { mayBeEndless: true }),
  label: paper(GOODS_PAPERS.label.name, { mayBeEndless: true }),
  maker_licence: paper('药品生产许可证'),
  sample_report: paper('样品检验报告', { mayBeEndless: true }),
} as const satisfies Record<string, UpstreamPaper>

const filesOf = (ofGoods: boolean): Readonly<Record<string, UpstreamPaper>> => (ofGoods ? GOODS_FILES : SUPPLIER_FILES)
/** null: there is no such kind. */
export const upstreamPaper = (kind: string, ofGoods: boolean): UpstreamPaper | null =>
  Object.hasOwn(filesOf(ofGoods), kind) ? (filesOf(ofGoods)[kind] ?? null) : null
export const upstreamPaperOrder = (kind: string, ofGoods: boolean): number => Object.keys(filesOf(ofGoods)).indexOf(kind)

interface Filed {
  kind: string
  expiresOn: TradeDate | null
}

/** What an application may not be without. */
export function lackingPapers(filed: readonly Filed[], ofGoods: boolean, today: TradeDate): string[] {
  return Object.entries(filesOf(ofGoods)).flatMap(([kind, { name, must }]) => {
    const one = filed.find((file) => file.kind === kind)
    if (one === undefined) return must ? [`缺${name}`] : []
    return must && one.expiresOn !== null && one.expiresOn < today ? [`${name}已于 ${one.expiresOn} 过期`] : []
  })
}

/** The last day that an approval upon these papers covers: the end of the first that must be there. */
export function coveredUntil(filed: readonly Filed[], ofGoods: boolean): TradeDate | null {
  const ends = filed.flatMap(({ kind, expiresOn }) => (upstreamPaper(kind, ofGoods)?.must && expiresOn !== null ? [expiresOn] : []))
  return ends.sort()[0] ?? null
}

interface Approved {
  name: string
  /** What its course is called now. */
  stateName: string
  passedUntil: TradeDate | null
}

/** Why nothing may be received now of a supplier, or of a goods that is new; '': it may. */
export function upstreamRefusal({ name, stateName, passedUntil }: Approved, ofGoods: boolean, today: TradeDate): string {
  if (passedUntil === null) return `${name} 尚未通过首营${ofGoods ? '品种' : '企业'}审批（${stateName}），不能收货`
  return passedUntil >= today ? '' : `${name} 的首营资料已于 ${passedUntil} 到期，重新审批通过之前不能收货`
}
