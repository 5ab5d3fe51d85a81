/** Every link of the buyers' site is built here (specification section 2 names the routes). */
type QueryValues = Record<string, string | number | undefined | null>

export function withQuery(path: string, values: QueryValues = {}): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(values))
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

export type ListView = 'image' | 'table' | 'no_image'

export const paths = {
  home: () => '/',
  login: (back?: string) => withQuery('/login', { back }),
  register: () => '/register/step1',
  list: (query: QueryValues = {}, view: ListView = 'image') =>
    withQuery(view === 'image' ? '/list' : view === 'table' ? '/list/table' : '/list/no_image', query),
  listOther: (id: number | string, name?: string, query: QueryValues = {}) =>
    withQuery(`/list/other/${id}${name ? `/${encodeURIComponent(name)}` : ''}`, query),
  search: (query: QueryValues, view: 'image' | 'table' = 'image') => withQuery(view === 'table' ? '/search/table' : '/search', query),
  goods: (
    id: number,
    query: {
      goods_price_id?: number
      ladder_price_id?: number
      goods_manjian_id?: number
      is_yj?: number
      is_jxq?: number
      ck_id?: number
    } = {},
  ) => withQuery(`/list/info/${id}`, query),
  cart: (choice: QueryValues = {}) => withQuery('/cart', choice),
  /** choice: gifts and coupons as the buyer chose them in the cart; see parts/offer-choice.ts. */
  checkout: (ids: readonly number[], choice: QueryValues = {}) => withQuery('/cart/step2', { ids: ids.join(','), ...choice }),
  pay: (orderId: number) => `/cart/step3/${orderId}`,
  payBank: (orderId: number) => withQuery('/cart/hm', { id: orderId }),
  paid: (orderId: number) => withQuery('/cart/step4', { id: orderId }),
  orders: (query: QueryValues = {}) => withQuery('/order', query),
  order: (id: number) => `/order/info/${id}`,
  /** A zone's own list: /yx, /zyyp, /qxzq, /jxqzc, /kxzq, /welfare. */
  zone: (path: string, query: QueryValues = {}) => withQuery(path, query),
  controlledNew: () => '/kxzq/new',
  couponCentre: () => '/lqzx',
  coupons: () => '/yhq',
  activity: (ids: string | number, id?: number) => (id === undefined ? `/Hdzx/${ids}` : `/Hdzx/${ids}/${id}`),
  fair: (id?: number) => (id === undefined ? '/yjh' : `/yjh/${id}`),
  zonePage: (code: string) => withQuery('/zqmb', { id: code }),
  activityPage: (code: string) => withQuery('/hdmb', { id: code }),
  brands: (page = 1, query: QueryValues = {}) => withQuery(page > 1 ? `/ppzq/${page}` : '/ppzq', query),
  brand: (id: number, query: QueryValues = {}) => withQuery(`/ppzq/info/${id}`, query),
  bundles: (query: QueryValues = {}) => withQuery('/zhzq', query),
  pointsMall: (query: QueryValues = {}) => withQuery('/jfsc', query),
  pointsOrders: (query: QueryValues = {}) => withQuery('/jfdd', query),
  perks: () => '/yyh',
  perksList: (query: QueryValues = {}) => withQuery('/yyh/list', query),
  member: () => '/user',
  messages: () => '/wdxx',
  /** code: number and check code of a paper. */
  verify: (code = '') => (code === '' ? '/verify' : `/verify/${code}`),
  quickOrder: () => '/kjcg',
  notFound: () => '/404',
  noActivity: () => '/noActivity',
  loadingActivity: (to: string) => withQuery('/loading/activity', { to }),
  news: (id: number, type: 'hy' | 'company' | 'help') => `/news/info/${id}/${type}`,
} as const
