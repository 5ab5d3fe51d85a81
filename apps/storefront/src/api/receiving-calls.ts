import { endpoint } from '#api-client/endpoint.ts'

type Receiving = typeof import('#contract/receiving.ts')

/** Calls about deliveries and their papers. */
export const receivingApi = {
  form: endpoint<Receiving['receivingForm']>('GET', '/api/order/:id/receiving'),
  submit: endpoint<Receiving['receivingSubmit']>('POST', '/api/order/:id/receiving'),
  deliveries: endpoint<Receiving['deliveryList']>('GET', '/api/delivery_note/list'),
  orderPapers: endpoint<Receiving['orderPapers']>('GET', '/api/order/:id/papers'),
  pack: endpoint<Receiving['packAsk']>('POST', '/api/pack'),
} as const
