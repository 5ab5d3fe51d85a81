/** Uploaded files as other modules use them. */
export { claimFiles, dropFiles, filesOf, fileWire, keepMadeFile } from './claims.ts'
export { pdfRefusal } from './receive.ts'
export { fileRoutes } from './routes.ts'
export { contentOf, readBytes, type StoredFile, sizeOf } from './store.ts'
export { fileTasks } from './tasks.ts'
