/** Papers in Chinese: how they are drawn, and who stands on them as the supplier. */
export { type Column, makePaper } from './paper.ts'
export { readSupplier, type Supplier } from './supplier-store.ts'
export { zipOf } from './zip.ts'
