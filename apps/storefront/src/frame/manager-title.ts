import type { UserBaseWire } from '#contract/user.ts'

/** is_default 0: a person assigned to this company alone (specification section 3, User). */
export const managerTitle = ({ is_default }: Pick<UserBaseWire['admin'], 'is_default'>): string =>
  is_default === 0 ? '专属客服' : '客户经理'
