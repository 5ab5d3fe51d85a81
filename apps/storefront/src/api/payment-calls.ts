import { endpoint } from '#api-client/endpoint.ts'

type Payment = typeof import('#contract/payment.ts')

/** The page of one payment: apart, so that pages which begin one do not load it. */
export const paymentApi = {
  way: endpoint<Payment['payWay']>('GET', '/api/pay/way/:no'),
  check: endpoint<Payment['payWayCheck']>('POST', '/api/pay/way/:no/check'),
}
