import { staffAddressDecide, staffAddressList } from '#contract/staff.ts'
import { addressAdd, addressDefault, addressDelete, addressEdit, addressList } from '#contract/user.ts'
import type { ModuleContext } from '../../../../context.ts'
import { addressQueue, decideAddress } from './address-review.ts'
import { addAddress, addressesOf, editAddress, makeDefault, removeAddress } from './addresses.ts'

/** Each change answers the whole list: there are few, and the page shows all. */
export function addressRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(addressList, ({ viewer }) => addressesOf(database, viewer.company.id))
  serve(addressAdd, async ({ viewer, body, now, say }) => {
    await addAddress(database, viewer.company.id, body, now)
    say('收货地址已保存')
    return addressesOf(database, viewer.company.id)
  })
  serve(addressEdit, async ({ viewer, params, body, now, say }) => {
    await editAddress(database, viewer.company.id, params.id, body, now)
    say('收货地址已保存')
    return addressesOf(database, viewer.company.id)
  })
  serve(addressDefault, async ({ viewer, params, say }) => {
    await makeDefault(database, viewer.company.id, params.id)
    say('已设为默认地址')
    return addressesOf(database, viewer.company.id)
  })
  serve(addressDelete, async ({ viewer, params, say }) => {
    await removeAddress(database, viewer.company.id, params.id)
    say('收货地址已删除')
    return addressesOf(database, viewer.company.id)
  })
  serve(staffAddressList, ({ query }) => addressQueue(database, query))
  serve(staffAddressDecide, async ({ viewer, params, body, now, say }) => {
    const review = await decideAddress(database, { accountId: viewer.accountId, name: viewer.name }, params.id, body, now)
    say(review === 'passed' ? '地址已通过审核' : '地址已驳回')
    return { review }
  })
}
