import { endpoint } from '#api-client/endpoint.ts'

type Stock = typeof import('#contract/stock.ts')
type Desk = typeof import('#contract/goods-desk.ts')
type Makers = typeof import('#contract/manufacturers.ts')
type Categories = typeof import('#contract/categories.ts')
type Availability = typeof import('#contract/availability.ts')
type Region = typeof import('#contract/region.ts')
type Lists = typeof import('#contract/price-lists.ts')
type Prices = typeof import('#contract/prices-desk.ts')

export const calls = {
  goods: endpoint<Stock['staffGoodsList']>('GET', '/api/staff/goods'),
  sale: endpoint<Stock['staffGoodsSale']>('POST', '/api/staff/goods/:id/:command'),
  categories: endpoint<Categories['staffCategories']>('GET', '/api/staff/category'),
  categoryAdd: endpoint<Categories['staffCategoryAdd']>('POST', '/api/staff/category'),
  categorySave: endpoint<Categories['staffCategorySave']>('POST', '/api/staff/category/:id'),
  categoryMove: endpoint<Categories['staffCategoryMove']>('POST', '/api/staff/category/:id/move'),
  categoryRemove: endpoint<Categories['staffCategoryRemove']>('POST', '/api/staff/category/:id/remove'),
  makers: endpoint<Makers['staffManufacturers']>('GET', '/api/staff/manufacturer'),
  makerAdd: endpoint<Makers['staffManufacturerAdd']>('POST', '/api/staff/manufacturer'),
  makerSave: endpoint<Makers['staffManufacturerSave']>('POST', '/api/staff/manufacturer/:id'),
  makerMerge: endpoint<Makers['staffManufacturerMerge']>('POST', '/api/staff/manufacturer/:id/merge'),
  records: endpoint<Desk['staffGoodsRecords']>('GET', '/api/staff/goods_record'),
  record: endpoint<Desk['staffGoodsRecord']>('GET', '/api/staff/goods_record/:id'),
  recordAdd: endpoint<Desk['staffGoodsAdd']>('POST', '/api/staff/goods_record'),
  recordSave: endpoint<Desk['staffGoodsSave']>('POST', '/api/staff/goods_record/:id'),
  lots: endpoint<Desk['staffGoodsLots']>('POST', '/api/staff/goods_record/:id/lots'),
  shelf: endpoint<Desk['staffGoodsShelf']>('POST', '/api/staff/goods_record/:id/shelf/:command'),
  pictures: endpoint<Desk['staffGoodsPictures']>('POST', '/api/staff/goods_record/:id/pictures'),
  history: endpoint<Desk['staffGoodsHistory']>('GET', '/api/staff/goods_record/:id/history'),
  choices: endpoint<Desk['staffGoodsChoices']>('GET', '/api/staff/goods_choices'),
  prices: endpoint<Prices['staffPrices']>('GET', '/api/staff/price/:id'),
  pricesSave: endpoint<Prices['staffPricesSave']>('POST', '/api/staff/price/:id'),
  basePrice: endpoint<Prices['staffBasePrice']>('POST', '/api/staff/price/:id/base'),
  companyPrices: endpoint<Prices['staffCompanyPrices']>('GET', '/api/staff/price/:id/company'),
  companyPriceSave: endpoint<Prices['staffCompanyPriceSave']>('POST', '/api/staff/price/:id/company'),
  priceCompanies: endpoint<Prices['staffPriceCompanies']>('GET', '/api/staff/price_company'),
  priceLists: endpoint<Lists['staffPriceLists']>('GET', '/api/staff/price_list'),
  priceList: endpoint<Lists['staffPriceList']>('GET', '/api/staff/price_list/:id'),
  priceListRows: endpoint<Lists['staffPriceListRows']>('GET', '/api/staff/price_list/:id/row'),
  priceListAdd: endpoint<Lists['staffPriceListAdd']>('POST', '/api/staff/price_list'),
  priceListSave: endpoint<Lists['staffPriceListSave']>('POST', '/api/staff/price_list/:id'),
  priceListType: endpoint<Lists['staffPriceListType']>('POST', '/api/staff/price_list/:id/row'),
  priceListDrop: endpoint<Lists['staffPriceListDrop']>('POST', '/api/staff/price_list/:id/drop'),
  priceListPublish: endpoint<Lists['staffPriceListPublish']>('POST', '/api/staff/price_list/:id/publish'),
  priceListWithdraw: endpoint<Lists['staffPriceListWithdraw']>('POST', '/api/staff/price_list/:id/withdraw'),
  priceListRollback: endpoint<Lists['staffPriceListRollback']>('POST', '/api/staff/price_list/:id/rollback'),
  cost: endpoint<Prices['staffCost']>('GET', '/api/staff/price/:id/cost'),
  costSave: endpoint<Prices['staffCostSave']>('POST', '/api/staff/price/:id/cost'),
  priceHistory: endpoint<Prices['staffPriceHistory']>('GET', '/api/staff/price/:id/history'),
  availabilities: endpoint<Availability['staffAvailabilities']>('GET', '/api/staff/availability'),
  availability: endpoint<Availability['staffAvailability']>('GET', '/api/staff/availability/:id'),
  availabilityAdd: endpoint<Availability['staffAvailabilityAdd']>('POST', '/api/staff/availability'),
  availabilitySave: endpoint<Availability['staffAvailabilitySave']>('POST', '/api/staff/availability/:id'),
  availabilityRemove: endpoint<Availability['staffAvailabilityRemove']>('POST', '/api/staff/availability/:id/remove'),
  availabilityCompanies: endpoint<Availability['staffAvailabilityCompanies']>('GET', '/api/staff/availability/company'),
  why: endpoint<Availability['staffGoodsWhy']>('GET', '/api/staff/goods_why'),
  regions: endpoint<Region['regionList']>('GET', '/api/region'),
}
