import type { Connection } from '../../../platform/database.ts'
import { conflict, fieldErrors } from '../../../platform/errors.ts'
import { countStores } from './store.ts'

/** Stores of one account; more come through the account manager. */
const STORES_MAX = 50

export const mustAgree = (agree: 0 | 1 | number | undefined): void => {
  if (agree !== 1) throw fieldErrors([{ field: 'agree', message: '请阅读并同意用户协议' }])
}

/** The caller has the account locked. */
export async function refuseTooManyStores(connection: Connection, accountId: number): Promise<void> {
  if ((await countStores(connection, accountId)) >= STORES_MAX) throw conflict(`一个账号最多 ${STORES_MAX} 家门店，更多门店请联系客户经理`)
}
