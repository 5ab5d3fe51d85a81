/** Invoices: asked for by the deeds that call for them, issued by a job. */
export { askInvoice, askRedInvoice } from './requests.ts'
