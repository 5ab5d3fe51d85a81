import { endpoint } from '#api-client/endpoint.ts'

type Pairs = typeof import('#contract/company-pairs.ts')
type Desk = typeof import('#contract/company-desk.ts')
type Review = typeof import('#contract/company-review.ts')
type Segments = typeof import('#contract/segments.ts')
type Staff = typeof import('#contract/staff.ts')
type FirstTrade = typeof import('#contract/firsttrade.ts')
type Seals = typeof import('#contract/seals.ts')
type Documents = typeof import('#contract/documents.ts')
type Console = typeof import('#contract/console.ts')
type Invitations = typeof import('#contract/invitations.ts')
type Imports = typeof import('#contract/company-import.ts')

export const calls = {
  segments: endpoint<Segments['staffSegments']>('GET', '/api/staff/segment'),
  companies: endpoint<Desk['staffCompanies']>('GET', '/api/staff/companies'),
  pairs: endpoint<Pairs['staffCompanyPairs']>('GET', '/api/staff/company_pair'),
  mergeLook: endpoint<Pairs['staffCompanyMergeLook']>('GET', '/api/staff/company_pair/:id/merge'),
  merge: endpoint<Pairs['staffCompanyMerge']>('POST', '/api/staff/company_pair/:id/merge'),
  pairDecide: endpoint<Pairs['staffCompanyPairDecide']>('POST', '/api/staff/company_pair/:id/:decision'),
  choices: endpoint<Desk['staffCompanyChoices']>('GET', '/api/staff/company_choices'),
  company: endpoint<Review['staffCompany']>('GET', '/api/staff/company/:id'),
  certificate: endpoint<Review['staffCertificate']>('POST', '/api/staff/certificate/:id'),
  change: endpoint<Review['staffCompanyChange']>('POST', '/api/staff/company_change/:id'),
  decide: endpoint<Review['staffCompanyDecide']>('POST', '/api/staff/company/:id/decide'),
  checks: endpoint<Desk['staffCompanyChecks']>('GET', '/api/staff/company/:id/checks'),
  terms: endpoint<Desk['staffCompanyTerms']>('GET', '/api/staff/company/:id/terms'),
  termsSave: endpoint<Desk['staffCompanyTermsSave']>('POST', '/api/staff/company/:id/terms'),
  people: endpoint<Desk['staffCompanyPeople']>('GET', '/api/staff/company/:id/people'),
  person: endpoint<Desk['staffCompanyPerson']>('POST', '/api/staff/company/:id/person/:account/:command'),
  recover: endpoint<Desk['staffCompanyPersonRecover']>('POST', '/api/staff/company/:id/person/:account/recovery'),
  importLogins: endpoint<Imports['staffCompanyImportLogins']>('GET', '/api/staff/company_import/:id/login'),
  invitations: endpoint<Invitations['staffInvitations']>('GET', '/api/staff/invitation/list'),
  invite: endpoint<Invitations['staffInvite']>('POST', '/api/staff/invitation'),
  inviteNew: endpoint<Invitations['staffInviteNew']>('POST', '/api/staff/invitation/new'),
  invitation: endpoint<Invitations['staffInvitationCommand']>('POST', '/api/staff/invitation/:id/:command'),
  stores: endpoint<Desk['staffCompanyStores']>('GET', '/api/staff/company/:id/stores'),
  orders: endpoint<Desk['staffCompanyOrders']>('GET', '/api/staff/company/:id/orders'),
  money: endpoint<Desk['staffCompanyMoney']>('GET', '/api/staff/company/:id/money'),
  goodsNames: endpoint<Desk['staffGoodsNames']>('GET', '/api/staff/goods_names'),
  why: endpoint<Desk['staffCompanyWhy']>('GET', '/api/staff/company/:id/why'),
  addresses: endpoint<Staff['staffAddressList']>('GET', '/api/staff/address'),
  addressDecide: endpoint<Staff['staffAddressDecide']>('POST', '/api/staff/address/:id/decide'),
  approval: endpoint<FirstTrade['staffApproval']>('GET', '/api/staff/first_trade/:id'),
  approvalCheck: endpoint<FirstTrade['staffApprovalCheck']>('POST', '/api/staff/first_trade/:id/check'),
  approvalDecide: endpoint<FirstTrade['staffApprovalDecide']>('POST', '/api/staff/first_trade/:id/decide'),
  questionnaire: endpoint<FirstTrade['staffQuestionnaire']>('POST', '/api/staff/first_trade/:id/questionnaire'),
  seals: endpoint<Seals['staffSealList']>('GET', '/api/staff/seal'),
  sealPass: endpoint<Seals['staffSealPass']>('POST', '/api/staff/seal/:id/pass'),
  sealRefuse: endpoint<Seals['staffSealRefuse']>('POST', '/api/staff/seal/:id/refuse'),
  sealStop: endpoint<Seals['staffSealStop']>('POST', '/api/staff/seal/:id/stop'),
  contractVersion: endpoint<Documents['staffContractVersion']>('POST', '/api/staff/contract/version'),
  contracts: endpoint<Documents['staffContracts']>('GET', '/api/staff/contract'),
  contractDemand: endpoint<Documents['staffContractDemand']>('POST', '/api/staff/contract/demand'),
  audit: endpoint<Console['staffAudit']>('GET', '/api/staff/audit'),
}
