import { endpoint } from './calls.ts'

type Region = typeof import('#contract/region.ts')
type Wallet = typeof import('#contract/wallet.ts')
type Stores = typeof import('#contract/stores.ts')
type User = typeof import('#contract/user.ts')
type Messages = typeof import('#contract/messages.ts')

/** Calls of the member and account centre, as api/calls.ts has those of buying; apart, so that buying does not fetch them. */
export const memberApi = {
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
  regionList: endpoint<Region['regionList']>('GET', '/api/region'),
} as const
