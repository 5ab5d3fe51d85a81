/** Papers in Chinese: how they are asked for, drawn, signed and kept, and who stands on them as the supplier. */
export { askDocument, type DocumentRequest, reviseDocument } from './asking.ts'
export { checkPaper, type SignatureCheck } from './checking.ts'
export { type Drawing, type DrawingFrame, type Drawings, versionText } from './described.ts'
export {
  type DocumentHead,
  type DocumentRow,
  documentFiles,
  documentHeads,
  documentsOf,
  insertDownload,
  latestDocuments,
  withdrawBegun,
  withdrawStanding,
} from './document-store.ts'
export { type Column, makePaper, type Paper, signExisting } from './drawing/paper.ts'
export { drawLabels, type Label } from './labels/label.ts'
export { documentTasks, type MakingDeps, type OnMade } from './making.ts'
export { noteFact, noteLine } from './note-line-store.ts'
export { pagesRefusal } from './print/original-thread.ts'
export { printPapers } from './print/print.ts'
export { documentListOf, openDocument, openOwnDocument } from './service.ts'
export { type CertificateFacts, type Signer, signerFrom } from './signing/certificate.ts'
export { issueDemo, makeDemoCertificate } from './signing/demo-certificate.ts'
export { carriedSignature } from './signing/signature-places.ts'
export { openSigner } from './signing/signer.ts'
export { unstampedCount } from './signing/stamp-store.ts'
export { certificateAlarm, daysLeft } from './standing.ts'
export { storedEntry } from './stored-entry.ts'
export { readSupplier, SUPPLIER_KEYS, type Supplier, supplierFrom } from './supplier-store.ts'
export { documentWire } from './wire.ts'
export { type LateEntry, lateZip, type ZipEntry, zipOf } from './zip.ts'
