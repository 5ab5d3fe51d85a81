/** The demo shop's accounts (apps/server/demo makes them), as the start and the README name them. */
export const DEMO_PASSWORD = 'Demo-2026'
export const DEMO_ACCOUNTS: readonly (readonly [username: string, what: string])[] = [
  ['13900000001', '已通过审核的药店，账户有余额'],
  ['13900000002', '资质审核中'],
  ['13900000003', '许可证已过期'],
  ['13900000004', '三家门店的老板'],
  ['13900000005', '经营范围较窄的诊所'],
  ['admin', '批发企业员工'],
  ['zhiguan', '批发企业质管部'],
  ['zhijing', '批发企业质量负责人，首营审批的第二步'],
]

/** Of those that are there: a demo of an older version lacks the later ones. */
export function demoAccountLines(there: ReadonlySet<string>): string[] {
  const own = DEMO_ACCOUNTS.filter(([username]) => there.has(username))
  return [`演示账号（密码都是 ${DEMO_PASSWORD}）：`, ...own.map(([username, what]) => `  ${username.padEnd(12)} ${what}`)]
}
