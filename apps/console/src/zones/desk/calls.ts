import { endpoint } from '#api-client/endpoint.ts'

export const calls = {
  orderDay: endpoint<typeof import('#contract/order-day.ts')['staffOrderDay']>('GET', '/api/staff/order/day'),
}
