import { endpoint } from '#api-client/endpoint.ts'

type Desk = typeof import('#contract/offer-desk.ts')
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
