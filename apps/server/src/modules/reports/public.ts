/** Inspection reports of batches, as other modules use them. */
export { reportDrawings } from './drawings.ts'
export { type IntakeOutcome, takeReport } from './intake.ts'
export { tellWaiting } from './requests.ts'
