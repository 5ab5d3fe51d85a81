import type { ShopSettings } from '../../src/platform/settings.ts'
/** What surrounds the pages: adverts, navigation, footer, settings. Numbers and names are invented and say so (示, 000). */
export interface DemoAdvert {
  slot: string
  title: string
  subtitle?: string
  url?: string
  style?: string
}

/** A url 'category:中成药' becomes the list of that category once it is known by its number. */
export const ADVERTS: readonly DemoAdvert[] = [
  {
    slot: 'home',
    title: '冬季呼吸道备货专场',
    subtitle: '感冒、止咳、退热常备品规，阶梯价一目了然',
    url: 'category:中成药/感冒清热',
    style: '',
  },
  {
    slot: 'home',
    title: '道地药材 产地直采',
    subtitle: '黄芪、枸杞、三七、天麻，一批一检，批批可追溯',
    url: 'category:中药饮片',
    style: 'herb',
  },
  {
    slot: 'home',
    title: '家用检测器械上新',
    subtitle: '血压计、额温计、血氧仪，备案与注册证在线可查',
    url: 'category:医疗器械/检测',
    style: 'device',
  },
  {
    slot: 'home',
    title: '慢病常备 月月不断货',
    subtitle: '降压、调脂、降糖常用品规，近效期提前提示',
    url: 'category:西药/心脑血管',
    style: '',
  },
  {
    slot: 'top',
    title: '大雪前后部分线路配送延迟',
    subtitle: '贵阳、成都仓照常出库，点击查看各线路说明',
    url: '/help/zfps/hwps',
    style: 'notice',
  },
  { slot: 'right', title: '优选包邮', subtitle: '常销品规，单独购买也免运费', url: '/yx', style: 'selected' },
  { slot: 'right', title: '近效期专供', subtitle: '明示批号与效期', url: '/jxqzc', style: 'near' },
  { slot: 'login', title: '药店诊所的采购平台', subtitle: '按拼音首字母找药，一张清单配齐门店所需', style: 'login' },
  { slot: 'common', title: '药检报告按批号下载', subtitle: '批号、效期逐行列示', url: '/help/serve', style: '' },
  { slot: 'xrtj', title: '新人首单指南', subtitle: '从注册到收货的每一步', url: '/help/xrzn/gwzn', style: '' },
]

export interface DemoLink {
  name: string
  url: string
  badge?: string
  children?: readonly DemoLink[]
}

/** The nine entries under the header. */
export const NAV: readonly DemoLink[] = [
  { name: '品牌专区', url: '/ppzq' },
  { name: '控销专区', url: '/kxzq' },
  { name: '优选包邮', url: '/yx' },
  { name: '中药专区', url: '/zyyp' },
  { name: '器械专区', url: '/qxzq' },
  { name: '近效期', url: '/jxqzc' },
  { name: '组合专区', url: '/zhzq' },
  { name: '领券中心', url: '/lqzx' },
  { name: '积分商城', url: '/jfsc' },
]

export const HELP_GROUPS: readonly DemoLink[] = [
  {
    name: '新手指南',
    url: '/help',
    children: [
      { name: '会员注册', url: '/help/xrzn/hyzc?id=66' },
      { name: '购物指南', url: '/help/xrzn/gwzn' },
      { name: '安全购药', url: '/help/xrzn/aqgy' },
    ],
  },
  {
    name: '服务保障',
    url: '/help/serve',
    children: [
      { name: '网站资质', url: '/help/fwbz/wzzz' },
      { name: '用户协议', url: '/help/fwbz/yhxy' },
      { name: '专属客服', url: '/help/fwbz/zskf' },
    ],
  },
  {
    name: '支付与配送',
    url: '/help/pay',
    children: [
      { name: '订单支付', url: '/help/zfps/ddzf' },
      { name: '货物配送', url: '/help/zfps/hwps' },
      { name: '药品退换', url: '/help/zfps/ypth' },
    ],
  },
  {
    name: '联系我们',
    url: '/help/us/link',
    children: [
      { name: '投诉与建议', url: '/help/us/tsjy' },
      { name: '联系方式', url: '/help/us/link' },
      { name: '服务承诺', url: '/help/serve' },
    ],
  },
]

export const HOT_WORDS = ['流感备货', '布洛芬', '奥司他韦', '连翘', '蒙脱石散', '氯雷他定', '二甲双胍', '血糖试条', '医用口罩'].map(
  (name, at) => ({
    name,
    url: at === 0 ? 'category:中成药/感冒清热' : `/search?keywords=${name}`,
  }),
)

export const SETTINGS: ShopSettings = {
  company_name: '安衡医药（示例）有限公司',
  hot_line: '400-000-0000',
  qq1: '10000001',
  qq2: '10000002',
  service_hours: ['周一至周六 8:30–18:00', '质量投诉：工作日 9:00–17:30'],
  footer_notice:
    '本网站不发布麻醉药品、精神药品、医疗用毒性药品、放射性药品、戒毒药品的产品信息。本网站仅面向持有合法资质的药品经营企业和医疗机构，不向个人销售。',
  licences: [
    { name: '药品经营许可证', value: '示 AA0000001' },
    { name: '互联网药品信息服务资格证书', value: '（示）-经营性-2026-0001' },
    { name: '药品网络交易服务第三方平台备案', value: '示 2026 第 0001 号' },
    { name: '医疗器械经营许可证', value: '示药监械经营许 20260001 号' },
    { name: '营业执照', value: '示 91520100MA00000000' },
    { name: 'ICP 备案', value: '示 ICP 备 00000001 号' },
  ],
  promises: [
    { icon: 'shield', title: '证照齐全', text: '首营资料可随时索取' },
    { icon: 'file', title: '一批一检', text: '药检报告按批号下载' },
    { icon: 'truck', title: '省内次日达', text: '16:00 前订单当日出库' },
    { icon: 'undo', title: '售后无忧', text: '收货 7 日内可申请' },
  ],
  quality_inspection: { url: '', msg: '药检报告按批号查看、下载：电子资料 · 药品检验报告' },
  chat_open: true,
  chat_hours: { days: [1, 2, 3, 4, 5, 6], from: '08:30', to: '18:00', closed_on: [] },
  wechat_service: { name: '安衡药采服务号（演示）', url: '/help/fwbz/zskf' },
  after_sale_open: true,
  return_address: {
    receiver: '退货验收组',
    phone: '0851-5550 0160',
    address: '贵州省贵阳市白云区云环东路示例 66 号 安衡药采贵阳仓 退货验收区',
  },
  shipping: { free_from: '800.00', fee: '12.00' },
  order_deadlines: { ordinary_minutes: 1440, flash_minutes: 30, ephedrine_minutes: 1440 },
  supplier: { name: '安衡医药（示例）有限公司', address: '贵州省贵阳市观山湖区示例路 1 号', phone: '000-0000-0000' },
  bank_account: { name: '安衡医药（示例）有限公司', bank: '示例银行贵阳云岩支行', number: '0000 0000 0000 0001' },
}
