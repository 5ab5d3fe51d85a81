import { endpoint } from '#api-client/endpoint.ts'

type Agreements = typeof import('#contract/agreements.ts')
type Documents = typeof import('#contract/documents.ts')
type Invoices = typeof import('#contract/invoices.ts')
type Recalls = typeof import('#contract/recalls.ts')
type Statements = typeof import('#contract/statements.ts')
type Companies = typeof import('#contract/companies.ts')
type Region = typeof import('#contract/region.ts')
type Wallet = typeof import('#contract/wallet.ts')
type Stores = typeof import('#contract/stores.ts')
type User = typeof import('#contract/user.ts')
type Favorites = typeof import('#contract/favorites.ts')
type SelfService = typeof import('#contract/selfservice.ts')
type Home = typeof import('#contract/home.ts')
type AfterSales = typeof import('#contract/aftersales.ts')
type FirstTrade = typeof import('#contract/firsttrade.ts')
type OwnKeys = typeof import('#contract/own-keys.ts')
type Messages = typeof import('#contract/messages.ts')

/** Calls of the member and account centre, as api/calls.ts has those of buying; apart, so that buying does not fetch them. */
export const memberApi = {
  ownAgreements: endpoint<Agreements['ownAgreements']>('GET', '/api/agreement'),
  agreementText: endpoint<Agreements['agreementText']>('GET', '/api/agreement/:id'),
  agreementAccept: endpoint<Agreements['agreementAccept']>('POST', '/api/agreement/:id/accept'),
  userMoney: endpoint<Wallet['userMoney']>('GET', '/api/user/user_money'),
  userMoneyLog: endpoint<Wallet['userMoneyLog']>('GET', '/api/user/user_money_log'),
  userGroupMoney: endpoint<Wallet['userGroupMoney']>('GET', '/api/user/user_group_money'),
  userGroupMoneyLog: endpoint<Wallet['userGroupMoneyLog']>('GET', '/api/user/user_group_money_log'),
  userCredit: endpoint<Wallet['userCredit']>('GET', '/api/user/user_credit'),
  userCreditList: endpoint<Wallet['userCreditList']>('GET', '/api/user/user_credit_list'),
  userCreditStatement: endpoint<Wallet['userCreditStatement']>('GET', '/api/user/user_credit_statement'),
  userCreditCreate: endpoint<Wallet['userCreditCreate']>('POST', '/api/pay/user_credit_create'),
  userCreditPay: endpoint<Wallet['userCreditPay']>('POST', '/api/pay/user_credit_pay'),
  userCreditCheck: endpoint<Wallet['userCreditCheck']>('POST', '/api/pay/user_credit_check'),
  moneyConfig: endpoint<Wallet['moneyConfig']>('GET', '/api/moneys/moneyConfig'),
  userRecharge: endpoint<Wallet['userRecharge']>('POST', '/api/cash_coupon/userRecharge'),
  rechargeCheck: endpoint<Wallet['rechargeCheck']>('POST', '/api/cash_coupon/recharge_check'),
  userHome: endpoint<Home['userHome']>('GET', '/api/user/home'),
  afterSaleForm: endpoint<AfterSales['afterSaleForm']>('GET', '/api/after_sale/form'),
  afterSaleQuote: endpoint<AfterSales['afterSaleQuote']>('POST', '/api/after_sale/quote'),
  afterSaleApply: endpoint<AfterSales['afterSaleApply']>('POST', '/api/after_sale'),
  afterSaleList: endpoint<AfterSales['afterSaleList']>('GET', '/api/after_sale/list'),
  afterSaleInfo: endpoint<AfterSales['afterSaleInfo']>('GET', '/api/after_sale/info/:id'),
  afterSaleCancel: endpoint<AfterSales['afterSaleCancel']>('POST', '/api/after_sale/:id/cancel'),
  afterSaleSend: endpoint<AfterSales['afterSaleSend']>('POST', '/api/after_sale/:id/send'),
  messageList: endpoint<Messages['messageList']>('GET', '/api/user/message'),
  messageRead: endpoint<Messages['messageRead']>('POST', '/api/user/message/read'),
  messageDelete: endpoint<Messages['messageDelete']>('POST', '/api/user/message/delete'),
  messageRestore: endpoint<Messages['messageRestore']>('POST', '/api/user/message/restore'),
  addressEdit: endpoint<User['addressEdit']>('POST', '/api/user/address/:id'),
  addressDefault: endpoint<User['addressDefault']>('POST', '/api/user/address/:id/default'),
  addressDelete: endpoint<User['addressDelete']>('DELETE', '/api/user/address/:id'),
  storeList: endpoint<Stores['storeList']>('GET', '/api/user/store'),
  storeInvite: endpoint<Stores['storeInvite']>('POST', '/api/user/store/invite'),
  storeWithdraw: endpoint<Stores['storeWithdraw']>('POST', '/api/user/store/invitation/:id/withdraw'),
  storeAnswer: endpoint<Stores['storeAnswer']>('POST', '/api/user/store/invitation/:id/answer'),
  storeUnbind: endpoint<Stores['storeUnbind']>('POST', '/api/user/store/unbind'),
  userOpenKeys: endpoint<OwnKeys['userOpenKeys']>('GET', '/api/user/open_key'),
  userOpenKeyAdd: endpoint<OwnKeys['userOpenKeyAdd']>('POST', '/api/user/open_key'),
  userOpenKeyRenew: endpoint<OwnKeys['userOpenKeyRenew']>('POST', '/api/user/open_key/:id/renew'),
  userOpenKeyStop: endpoint<OwnKeys['userOpenKeyStop']>('POST', '/api/user/open_key/:id/stop'),
  userOpenSecretStop: endpoint<OwnKeys['userOpenSecretStop']>('POST', '/api/user/open_secret/:id/stop'),
  regionList: endpoint<Region['regionList']>('GET', '/api/region'),
  fastBuy: endpoint<SelfService['userFastBuy']>('GET', '/api/user/fast_buy'),
  quickMatch: endpoint<SelfService['quickMatch']>('POST', '/api/quick_order/match'),
  quickAdd: endpoint<SelfService['quickAdd']>('POST', '/api/quick_order/add'),
  wantedList: endpoint<SelfService['wantedList']>('GET', '/api/user/buy'),
  wantedAdd: endpoint<SelfService['wantedAdd']>('POST', '/api/user/buy'),
  wantedInfo: endpoint<SelfService['wantedInfo']>('GET', '/api/user/buy/:id'),
  wantedReply: endpoint<SelfService['wantedReply']>('POST', '/api/user/buy/:id/reply'),
  wantedClose: endpoint<SelfService['wantedClose']>('POST', '/api/user/buy/:id/close'),
  feedbackAdd: endpoint<SelfService['feedbackAdd']>('POST', '/api/user/feedback'),
  feedbackList: endpoint<SelfService['feedbackList']>('GET', '/api/user/feedback'),
  visitDelete: endpoint<Favorites['visitDelete']>('POST', '/api/goods/visit/delete'),
  ephedrineOrders: endpoint<Documents['ephedrineOrders']>('GET', '/api/ephedrine/orders'),
  receiptSubmit: endpoint<Documents['receiptSubmit']>('POST', '/api/ephedrine/order/:id/receipt'),
  transferInfo: endpoint<Documents['transferInfo']>('GET', '/api/pay/order/:id/transfer'),
  transferSubmit: endpoint<Documents['transferSubmit']>('POST', '/api/pay/order/:id/transfer'),
  contractInfo: endpoint<Documents['contractInfo']>('GET', '/api/contract'),
  contractSign: endpoint<Documents['contractSign']>('POST', '/api/contract/sign'),
  invoiceList: endpoint<Invoices['invoiceList']>('GET', '/api/invoice/list'),
  invoiceChange: endpoint<Invoices['invoiceChange']>('POST', '/api/invoice/:id/change'),
  invoiceChangeCancel: endpoint<Invoices['invoiceChangeCancel']>('POST', '/api/invoice/request/:id/cancel'),
  statementList: endpoint<Statements['statementList']>('GET', '/api/statement/list'),
  statementAnswer: endpoint<Statements['statementAnswer']>('POST', '/api/statement/:id/answer'),
  recallList: endpoint<Recalls['recallList']>('GET', '/api/recall/list'),
  recallConfirm: endpoint<Recalls['recallConfirm']>('POST', '/api/recall/:id/confirm'),
  recallReturn: endpoint<Recalls['recallReturn']>('POST', '/api/recall/:id/return'),
  companyDossier: endpoint<Companies['companyDossier']>('GET', '/api/company'),
  companySave: endpoint<Companies['companySave']>('POST', '/api/company'),
  companySubmit: endpoint<Companies['companySubmit']>('POST', '/api/company/submit'),
  companyWithdraw: endpoint<Companies['companyWithdraw']>('POST', '/api/company/withdraw'),
  companyChangeWithdraw: endpoint<Companies['companyChangeWithdraw']>('POST', '/api/company/change/withdraw'),
  certificateSave: endpoint<Companies['certificateSave']>('POST', '/api/company/certificate/:kind'),
  certificateWithdraw: endpoint<Companies['certificateWithdraw']>('POST', '/api/company/certificate/:kind/withdraw'),
  exchangeHome: endpoint<FirstTrade['exchangeHome']>('GET', '/api/exchange'),
  supplierData: endpoint<FirstTrade['supplierData']>('GET', '/api/first_trade/supplier'),
  supplierSeen: endpoint<FirstTrade['supplierSeen']>('POST', '/api/first_trade/seen'),
  packAsk: endpoint<FirstTrade['packAsk']>('POST', '/api/first_trade/pack'),
  goodsFiles: endpoint<FirstTrade['goodsFiles']>('GET', '/api/first_trade/goods'),
  questionnaire: endpoint<FirstTrade['questionnaire']>('GET', '/api/first_trade/questionnaire'),
  questionnaireSend: endpoint<FirstTrade['questionnaireSend']>('POST', '/api/first_trade/questionnaire'),
  userJyfw: endpoint<Companies['userJyfw']>('GET', '/api/user/jyfw'),
} as const
