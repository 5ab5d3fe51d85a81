import type { Call } from '#contract/call.ts'

/**
 * The calls as the browser needs them: method and path, typed by the contract. Only types are imported, so that no
 * schema reaches the bundle; a method or path that differs from the contract does not compile.
 */
export interface Endpoint<C extends Call> {
  method: C['method']
  path: C['path']
  /** Carries the contract's type; never set. */
  readonly contract?: C
}

export function endpoint<C extends Call>(method: C['method'], path: C['path']): Endpoint<C> {
  return { method, path }
}

type Favorites = typeof import('#contract/favorites.ts')
type Goods = typeof import('#contract/goods.ts')
type Cart = typeof import('#contract/cart.ts')
type Checkout = typeof import('#contract/checkout.ts')
type Order = typeof import('#contract/order.ts')
type User = typeof import('#contract/user.ts')
type Content = typeof import('#contract/content.ts')
type Promotions = typeof import('#contract/promotions.ts')
type Zones = typeof import('#contract/zones.ts')
type Draw = typeof import('#contract/draw.ts')
type Points = typeof import('#contract/points.ts')

export const api = {
  goodsList: endpoint<Goods['goodsList']>('GET', '/api/goods/list'),
  goodsSearch: endpoint<Goods['goodsSearch']>('GET', '/api/goods/search'),
  goodsHot: endpoint<Goods['goodsHot']>('GET', '/api/goods/hot'),
  goodsDetail: endpoint<Goods['goodsDetail']>('GET', '/api/goods/detail/:id'),
  arrivalReminder: endpoint<Favorites['arrivalReminder']>('POST', '/api/goods/:id/remind'),
  favoriteAdd: endpoint<Favorites['favoriteAdd']>('POST', '/api/favorite'),
  favoriteCancel: endpoint<Favorites['favoriteCancel']>('POST', '/api/favorite/cancel'),
  favoriteList: endpoint<Favorites['favoriteList']>('GET', '/api/favorite'),
  goodsVisit: endpoint<Favorites['goodsVisit']>('GET', '/api/goods/visit'),
  spike: endpoint<Goods['spike']>('GET', '/api/index/spike'),
  everydayPrice: endpoint<Goods['everydayPrice']>('GET', '/api/activity/everyday_price'),
  recommended: endpoint<Goods['recommended']>('GET', '/api/index_wntj/1'),
  goodsFloors: endpoint<Goods['goodsFloors']>('GET', '/api/index/floors'),
  cartList: endpoint<Cart['cartList']>('GET', '/api/cart/list'),
  cartTotal: endpoint<Cart['cartTotal']>('GET', '/api/cart/total'),
  cartAdd: endpoint<Cart['cartAdd']>('POST', '/api/cart'),
  cartQuickAdd: endpoint<Cart['cartQuickAdd']>('POST', '/api/cart/quick_add/:id'),
  cartEdit: endpoint<Cart['cartEdit']>('POST', '/api/cart/:id/edit'),
  cartSelect: endpoint<Cart['cartSelect']>('POST', '/api/cart/batch_select'),
  cartDelete: endpoint<Cart['cartDelete']>('POST', '/api/cart/batch_delete'),
  cartCopy: endpoint<Cart['cartCopy']>('POST', '/api/cart/copy'),
  cartNextHint: endpoint<Cart['cartNextHint']>('POST', '/api/cart/next_hint'),
  cartExchangeOffers: endpoint<Cart['cartExchangeOffers']>('POST', '/api/cart/sphg_ladder_price_list'),
  cartCheckout: endpoint<Checkout['cartCheckout']>('POST', '/api/cart/checkout'),
  orderPlace: endpoint<Checkout['orderPlace']>('POST', '/api/order'),
  orderList: endpoint<Order['orderList']>('GET', '/api/order/list'),
  orderInfo: endpoint<Order['orderInfo']>('GET', '/api/order/info/:id'),
  orderCancel: endpoint<Order['orderCancel']>('POST', '/api/order/:id/cancel'),
  orderReceive: endpoint<Order['orderReceive']>('POST', '/api/order/:id/receive'),
  orderReorder: endpoint<Order['orderReorder']>('POST', '/api/order/:id/reorder'),
  payInfo: endpoint<Order['payInfo']>('GET', '/api/pay/order/:id'),
  payCreate: endpoint<Order['payCreate']>('POST', '/api/pay/order/:id'),
  payCheck: endpoint<Order['payCheck']>('POST', '/api/pay/order/:id/check'),
  userBase: endpoint<User['userBase']>('GET', '/api/user/base'),
  userLogin: endpoint<User['userLogin']>('POST', '/api/user/login'),
  userLogout: endpoint<User['userLogout']>('DELETE', '/api/user/logout'),
  userSwitchStore: endpoint<User['userSwitchStore']>('POST', '/api/user/switch_store'),
  addressAdd: endpoint<User['addressAdd']>('POST', '/api/user/address'),
  addressList: endpoint<User['addressList']>('GET', '/api/user/address'),
  header: endpoint<Content['header']>('GET', '/api/global/header'),
  globalLinks: endpoint<Content['globalLinks']>('GET', '/api/global/links'),
  focusHome: endpoint<Content['focusHome']>('GET', '/api/focus'),
  focusSlot: endpoint<Content['focusSlot']>('GET', '/api/focus/:slot'),
  focusBrand: endpoint<Content['focusBrand']>('GET', '/api/focus/brand/:id'),
  articleCategory: endpoint<Content['articleCategory']>('GET', '/api/article/category'),
  articleDetail: endpoint<Content['articleDetail']>('GET', '/api/article/detail'),
  goodsActivities: endpoint<Promotions['goodsActivities']>('GET', '/api/goods/activities'),
  couponCentre: endpoint<Promotions['couponCentre']>('GET', '/api/coupon/centre'),
  couponTake: endpoint<Promotions['couponTake']>('POST', '/api/coupon/take'),
  userCoupon: endpoint<Promotions['userCoupon']>('GET', '/api/user/coupon'),
  couponNum: endpoint<Promotions['couponNum']>('GET', '/api/user/couponNum'),
  bundleList: endpoint<Promotions['bundleList']>('GET', '/api/bundle/list'),
  cashbackInfo: endpoint<Promotions['cashbackInfo']>('GET', '/api/activity/cashback'),
  zoneGoods: endpoint<Zones['zoneGoods']>('GET', '/api/zone/goods/:zone'),
  brandList: endpoint<Zones['brandList']>('GET', '/api/brand/list'),
  brandInfo: endpoint<Zones['brandInfo']>('GET', '/api/brand/info/:id'),
  zonePage: endpoint<Zones['zonePage']>('GET', '/api/zone/page'),
  zonePages: endpoint<Zones['zonePages']>('GET', '/api/zone/pages'),
  activityResolve: endpoint<Zones['activityResolve']>('GET', '/api/activity/resolve'),
  drawInfo: endpoint<Draw['drawInfo']>('GET', '/api/draw'),
  drawSimple: endpoint<Draw['drawSimple']>('GET', '/api/draw/simple'),
  drawNewRecord: endpoint<Draw['drawNewRecord']>('GET', '/api/draw/new_record'),
  drawRecord: endpoint<Draw['drawRecord']>('GET', '/api/draw/record'),
  drawAds: endpoint<Draw['drawAds']>('GET', '/api/draw/ads'),
  activityTap: endpoint<Draw['activityTap']>('POST', '/api/activity/tap'),
  pointsMall: endpoint<Points['pointsMall']>('GET', '/api/points/goods'),
  pointsOrderPlace: endpoint<Points['pointsOrderPlace']>('POST', '/api/points/order'),
  pointsOrders: endpoint<Points['pointsOrders']>('GET', '/api/points/order/list'),
  pointsOrderCancel: endpoint<Points['pointsOrderCancel']>('POST', '/api/points/order/:id/cancel'),
  pointsOrderReceive: endpoint<Points['pointsOrderReceive']>('POST', '/api/points/order/:id/receive'),
} as const
