/** The demo shop's accounts (apps/server/demo makes them), as the start and the README name them. */
export const DEMO_PASSWORD = 'Demo-2026'
export const DEMO_ACCOUNTS: readonly (readonly [username: string, what: string])[] = [
  ['13900000001', '已通过审核的药店，账户有余额'],
  ['13900000002', '资质审核中'],
  ['13900000003', '许可证已过期'],
  ['13900000004', '三家门店的老板'],
  ['13900000005', '经营范围较窄的诊所'],
]
/** The wholesaler's own people: they sign in at /console. */
export const DEMO_STAFF: readonly (readonly [username: string, what: string])[] = [
  ['admin', '管理员：员工、岗位、设置'],
  ['zhiguan', '质量：资质、首营审核、报告、锁定'],
  ['zhijing', '质量负责人：首营审批、放行、召回'],
  ['cangku', '仓储：拣货、发货'],
  ['fuhe', '仓储：另一位，出库复核'],
  ['caiwu', '财务：到账、账期、对账'],
  ['chuna', '财务：另一位'],
  ['kefu', '客服：订单、售后、会话'],
  ['shangpin', '商品：商品、价格、停售、求购'],
  ['yunying', '运营：营销活动（财务批准）、积分订单、反馈'],
  ['shenji', '审计：只看，不改'],
]

/** Of those that are there: a demo of an older version lacks the later ones. */
export function demoAccountLines(there: ReadonlySet<string>): string[] {
  const lines = (accounts: typeof DEMO_ACCOUNTS) =>
    accounts.filter(([username]) => there.has(username)).map(([username, what]) => `  ${username.padEnd(12)} ${what}`)
  return [`演示账号（密码都是 ${DEMO_PASSWORD}）：`, ...lines(DEMO_ACCOUNTS), '批发企业的员工，在 /console 登录：', ...lines(DEMO_STAFF)]
}
