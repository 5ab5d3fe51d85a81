/** Uploaded files as other modules use them. */
export { claimFiles, dropFiles, filesOf, fileWire, keepMadeFile, keepPicture } from './claims.ts'
export { contentOf, readContent } from './contents.ts'
export { objectsReport, refuseWithoutStorage } from './objects.ts'
export { drawGoodsPicture, pdfRefusal } from './receive.ts'
export { fileRoutes } from './routes.ts'
export { readPreview, type StoredFile, sizeOf } from './store.ts'
export { fileTasks } from './tasks.ts'
export { virusRefusal } from './viruses.ts'
