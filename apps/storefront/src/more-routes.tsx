import { type RouteObject, redirect, redirectDocument } from 'react-router'
import { BARE, BUNDLES, DESK, OFFERS } from './app/flags.ts'
import { memberPage, page, signInPage } from './app/page.ts'
import { memberPaths } from './member-paths.ts'
import { paths } from './paths.ts'

const messagesPage = () => import('./pages/account/MessagesPage.tsx')
const afterSalePage = () => import('./pages/aftersales/AfterSalePage.tsx')
const invoicesPage = () => import('./pages/papers/InvoicesPage.tsx')
const orderPage = () => import('./pages/order/OrderPage.tsx')
const quickPage = async () => {
  const page = await import('./pages/quick/QuickPage.tsx')
  await page.readyHere()
  return page
}
const article = () => import('./pages/help/ArticlePage.tsx')

/** Help pages by their path; the path is also the article's code. */
const HELP: readonly [path: string, name: string, title: string][] = [
  ['/help', 'help', '帮助中心'],
  ['/help/xrzn/hyzc', 'help_hyzc', '会员注册'],
  ['/help/xrzn/gwzn', 'help_gwzn', '购物指南'],
  ['/help/xrzn/aqgy', 'help_aqgy', '安全购药'],
  ['/help/fwbz/wzzz', 'help_wzzz', '网站资质'],
  ['/help/fwbz/yhxy', 'help_yhxy', '用户协议'],
  ['/help/fwbz/zskf', 'help_zskf', '专属客服'],
  ['/help/serve', 'help_serve', '服务保障'],
  ['/help/us/link', 'help_link', '联系我们'],
  ['/help/pay', 'help_pay', '支付配送'],
  ['/help/zfps/ddzf', 'help_ddzf', '订单支付'],
  ['/help/zfps/hwps', 'help_hwps', '货物配送'],
  ['/help/zfps/ypth', 'help_ypth', '药品退换'],
]

