import type { InvoiceKind, InvoiceLine, InvoiceTitles } from '#domain/invoices.ts'

/** What is asked of whoever issues invoices; fields of the national digital invoice. Amounts in fen, negative on red ones. */
export interface InvoiceOrder {
  /** The same number is the same invoice, however often it is asked for. */
  requestNo: string
  kind: InvoiceKind
  colour: 'blue' | 'red'
  /** Red: the number of the invoice that it takes back from. */
  ofNumber: string | null
  seller: InvoiceTitles
  buyer: InvoiceTitles
  lines: readonly InvoiceLine[]
  remark: string
  /** When the deed that it is for was done. */
  askedAt: Date
}

/** PDF and OFD for people, XML for their accounting. */
export type InvoiceForm = 'pdf' | 'ofd' | 'xml'

export interface IssuedInvoice {
  /** 20 digits: year 2, region 2, channel 1, serial 15. */
  number: string
  issuedAt: Date
  /** The bureau's own papers: kept as they came, never drawn again and never sealed. None: the shop draws what a test issued. */
  papers?: readonly { form: InvoiceForm; content: Buffer }[]
}

/** One implementation a service; asked by a job, outside of any transaction, and safe to ask again. */
export interface InvoiceProvider {
  /** What it issues is no invoice before the law, and is marked so wherever it is shown. */
  isTest: boolean
  issue: (order: InvoiceOrder, now: Date) => Promise<IssuedInvoice>
}
