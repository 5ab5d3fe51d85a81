/**
 * Composed pages of the demo shop, and the adverts of its zones. Goods are named '名称 规格', categories by their path in the drug
 * tree, activities and coupons by their name. Words speak of buying only: nothing here says what a drug is good for.
 */

interface Words {
  title?: string
  text?: string
}
export type DemoBlock =
  | (Words & { type: 'banner'; image: string; url: string })
  | (Words & { type: 'text' })
  | (Words & { type: 'countdown' })
  | (Words & { type: 'goods'; url?: string; limit?: number; columns?: number; goods: readonly string[] })
  | (Words & { type: 'goods'; url?: string; limit?: number; columns?: number; category: string })
  | (Words & { type: 'goods'; url?: string; limit?: number; columns?: number; zone: string })
  | (Words & { type: 'goods'; url?: string; limit?: number; columns?: number; maker: string })
  | (Words & { type: 'goods'; url?: string; limit?: number; columns?: number; activity: string })
  | (Words & { type: 'coupons'; names: readonly string[] })
  | (Words & { type: 'promotion'; names: readonly string[] })

export interface DemoPage {
  code: string
  kind: 'zone' | 'activity' | 'fair' | 'controlled'
  name: string
  intro: string
  /** motif-tone of /img/banner/. */
  image: string
  accent: string
  parent?: string
  /** Days from today: begins, ends; left out: always. */
  days?: readonly [number, number]
  blocks: readonly DemoBlock[]
}

const FAIR: readonly DemoPage[] = [
  {
    code: 'winter-fair',
    kind: 'fair',
    name: '冬季药交会',
    intro: '两馆同开，满减、赠品、优惠券一次配齐，线上看样、当日出库',
    image: 'hall-brand',
    accent: 'brand',
    days: [-5, 25],
    blocks: [
      { type: 'countdown', title: '距药交会闭馆' },
      {
        type: 'coupons',
        title: '入场先领券',
        text: '本月有效，可与满减同用',
        names: ['全场满减券', '大额采购券', '优选专区加赠券', '周末囤货券'],
      },
      { type: 'promotion', title: '会场活动', names: ['冬季呼吸道备货满减', '中成药满额赠', '医疗器械满件折', '满额加价换购'] },
      { type: 'goods', title: '会场热销', text: '各馆销量靠前的商品', zone: 'selected', limit: 10, url: '/yx' },
      {
        type: 'banner',
        title: '近效期专区同步开放',
        text: '一个批号一行，批号、效期与专供价下单前可见',
        image: 'calendar-near',
        url: '/jxqzc',
      },
      {
        type: 'text',
        title: '参会须知',
        text: '药交会面向通过审核的药店、诊所与医疗机构。\n\n满减、赠品与优惠券的叠加次序以购物车和结算页的明细为准；赠品数量有限，赠完即止。\n\n订单按仓库分别出库，随货附同批号药检报告。',
      },
    ],
  },
  {
    code: 'winter-fair-patent',
    kind: 'fair',
    name: '一号馆 · 中成药馆',
    intro: '感冒清热、止咳化痰、胃肠与补益类中成药，按门店常备目录陈列',
    image: 'cases-brand',
    accent: 'brand',
    parent: 'winter-fair',
    days: [-5, 25],
    blocks: [
      { type: 'promotion', title: '本馆活动', names: ['冬季呼吸道备货满减', '中成药满额赠', '望槐堂品牌周'] },
      { type: 'coupons', names: ['望槐堂品牌券', '全场满减券', '诊所专享券'] },
      { type: 'goods', title: '感冒清热', category: '中成药/感冒清热', limit: 10 },
      { type: 'goods', title: '止咳化痰', category: '中成药/止咳化痰', limit: 5 },
      { type: 'goods', title: '胃肠用药', category: '中成药/胃肠用药', limit: 5 },
      { type: 'goods', title: '补益安神', category: '中成药/补益安神', limit: 5 },
    ],
  },
  {
    code: 'winter-fair-device',
    kind: 'fair',
    name: '二号馆 · 器械馆',
    intro: '检测、防护、康复与耗材，备案凭证和注册证随商品可查',
    image: 'device-device',
    accent: 'device',
    parent: 'winter-fair',
    days: [-5, 25],
    blocks: [
      { type: 'promotion', title: '本馆活动', names: ['医疗器械满件折'] },
      { type: 'coupons', names: ['医疗器械 95 折券', '全场满减券'] },
      { type: 'goods', title: '家用检测', category: '医疗器械/检测', limit: 10, url: '/qxzq' },
      { type: 'goods', title: '防护用品', category: '医疗器械/防护', limit: 5 },
      { type: 'goods', title: '康复护理', category: '医疗器械/康复', limit: 5 },
      { type: 'goods', title: '敷料耗材', category: '医疗器械/耗材', limit: 5 },
    ],
  },
]

