import type { SmsNotice } from '#contract/constants.ts'
import { Refused } from '../outside/ask.ts'

/** A service that brings short messages to phones, as the shop needs it; each is the same to whoever sends. */

/** What can be said in each template; the contract with the service says which of it, and in which order. */
export const TEMPLATE_PARAMS = {
  code: ['code', 'minutes'],
  shipped: ['order'],
  licence: ['name', 'date'],
  bill_due: ['amount', 'date'],
  refunded: ['order', 'amount'],
} as const satisfies Record<'code' | SmsNotice, readonly string[]>
export type SmsTemplate = keyof typeof TEMPLATE_PARAMS

/** A template as the service has approved it. */
export interface ApprovedTemplate {
  id: string
  params: readonly string[]
}
export type ApprovedTemplates = Readonly<Partial<Record<SmsTemplate, ApprovedTemplate>>>

export interface SmsRequest {
  /** 11 digits. */
  phone: string
  template: ApprovedTemplate
  /** By their names. */
  params: Readonly<Record<string, string>>
  /** Ours of this message: comes back with the receipt where the service does that. */
  reference: string
}

/** What a service reports later of a message that it took. */
export interface SmsReceipt {
  serviceId: string
  /** Ours; '' where the service does not give it back. */
  reference: string
  phone: string
  isDelivered: boolean
  /** The network's own word. */
  code: string
  text: string
}

export interface SmsService {
  /** The word in our tables and addresses. */
  key: 'aliyun' | 'tencent'
  name: string
  templates: ApprovedTemplates
  /** Answers the service's number of the message. Throws as SmsProvider.sendCode does. */
  send: (request: SmsRequest, now: Date) => Promise<{ serviceId: string }>
  /** What a push of receipts says; null: nothing that this service sends. */
  receiptsIn: (body: Buffer) => SmsReceipt[] | null
  /** What a push is answered with when it is taken. */
  taken: object
}

/** The service sends no more for now, to this phone or for this shop: no failure, so no other service is asked in its place. */
export class TooManyMessages extends Refused {
  /** Whose limit it is. */
  readonly of: 'phone' | 'shop'
  constructor(service: string, detail: string, of: 'phone' | 'shop') {
    super(service, detail)
    this.of = of
  }
}

/** The parameters of a template, in its order. */
export const paramsOf = ({ template, params }: SmsRequest): [name: string, value: string][] =>
  template.params.map((name) => [name, params[name] ?? ''])
