/** Inspection reports of batches, as other modules use them. */
export { reportDrawings } from './drawings.ts'
export { tellWaiting } from './requests.ts'