const ACTIVITIES: readonly DemoPage[] = [
  {
    code: 'winter-respiratory',
    kind: 'activity',
    name: '冬季呼吸道备货季',
    intro: '四个类目一起满减，常备品规分仓备足，16:00 前下单当日出库',
    image: 'winter-brand',
    accent: 'brand',
    days: [-6, 24],
    blocks: [
      { type: 'countdown', title: '距活动结束' },
      { type: 'promotion', names: ['冬季呼吸道备货满减', '常销单品满减', '中成药满额赠'] },
      { type: 'coupons', title: '先领券再下单', names: ['全场满减券', '大额采购券', '优选专区加赠券'] },
      {
        type: 'goods',
        title: '门店常备清单',
        text: '按门店月均用量整理，一次补齐',
        goods: [
          '感冒灵颗粒 10g*9袋',
          '板蓝根颗粒 10g*20袋',
          '小柴胡颗粒 10g*10袋',
          '连花清瘟胶囊 0.35g*24粒',
          '双黄连口服液 10ml*10支',
          '急支糖浆 100ml',
          '川贝枇杷糖浆 150ml',
          '布洛芬混悬液 100ml:2g',
          '医用外科口罩 50只(独立装)',
          '红外额温计 非接触式HT-10',
        ],
      },
      { type: 'goods', title: '感冒清热', category: '中成药/感冒清热', limit: 10 },
      { type: 'goods', title: '止咳化痰', category: '中成药/止咳化痰', limit: 10 },
      { type: 'goods', title: '咽喉清火', category: '中成药/咽喉清火', limit: 5 },
      {
        type: 'text',
        title: '活动规则',
        text: '满减按参加活动的商品合计计算，达到哪一档减哪一档；秒杀、近效期商品不参加。\n\n同一商品只计入一个满减活动，购物车会自动选出最省的搭配，也可以自己改选。\n\n部分退货时，优惠按每行分摊的金额退回。',
      },
    ],
  },
  {
    code: 'chronic-care',
    kind: 'activity',
    name: '慢病常备月',
    intro: '降压、调脂、降糖常用品规与血糖血压检测，月月不断货',
    image: 'calendar-device',
    accent: 'device',
    days: [-9, 30],
    blocks: [
      { type: 'coupons', names: ['全场满减券', '大额采购券', '医疗器械 95 折券'] },
      { type: 'goods', title: '心脑血管', text: '处方药凭处方销售，仅供有资质的企业采购', category: '西药/心脑血管', limit: 10 },
      {
        type: 'goods',
        title: '血糖血压检测',
        goods: [
          '电子血压计 上臂式HB-210',
          '血糖仪 免调码GM-1套装',
          '血糖试条 50片(瓶装)',
          '指夹式血氧仪 PO-20',
          '一次性使用胰岛素笔用针头 32G*4mm*7支',
        ],
        url: '/qxzq',
      },
      { type: 'goods', title: '维生素与矿物质', category: '西药/维生素与矿物质', limit: 10 },
      { type: 'banner', title: '近效期专供', text: '一个批号一行，用得快的门店可以这样备', image: 'calendar-near', url: '/jxqzc' },
    ],
  },
  {
    code: 'herb-season',
    kind: 'activity',
    name: '中药饮片开采季',
    intro: '当季新货陆续到仓，标明产地与等级，一批一检',
    image: 'herb-herb',
    accent: 'herb',
    days: [3, 33],
    blocks: [
      {
        type: 'text',
        title: '开采季预告',
        text: '根茎、花叶、果实三类饮片陆续到仓，开始后本页开放满减与专区券。\n\n每一批都留样检验，报告按批号在线查询与下载。',
      },
      { type: 'promotion', names: ['中药饮片开采季'] },
      { type: 'coupons', names: ['中药专区券'] },
      { type: 'goods', title: '根茎', category: '中药饮片/根茎', limit: 10 },
      { type: 'goods', title: '花叶', category: '中药饮片/花叶', limit: 10 },
      { type: 'goods', title: '果实种子', category: '中药饮片/果实种子', limit: 10 },
    ],
  },
]

