import { spread } from './spread.ts'

/** What is tested, the limit, and what was found. */
export type ReportItem = readonly [name: string, limit: string, result: string]

/** A batch as its maker's report names it. */
export interface ReportBatch {
  goodsId: number
  code: string
  name: string
  spec: string
  kind: string
  scope: string
  form: string
  manufacturer: string
  approvalNo: string
  batchNo: string
  production: string
  expiry: string
}

/** Goods of the demo's orders of whose batches no report has come: there is something to ask for. The last is asked for. */
export const WITHOUT_REPORT = ['多潘立酮片', '枸杞子', '创口贴', '布洛芬混悬液']
export const ASKED_FOR = '布洛芬混悬液'
/** Came in, and quality has not looked at it yet. */
export const WAITS_FOR_QUALITY = '莫匹罗星软膏'
export const REFUSED = '复方氨酚烷胺片'
export const REFUSED_WHY = '报告所附规格与我司购进规格不一致，请生产企业更正后重新提供'
/** Its maker signs by certificate: the file is passed on as it came. */
export const SIGNED_BY_MAKER = '板蓝根颗粒'

const MEETS = '符合规定'

/** A figure between two bounds that is the same for the same batch everywhere. */
function figure(words: string, low: number, high: number, decimals = 1): string {
  const steps = Math.round((high - low) * 10 ** decimals)
  return (low + spread(words, steps + 1) / 10 ** decimals).toFixed(decimals)
}

type Items = (words: string) => ReportItem[]

const content: Items = (words) => [['含量测定', '标示量的 93.0%～107.0%', `${figure(`${words}含量`, 97.2, 102.4)}%`]]
const related: Items = (words) => [['有关物质', '杂质总量不得过 1.0%', `${figure(`${words}杂质`, 0.1, 0.6, 2)}%`]]
const dissolution: Items = (words) => [['溶出度', '限度（Q）80%', `${figure(`${words}溶出`, 88, 98, 0)}%`]]
const microbes: Items = (words) => [
  ['需氧菌总数', '不得过 10³ cfu/g（ml）', `${10 + 10 * spread(`${words}菌`, 12)} cfu/g（ml）`],
  ['霉菌和酵母菌总数', '不得过 10² cfu/g（ml）', '<10 cfu/g（ml）'],
  ['大肠埃希菌', '不得检出', '未检出'],
]
const water =
  (most: number): Items =>
  (words) => [['水分', `不得过 ${most.toFixed(1)}%`, `${figure(`${words}水`, most * 0.45, most * 0.8)}%`]]
const plain =
  (...items: readonly (readonly [name: string, limit: string])[]): Items =>
  () =>
    items.map(([name, limit]) => [name, limit, MEETS])

const LOOKS: Items = plain(['性状', '应符合本品标准的描述'], ['鉴别', '应呈正反应'])
const filled = plain(['装量差异', '应符合规定'])
const weighed = plain(['重量差异', '应符合规定'])

const onSkin: Items = (words) => [
  ['需氧菌总数', '不得过 10² cfu/g', `${10 + 10 * spread(`${words}菌`, 5)} cfu/g`],
  ['金黄色葡萄球菌', '不得检出', '未检出'],
  ['铜绿假单胞菌', '不得检出', '未检出'],
]
const even = plain(['粒度', '不得检出大于 180 μm 的粒子'], ['装量', '应符合规定'])