/** The pages beside finding and buying: zones, help and news, the account. */
const pages: RouteObject[] = [
  memberPage('/pay/:no', 'pay', 'pay/PayPage', () => import('./pages/pay/PayPage.tsx'), '付款'),
  page('/ppzq/:page?', 'ppzq', 'zones/BrandsPage', () => import('./pages/zones/BrandsPage.tsx'), { title: '品牌专区' }),
  page('/ppzq/info/:id/:page?', 'ppzq_info', 'zones/BrandPage', () => import('./pages/zones/BrandPage.tsx'), { title: '品牌详情' }),
  page('/yx', 'yx_index', 'zones/SelectedZonePage', () => import('./pages/zones/SelectedZonePage.tsx'), { title: '包邮专区' }),
  page('/yx/table', 'yx_table', 'zones/SelectedTablePage', () => import('./pages/zones/SelectedTablePage.tsx'), {
    title: '包邮专区',
    flags: DESK,
  }),
  page('/yx/rule', 'yx_rule', 'zones/SelectedRulePage', () => import('./pages/zones/SelectedRulePage.tsx'), {
    title: '优选规则',
    flags: BARE,
  }),
  page('/zyyp', 'zyyp', 'zones/HerbZonePage', () => import('./pages/zones/HerbZonePage.tsx'), { title: '中药专区' }),
  page('/qxzq', 'qxzq', 'zones/DeviceZonePage', () => import('./pages/zones/DeviceZonePage.tsx'), { title: '器械专区' }),
  page('/jxqzc', 'jxqzc', 'zones/NearExpiryZonePage', () => import('./pages/zones/NearExpiryZonePage.tsx'), { title: '近效期专区' }),
  page('/kxzq', 'kxzq', 'zones/ControlledZonePage', () => import('./pages/zones/ControlledZonePage.tsx'), { title: '控销专区' }),
  page('/kxzq/new', 'kxzq_index', 'zones/ControlledNewPage', () => import('./pages/zones/ControlledNewPage.tsx'), { title: '控销专区' }),
  page('/kxzq/goods/:url/:ads?', 'kxzq_goods', 'zones/ControlledGoodsPage', () => import('./pages/zones/ControlledGoodsPage.tsx'), {
    title: '控销商品',
  }),
  page('/welfare', 'welfare', 'zones/WelfareZonePage', () => import('./pages/zones/WelfareZonePage.tsx'), {
    title: '全场94折',
    flags: OFFERS,
  }),
  page('/zhzq', 'zhzq', 'zones/BundlesPage', () => import('./pages/zones/BundlesPage.tsx'), { title: '组合专区', flags: BUNDLES }),
  page('/hb', 'hb', 'zones/CashbackPage', () => import('./pages/zones/CashbackPage.tsx'), { title: '满额返现', flags: OFFERS }),
  page('/mrtj', 'mrtj', 'zones/DailyPage', () => import('./pages/zones/DailyPage.tsx'), { title: '每日特价' }),
  page('/lqzx', 'lqzx', 'zones/CouponCentrePage', () => import('./pages/zones/CouponCentrePage.tsx'), { title: '领券中心' }),
  page('/yjh/:id?', 'yjh', 'zones/FairPage', () => import('./pages/zones/FairPage.tsx'), { title: '活动专区' }),
  page('/Hdzx/:ids/:id?', 'hdzx', 'zones/ActivityCentrePage', () => import('./pages/zones/ActivityCentrePage.tsx'), { title: '活动中心' }),
  page('/zqmb', 'zqmb', 'zones/ComposedPage', () => import('./pages/zones/ComposedPage.tsx'), {}),
  page('/hdmb', 'hdmb', 'zones/ComposedPage', () => import('./pages/zones/ComposedPage.tsx'), {}),
  page('/jfsc', 'jfsc', 'zones/PointsMallPage', () => import('./pages/zones/PointsMallPage.tsx'), { title: '积分商城' }),
  page('/yyh', 'yyh', 'zones/PerksPage', () => import('./pages/zones/PerksPage.tsx'), { title: '优益惠' }),
  page('/yyh/list', 'yyh_list', 'zones/PerksListPage', () => import('./pages/zones/PerksListPage.tsx'), { title: '优益惠' }),
  memberPage('/jfdd', 'order_jfdd', 'points/PointsOrdersPage', () => import('./pages/points/PointsOrdersPage.tsx'), '积分订单'),

  memberPage('/wdqb', 'wdqb', 'wallet/WalletPage', () => import('./pages/wallet/WalletPage.tsx'), '我的钱包'),
  memberPage('/yegl', 'yegl', 'wallet/BalancePage', () => import('./pages/wallet/BalancePage.tsx'), '我的余额'),
  memberPage('/zqgl', 'zqgl', 'wallet/CreditPage', () => import('./pages/wallet/CreditPage.tsx'), '我的账期'),
  memberPage('/jfgl', 'jfgl', 'wallet/PointsPage', () => import('./pages/wallet/PointsPage.tsx'), '我的积分'),
  memberPage('/yhq', 'yhq', 'wallet/CouponsPage', () => import('./pages/wallet/CouponsPage.tsx'), '我的优惠券'),
  memberPage('/xjq', 'xjq', 'wallet/VouchersPage', () => import('./pages/wallet/VouchersPage.tsx'), '我的现金券'),

  memberPage('/dzd', 'dzd', 'wallet/StatementsPage', () => import('./pages/wallet/StatementsPage.tsx'), '对账单'),

  memberPage('/user', 'user_hyzx', 'account/MemberPage', () => import('./pages/account/MemberPage.tsx'), '会员中心'),
  { path: '/zhzx', id: 'zhzx', loader: () => redirect(memberPaths.basic()) },
  memberPage('/basic', 'jcxx_index', 'company/BasicPage', () => import('./pages/company/BasicPage.tsx'), '基础信息'),
  memberPage('/zzzj', 'jcxx_zzzj', 'company/LicencesPage', () => import('./pages/company/LicencesPage.tsx'), '资质证件'),
  memberPage('/wdxx', 'wdxx', 'account/MessagesPage', messagesPage, '我的消息'),
  memberPage('/zhzx/wdxx', 'zhzx_wdxx', 'account/MessagesPage', messagesPage, '我的消息'),
  memberPage('/ddgl', 'zhzx_ddgl', 'account/StoresPage', () => import('./pages/account/StoresPage.tsx'), '多店管理'),
  memberPage('/addr', 'zhzx_shdz', 'account/AddressesPage', () => import('./pages/account/AddressesPage.tsx'), '收货地址'),

  memberPage('/order', 'order_list', 'order/OrdersPage', () => import('./pages/order/OrdersPage.tsx'), '我的订单'),
  memberPage('/order/info/:id', 'order_info', 'order/OrderPage', orderPage, '订单详情'),
  memberPage(
    '/order/afterSales',
    'order_after_sales',
    'aftersales/AfterSalesPage',
    () => import('./pages/aftersales/AfterSalesPage.tsx'),
    '退货售后',
  ),
  memberPage(
    '/order/afterSales/apply',
    'order_after_sales_apply',
    'aftersales/ApplyPage',
    () => import('./pages/aftersales/ApplyPage.tsx'),
    '申请售后',
  ),
  memberPage('/order/returnInfo/:id', 'order_return_info', 'aftersales/AfterSalePage', afterSalePage, '退货详情'),
  memberPage('/order/afterSalesInfo/:id', 'order_after_sales_info', 'aftersales/AfterSalePage', afterSalePage, '售后详情'),
  { path: '/order/wl/:id', id: 'order_wl', loader: ({ params }) => redirect(paths.order(Number(params.id))) },

  signInPage(
    '/register/step1',
    'register_index_step1',
    'register/Step1Page',
    () => import('./pages/register/Step1Page.tsx'),
    '注册-账号信息',
  ),
  signInPage('/register/invited', 'register_invited', 'register/InvitedPage', () => import('./pages/register/InvitedPage.tsx'), '接受邀请'),
  signInPage('/register/step2', 'register_index_step2', 'company/JoinPage', () => import('./pages/company/JoinPage.tsx'), '注册-企业资质'),
  signInPage(
    '/register/step3',
    'register_index_step3',
    'register/Step3Page',
    () => import('./pages/register/Step3Page.tsx'),
    '注册-提交成功',
  ),
  signInPage(
    '/register/dd/step1',
    'register_dd_step1',
    'register/StoreStep1Page',
    () => import('./pages/register/StoreStep1Page.tsx'),
    '多店注册-账号信息',
  ),
  signInPage(
    '/register/dd/step2',
    'register_dd_step2',
    'company/StoreJoinPage',
    () => import('./pages/company/StoreJoinPage.tsx'),
    '多店注册-门店资质',
  ),
  signInPage(
    '/register/dd/step3',
    'register_dd_step3',
    'register/StoreStep3Page',
    () => import('./pages/register/StoreStep3Page.tsx'),
    '多店注册-提交成功',
  ),
  signInPage('/register/wechat', 'register_wechat', 'register/WechatPage', () => import('./pages/register/WechatPage.tsx'), '微信注册'),
  { path: '/register', id: 'register', loader: () => redirect(paths.register()) },
  signInPage('/forget/step1', 'forget_step1', 'forget/Step1Page', () => import('./pages/forget/Step1Page.tsx'), '忘记密码'),
  signInPage('/forget/step2', 'forget_step2', 'forget/Step2Page', () => import('./pages/forget/Step2Page.tsx'), '重置密码'),
  signInPage('/forget/step3', 'forget_step3', 'forget/Step3Page', () => import('./pages/forget/Step3Page.tsx'), '重置成功'),
  { path: '/forget', id: 'forget', loader: () => redirect(memberPaths.forget()) },
  memberPage('/bdwx', 'zhzx_bdwx', 'account/security/WechatPage', () => import('./pages/account/security/WechatPage.tsx'), '绑定微信'),
  memberPage('/jkmy', 'zhzx_jkmy', 'account/keys/OpenKeysPage', () => import('./pages/account/keys/OpenKeysPage.tsx'), '接口密钥'),

  memberPage('/dzzl', 'dzzl', 'exchange/ExchangeHomePage', () => import('./pages/exchange/ExchangeHomePage.tsx'), '电子资料'),
  memberPage('/syzl', 'dzzl_syzl', 'exchange/FirstTradePage', () => import('./pages/exchange/FirstTradePage.tsx'), '首营资料'),
  memberPage('/qyzl', 'dzzl_qyzl', 'exchange/SupplierDataPage', () => import('./pages/exchange/SupplierDataPage.tsx'), '企业资料'),
  memberPage('/hmdd', 'order_hmdd', 'papers/ReceiptsPage', () => import('./pages/papers/ReceiptsPage.tsx'), '含麻药品回执'),
  memberPage('/ypjybg', 'dzzl_ypjybg', 'exchange/ReportsPage', () => import('./pages/exchange/ReportsPage.tsx'), '药品检验报告'),
  memberPage('/ypzh', 'ypzh', 'papers/RecallsPage', () => import('./pages/papers/RecallsPage.tsx'), '药品召回'),
  memberPage('/dzckd', 'dzzl_dzckd', 'exchange/DeliveryNotesPage', () => import('./pages/exchange/DeliveryNotesPage.tsx'), '电子出库单'),
  memberPage('/order/receiving/:id', 'order_receiving', 'order/ReceivingPage', () => import('./pages/order/ReceivingPage.tsx'), '收货登记'),
  memberPage('/dzht', 'dzht', 'papers/ContractPage', () => import('./pages/papers/ContractPage.tsx'), '电子合同'),
  memberPage('/xieyi', 'xieyi', 'agreements/AgreementsPage', () => import('./pages/agreements/AgreementsPage.tsx'), '我签过的协议'),
  memberPage('/xieyi/:id', 'xieyi_info', 'agreements/AgreementPage', () => import('./pages/agreements/AgreementPage.tsx'), '协议'),
  memberPage('/dzfp', 'dzfp', 'papers/InvoicesPage', invoicesPage, '电子发票查询'),
  memberPage('/fp', 'dzzl_dzfp', 'papers/InvoicesPage', invoicesPage, '电子发票'),
  memberPage('/dzqz', 'dzzl_dzqz', 'seals/SealsPage', () => import('./pages/seals/SealsPage.tsx'), '电子签章管理'),
  page('/verify/:code?', 'verify', 'verify/VerifyPage', () => import('./pages/verify/VerifyPage.tsx'), { title: '单据核验' }),

  memberPage('/kjcg', 'zzfw_kjcg', 'quick/QuickPage', quickPage, '快捷采购'),
  memberPage('/pzqg', 'zzfw_pzqg', 'wanted/WantedPage', () => import('./pages/wanted/WantedPage.tsx'), '品种求购'),
  memberPage('/pzqg/add', 'zzfw_pzqg_add', 'wanted/WantedAddPage', () => import('./pages/wanted/WantedAddPage.tsx'), '新增求购'),
  memberPage('/pzqg/info', 'zzfw_pzqg_info', 'wanted/WantedInfoPage', () => import('./pages/wanted/WantedInfoPage.tsx'), '求购详情'),
  memberPage('/star', 'star', 'gathered/FavoritesPage', () => import('./pages/gathered/FavoritesPage.tsx'), '我的收藏'),
  memberPage('/wdzj', 'zzfw_wdzj', 'gathered/FootprintsPage', () => import('./pages/gathered/FootprintsPage.tsx'), '我的足迹'),
  memberPage('/yjfk', 'zzfw_yjfk', 'feedback/FeedbackPage', () => import('./pages/feedback/FeedbackPage.tsx'), '意见反馈'),

  page('/help/us/tsjy', 'help_tsjy', 'help/ComplaintPage', () => import('./pages/help/ComplaintPage.tsx'), { title: '投诉建议' }),
  ...HELP.map(([path, name, title]) => page(path, name, 'help/ArticlePage', article, { title })),
  page('/help/topic/:code', 'help_topic', 'help/ArticlePage', article, { title: '帮助' }),
  page('/help/search', 'help_search', 'help/HelpSearchPage', () => import('./pages/help/HelpSearchPage.tsx'), { title: '搜索帮助' }),
  page('/news/hy', 'news_hy', 'help/NewsPage', () => import('./pages/help/NewsPage.tsx'), { title: '行业资讯' }),
  page('/news/company', 'news_company', 'help/NewsPage', () => import('./pages/help/NewsPage.tsx'), { title: '公司新闻' }),
  page('/news/info/:id/:type', 'news_info', 'help/ArticlePage', article, { title: '资讯详情' }),
]

