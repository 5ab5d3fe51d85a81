/** Readers of table files: what buyers upload is read as the operator's files are. */
export { isWorkbook, isZip, refuseOtherKinds } from './sniff.ts'
export { rowsOfText } from './table-file.ts'
export { type TableRow, UnreadableFile } from './table-row.ts'
export { rowsOfWorkbook } from './workbook.ts'
export { inspectZip } from './zip-guard.ts'