/** The first that fits; chemical drugs have figures of their substance, others are compared with their standard. */
const BY_FORM: readonly (readonly [form: RegExp, chemical: readonly Items[], other: readonly Items[]])[] = [
  [/眼/, [even, content, plain(['无菌', '应符合规定'])], [even, plain(['无菌', '应符合规定'])]],
  [/软膏|乳膏|凝胶/, [even, related, content, onSkin], [even, onSkin]],
  [
    /胶囊/,
    [filled, water(9), dissolution, related, content, microbes],
    [filled, water(9), plain(['崩解时限', '30 分钟内应全部崩解']), microbes],
  ],
  [
    /颗粒|散剂/,
    [plain(['粒度', '不能通过一号筛与能通过五号筛的总和不得过 15%']), water(8), filled, content, microbes],
    [plain(['粒度', '不能通过一号筛与能通过五号筛的总和不得过 15%'], ['溶化性', '应全部溶化']), water(8), filled, microbes],
  ],
  [/丸/, [weighed, content, microbes], [water(9), plain(['溶散时限', '2 小时内应全部溶散']), weighed, microbes]],
  [/片/, [weighed, dissolution, related, content, microbes], [weighed, plain(['崩解时限', '1 小时内应全部崩解']), microbes]],
  [
    /糖浆|口服|酊|含漱|合剂/,
    [plain(['相对密度', '应符合规定'], ['pH 值', '应符合规定'], ['装量', '应符合规定']), content, microbes],
    [plain(['相对密度', '应符合规定'], ['装量', '应符合规定']), microbes],
  ],
]
const ASSAYED = plain(['含量测定', '应符合本品标准的规定'])

const HERB: readonly Items[] = [
  plain(['性状', '应符合本品标准的描述'], ['鉴别', '与对照药材色谱相应']),
  water(13),
  (words) => [
    ['总灰分', '不得过 5.0%', `${figure(`${words}灰`, 1.8, 4.1)}%`],
    ['二氧化硫残留量', '不得过 150 mg/kg', `${spread(`${words}硫`, 30) + 4} mg/kg`],
    ['浸出物', '不得少于 17.0%', `${figure(`${words}浸`, 21, 34)}%`],
  ],
  plain(['重金属及有害元素', '应符合规定'], ['农药残留', '不得检出']),
]
const DEVICE = plain(
  ['外观与尺寸', '应符合产品技术要求'],
  ['使用性能', '应符合产品技术要求'],
  ['标志与标签', '应清晰、完整'],
  ['包装密封性', '应无渗漏、无破损'],
)
const WORN: Items = (words) => [['初始污染菌', '不得过 100 cfu/g', `${5 + spread(`${words}污`, 40)} cfu/g`]]

function itemsOf({ kind, name, form, scope }: ReportBatch): readonly Items[] {
  if (kind === 'herb') return HERB
  if (kind !== 'drug') return /口罩|手套|贴/.test(name) ? [DEVICE, WORN] : [DEVICE]
  const [, chemical, other] = BY_FORM.find(([pattern]) => pattern.test(form)) ?? [/./, [content], []]
  return scope === 'chem' ? [LOOKS, ...chemical] : [LOOKS, ...other, ASSAYED]
}

export const reportItems = (batch: ReportBatch): ReportItem[] => itemsOf(batch).flatMap((items) => items(`${batch.code}${batch.batchNo}`))

export const reportTitle = ({ kind }: ReportBatch): string =>
  kind === 'drug' ? '药品检验报告书（演示）' : kind === 'herb' ? '中药饮片检验报告书（演示）' : '产品检验报告书（演示）'

/** Invented, like all else on it. */
const TESTERS = ['方芷', '岑越', '温若禾', '祝青', '简宁', '陶砚']
const CHECKERS = ['邵蕴', '顾平', '柏舟', '纪怀远']
const APPROVERS = ['闻人静', '阮承', '葛明远']
const pick = (names: readonly string[], words: string): string => names[spread(words, names.length)] ?? ''

export const reportPeople = ({ manufacturer, batchNo }: ReportBatch) => ({
  tester: pick(TESTERS, `${manufacturer}${batchNo}`),
  checker: pick(CHECKERS, manufacturer),
  approver: pick(APPROVERS, manufacturer),
})

export const reportNumber = ({ code, batchNo }: ReportBatch): string => `YS-${code}-${batchNo}`