/** Names that the specification also writes as paths, where they are no route of this file or lead elsewhere than it. */
const NAMED: readonly [name: string, path: string][] = [
  ['zhzx_jcxx', memberPaths.basic()],
  ['zhzx_wdxx', memberPaths.messages()],
  ['order_wddd', paths.orders()],
  ['user_order', paths.orders()],
  ['zzfw', memberPaths.quickOrder()],
  ['kxzq_new', paths.controlledNew()],
  ['register_index', paths.register()],
  ['list_index', paths.list()],
  ['list_table', paths.list({}, 'table')],
  ['list_no_image', paths.list({}, 'no_image')],
  ['search_index', paths.search({})],
  ['search_table', paths.search({}, 'table')],
  ['cart_step1', paths.cart()],
  ['cart_step2', '/cart/step2'],
  ['cart_step4', '/cart/step4'],
  ['cart_hm', '/cart/hm'],
  ['loading_activity', '/loading/activity'],
]

const leads = (name: string, path: string): RouteObject => ({
  path: `/${name}`,
  loader: ({ request }) => redirect(path + new URL(request.url).search),
})

/** The path of a route that can be opened without saying of what. */
const openPath = (path: string): string | null => {
  const open = path.replace(/\/:\w+\?/g, '')
  return open.includes(':') ? null : open
}

/** /jcxx_index is /basic: a route is also found by its name (specification section 2). */
const byName = pages.flatMap(({ id = '', path = '' }) => {
  const to = openPath(path)
  const isNamed = NAMED.some(([name]) => name === id)
  return to === null || isNamed || !id.includes('_') || to === `/${id}` ? [] : [leads(id, to)]
})

export const moreRoutes: RouteObject[] = [
  ...pages,
  // The route of this name leaves the app for the main site's home (specification section 2).
  { path: '/eleven_index', id: 'eleven_index', loader: () => redirectDocument(paths.home()) },
  ...NAMED.map(([name, path]) => leads(name, path)),
  ...byName,
]
