/** Which parts of the frame a page shows (specification section 2). */
export interface RouteFlags {
  header: 'full' | 'compact' | 'login' | 'none'
  footer: boolean
  sideBar: boolean
  /** always: open beside the banner; hover: drops from 全部商品分类. */
  categoryMenu: 'always' | 'hover' | 'none'
  nav: boolean
  topAdvert: boolean
  /** An advert at the top right of the page. */
  cornerAdvert: boolean
  /** The ways between the offers of the whole shop, beside the page. */
  sideNav: boolean
}

export const SHOP: RouteFlags = {
  header: 'full',
  footer: true,
  sideBar: true,
  categoryMenu: 'hover',
  nav: true,
  topAdvert: false,
  cornerAdvert: false,
  sideNav: false,
}
export const HOME: RouteFlags = { ...SHOP, categoryMenu: 'always', topAdvert: true }
/** Offers of the whole shop: /hb and /welfare. */
export const OFFERS: RouteFlags = { ...SHOP, cornerAdvert: true, sideNav: true }
/** /zhzq */
export const BUNDLES: RouteFlags = { ...SHOP, cornerAdvert: true, categoryMenu: 'none' }
/** Cart, checkout and account pages: nothing that leads away from the work. */
export const DESK: RouteFlags = { ...SHOP, header: 'compact', categoryMenu: 'none', nav: false }
export const SIGN_IN: RouteFlags = { ...SHOP, header: 'login', footer: false, sideBar: false, categoryMenu: 'none', nav: false }
export const BARE: RouteFlags = { ...SIGN_IN, header: 'none' }
