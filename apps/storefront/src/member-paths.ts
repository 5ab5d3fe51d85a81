import { withQuery } from './paths.ts'

type Query = Parameters<typeof withQuery>[1]
const list =
  (path: string) =>
  (query: Query = {}) =>
    withQuery(path, query)

/** Links of the member and account centre (specification section 2). Apart from paths.ts, which every visit fetches. */
export const memberPaths = {
  member: () => '/user',
  account: () => '/zhzx',

  afterSales: list('/order/afterSales'),
  afterSaleApply: (orderId: number) => withQuery('/order/afterSales/apply', { order: orderId }),
  orderExport: list('/api/order/export'),
  returnInfo: (id: number) => `/order/returnInfo/${id}`,
  afterSale: (id: number) => `/order/afterSalesInfo/${id}`,
  receipts: list('/hmdd'),
  recalls: list('/ypzh'),

  wallet: () => '/wdqb',
  balance: list('/yegl'),
  credit: list('/zqgl'),
  points: list('/jfgl'),
  coupons: list('/yhq'),
  vouchers: list('/xjq'),
  statements: list('/dzd'),

  quickOrder: list('/kjcg'),
  wanted: list('/pzqg'),
  wantedAdd: list('/pzqg/add'),
  wantedInfo: (id: number) => withQuery('/pzqg/info', { id }),
  favorites: list('/star'),
  footprints: list('/wdzj'),
  feedback: list('/yjfk'),
  complaint: () => '/help/us/tsjy',

  deliveries: list('/dzckd'),
  deliveryExport: list('/api/delivery_note/export'),
  deliveryZip: list('/api/delivery_note/zip'),
  receiving: (orderId: number) => `/order/receiving/${orderId}`,
  orderPapersZip: (orderId: number) => `/api/order/${orderId}/papers/zip`,
  invoices: list('/fp'),
  contracts: list('/dzht'),
  agreements: list('/xieyi'),
  agreement: (id: number) => `/xieyi/${id}`,
  seals: list('/dzqz'),

  exchange: () => '/dzzl',
  reports: list('/ypjybg'),
  firstTrade: list('/syzl'),
  supplierData: list('/qyzl'),

  basic: () => '/basic',
  licences: list('/zzzj'),
  stores: list('/ddgl'),
  wechat: () => '/bdwx',
  openKeys: () => '/jkmy',
  addresses: () => '/addr',
  messages: list('/wdxx'),

  register: () => '/register/step1',
  /** The code stands behind the #, where no server reads it. */
  invited: (code = '') => (code === '' ? '/register/invited' : `/register/invited#${code}`),
  registerPapers: () => '/register/step2',
  registered: () => '/register/step3',
  registerStore: () => '/register/dd/step1',
  registerStorePapers: () => '/register/dd/step2',
  storeRegistered: () => '/register/dd/step3',
  registerWechat: list('/register/wechat'),
  forget: () => '/forget/step1',
  forgetReset: (code = '') => (code === '' ? '/forget/step2' : `/forget/step2#${code}`),
  forgetDone: () => '/forget/step3',
} as const