const ZONES: readonly DemoPage[] = [
  {
    code: 'clinic',
    kind: 'zone',
    name: '诊所常备专区',
    intro: '诊所与村卫生室日常目录：中成药、饮片、敷料与消毒',
    image: 'cases-brand',
    accent: 'brand',
    blocks: [
      { type: 'coupons', names: ['诊所专享券', '全场满减券', '中药专区券'] },
      { type: 'goods', title: '中成药常备', category: '中成药', limit: 10 },
      { type: 'goods', title: '中药饮片', category: '中药饮片', limit: 10, url: '/zyyp' },
      {
        type: 'goods',
        title: '敷料与消毒',
        goods: [
          '75%酒精消毒液 500ml',
          '碘伏消毒液 500ml',
          '医用棉签 15cm*50支*10包',
          '医用脱脂纱布块 8cm*8cm*100片',
          '一次性使用医用橡胶检查手套 M号100只',
        ],
      },
      { type: 'text', title: '采购提示', text: '可采购的商品以您的执业许可范围为准，超出范围的商品会在列表和购物车里说明原因。' },
    ],
  },
  {
    code: 'family-care',
    kind: 'zone',
    name: '家庭护理专区',
    intro: '营养补充、个人护理与母婴用品，门店开架陈列常备',
    image: 'gift-hot',
    accent: 'hot',
    blocks: [
      { type: 'promotion', names: ['营养保健每满减', '消毒护理买 10 赠 1'] },
      { type: 'coupons', names: ['营养保健 9 折券', '优选专区加赠券'] },
      { type: 'goods', title: '营养保健', category: '营养保健', limit: 10 },
      { type: 'goods', title: '消毒护理', category: '消毒护理', limit: 10 },
      { type: 'goods', title: '母婴用品', category: '母婴计生/婴童用品', limit: 5 },
      { type: 'banner', title: '94 折福利', text: '专区商品在结算价上再享折扣', image: 'gift-hot', url: '/welfare' },
    ],
  },
]

const AUTHORISED = '控销商品按区域与客户类型授权经营。获得授权的企业登录后可以看到商品、价格并下单；尚未授权的企业可向客户经理提交申请。'

const controlled = (code: string, name: string, image: string, maker: string, intro: string, goods: readonly string[]): DemoPage => ({
  code,
  kind: 'controlled',
  name,
  intro,
  image,
  accent: 'violet',
  blocks: [
    { type: 'goods', title: '授权商品', text: '仅对获得授权的企业开放', goods },
    { type: 'goods', title: `${maker}其他商品`, maker, limit: 10 },
    { type: 'text', title: '授权说明', text: AUTHORISED },
  ],
})

