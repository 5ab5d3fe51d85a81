import { endpoint } from '#api-client/endpoint.ts'

type Desk = typeof import('#contract/offer-desk.ts')
type Coupons = typeof import('#contract/coupon-desk.ts')
type Broadcasts = typeof import('#contract/broadcasts.ts')
type Segments = typeof import('#contract/segments.ts')
type CompanyDesk = typeof import('#contract/company-desk.ts')
type Deals = typeof import('#contract/deal-desk.ts')
type Region = typeof import('#contract/region.ts')

export const calls = {
  offers: endpoint<Desk['staffOffers']>('GET', '/api/staff/offer'),
  offer: endpoint<Desk['staffOffer']>('GET', '/api/staff/offer/:id'),
  result: endpoint<Desk['staffOfferResult']>('GET', '/api/staff/offer/:id/result'),
  add: endpoint<Desk['staffOfferAdd']>('POST', '/api/staff/offer'),
  save: endpoint<Desk['staffOfferSave']>('POST', '/api/staff/offer/:id'),
  publish: endpoint<Desk['staffOfferPublish']>('POST', '/api/staff/offer/:id/publish'),
  end: endpoint<Desk['staffOfferEnd']>('POST', '/api/staff/offer/:id/end/:command'),
  look: endpoint<Desk['staffOfferLook']>('GET', '/api/staff/offer_look'),
  find: endpoint<Desk['staffOfferFind']>('GET', '/api/staff/offer_find'),
  choices: endpoint<Desk['staffOfferChoices']>('GET', '/api/staff/offer_choices'),
  preview: endpoint<Desk['staffOfferPreview']>('GET', '/api/staff/offer_preview'),
  coupons: endpoint<Coupons['staffCoupons']>('GET', '/api/staff/coupon'),
  coupon: endpoint<Coupons['staffCoupon']>('GET', '/api/staff/coupon/:id'),
  couponResult: endpoint<Coupons['staffCouponResult']>('GET', '/api/staff/coupon/:id/result'),
  couponLook: endpoint<Coupons['staffCouponLook']>('GET', '/api/staff/coupon_look'),
  couponAdd: endpoint<Coupons['staffCouponAdd']>('POST', '/api/staff/coupon'),
  couponSave: endpoint<Coupons['staffCouponSave']>('POST', '/api/staff/coupon/:id'),
  couponPublish: endpoint<Coupons['staffCouponPublish']>('POST', '/api/staff/coupon/:id/publish'),
  couponEnd: endpoint<Coupons['staffCouponEnd']>('POST', '/api/staff/coupon/:id/end/:command'),
  segments: endpoint<Segments['staffSegments']>('GET', '/api/staff/segment'),
  segment: endpoint<Segments['staffSegment']>('GET', '/api/staff/segment/:id'),
  segmentLook: endpoint<Segments['staffSegmentLook']>('GET', '/api/staff/segment_look'),
  segmentAdd: endpoint<Segments['staffSegmentAdd']>('POST', '/api/staff/segment'),
  segmentSave: endpoint<Segments['staffSegmentSave']>('POST', '/api/staff/segment/:id'),
  segmentRemove: endpoint<Segments['staffSegmentRemove']>('POST', '/api/staff/segment/:id/remove'),
  broadcasts: endpoint<Broadcasts['staffBroadcasts']>('GET', '/api/staff/broadcast'),
  broadcast: endpoint<Broadcasts['staffBroadcast']>('GET', '/api/staff/broadcast/:id'),
  broadcastLook: endpoint<Broadcasts['staffBroadcastLook']>('GET', '/api/staff/broadcast_look'),
  broadcastCompanies: endpoint<Broadcasts['staffBroadcastCompanies']>('GET', '/api/staff/broadcast_company'),
  broadcastAdd: endpoint<Broadcasts['staffBroadcastAdd']>('POST', '/api/staff/broadcast'),
  broadcastSave: endpoint<Broadcasts['staffBroadcastSave']>('POST', '/api/staff/broadcast/:id'),
  broadcastSend: endpoint<Broadcasts['staffBroadcastSend']>('POST', '/api/staff/broadcast/:id/send'),
  broadcastStop: endpoint<Broadcasts['staffBroadcastStop']>('POST', '/api/staff/broadcast/:id/stop'),
  companies: endpoint<CompanyDesk['staffCompanies']>('GET', '/api/staff/companies'),
  companyChoices: endpoint<CompanyDesk['staffCompanyChoices']>('GET', '/api/staff/company_choices'),
  deals: endpoint<Deals['staffDeals']>('GET', '/api/staff/deal'),
  dealDay: endpoint<Deals['staffDealDay']>('GET', '/api/staff/deal_day'),
  dealLook: endpoint<Deals['staffDealLook']>('GET', '/api/staff/deal_look'),
  dealChoices: endpoint<Deals['staffDealChoices']>('GET', '/api/staff/deal_choices'),
  deal: endpoint<Deals['staffDeal']>('GET', '/api/staff/deal/:id'),
  dealResult: endpoint<Deals['staffDealResult']>('GET', '/api/staff/deal/:id/result'),
  drawRecords: endpoint<Deals['staffDrawRecords']>('GET', '/api/staff/draw_record'),
  dealAdd: endpoint<Deals['staffDealAdd']>('POST', '/api/staff/deal'),
  dealSave: endpoint<Deals['staffDealSave']>('POST', '/api/staff/deal/:id'),
  dealPublish: endpoint<Deals['staffDealPublish']>('POST', '/api/staff/deal/:id/publish'),
  dealEnd: endpoint<Deals['staffDealEnd']>('POST', '/api/staff/deal/:id/end/:command'),
  regions: endpoint<Region['regionList']>('GET', '/api/region'),
}
