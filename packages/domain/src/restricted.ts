/**
 * Goods that the law bars from online sale (药品网络销售监督管理办法, art. 8, and 药品网络销售禁止清单第一版): vaccines, blood
 * products, narcotic, psychotropic, toxic for medical use, radioactive, precursor chemicals of drug kind; and detox drugs,
 * which the shop does not publish. Files often lack the mark, so names are read too. When in doubt a goods is refused: a
 * wrong refusal is seen in the report and can be mended, a wrong sale cannot.
 */
export type RestrictedClass =
  | '疫苗'
  | '血液制品'
  | '麻醉药品'
  | '精神药品'
  | '医疗用毒性药品'
  | '放射性药品'
  | '药品类易制毒化学品'
  | '戒毒药品'

export interface RestrictedInput {
  /** All names of the goods, as one text. */
  name: string
  /** The ERP's special-control mark, often empty. */
  mark: string
  category: string
  unit: string
  spec: string
  /** Herbs are judged by their whole name, medicines by the substances that their name holds. */
  isHerb: boolean
}

const MARKS: readonly [RegExp, RestrictedClass][] = [
  [/疫苗/, '疫苗'],
  [/血液制品/, '血液制品'],
  [/毒麻|麻醉|^麻$/, '麻醉药品'],
  [/精神|精一|精二/, '精神药品'],
  [/毒性|^毒$/, '医疗用毒性药品'],
  [/放射/, '放射性药品'],
  [/易制毒/, '药品类易制毒化学品'],
  [/戒毒/, '戒毒药品'],
]

/** Reagents and calibrators name the substance that they measure. */
const DIAGNOSTIC = /试剂|诊断|检测|测定|标准品|定标|质控|校准|抗原抗体|抗体\b/

const SUBSTANCES: readonly [RegExp, RestrictedClass][] = [
  [/(?<!牛痘)疫苗|卡介苗/, '疫苗'],
  [
    /人血(?!管)|丙种球蛋白|(人|乙肝|肝炎|破伤风|狂犬病?|静丙|静注).{0,8}免疫球蛋白|人白蛋白|人凝血|冻干人|人纤维蛋白|纤维蛋白胶|人抗凝血酶/,
    '血液制品',
  ],
  [
    /(?<!阿扑|去|纳)吗啡(?!喃)|芬太尼|哌替啶|度冷丁|可待因|双氢可待因|待因|羟考酮|氢可酮|氢吗啡酮|美沙酮|福尔可定|布桂嗪|强痛定|阿片|阿桔|复方樟脑酊|可愈|二氢埃托啡|罂粟(壳|浓缩)|可卡因|右丙氧芬|大麻/,
    '麻醉药品',
  ],
  [
    /地西泮|[唑西]泮|[阿艾三]唑[仑侖]|唑仑|奥沙西泮|甲喹酮|氯氮(卓|䓬)|司可巴比妥|苯巴比妥|异戊巴比妥|戊巴比妥|^巴比妥(钠)?|甲丙氨酯|氯胺酮|哌醋?甲酯|丁丙诺啡|马吲哚|莫达非尼|匹莫林|唑吡坦|佐匹克隆|扎来普隆|曲马多|喷他佐辛|地佐辛|布托啡诺|纳布啡|安钠咖|羟丁酸钠|瑞马唑仑|吡仑帕奈|丙己君|阿苯片|苯丙胺|咖啡因(片|注射液|粉|$)|麦角胺咖啡因/,
    '精神药品',
  ],
  [/三氧化二砷|亚砷酸|砒霜|肉毒毒素|氢溴酸后马托品$|^阿托品粉|士的宁|毒扁豆碱|洋地黄毒[甙苷]/, '医疗用毒性药品'],
  [
    /放射性|\[?\d{2,3}m?(Tc|TC|I|F|Sr|Tl|Ga|Sm|Re|Lu|Cr|P)\]|\[(131|125|99m?|18|89|201|67|153|32|14)[A-Za-z]*\]|\d ?mci|锝\[?99|氟\[?18/i,
    '放射性药品',
  ],
  [/麦角(新碱|胺(?!咖))|麦角酸/, '药品类易制毒化学品'],
  [/纳曲酮|洛非西定|戒毒|福康片|济泰片/, '戒毒药品'],
]

/** 单方麻黄碱 in any dosage form, without a second substance. */
const EPHEDRINE_ALONE =
  /(^|[(（/ ])(盐酸|硫酸|草酸|消旋|重酒石酸)*伪?麻黄[碱素](缓释|控释)?(片|注射液|注射剂|滴鼻[剂液]|粉|胶囊|糖浆|颗粒|口服溶液|原料)?([（()）[【0-9.% ][\s\S]*)?$/

/** 28 kinds of toxic herbs (医疗用毒性药品管理办法); names without 制/炙/法/清/煅… mean the raw drug. */
const TOXIC_HERBS = new Set(
  '砒石 红砒 白砒 砒霜 水银 马钱子 川乌 草乌 白附子 附子(生) 半夏 南星 天南星 巴豆 斑蝥 青娘虫 红娘虫 甘遂 狼毒 藤黄 千金子 天仙子 闹羊花 雪上一枝蒿 红升丹 白降丹 蟾酥 洋金花 红粉 轻粉 雄黄'.split(
    ' ',
  ),
)

function herbName(name: string): string {
  return name
    .replace(/[(（[][\s\S]*/, '')
    .replace(/[\s*]/g, '')
    .replace(/^生/, '')
    .replace(/(片|粉|面|饮片|段|块)$/, '')
}

/** The class that bars this goods from the shop, or null. */
export function restrictedClass(goods: RestrictedInput): RestrictedClass | null {
  for (const [pattern, found] of MARKS) if (pattern.test(goods.mark)) return found
  const { name } = goods
  if (goods.isHerb) return TOXIC_HERBS.has(herbName(name)) || /^生(附子|乌头)/.test(name) ? '医疗用毒性药品' : null
  if (DIAGNOSTIC.test(name) || /试剂/.test(goods.category)) return null
  if (/^mci$/i.test(goods.unit)) return '放射性药品'
  for (const [pattern, found] of SUBSTANCES) {
    if (!pattern.test(name)) continue
    if (found === '精神药品' && /氨林巴比妥|硫代巴比妥/.test(name)) continue
    if (found === '麻醉药品' && /罂粟碱/.test(name)) continue
    if (found === '血液制品' && /重组|抗人/.test(name)) continue
    return found
  }
  return EPHEDRINE_ALONE.test(name) ? '药品类易制毒化学品' : null
}

/** Compound preparations that contain ephedrine (含麻): own order, bank transfer, receipt. */
export function containsEphedrine(name: string): boolean {
  return /麻黄[碱素]|伪麻|氨麻|酚麻|呋麻|麻美|美麻/.test(name)
}