const CONTROLLED: readonly DemoPage[] = [
  controlled('wanghuai', '望槐堂 · 授权经营', 'brands-violet', '望槐堂', '以经典名方为本的中成药企业，区域授权、价格统一', [
    '安宫牛黄丸 3g*1丸',
    '苏黄止咳胶囊 0.45g*24粒',
  ]),
  controlled('shuoyuan', '朔原生物 · 授权经营', 'shield-violet', '朔原生物', '专科用药按区域保护，冷链与常温分仓配送', [
    '枸橼酸西地那非片 50mg*5片',
    '枸橼酸西地那非片 0.1g*5片',
  ]),
  controlled('yanyu', '檐雨儿药 · 授权经营', 'shield-violet', '檐雨儿药', '儿童剂型专业厂家，连锁门店与授权药店经营', [
    '小儿肺热咳喘口服液 10ml*6支',
    '复方阿胶浆 20ml*12支',
    '维生素D滴剂 400单位*24粒',
  ]),
]

export const PAGES: readonly DemoPage[] = [...FAIR, ...ACTIVITIES, ...ZONES, ...CONTROLLED]

/** slot 'brand:望槐堂' is the slot of that brand's page. */
export interface DemoZoneAdvert {
  slot: string
  title: string
  subtitle: string
  url: string
  image: string
}

export const ZONE_ADVERTS: readonly DemoZoneAdvert[] = [
  { slot: 'ppzq', title: '望槐堂品牌周', subtitle: '全线商品满减，可与品牌券同用', url: 'brand:望槐堂', image: 'brands-violet' },
  { slot: 'ppzq', title: '品牌厂家直供', subtitle: '授权可查，票货同行', url: '/help/serve', image: 'shield-brand' },
  {
    slot: 'kxzq',
    title: '控销品种按区域授权',
    subtitle: '一区一户，价格统一，供货有保障',
    url: '/kxzq/goods/wanghuai',
    image: 'shield-violet',
  },
  { slot: 'kxzq', title: '新增授权厂家', subtitle: '查看本月新增的授权经营厂家', url: '/kxzq/new', image: 'brands-violet' },
  { slot: 'new_kxzq', title: '朔原生物 · 授权经营', subtitle: '专科用药按区域保护', url: '/kxzq/goods/shuoyuan', image: 'shield-violet' },
  { slot: 'new_kxzq', title: '檐雨儿药 · 授权经营', subtitle: '儿童剂型专业厂家', url: '/kxzq/goods/yanyu', image: 'brands-violet' },
  { slot: 'kxzq_ad', title: '申请授权', subtitle: '向客户经理提交门店资料', url: '/help/us/link', image: 'shield-violet' },
  {
    slot: 'kxzq_ad',
    title: '授权门店补货周',
    subtitle: '授权品种与常规商品同车配送',
    url: '/hdmb?id=winter-respiratory',
    image: 'cases-violet',
  },
  { slot: 'zyzq', title: '饮片开采季', subtitle: '当季新货，标明产地与等级', url: '/hdmb?id=herb-season', image: 'herb-herb' },
  { slot: 'yx', title: '优选包邮', subtitle: '单独购买也免运费，不限金额', url: '/yx/rule', image: 'cases-brand' },
  { slot: 'xrtj', title: '冬季药交会', subtitle: '两馆同开，满减、赠品、优惠券一次配齐', url: '/yjh', image: 'hall-brand' },
  { slot: 'common', title: '慢病常备月', subtitle: '常用品规与检测器械一起备', url: '/hdmb?id=chronic-care', image: 'calendar-device' },
  { slot: 'postList', title: '诊所常备专区', subtitle: '中成药、饮片、敷料一页配齐', url: '/zqmb?id=clinic', image: 'cases-brand' },
  { slot: 'brand:望槐堂', title: '望槐堂品牌周', subtitle: '满 ¥600 减 ¥30，满 ¥1500 减 ¥90', url: '/lqzx', image: 'brands-violet' },
  { slot: 'brand:启岫器械', title: '医疗器械满件折', subtitle: '混搭满件享折扣', url: '/qxzq', image: 'device-device' },
]
